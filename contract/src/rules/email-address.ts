import { shownDomain, toAsciiDomain } from './domain-name.ts';

/**
 * What addresses are compared by: lower case, composed, the domain in ASCII, as browsers and mail servers know it. All
 * spellings of a mailbox have one key.
 */
export function emailKeyOf(email: string): string {
  const domain = email.lastIndexOf('@') + 1;
  return (email.slice(0, domain).toLowerCase() + toAsciiDomain(email.slice(domain))).normalize('NFC');
}

/** An address as it is stored and shown: its domain in Unicode, unless it could be taken for another one. */
export function shownAddress(email: string): string {
  const start = email.lastIndexOf('@') + 1;
  const domain = email.slice(start);
  const ascii = toAsciiDomain(domain);
  if (!ascii.includes('xn--')) return email;
  const shown = shownDomain(ascii);
  return shown === ascii || /xn--/i.test(domain) ? email.slice(0, start) + shown : email;
}
