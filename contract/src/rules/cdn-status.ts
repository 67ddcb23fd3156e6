import type { SentCredentials } from '../catalog/credential-field.ts';
import { type AuthMethod, hasValidAuth } from './auth-method.ts';
import { namesSet } from './credentials.ts';

export type CdnStatus = 'Inactive' | 'Active' | 'Auth Missing';

export function cdnStatus(account: AuthMethod & { isActive: boolean }): CdnStatus {
  if (!account.isActive) return 'Inactive';
  return hasValidAuth(account) ? 'Active' : 'Auth Missing';
}

const shownKeys = 2;

/** The names of the first credentials, without values: 'apiKey, apiToken +1 more'. */
export function credentialsSummary(values: SentCredentials | null | undefined): string {
  const keys = namesSet(values);
  if (keys.length === 0) return 'Not configured';
  const more = keys.length - shownKeys;
  return keys.slice(0, shownKeys).join(', ') + (more > 0 ? ` +${more} more` : '');
}
