import { parse } from 'tldts';
import { type NamedServers, zoneOf } from './zones.ts';

/** The name of one label more than a suffix of it. */
const belowSuffix = (name: string, suffix: string): string =>
  name.slice(name.lastIndexOf('.', name.length - suffix.length - 2) + 1);

/**
 * The name that is registered at a registry: in a zone that has one of its own, else by the ICANN section of the public
 * suffix list; null for names without a registration of their own: those below a private suffix, such as a page of a
 * hosting platform.
 */
export function registrableName(name: string, named: NamedServers): string | null {
  const whole = parse(name, { allowPrivateDomains: true });
  const zone = zoneOf(name, named);
  // Some of these zones are not in the list, or private there.
  if (zone.includes('.') && zone.length >= (whole.publicSuffix ?? '').length) return belowSuffix(name, zone);
  if (whole.isPrivate && whole.domain !== null) return null;
  return parse(name, { allowPrivateDomains: false }).domain;
}
