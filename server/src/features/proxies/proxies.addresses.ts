import { BlockList, isIP, isIPv4 } from 'node:net';

type Family = 'ipv4' | 'ipv6';

function listOf(family: Family, ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/');
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}

/** Everything that IANA set aside: private, loopback, link-local, shared, documentation, benchmarks, multicast … */
const notPublic4 = listOf('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

/**
 * Only this part of IPv6 is given out as public unicast. Outside it lie loopback, link-local, ULA, multicast, and
 * the mapped, compatible and NAT64 (64:ff9b::/96, 64:ff9b:1::/48) spellings of IPv4 addresses.
 */
const public6 = listOf('ipv6', ['2000::/3']);

/** Within it: protocol assignments with Teredo, AS112, 6to4, documentation, and the former 6bone. */
const notPublic6 = listOf('ipv6', [
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3ffe::/16',
  '3fff::/20',
]);

/** Whether an address, however it is spelled, is one that the public internet routes to a single host. */
export function isPublicAddress(ip: string): boolean {
  if (isIPv4(ip)) return !notPublic4.check(ip, 'ipv4');
  return isIP(ip) === 6 && public6.check(ip, 'ipv6') && !notPublic6.check(ip, 'ipv6');
}

/** The 4 or 16 bytes of an address. Expects a valid one without an IPv4 part, as URLs and records have it. */
export function addressBytes(ip: string): Buffer {
  if (isIPv4(ip)) return Buffer.from(ip.split('.').map(Number));
  const [before = [], after = []] = ip.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return Buffer.from([...before, ...zeros, ...after].map((group) => group.padStart(4, '0')).join(''), 'hex');
}
