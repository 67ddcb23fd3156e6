import { toUnicode } from 'punycode/';

/** A domain name as a person writes it; stored names are in ASCII, and not every xn-- is punycode. */
export function unicodeDomain(name: string): string {
  if (!name.includes('xn--')) return name;
  try {
    return toUnicode(name);
  } catch {
    return name;
  }
}
