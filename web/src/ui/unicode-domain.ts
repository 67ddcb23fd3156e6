import { toUnicode } from 'punycode/';

/** A domain name in Unicode. Stored names are ASCII, and not every xn-- is valid punycode. */
export function unicodeDomain(name: string): string {
  if (!name.includes('xn--')) return name;
  try {
    return toUnicode(name);
  } catch {
    return name;
  }
}
