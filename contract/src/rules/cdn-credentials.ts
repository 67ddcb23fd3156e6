import type { CdnProviderId } from '../catalog/cdn-provider-names.ts';
import { cdnProviders } from '../catalog/cdn-providers.ts';
import type { CredentialFields, SentCredentials } from '../catalog/credential-field.ts';
import type { FieldErrors } from '../api/errors.ts';
import { type AuthMethod, authMethodErrors } from './auth-method.ts';
import { below, credentialErrors, filledCredentials, missingFields } from './credentials.ts';

export interface CdnApi {
  provider: CdnProviderId;
  apiCredentials?: SentCredentials | null | undefined;
}

/** The credential fields of a provider. */
export const cdnFields = (provider: string): CredentialFields | null =>
  Object.hasOwn(cdnProviders, provider) ? cdnProviders[provider as CdnProviderId].fields : null;

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
