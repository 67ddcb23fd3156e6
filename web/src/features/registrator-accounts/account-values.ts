import type { client } from '@quartermaster/contract/api/client';
import type { RegistratorAccount } from '@quartermaster/contract/entities/registrator-accounts/registrator-accounts.schema';
import type { Credentials } from '@quartermaster/contract/catalog/credential-field';
import type { FieldErrors } from '@quartermaster/contract/api/errors';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { authMethodErrors } from '@quartermaster/contract/rules/auth-method';
import { below, credentialErrors } from '@quartermaster/contract/rules/credentials';
import type { Output } from '../../api/request.ts';

/** The choices in the form. */
export type AccountChoices = Output<typeof client.registratorAccounts.formData>;
export type AccountType = RegistratorAccount['registratorType'];

export const defaults = {
  emailAccountId: '',
  registratorTypeId: '',
  password: '',
  isGoogleLogin: false,
  hasApiAccess: false,
  apiCredentials: {} as Credentials,
  proxyId: '',
  tags: [] as Tag[],
  comment: '',
  isActive: true,
  secureNote: '',
};
export type AccountValues = typeof defaults;

/** Drops credentials of the previous type that this one does not ask for. */
export const accountBody = (values: AccountValues, type: AccountType | undefined) =>
  type
    ? {
        ...values,
        hasApiAccess: values.hasApiAccess && type.hasApi,
        apiCredentials: Object.fromEntries(
          Object.entries(values.apiCredentials).filter(([name]) => Object.hasOwn(type.apiFields, name)),
        ),
      }
    : values;

export function accountErrors(values: AccountValues, type: AccountType | undefined): FieldErrors {
  const errors = authMethodErrors(values);
  if (!type?.hasApi || !values.hasApiAccess) return errors;
  return { ...errors, ...below('apiCredentials', credentialErrors(type.apiFields, values.apiCredentials)) };
}

/** The values after switching the type; a new account resets its API access. */
export const withType = (
  values: AccountValues,
  id: string,
  type: AccountType | undefined,
  isNew: boolean,
): Pick<AccountValues, 'registratorTypeId' | 'hasApiAccess' | 'apiCredentials'> => ({
  registratorTypeId: id,
  hasApiAccess: !isNew && values.hasApiAccess && type?.hasApi === true,
  apiCredentials: isNew ? {} : values.apiCredentials,
});
