import type { SentCredentials } from '@quartermaster/contract/catalog/credential-field';
import { filledCredentials } from '@quartermaster/contract/rules/credentials';

interface ProviderFields {
  provider?: string | undefined;
  apiCredentials?: SentCredentials | null | undefined;
}

/** Drops blank credentials, and those of the former provider when the provider changes. */
export function withoutStaleCredentials<F extends ProviderFields>(
  fields: F,
  before?: Readonly<Record<string, unknown>>,
): F {
  const { provider, apiCredentials } = fields;
  const moved = before !== undefined && provider !== undefined && provider !== before.provider;
  if (apiCredentials === undefined && !moved) return fields;
  return { ...fields, apiCredentials: filledCredentials(apiCredentials) };
}
