import { toAsciiDomain } from './domain-name.ts';

/**
 * What addresses are compared by: lower case, composed, the domain in ASCII, as browsers and mail servers know it. All
 * spellings of a mailbox have one key.
 */
export function emailKeyOf(email: string): string {
  const domain = email.lastIndexOf('@') + 1;
  return (email.slice(0, domain).toLowerCase() + toAsciiDomain(email.slice(domain))).normalize('NFC');
}
