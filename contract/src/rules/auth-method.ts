import type { FieldErrors } from '../api/errors.ts';
import { type WithoutSecrets, isSet } from './secrets.ts';

/** Google login or password, for registrator and CDN accounts. */
export interface AuthMethod extends WithoutSecrets {
  isGoogleLogin: boolean;
  password?: string | null | undefined;
}

const hasPassword = (account: AuthMethod): boolean => isSet(account.password, account, 'password');

export type AuthMethodText = 'Google Login' | 'Password' | 'Invalid (Both methods)' | 'Not configured';

export function authMethodText(account: AuthMethod): AuthMethodText {
  if (account.isGoogleLogin) return hasPassword(account) ? 'Invalid (Both methods)' : 'Google Login';
  return hasPassword(account) ? 'Password' : 'Not configured';
}

/** Whether exactly one method is in use. */
export const hasValidAuth = (account: AuthMethod): boolean => account.isGoogleLogin !== hasPassword(account);

/** Errors of the two fields: under `password` for that field, under `authentication` for both together. */
export function authMethodErrors(account: AuthMethod): FieldErrors {
  if (hasValidAuth(account)) return {};
  if (account.isGoogleLogin)
    return { authentication: 'Cannot use both Google Login and password authentication' };
  return {
    password: 'Password is required when not using Google Login',
    authentication: 'Please select an authentication method: either enter a password or enable Google Login',
  };
}
