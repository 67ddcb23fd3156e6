import { isDomainName } from '@quartermaster/contract/rules/domain-name';
import { isIP } from 'node:net';

export const whoisServersRule =
  'must be top-level domains with the host of their server, or zones in them, separated by commas: ' +
  'de=whois.denic.de,ac.uk=whois.nic.ac.uk';

const isSuffix = (text: string): boolean => /^(?:[a-z0-9-]{1,63}\.){0,9}[a-z0-9-]{2,63}$/.test(text);

/** Parses `suffix=host`, comma-separated, as a map from suffix to host; null if an entry is none. */
export function readWhoisServers(text: string): ReadonlyMap<string, string> | null {
  const servers = new Map<string, string>();
  for (const entry of text.toLowerCase().split(',')) {
    const [suffix = '', host = '', ...rest] = entry.split('=').map((part) => part.trim());
    const isHost = isIP(host) !== 0 || isDomainName(host) || host === 'localhost';
    if (!isSuffix(suffix) || !isHost || rest.length > 0) return null;
    servers.set(suffix, host);
  }
  return servers;
}
