import type { CredentialFields, SentCredentials } from '../catalog/credential-field.ts';
import { type AuthMethod, hasValidAuth } from './auth-method.ts';
import { namesSet } from './credentials.ts';

export interface RegistratorAccountState extends AuthMethod {
  isActive: boolean;
  hasApiAccess: boolean;
  apiCredentials: SentCredentials;
  registratorType: { hasApi: boolean; apiFields: CredentialFields };
}

/** The account's flag counts only if its type has an API. */
export const hasEffectiveApi = (
  account: Pick<RegistratorAccountState, 'hasApiAccess' | 'registratorType'>,
): boolean => account.hasApiAccess && account.registratorType.hasApi;

export type RegistratorAccountStatus =
  'Inactive' | 'Auth Missing' | 'Active (API)' | 'Active (API Incomplete)' | 'Active';

export function registratorAccountStatus(account: RegistratorAccountState): RegistratorAccountStatus {
  if (!account.isActive) return 'Inactive';
  if (!hasValidAuth(account)) return 'Auth Missing';
  if (!hasEffectiveApi(account)) return 'Active';
  const count = namesSet(account.apiCredentials).length;
  const required = Object.values(account.registratorType.apiFields).filter((field) => field.required).length;
  if (count >= required) return 'Active (API)';
  return count > 0 ? 'Active (API Incomplete)' : 'Active';
}

export type ApiSummary = 'No API' | 'Not configured' | 'Incomplete' | 'Configured';

/** Where a type requires no credentials, none are missing: the status is 'Active (API)' then. */
export function apiSummary(account: RegistratorAccountState): ApiSummary {
  if (!hasEffectiveApi(account)) return 'No API';
  const names = namesSet(account.apiCredentials);
  const { apiFields } = account.registratorType;
  if (Object.keys(apiFields).every((name) => !apiFields[name]?.required || names.includes(name)))
    return 'Configured';
  return names.length === 0 ? 'Not configured' : 'Incomplete';
}
