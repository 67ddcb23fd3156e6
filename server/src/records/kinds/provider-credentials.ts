import type { CredentialFields, SentCredentials } from '@quartermaster/contract/catalog/credential-field';
import { filledCredentials } from '@quartermaster/contract/rules/credentials';

interface ProviderFields {
  provider?: string | undefined;
  apiCredentials?: SentCredentials | null | undefined;
}

type Describe = (provider: string) => CredentialFields | null;

/**
 * Whether a change moves credentials to another provider. Between providers without a preset, names are free and the
 * credentials stay.
 */
export const isOtherProvider = (describe: Describe, before: unknown, now: unknown): boolean =>
  typeof now === 'string' &&
  now !== before &&
  (typeof before !== 'string' || (describe(before) ?? describe(now)) !== null);

/** Drops blank credentials, and all stored ones when the provider changes. */
export const withoutStaleCredentials =
  (describe: Describe) =>
  <F extends ProviderFields>(fields: F, before?: Readonly<Record<string, unknown>>): F => {
    const { provider, apiCredentials } = fields;
    const moved = before !== undefined && isOtherProvider(describe, before.provider, provider);
    if (apiCredentials === undefined && !moved) return fields;
    return { ...fields, apiCredentials: filledCredentials(apiCredentials) };
  };
