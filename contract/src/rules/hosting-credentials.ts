import { hostingPresets } from '../catalog/hosting-presets.ts';
import type { CredentialFields, SentCredentials } from '../catalog/credential-field.ts';
import type { FieldErrors } from '../api/errors.ts';
import { below, filledCredentials, missingFields } from './credentials.ts';

export interface HostingApi {
  provider: string;
  hasApiAccess: boolean;
  apiCredentials?: SentCredentials | null | undefined;
}

/** The credential fields of a preset; null for another provider, whose credential names are free. */
export const hostingFields = (provider: string): CredentialFields | null =>
  hostingPresets.find((preset) => preset.provider === provider)?.fields ?? null;

/** Errors for a preset's missing required credentials, below `apiCredentials`. */
export function hostingErrors({ provider, hasApiAccess, apiCredentials }: HostingApi): FieldErrors {
  const fields = hasApiAccess ? hostingFields(provider) : null;
  const missing = missingFields(fields ?? {}, filledCredentials(apiCredentials));
  const messages = missing.map(([name, label]) => [name, `${label} is required for ${provider}`]);
  return below('apiCredentials', Object.fromEntries(messages) as FieldErrors);
}
