import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Which RDAP servers answer for which top-level domains (RFC 9224). */
export interface RdapList {
  /** When it was published, as an ISO time; empty: unknown. */
  publication: string;
  /** Labels, and the addresses of the servers that answer for them. */
  services: readonly (readonly [labels: readonly string[], urls: readonly string[]])[];
}

const texts = z.array(z.string());
const list = z.object({
  publication: z.string().default(''),
  services: z.array(z.tuple([texts, texts])),
});

/** Parses such a list; null if the text is none. */
export function readRdapList(text: string): RdapList | null {
  try {
    return list.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** The address of a list of RDAP servers, or the list in a file. */
export type RdapBootstrap = { url: string } | { list: RdapList };

/** Parses the address or the path of a list; null if it is neither, or the file is no list. */
export function readRdapBootstrap(text: string): RdapBootstrap | null {
  if (/^https?:/i.test(text)) return URL.canParse(text) ? { url: new URL(text).href } : null;
  try {
    const list = readRdapList(readFileSync(text, 'utf8'));
    return list && { list };
  } catch {
    return null;
  }
}
