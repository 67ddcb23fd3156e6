import { folded } from './folded.ts';
import { fullIpv6, isIpv6 } from './ip-address.ts';

const longest = 300;
const isDigit = /^\p{Nd}$/u;

/** The value of a decimal digit of any script: Unicode has each script's ten in a row. */
function valueOf(digit: string): number {
  let first = digit.codePointAt(0) ?? 0;
  const code = first;
  while (isDigit.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
}

/** A number preceded by its length, so that texts sort by value. */
function numberKey(run: string): string {
  const digits = [...run]
    .map(valueOf)
    .join('')
    .replace(/^0+(?=.)/, '');
  return String(Math.min(digits.length, 99)).padStart(2, '0') + digits;
}

/**
 * What a text sorts by, character by character: as people read names and numbers, without regard to case, accents and
 * leading zeros. IPv6 addresses sort by their numbers, after IPv4 addresses, whose numbers have three digits.
 */
export function sortKey(text: string): string {
  if (isIpv6(text)) return `04${fullIpv6(text)}`;
  return folded(text)
    .replaceAll(/\p{Nd}+/gu, numberKey)
    .slice(0, longest)
    .toWellFormed();
}
