import type { Config } from '../../config.ts';
import { whoisServers } from './data/whois-servers.ts';

/** By suffix, the WHOIS servers that the operator named. */
export type NamedServers = Config['whoisServers'];

/** The suffixes of a name below which it may be registered, the longest first. */
export const suffixesOf = (name: string): string[] => {
  const labels = name.split('.');
  return labels.slice(1).map((_, at) => labels.slice(at + 1).join('.'));
};

/** The zone of a name: its longest suffix for which a WHOIS server is named or is in the table, else its top-level domain. */
export const zoneOf = (name: string, named: NamedServers): string =>
  suffixesOf(name).find((suffix) => named.has(suffix) || whoisServers.has(suffix)) ??
  name.slice(name.lastIndexOf('.') + 1);
