import { type CdnProviderId, cdnProviders } from '../catalog/cdn-providers.ts';
import type { Credentials } from '../catalog/credential-field.ts';
import type { FieldErrors } from '../api/errors.ts';
import { type AuthMethod, authMethodErrors, hasValidAuth } from './auth-method.ts';
import { below, credentialErrors, filledCredentials, missingFields } from './credentials.ts';

export type CdnStatus = 'Inactive' | 'Active' | 'Auth Missing';

export function cdnStatus(account: AuthMethod & { isActive: boolean }): CdnStatus {
  if (!account.isActive) return 'Inactive';
  return hasValidAuth(account) ? 'Active' : 'Auth Missing';
}

const shownKeys = 2;

/** The names of the first credentials, never their values: 'apiKey, apiToken +1 more'. */
export function credentialsSummary(values: Credentials | null | undefined): string {
  const keys = Object.keys(filledCredentials(values));
  if (keys.length === 0) return 'Not configured';
  const more = keys.length - shownKeys;
  return keys.slice(0, shownKeys).join(', ') + (more > 0 ? ` +${more} more` : '');
}

export interface CdnApi {
  provider: CdnProviderId;
  apiCredentials?: Credentials | null | undefined;
}

/** Errors of the credentials: under `apiCredentials` for the map, below it for each value. */
export function cdnCredentialErrors({ provider, apiCredentials }: CdnApi): FieldErrors {
  const { fields } = cdnProviders[provider];
  const values = filledCredentials(apiCredentials);
  const missing = missingFields(fields, values).map(([, label]) => label);
  const errors = below('apiCredentials', credentialErrors(fields, values));
  if (Object.keys(values).length === 0)
    return { apiCredentials: 'At least one API credential is required', ...errors };
  if (missing.length === 0) return errors;
  return { apiCredentials: `Required fields missing: ${missing.join(', ')}`, ...errors };
}

/** Errors across the fields of a CDN account. */
export const cdnAccountErrors = (account: AuthMethod & CdnApi): FieldErrors => ({
  ...authMethodErrors(account),
  ...cdnCredentialErrors(account),
});
