import { domainToASCII, domainToUnicode } from 'node:url';

/** An address as it is stored and shown: its domain in Unicode, unless that would lead to another domain. */
export function unicodeAddress(email: string): string {
  const start = email.lastIndexOf('@') + 1;
  const domain = email.slice(start);
  if (!/xn--/i.test(domain)) return email;
  const shown = domainToUnicode(domain);
  return domainToASCII(shown) === domain.toLowerCase() ? email.slice(0, start) + shown : email;
}
