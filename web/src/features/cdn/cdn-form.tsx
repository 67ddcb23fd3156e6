import { client } from '@quartermaster/contract/api/client';
import {
  type CdnAccount,
  cdnAccount as cdnAccountEntity,
} from '@quartermaster/contract/entities/cdn/cdn.schema';
import type { EmailAccount } from '@quartermaster/contract/entities/emails/emails.schema';
import type { ProxySummary } from '@quartermaster/contract/entities/proxies/proxies.schema';
import { hostAndPort } from '@quartermaster/contract/rules/ip-address';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../api/queries.ts';
import { AuthMethodBox } from '../../form/auth-method-box.tsx';
import { CheckField } from '../../form/check-field.tsx';
import { CommentField } from '../../form/comment-field.tsx';
import { FormSurface } from '../../form/form-surface.tsx';
import { errorsBelow } from '../../form/record-body.ts';
import { RecordSelect } from '../../form/record-select.tsx';
import { TagEditor } from '../../form/tag-editor.tsx';
import { useRecordForm } from '../../form/use-record-form.ts';
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
import { NoEmailYet } from './no-email-yet.tsx';
import { ProviderSelect } from './provider-select.tsx';

const toEmailOption = ({ id, email }: Pick<EmailAccount, 'id' | 'email'>) => ({ id, label: email });
const toProxyOption = ({ id, name, ip, port }: ProxySummary) => ({
  id,
  label: name,
  hint: hostAndPort(ip, port),
});

interface CdnFormProps {
  /** Without one the form is for a new account. */
  record: CdnAccount | undefined;
  onClose: () => void;
}

export default function CdnForm({ record, onClose }: CdnFormProps) {
  const choices = useQuery(routeQuery(client.cdn.formData)).data;
  const addressOf = (id: string) =>
    (record?.emailAccountId === id
      ? record.emailAccount
      : choices?.emailAccounts.find((one) => one.id === id)
    )?.email ?? '';
  const form = useRecordForm({
    entity: cdnAccountEntity,
    record,
    defaults,
    toBody: (given) => cdnBody(given, addressOf(given.emailAccountId), !record),
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
      <ProviderSelect
        form={form}
        value={values.provider}
        onChange={(provider) => set(withProvider(provider, record))}
      />
      <RecordSelect
        label="Email Account"
        entity={client.emails}
        toOption={toEmailOption}
        chosen={record && toEmailOption(record.emailAccount)}
        value={values.emailAccountId}
        onChange={(emailAccountId) => set({ emailAccountId }, ['emailAccountId', ...addressPaths])}
        required
        error={errors['emailAccountId']}
        whenNone={<NoEmailYet />}
      />
      <AuthMethodBox
        password={values.password}
        isGoogleLogin={values.isGoogleLogin}
        onChange={(method) => set(method, ['password', 'authentication'])}
        errors={errors}
      />
      <ApiConfigurationBox
        provider={provider}
        credentials={withAddress(values, address)}
        onChange={(apiCredentials, name) => set({ apiCredentials }, [`apiCredentials.${name}`])}
        onLeave={(name) => check(`apiCredentials.${name}`)}
        errors={errorsBelow(errors, 'apiCredentials')}
        problem={form.attempts > 0 ? cdnErrors(values, address)['apiCredentials'] : undefined}
      />
      <RecordSelect
        label="Proxy (Optional)"
        entity={client.proxies}
        toOption={toProxyOption}
        chosen={record?.proxy ? toProxyOption(record.proxy) : undefined}
        value={values.proxyId}
        onChange={(proxyId) => set({ proxyId })}
        emptyLabel="No proxy"
        error={errors['proxyId']}
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
    </FormSurface>
  );
}
