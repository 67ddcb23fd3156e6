import { client } from '@quartermaster/contract/api/client';
import {
  type CdnAccount,
  cdnAccount as cdnAccountEntity,
} from '@quartermaster/contract/entities/cdn/cdn.schema';
import type { EmailAccount } from '@quartermaster/contract/entities/emails/emails.schema';
import type { ShownProxy } from '@quartermaster/contract/entities/proxies/proxies.schema';
import { addressOf } from '@quartermaster/contract/rules/ip-address';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { routeQuery } from '../../api/queries.ts';
import { AuthMethodBox } from '../../form/auth-method-box.tsx';
import { CheckField } from '../../form/check-field.tsx';
import { CommentField } from '../../form/comment-field.tsx';
import { FormSurface } from '../../form/form-surface.tsx';
import { errorsBelow } from '../../form/record-body.ts';
import type { PickerOption } from '../../ui/picker-list.tsx';
import { RecordSelect } from '../../form/record-select.tsx';
import { paidValues } from '../../form/renewal-values.ts';
import { RenewalFields } from '../../form/renewal-fields.tsx';
import { SecureNoteField } from '../../form/secure-note-field.tsx';
import { TagEditor } from '../../form/tag-editor.tsx';
import { useRecordForm } from '../../form/use-record-form.ts';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { ApiConfigurationBox } from './api-configuration-box.tsx';
import {
  addressFields,
  cdnBody,
  cdnErrors,
  defaults,
  providerOf,
  withAddress,
  withProvider,
} from './cdn-values.ts';
import { ProviderSelect } from './provider-select.tsx';

const toEmailOption = ({ id, email }: Pick<EmailAccount, 'id' | 'email'>): PickerOption => ({
  id,
  label: email,
});
const toProxyOption = (proxy: ShownProxy) => ({
  id: proxy.id,
  label: proxy.name,
  hint: addressOf(proxy) ?? undefined,
});

interface CdnFormProps {
  /** Undefined for a new account. */
  record: CdnAccount | undefined;
  onClose: (saved?: CdnAccount) => void;
}

export default function CdnForm({ record, onClose }: CdnFormProps) {
  const { data: choices, error, refetch } = useQuery(routeQuery(client.cdn.formData));
  // Show the chosen mailbox by its own address: the other choices may arrive late, or not at all.
  const [mailbox, setMailbox] = useState(record?.emailAccount && toEmailOption(record.emailAccount));
  const addressOf = (id: string) =>
    mailbox?.id === id ? mailbox.label : (choices?.emailAccounts.find((one) => one.id === id)?.email ?? '');
  const form = useRecordForm({
    entity: cdnAccountEntity,
    record,
    defaults,
    toValues: paidValues,
    toBody: (given) => cdnBody(given, addressOf(given.emailAccountId), record),
    rule: (given) => cdnErrors(given, addressOf(given.emailAccountId)),
    onDone: onClose,
  });
  const { values, errors, set, check } = form;
  const address = addressOf(values.emailAccountId);
  const provider = providerOf(values.provider);
  const addressPaths = addressFields(provider).map((name) => `apiCredentials.${name}`);
  return (
    <FormSurface
      mode="sheet"
      title={record ? 'Edit CDN Account' : 'Add CDN Account'}
      subtitle={
        record ? 'Update the CDN account information below.' : 'Add a new CDN account for your domains.'
      }
      submitLabel={record ? 'Update CDN Account' : 'Create CDN Account'}
      busyLabel={record ? 'Updating...' : 'Creating...'}
      form={form}
      onCancel={onClose}
    >
      <ProblemBanner title="Failed to load what can be chosen" error={error} onRetry={() => void refetch()} />
      <ProviderSelect
        form={form}
        value={values.provider}
        onChange={(provider) => set(withProvider(provider, record))}
      />
      <RecordSelect
        form={form}
        name="emailAccountId"
        required
        entity={client.emails}
        toOption={toEmailOption}
        chosen={record?.emailAccount && toEmailOption(record.emailAccount)}
        onChange={(option) => {
          setMailbox(option);
          set({ emailAccountId: option?.id ?? '' }, ['emailAccountId', ...addressPaths]);
        }}
      />
      <AuthMethodBox form={form} />
      <ApiConfigurationBox
        provider={provider}
        credentials={withAddress(values, address)}
        onChange={(apiCredentials, name) => set({ apiCredentials }, [`apiCredentials.${name}`])}
        onCheck={(name) => check(`apiCredentials.${name}`)}
        errors={errorsBelow(errors, 'apiCredentials')}
        contested={form.contested}
        areStored={form.stored?.['provider'] === values.provider}
        problem={form.attempts > 0 ? cdnErrors(values, address)['apiCredentials'] : undefined}
      />
      <RecordSelect
        form={form}
        name="proxyId"
        label="Proxy (Optional)"
        entity={client.proxies}
        toOption={toProxyOption}
        chosen={record?.proxy ? toProxyOption(record.proxy) : undefined}
        emptyLabel="No proxy"
      />
      <TagEditor
        mode="advanced"
        value={values.tags}
        onChange={(tags) => set({ tags })}
        available={choices?.availableTags}
        error={errors['tags']}
      />
      <CommentField form={form} name="comment" />
      {record && <CheckField form={form} name="isActive" label="CDN account is active" />}
      <RenewalFields form={form} />
      <SecureNoteField form={form} />
    </FormSurface>
  );
}
