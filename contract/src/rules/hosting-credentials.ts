import { hostingPresets } from '../catalog/hosting-presets.ts';
import type { CredentialFields, Credentials } from '../catalog/credential-field.ts';
import type { FieldErrors } from '../api/errors.ts';
import { below, filledCredentials, missingFields } from './credentials.ts';

export interface HostingApi {
  provider: string;
  hasApiAccess: boolean;
  apiCredentials?: Credentials | null | undefined;
}

/** What a provider asks for; null for one that is no preset, whose credentials have names of their own. */
export const hostingFields = (provider: string): CredentialFields | null =>
  hostingPresets.find((preset) => preset.provider === provider)?.fields ?? null;

/** What a preset requires and the account lacks, below `apiCredentials`. */
export function hostingErrors({ provider, hasApiAccess, apiCredentials }: HostingApi): FieldErrors {
  const fields = hasApiAccess ? hostingFields(provider) : null;
  const missing = missingFields(fields ?? {}, filledCredentials(apiCredentials));
  const messages = missing.map(([name, label]) => [name, `${label} is required for ${provider}`]);
  return below('apiCredentials', Object.fromEntries(messages) as FieldErrors);
}
