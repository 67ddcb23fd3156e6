import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, type Server, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import type { Context } from './context.ts';
import { RegistryBucket } from './registry-bucket.ts';

/** How a registry answers once in so many requests. */
type Manner = 'answers' | 'busy' | 'unavailable' | 'fails' | 'hangs' | 'cuts' | 'is slow' | 'redirects';

/** How many registries with RDAP there are of each manner. */
const manners: Readonly<Record<Manner, number>> = {
  answers: 10,
  busy: 4,
  unavailable: 2,
  fails: 3,
  hangs: 2,
  cuts: 2,
  'is slow': 1,
  redirects: 1,
};
/** And with WHOIS. */
const byWhois = 5;
const everyManner = Object.entries(manners).flatMap(([manner, count]) =>
  Array.from({ length: count }, () => manner as Manner),
);
/** One in so many requests is answered in that manner. */
const onceIn: Readonly<Record<Manner, number>> = {
  answers: 1,
  busy: 30,
  unavailable: 40,
  fails: 20,
  hangs: 60,
  cuts: 20,
  'is slow': 5,
  redirects: 1,
};
const stopSeconds = { busy: 7, unavailable: 15 };
const slowMs = 1500;

export interface Registries {
  buckets: readonly RegistryBucket[];
  /** The top-level domains with one registry each. */
  tlds: readonly string[];
  settings: Record<string, string>;
}

const expiresAt = '2090-01-31T00:00:00Z';

const rdapDomain = (ldhName: string) =>
  JSON.stringify({
    rdapConformance: ['rdap_level_0'],
    objectClassName: 'domain',
    ldhName,
    events: [{ eventAction: 'expiration', eventDate: expiresAt }],
    status: ['active'],
  });

/** 'raa', 'rab' and so on: no such top-level domains exist. */
const tldOf = (index: number): string =>
  `r${String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26))}`;

async function listen({ defer }: Context, server: Server, host: string, port = 0): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  defer(async () => server.close());
  return (server.address() as AddressInfo).port;
}

/** Seconds or a date: both are allowed. A date has no fractions of a second. */
function refuse(bucket: RegistryBucket, response: ServerResponse, manner: 'busy' | 'unavailable'): void {
  const ms = stopSeconds[manner] * 1000;
  const until = Math.floor((Date.now() + ms) / 1000) * 1000;
  const [status, value, waitMs] =
    manner === 'busy'
      ? [429, String(stopSeconds.busy), ms]
      : [503, new Date(until).toUTCString(), until - Date.now()];
  bucket.stop(waitMs);
  response.writeHead(status, { 'retry-after': value }).end();
}

/** A registry with an RDAP server; returns its URL. */
async function startRdap(context: Context, bucket: RegistryBucket, manner: Manner, host: string, to: string) {
  const server = createServer((request, response) => {
    response.on('close', bucket.begin());
    const answer = () =>
      response.writeHead(200, { 'content-type': 'application/rdap+json' }).end(rdapDomain(name));
    const name = /\/domain\/(.+)$/.exec(request.url ?? '')?.[1] ?? '';
    const isOff = bucket.requests % onceIn[manner] === 1 % onceIn[manner];
    if (!isOff || manner === 'answers') answer();
    else if (manner === 'busy' || manner === 'unavailable') refuse(bucket, response, manner);
    else if (manner === 'fails') response.writeHead(500).end();
    else if (manner === 'cuts') request.socket.destroy();
    else if (manner === 'redirects') response.writeHead(302, { location: `${to}domain/${name}` }).end();
    else if (manner === 'is slow') setTimeout(answer, slowMs);
  });
  const port = await listen(context, server, host);
  context.defer(async () => server.closeAllConnections());
  return `http://${host}:${port}/`;
}

/** A registry with a WHOIS server, which sometimes says nothing or hangs up. */
async function startWhois(context: Context, bucket: RegistryBucket, host: string): Promise<void> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('close', bucket.begin());
    socket.once('data', (data) => {
      const name = data.toString().trim();
      if (bucket.requests % onceIn.hangs === 1) return;
      if (bucket.requests % onceIn.cuts === 2) socket.destroy();
      else socket.end(`Domain Name: ${name}\r\nRegistry Expiry Date: ${expiresAt}\r\nRegistrar: One\r\n`);
    });
  });
  await listen(context, server, host, 43).catch(({ code }: NodeJS.ErrnoException) => {
    throw new Error(`Not tried: port 43 of ${host}, where WHOIS is, can't be used here (${code})`);
  });
}

/**
 * Starts all registries, each at a host and port of its own in a network such as `127.0.8`, and returns the settings of
 * servers that ask them.
 */
export async function startRegistries(context: Context, network: string): Promise<Registries> {
  const hosts = everyManner.map((_, index) => `${network}.${index + 1}`);
  const buckets = hosts.map((host, index) => new RegistryBucket(`${host}, which ${everyManner[index]}`));
  const target = new RegistryBucket(`${network}.100, which others redirect to`);
  const to = await startRdap(context, target, 'answers', `${network}.100`, '');
  const services: [string[], string[]][] = [];
  for (const [index, bucket] of buckets.entries()) {
    const url = await startRdap(context, bucket, everyManner[index] ?? 'answers', hosts[index] ?? '', to);
    services.push([[tldOf(index)], [url]]);
  }
  const whois: [string, string][] = [];
  for (let index = 0; index < byWhois; index += 1) {
    const host = `${network}.${101 + index}`;
    const bucket = new RegistryBucket(`${host}, with WHOIS`);
    await startWhois(context, bucket, host);
    buckets.push(bucket);
    whois.push([tldOf(everyManner.length + index), host]);
  }
  const list = join(await context.directory(), 'dns.json');
  await writeFile(list, JSON.stringify({ version: '1.0', publication: '2026-01-01T00:00:00Z', services }));
  return {
    buckets: [...buckets, target],
    tlds: [...services.flatMap(([tlds]) => tlds), ...whois.map(([tld]) => tld)],
    settings: {
      LOOK_UPS: 'on',
      EGRESS_ALLOW: `${network}.0/24`,
      // Nobody answers: no name leaves this machine.
      DNS_SERVERS: `${network}.254:9`,
      RDAP_BOOTSTRAP: list,
      WHOIS_SERVERS: whois.map((pair) => pair.join('=')).join(),
    },
  };
}
