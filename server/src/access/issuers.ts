import type { Oidc } from '../config.ts';

const withoutSlash = (issuer: string): string => issuer.replace(/\/$/, '');

/** An issuer with a last slash and without one, which name the same provider. */
export const spellingsOf = (issuer: string): string[] => [withoutSlash(issuer), `${withoutSlash(issuer)}/`];

export const sameIssuer = (one: string, other: string): boolean => withoutSlash(one) === withoutSlash(other);

/** Microsoft's tokens name a tenant, also where the setting names all of them. */
const namesTenants = /^https:\/\/(?:login\.microsoftonline\.com|[^/]+\.b2clogin\.com)$/;

/** Whether the configured provider signs tokens as this issuer. */
export function isIssuerOf({ issuer }: Oidc, signs: string): boolean {
  const origin = URL.parse(issuer)?.origin ?? '';
  return sameIssuer(issuer, signs) || (namesTenants.test(origin) && URL.parse(signs)?.origin === origin);
}
