import { toUnicode } from 'punycode/';

/** A domain name as a person writes it; stored names are in ASCII. */
export const unicodeDomain = (name: string): string => (name.includes('xn--') ? toUnicode(name) : name);
