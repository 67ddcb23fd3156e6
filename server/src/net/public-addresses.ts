import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** Only this part of IPv6 is assigned to public hosts; ipaddr.js calls all of the rest unicast too. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/** The 6bone's test network, returned to IANA. */
const formerTestNetwork = ipaddr.IPv6.parseCIDR('3ffe::/16');

const isOwn = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .some((own) => ipaddr.parse(own.address).toNormalizedString() === address.toNormalizedString());

/**
 * Whether an address, in any spelling, is public unicast and not this machine's. IPv6 addresses that embed IPv4 ones
 * (mapped, NAT64, 6to4, Teredo) are never public.
 */
export function isPublicAddress(ip: string): boolean {
  // ipaddr.js also accepts abbreviated and octal IPv4, which other programs read as other addresses.
  if (isIP(ip) === 0) return false;
  const address = ipaddr.parse(ip);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6 && (!address.match(globalUnicast) || address.match(formerTestNetwork)))
    return false;
  return !isOwn(address);
}
