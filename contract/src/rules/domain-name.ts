import { limits } from './limits.ts';

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const pattern = new RegExp(`^${label}(?:\\.${label})+$`);
const ascii = /^[\x00-\x7f]*$/;

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
  try {
    // As typed: UTS 46 has its own lower case, in which no sigma is final.
    return new URL(`http://${typed}`).hostname;
  } catch {
    return lower;
  }
}

/** Expects the ASCII form. */
export const isDomainName = (name: string): boolean => name.length <= limits.domain && pattern.test(name);
