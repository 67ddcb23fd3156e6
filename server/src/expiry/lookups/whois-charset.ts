import { whoisRegistries } from './data/whois-registries.ts';

/** ISO 2022-JP is ASCII, in which escapes announce other characters. */
const escapes = /\x1b[$(]/;

/** The text of a registry's answer: UTF-8 where it is that, else in the registry's own character set, else ISO 8859-1. */
export function whoisTextOf(bytes: Uint8Array, tld: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return escapes.test(text) ? new TextDecoder('iso-2022-jp').decode(bytes) : text;
  } catch {
    return new TextDecoder(whoisRegistries[tld]?.charset ?? 'iso-8859-1').decode(bytes);
  }
}
