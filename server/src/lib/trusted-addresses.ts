import { BlockList, isIP } from 'node:net';

/** Names of networks, as in Fastify and Express. */
const named: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

export type Trust = (address: string) => boolean;

/** Parses addresses and networks (`10.0.0.0/8`); null if any entry is neither. */
export function readNetworks(entries: readonly string[]): Trust | null {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix, ...rest] = entry.split('/');
    const version = isIP(address);
    const bits = prefix === undefined ? undefined : /^\d{1,3}$/.test(prefix) ? Number(prefix) : NaN;
    const family = version === 6 ? 'ipv6' : 'ipv4';
    if (version === 0 || rest.length > 0) return null;
    if (bits === undefined) list.addAddress(address, family);
    else if (bits <= (version === 6 ? 128 : 32)) list.addSubnet(address, bits, family);
    else return null;
  }
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Parses `true`, `false`, or addresses, networks and names of networks, comma-separated; null if the text is none of
 * these.
 */
export function readTrust(text: string): Trust | null {
  if (text === 'true' || text === 'false') return () => text === 'true';
  return readNetworks(text.split(',').flatMap((part) => named[part.trim()] ?? [part.trim()]));
}
