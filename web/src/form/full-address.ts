import { isIpAddress } from '@quartermaster/contract/rules/ip-address';

const groups = 8;

/** An address as its rule expects it: IPv6 with all eight groups, in lower case; null for other text. */
export function fullAddress(text: string): string | null {
  if (isIpAddress(text)) return text.toLowerCase();
  if (!/^[\da-f]*:[\da-f:.]*$/i.test(text)) return null;
  try {
    // As shortened by the URL standard, which also reads an IPv4 address at the end.
    const short = new URL(`http://[${text}]`).hostname.slice(1, -1);
    const [start = '', end] = short
      .split('::')
      .map((half) => half.split(':').filter((group) => group !== ''));
    if (end === undefined) return short;
    return [...start, ...Array<string>(groups - start.length - end.length).fill('0'), ...end].join(':');
  } catch {
    return null;
  }
}
