import { parse } from 'tldts';

/**
 * The name that is registered at a registry, by the ICANN section of the public suffix list; null for names without a
 * registration of their own: those below a private suffix, such as a page of a hosting platform.
 */
export function registrableName(name: string): string | null {
  const whole = parse(name, { allowPrivateDomains: true });
  if (whole.isPrivate && whole.domain !== null) return null;
  return parse(name, { allowPrivateDomains: false }).domain;
}
