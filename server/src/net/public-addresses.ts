import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** Only this part of IPv6 is assigned to public hosts; ipaddr.js calls all of the rest unicast too. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/** Test networks of the former 6bone, returned to IANA. */
const formerTestNetwork = ipaddr.IPv6.parseCIDR('3ffe::/16');

const isOwn = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .some((own) => ipaddr.parse(own.address).toNormalizedString() === address.toNormalizedString());

/**
 * Whether an address, however it is spelled, is public unicast and belongs to another machine. IPv4 addresses
 * inside IPv6 ones (mapped, NAT64, 6to4, Teredo) are never public, whatever they hold.
 */
export function isPublicAddress(ip: string): boolean {
  // ipaddr.js also reads abbreviated and octal forms of IPv4, which other programs read as other addresses.
  if (isIP(ip) === 0) return false;
  const address = ipaddr.parse(ip);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6 && (!address.match(globalUnicast) || address.match(formerTestNetwork)))
    return false;
  return !isOwn(address);
}
