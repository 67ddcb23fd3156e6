import { getServers } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Resolve } from './sockets.ts';

/** Public resolvers that complete the system's to two. */
const publicServers = ['1.1.1.1', '9.9.9.9'];
const timing = { timeout: 2000, tries: 2 };

/** The system's servers, completed to two. */
export function systemServers(): string[] {
  const own = [...new Set(getServers())];
  const missing = publicServers.filter((server) => !own.includes(server));
  return [...own, ...missing.slice(0, Math.max(0, 2 - own.length))];
}

const resolverOf = (servers: readonly string[]): Resolver => {
  const resolver = new Resolver(timing);
  resolver.setServers(servers);
  return resolver;
};

/** Resolves names by these servers: the next is asked where one does not answer. */
export function resolveBy(servers: readonly string[]): Resolve {
  const resolver = resolverOf(servers);
  return async (host) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (found.length === 0 && four.status === 'rejected') throw four.reason;
    return found;
  };
}

export const dnsTypes = ['NS', 'A', 'AAAA', 'CNAME', 'MX'] as const;
export type DnsType = (typeof dnsTypes)[number];

/** What a resolver says: the records, none if there are none; or the code of its failure. */
export type DnsAnswer = { values: string[] } | { failure: string };

/** There is no such record, or no such name: these are answers. */
const answersOfNothing = new Set(['ENODATA', 'ENOTFOUND']);

async function askOne(resolver: Resolver, name: string, type: DnsType): Promise<DnsAnswer> {
  try {
    const records = type === 'MX' ? await resolver.resolveMx(name) : await resolver.resolve(name, type);
    return {
      values: (records as (string | { exchange: string })[]).map((each) =>
        typeof each === 'string' ? each : each.exchange,
      ),
    };
  } catch (error) {
    const { code } = error as { code?: unknown };
    const known = typeof code === 'string' ? code : 'UNKNOWN';
    return answersOfNothing.has(known) ? { values: [] } : { failure: known };
  }
}

/** Whether DNS has name servers for a name: its own, in an answer, not those of the zone that it would be in. */
export function nameServersBy(servers: readonly string[]): (name: string) => Promise<boolean> {
  const resolver = resolverOf(servers);
  return async (name) => {
    const answer = await askOne(resolver, name, 'NS');
    return 'values' in answer && answer.values.length > 0;
  };
}

/** Two independent resolvers. */
export interface TwoResolvers {
  /** The address of one of their servers. */
  host: string;
  /** Asks both for the records of a name. */
  ask: (name: string, type: DnsType) => Promise<readonly [DnsAnswer, DnsAnswer]>;
}

/** A server without its port. */
const addressOf = (server: string): string =>
  isIP(server) === 0 ? server.replace(/:\d+$/, '').replace(/^\[|\]$/g, '') : server;

/** Two resolvers of these servers, every other one in each; null: one server is only one. */
export function twoResolvers(servers: readonly string[]): TwoResolvers | null {
  const halves = [0, 1].map((half) => servers.filter((_, at) => at % 2 === half));
  const [first, second] = halves.map((some) => (some.length > 0 ? resolverOf(some) : null));
  if (!first || !second) return null;
  return {
    host: addressOf(servers[0] ?? ''),
    ask: (name, type) => Promise.all([askOne(first, name, type), askOne(second, name, type)]),
  };
}
