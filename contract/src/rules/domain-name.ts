import type { Area } from '../api/areas.ts';
import { limits } from './limits.ts';
import { decodePunycode } from './punycode.ts';
import { mixesScripts } from './scripts.ts';

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const pattern = new RegExp(`^${label}(?:\\.${label})+$`);
const ascii = /^[\x00-\x7f]*$/;
const prefix = 'xn--';

/** The host of a URL, which the URL standard processes by UTS 46 with CheckBidi and CheckJoiners; null if it is invalid. */
function hostOf(name: string): string | null {
  try {
    return new URL(`http://${name}`).hostname;
  } catch {
    return null;
  }
}

/**
 * The name as stored: trimmed, lower case, Unicode labels in punycode (UTS 46, as in the URL standard). Text that is no
 * name is returned unchanged.
 */
export function toAsciiDomain(name: string): string {
  const typed = name.trim();
  const lower = typed.toLowerCase();
  // A longer text has a longer ASCII form, and converting it takes quadratic time.
  if (typed.length > limits.domain) return lower;
  if (ascii.test(typed) || /[\s/@:?#\\%[\]]/.test(typed)) return lower;
  // As typed: UTS 46 has its own lower case, in which no sigma is final.
  return hostOf(typed) ?? lower;
}

/**
 * A name in Unicode; null if UTS 46 does not allow one of its labels. Programs check only Unicode labels completely, so a
 * name is valid if its Unicode form leads back to it.
 */
export function toUnicodeDomain(name: string): string | null {
  if (!name.includes(prefix) || name.length > limits.domain) return name;
  const labels = name
    .split('.')
    .map((each) => (each.startsWith(prefix) ? decodePunycode(each.slice(prefix.length)) : each));
  const decoded = labels.includes(null) ? null : labels.join('.');
  return decoded !== null && hostOf(decoded) === name ? decoded : null;
}

/** A name as it is shown: in Unicode, unless it is invalid or could be taken for another one. */
export function shownDomain(name: string): string {
  const decoded = toUnicodeDomain(name);
  return decoded === null || decoded.split('.').some(mixesScripts) ? name : decoded;
}

/** A record's name as it is shown to people: domains in Unicode. null: it is no record. */
export const shownName = (area: Area | null, name: string): string =>
  area === 'domains' ? shownDomain(name) : name;

/** Expects the ASCII form. */
export const isDomainName = (name: string): boolean =>
  name.length <= limits.domain && pattern.test(name) && toUnicodeDomain(name) !== null;
