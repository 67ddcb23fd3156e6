import { client } from '@quartermaster/contract/api/client';
import { hostingPresets } from '@quartermaster/contract/catalog/hosting-presets';
import type { EmailAccount } from '@quartermaster/contract/entities/emails/emails.schema';
import {
  type Hosting,
  hosting as hostingEntity,
} from '@quartermaster/contract/entities/hostings/hostings.schema';
import type { ShownProxy } from '@quartermaster/contract/entities/proxies/proxies.schema';
import { addressOf } from '@quartermaster/contract/rules/ip-address';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../api/queries.ts';
import { CheckField } from '../../form/check-field.tsx';
import { CommentField } from '../../form/comment-field.tsx';
import { FormSurface } from '../../form/form-surface.tsx';
import { PresetButtons } from '../../form/preset-buttons.tsx';
import { RecordSelect } from '../../form/record-select.tsx';
import { RenewalFields } from '../../form/renewal-fields.tsx';
import { SecureNoteField } from '../../form/secure-note-field.tsx';
import { TagEditor } from '../../form/tag-editor.tsx';
import { TextField } from '../../form/text-field.tsx';
import { UrlField } from '../../form/url-field.tsx';
import { useRecordForm } from '../../form/use-record-form.ts';
import { ApiAccessBox } from './api-access-box.tsx';
import { defaults, hostingBody, hostingRule, toValues } from './hosting-values.ts';

const emailOption = ({ id, email }: Pick<EmailAccount, 'id' | 'email'>) => ({ id, label: email });
const proxyOption = (proxy: ShownProxy) => ({
  id: proxy.id,
  label: proxy.name,
  hint: addressOf(proxy) ?? undefined,
});
const isPreset = (name: string) => hostingPresets.some(({ provider }) => provider === name);
const activeOnly = { isActive: 'true' };

interface HostingFormProps {
  /** Undefined for a new account. */
  record: Hosting | undefined;
  onClose: (saved?: Hosting) => void;
}

export default function HostingForm({ record, onClose }: HostingFormProps) {
  const form = useRecordForm({
    entity: hostingEntity,
    record,
    defaults,
    toValues,
    toBody: hostingBody(record),
    rule: hostingRule,
    onDone: onClose,
  });
  const tags = useQuery(routeQuery(client.hostings.tags));
  const { values, errors } = form;
  return (
    <FormSurface
      mode="page"
      title={record ? 'Edit Hosting Account' : 'Add Hosting Account'}
      submitLabel={record ? 'Update Hosting Account' : 'Create Hosting Account'}
      busyLabel={record ? 'Updating...' : 'Creating...'}
      form={form}
      onCancel={onClose}
    >
      <PresetButtons
        presets={hostingPresets}
        nameOf={({ provider }) => provider}
        onPick={({ provider, panelUrl }) =>
          form.set(
            {
              name: values.name.trim() === '' || isPreset(values.name) ? provider : values.name,
              provider,
              websiteUrl: panelUrl,
            },
            ['name', 'provider', 'websiteUrl', 'apiCredentials'],
          )
        }
      />
      <div className="grid items-start gap-4 md:in-data-wide:grid-cols-2">
        <TextField form={form} name="name" required />
        <TextField form={form} name="provider" required />
        <UrlField form={form} name="websiteUrl" />
        <RecordSelect
          form={form}
          name="emailAccountId"
          required
          entity={client.emails}
          toOption={emailOption}
          chosen={record?.emailAccount && emailOption(record.emailAccount)}
        />
        <RecordSelect
          form={form}
          name="proxyId"
          emptyLabel="No proxy"
          entity={client.proxies}
          query={activeOnly}
          toOption={proxyOption}
          chosen={record?.proxy ? proxyOption(record.proxy) : undefined}
        />
        <div className="md:in-data-wide:pt-7.5">
          <CheckField form={form} name="isGoogleLogin" label="Use Google Login" />
        </div>
      </div>
      <ApiAccessBox form={form} />
      <TagEditor
        value={values.tags}
        onChange={(value) => form.set({ tags: value })}
        available={tags.data?.tags}
        error={errors['tags']}
      />
      <CommentField form={form} name="comment" />
      <CheckField form={form} name="isActive" label="Hosting account is active" />
      <RenewalFields form={form} />
      <SecureNoteField form={form} />
    </FormSurface>
  );
}
