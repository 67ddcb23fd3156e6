import {
  type RegistratorAccount,
  registratorAccount as registratorAccountEntity,
} from '@quartermaster/contract/entities/registrator-accounts/registrator-accounts.schema';
import { hostAndPort } from '@quartermaster/contract/rules/ip-address';
import { AuthMethodBox } from '../../form/auth-method-box.tsx';
import { CheckField } from '../../form/check-field.tsx';
import { CommentField } from '../../form/comment-field.tsx';
import { FormSurface } from '../../form/form-surface.tsx';
import { errorsBelow } from '../../form/record-body.ts';
import { ReferenceSelect } from '../../form/reference-select.tsx';
import { TagEditor } from '../../form/tag-editor.tsx';
import { type RecordForm, useRecordForm } from '../../form/use-record-form.ts';
import {
  type AccountValues,
  type Choices,
  accountBody,
  accountErrors,
  defaults,
  withType,
} from './account-values.ts';
import { ApiAccessBox } from './api-access-box.tsx';
import { NoEmailYet } from './no-email-yet.tsx';

interface RegistratorAccountFormProps {
  /** Without one the form is for a new account. */
  record: RegistratorAccount | undefined;
  /** Undefined while they load. */
  choices: Choices | undefined;
  onClose: () => void;
}

export default function RegistratorAccountForm({ record, choices, onClose }: RegistratorAccountFormProps) {
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
      {choices?.emailAccounts.length === 0 && <NoEmailYet />}
      <References form={form} record={record} choices={choices} />
      <div className="grid gap-4 lg:grid-cols-2">
        <AuthMethodBox
          password={values.password}
          isGoogleLogin={values.isGoogleLogin}
          onChange={(method) => form.set(method, ['password', 'authentication'])}
          errors={errors}
        />
        <ApiAccessBox
          type={type}
          isOn={values.hasApiAccess && type?.hasApi === true}
          onSwitch={(hasApiAccess) => form.set({ hasApiAccess }, ['apiCredentials'])}
          credentials={values.apiCredentials}
          onChange={(apiCredentials, name) => form.set({ apiCredentials }, [`apiCredentials.${name}`])}
          errors={errorsBelow(errors, 'apiCredentials')}
        />
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <TagEditor
          value={values.tags}
          onChange={(tags) => form.set({ tags })}
          available={choices?.availableTags}
          error={errors['tags']}
        />
        <CommentField form={form} name="comment" />
      </div>
      {record && <CheckField form={form} name="isActive" label="Active" />}
    </FormSurface>
  );
}

type ReferencesProps = Omit<RegistratorAccountFormProps, 'onClose'> & { form: RecordForm<AccountValues> };

/** What the account belongs to. */
function References({ form, record, choices }: ReferencesProps) {
  const { values, errors } = form;
  const toProxy = ({ id, name, ip, port }: Choices['proxies'][number]) => ({
    id,
    label: name,
    hint: hostAndPort(ip, port),
  });
  return (
    <div className="grid items-start gap-4 md:grid-cols-3">
      <ReferenceSelect
        label="Email Account"
        required
        options={choices?.emailAccounts.map(({ id, email }) => ({ id, label: email })) ?? []}
        chosen={record && { id: record.emailAccountId, label: record.emailAccount.email }}
        value={values.emailAccountId}
        onChange={(emailAccountId) => form.set({ emailAccountId })}
        error={errors['emailAccountId']}
      />
      <ReferenceSelect
        label="Registrator Type"
        required
        options={
          choices?.registratorTypes.map(({ id, name, hasApi }) => ({
            id,
            label: name,
            hint: hasApi ? undefined : 'No API',
          })) ?? []
        }
        chosen={record && { id: record.registratorTypeId, label: record.registratorType.name }}
        value={values.registratorTypeId}
        onChange={(id) => {
          const type = choices?.registratorTypes.find((other) => other.id === id);
          if (id !== values.registratorTypeId)
            form.set(withType(values, type, form.isNew), ['registratorTypeId', 'apiCredentials']);
        }}
        error={errors['registratorTypeId']}
      />
      <ReferenceSelect
        label="Proxy"
        options={choices?.proxies.map(toProxy) ?? []}
        chosen={record?.proxy ? toProxy(record.proxy) : undefined}
        value={values.proxyId}
        onChange={(proxyId) => form.set({ proxyId })}
        emptyLabel="No proxy"
        error={errors['proxyId']}
      />
    </div>
  );
}
