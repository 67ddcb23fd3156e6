import type { Socket } from 'node:net';
import type { Config } from '../config.ts';
import type { Allows } from '../lib/allowed-addresses.ts';
import { type Answer, type RequestOptions, request } from './request.ts';
import { type TwoResolvers, nameServersBy, resolveBy, systemServers, twoResolvers } from './resolver.ts';
import { type Resolve, allowedAddresses, openSocket } from './sockets.ts';

/** The way out for everything that people or other servers name: what may be reached, and who resolves names. */
export interface Egress {
  /** Whether an address may be reached although it is not public. */
  allows: Allows;
  resolve: Resolve;
  /** `net/request.ts` with both. `allows` is for a host that the operator named. */
  request: (url: string, options: Omit<RequestOptions, 'resolve'>) => Promise<Answer>;
  /** One address of a host, at which it may be reached. */
  addressOf: (to: { host: string; port: number }) => Promise<string>;
  /** Connects to a host by TCP; aborting the signal destroys the socket. */
  openTcp: (to: { host: string; port: number }, options: Outgoing) => Promise<Socket>;
  /** Whether DNS has name servers for a name itself; not where nobody answers. */
  hasNameServers: (name: string) => Promise<boolean>;
  /** Two independent resolvers; null if the operator named a single one. */
  askTwo: TwoResolvers | null;
}

interface Outgoing {
  signal: AbortSignal;
  allows?: Allows;
  /** Who is connected to, for error messages: the host, unless it is an address of it. */
  name?: string;
}

export function egressOf({ egressAllows, dnsServers }: Pick<Config, 'egressAllows' | 'dnsServers'>): Egress {
  const servers = dnsServers ?? systemServers();
  const guard = { allows: egressAllows, resolve: resolveBy(servers) };
  return {
    ...guard,
    request: (url, options) => request(url, { ...guard, ...options }),
    addressOf: async (to) => (await allowedAddresses(to.host, to, guard))[0].address,
    openTcp: (to, { name = to.host, ...options }) => openSocket(name, to, { ...guard, ...options }),
    hasNameServers: nameServersBy(servers),
    askTwo: twoResolvers(servers),
  };
}
