import type { CredentialFields, Credentials } from '../catalog/credential-field.ts';
import { type AuthMethod, hasValidAuth } from './auth-method.ts';
import { filledCredentials, missingFields } from './credentials.ts';

export interface RegistratorAccountState extends AuthMethod {
  isActive: boolean;
  hasApiAccess: boolean;
  apiCredentials: Credentials;
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
  const count = Object.keys(filledCredentials(account.apiCredentials)).length;
  const required = Object.values(account.registratorType.apiFields).filter((field) => field.required).length;
  if (count >= required) return 'Active (API)';
  return count > 0 ? 'Active (API Incomplete)' : 'Active';
}

export type ApiSummary = 'No API' | 'Not configured' | 'Incomplete' | 'Configured';

export function apiSummary(account: RegistratorAccountState): ApiSummary {
  if (!hasEffectiveApi(account)) return 'No API';
  const credentials = filledCredentials(account.apiCredentials);
  if (Object.keys(credentials).length === 0) return 'Not configured';
  return missingFields(account.registratorType.apiFields, credentials).length > 0
    ? 'Incomplete'
    : 'Configured';
}
