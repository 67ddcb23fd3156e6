import {
  type RegistratorAccount,
  registratorAccount as registratorAccountEntity,
} from '@quartermaster/contract/entities/registrator-accounts/registrator-accounts.schema';
import { client } from '@quartermaster/contract/api/client';
import type { ShownProxy } from '@quartermaster/contract/entities/proxies/proxies.schema';
import { addressOf } from '@quartermaster/contract/rules/ip-address';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { routeQuery } from '../../api/queries.ts';
import { AuthMethodBox } from '../../form/auth-method-box.tsx';
import { CheckField } from '../../form/check-field.tsx';
import { CommentField } from '../../form/comment-field.tsx';
import { FormSurface } from '../../form/form-surface.tsx';
import { errorsBelow } from '../../form/record-body.ts';
import { ReferenceSelect } from '../../form/reference-select.tsx';
import { SecureNoteField } from '../../form/secure-note-field.tsx';
import { TagEditor } from '../../form/tag-editor.tsx';
import { type RecordForm, useRecordForm } from '../../form/use-record-form.ts';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import {
  type AccountType,
  type AccountValues,
  type AccountChoices,
  accountBody,
  accountErrors,
  defaults,
  withType,
} from './account-values.ts';
import { ApiAccessBox } from './api-access-box.tsx';

interface RegistratorAccountFormProps {
  /** Undefined for a new account. */
  record: RegistratorAccount | undefined;
  onClose: (saved?: RegistratorAccount) => void;
}

export default function RegistratorAccountForm({ record, onClose }: RegistratorAccountFormProps) {
  const { data: choices, error, refetch } = useQuery(routeQuery(client.registratorAccounts.formData));
  const typeOf = (id: string) =>
    choices?.registratorTypes.find((type) => type.id === id) ??
    (record?.registratorTypeId === id ? record.registratorType : undefined);
  const form = useRecordForm({
    entity: registratorAccountEntity,
    record,
    defaults,
    toBody: (values) => accountBody(values, typeOf(values.registratorTypeId)),
    rule: (values) => accountErrors(values, typeOf(values.registratorTypeId)),
    onDone: onClose,
  });
  const { values, errors } = form;
  const type = typeOf(values.registratorTypeId);
  return (
    <FormSurface
      mode="inline"
      title={record ? 'Edit Registrator Account' : 'Add Registrator Account'}
      submitLabel={record ? 'Update Account' : 'Create Account'}
      busyLabel={record ? 'Updating...' : 'Creating...'}
      form={form}
      onCancel={onClose}
    >
      <ProblemBanner title="Failed to load what can be chosen" error={error} onRetry={() => void refetch()} />
      <References form={form} record={record} choices={choices} />
      <div className="grid gap-4 lg:in-data-wide:grid-cols-2">
        <AuthMethodBox form={form} />
        <ApiAccessBox
          type={type}
          isOn={values.hasApiAccess && type?.hasApi === true}
          onSwitch={(hasApiAccess) => form.set({ hasApiAccess }, ['apiCredentials'])}
          credentials={values.apiCredentials}
          onChange={(apiCredentials, name) => form.set({ apiCredentials }, [`apiCredentials.${name}`])}
          errors={errorsBelow(errors, 'apiCredentials')}
          contested={form.contested}
        />
      </div>
      <div className="grid items-start gap-4 lg:in-data-wide:grid-cols-2">
        <TagEditor
          value={values.tags}
          onChange={(tags) => form.set({ tags })}
          available={choices?.availableTags}
          error={errors['tags']}
        />
        <CommentField form={form} name="comment" />
      </div>
      {record && <CheckField form={form} name="isActive" label="Active" />}
      <SecureNoteField form={form} />
    </FormSurface>
  );
}

interface ReferencesProps extends Pick<RegistratorAccountFormProps, 'record'> {
  form: RecordForm<AccountValues>;
  /** Undefined while loading. */
  choices: AccountChoices | undefined;
}

type Mailbox = AccountChoices['emailAccounts'][number];

const toProxy = (proxy: ShownProxy) => ({
  id: proxy.id,
  label: proxy.name,
  hint: addressOf(proxy) ?? undefined,
});
const toMailbox = ({ id, email }: Mailbox) => ({ id, label: email });
const toType = ({ id, name, hasApi }: AccountType) => ({
  id,
  label: name,
  hint: hasApi ? undefined : 'No API',
});

/** The references of an account. */
function References({ form, record, choices }: ReferencesProps) {
  const { mailboxes, types, proxies } = useMemo(
    () => ({
      mailboxes: choices?.emailAccounts.map(toMailbox),
      types: choices?.registratorTypes.map(toType),
      proxies: choices?.proxies.map(toProxy),
    }),
    [choices],
  );
  return (
    <div className="grid items-start gap-4 md:in-data-wide:grid-cols-3">
      <ReferenceSelect
        form={form}
        name="emailAccountId"
        required
        entity={client.emails}
        toOption={toMailbox}
        options={mailboxes}
        chosen={record?.emailAccount && { id: record.emailAccountId, label: record.emailAccount.email }}
      />
      <ReferenceSelect
        form={form}
        name="registratorTypeId"
        required
        entity={client.registratorTypes}
        toOption={toType}
        options={types}
        chosen={
          record?.registratorType && { id: record.registratorTypeId, label: record.registratorType.name }
        }
        onChange={(option) => {
          const type = choices?.registratorTypes.find(({ id }) => id === option?.id);
          if (option?.id !== form.values.registratorTypeId)
            form.set(withType(form.values, option?.id ?? '', type, form.isNew), [
              'registratorTypeId',
              'apiCredentials',
            ]);
        }}
      />
      <ReferenceSelect
        form={form}
        name="proxyId"
        entity={client.proxies}
        toOption={toProxy}
        options={proxies}
        chosen={record?.proxy ? toProxy(record.proxy) : undefined}
        emptyLabel="No proxy"
      />
    </div>
  );
}
