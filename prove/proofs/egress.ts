import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createRecord, validBody } from '../../server/test/records.ts';
import type { Client } from '../../server/test/test-app.ts';
import type { Context } from '../context.ts';
import { openData } from '../data.ts';
import { channelTypes, tryChannels } from '../led-channels.ts';
import { startNameServer } from '../name-server.ts';
import { registerOperator } from '../operator.ts';
import type { Proof } from '../proof.ts';
import { interfaces, own, spellings, urlsAt } from '../refused-addresses.ts';
import { Trap } from '../trap.ts';

/** What the operator allows: registries and channels, and two WHOIS servers, IANA's being one. */
const allowedNetwork = '127.0.9.';
const allowed = `${allowedNetwork}9`;
const [iana, whois] = [`${allowedNetwork}43`, `${allowedNetwork}44`];
/** As many servers that redirect, so that they can be asked at the same time. */
const redirecting = 8;
/** Where connections to loopback arrive at the ports of WHOIS and TLS. */
const heard = ['127.0.0.1', '127.0.0.2', '127.255.255.254', '::1', ...interfaces].filter(
  (each) => !each.startsWith('fe80'),
);
const [whoisPort, tlsPort] = [43, 443];
const doneWithinMs = 700_000;
const national = ['de', 'eu', 'at', 'it', 'ch'];

/** Names whose address is another one each time, names with both at once, and all other names at loopback. */
function resolver() {
  const asked = new Map<string, number>();
  return (name: string, family: 4 | 6): readonly string[] => {
    if (family === 6) return name.startsWith('moves') || name.endsWith('iana.org') ? [] : ['::1'];
    if (name === 'whois.iana.org') return [iana];
    if (name === 'whois.test') return [whois];
    if (name.startsWith('both')) return [allowed, '127.0.0.1'];
    if (!name.startsWith('moves')) return ['127.0.0.1'];
    const count = asked.get(name) ?? 0;
    asked.set(name, count + 1);
    return [count % 2 === 0 ? allowed : '127.0.0.1'];
  };
}

/** A server that redirects to the address in its path, and otherwise knows every name. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const [, to] = /\/to\/([^/]+)/.exec(request.url ?? '') ?? [];
  const [, name = 'x'] = /\/domain\/(.+)$/.exec(request.url ?? '') ?? [];
  const body = { objectClassName: 'domain', ldhName: name, events: [], status: ['active'] };
  if (to === undefined) response.end(JSON.stringify(body));
  // As bytes: a header has no other characters.
  else response.writeHead(307, { location: Buffer.from(decodeURIComponent(to)).toString('latin1') }).end();
}

/** IANA names a server for each top-level domain; the other one refers to every address at once. */
function tell(socket: Socket, servers: ReadonlyMap<string, string>): void {
  socket.once('data', (data) => {
    const name = data.toString().trim();
    const server = servers.get(name);
    if (server !== undefined) socket.end(`refer: ${server}\r\nwhois: ${server}\r\n`);
    else
      socket.end(
        `Domain Name: ${name}\r\nRegistrar: One\r\nDomain Status: active\r\n` +
          spellings
            .map((each) => `Registrar WHOIS Server: ${each}\r\nReferralServer: whois://${each}\r\n`)
            .join(''),
      );
  });
}

/** Two letters for each number, so that top-level domains are not numbers and none that exists. */
const tldOf = (prefix: string, at: number): string =>
  `${prefix}${String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26))}`;

/** Names to look up, and the settings of a server that is led astray by every registry. */
async function lookUps(context: Context, trap: Trap) {
  const server = createServer(answer);
  const port = await trap.listen('::', 0, (socket) => server.emit('connection', socket));
  const byTld = new Map<string, string>();
  for (const host of heard) {
    await trap.listen(host, whoisPort, () => undefined);
    await trap.listen(host, tlsPort, () => undefined);
  }
  for (const host of [iana, whois, allowed])
    await trap.listen(host, whoisPort, (socket) => tell(socket, byTld));
  const urls = urlsAt('http', port);
  const services = [
    ...urls.map((url, at) => [tldOf('xa', at), url]),
    ...urls.map((url, at) => {
      const host = `${allowedNetwork}${100 + (at % redirecting)}`;
      return [tldOf('xb', at), `http://${host}:${port}/to/${encodeURIComponent(url)}/`];
    }),
    ['moving', `http://moves-rdap.test:${port}/`],
    ['double', `http://both-rdap.test:${port}/`],
  ] as const;
  const referred = [...spellings, 'moves-whois.test', 'whois.test'].filter((each) => !/[\0\r\n]/.test(each));
  for (const [at, each] of referred.entries()) byTld.set(tldOf('xw', at), each);
  const list = join(await context.directory(), 'dns.json');
  const entries = services.map(([tld, url]) => [[tld], [url]]);
  await writeFile(
    list,
    JSON.stringify({ version: '1.0', publication: '2026-01-01T00:00:00Z', services: entries }),
  );
  const several = ['moving', 'double', tldOf('xw', referred.length - 2)];
  const names = [
    ...services.map(([tld]) => `a.${tld}`),
    ...[...byTld.keys()].map((tld) => `a.${tld}`),
    ...several.flatMap((tld) => ['b', 'c', 'd'].map((label) => `${label}.${tld}`)),
    ...national.map((tld) => `a-name-of-nobody.${tld}`),
    ...own.filter((each) => /^[\d.]+$/.test(each)),
  ];
  const settings = {
    LOOK_UPS: 'on',
    EGRESS_ALLOW: `${allowedNetwork}0/24`,
    DNS_SERVERS: await startNameServer(context, resolver()),
    RDAP_BOOTSTRAP: list,
  };
  return { port, names, settings };
}

/** Adds everything that is looked up; returns how many panels there are. */
async function addRecords(owner: Client, names: readonly string[], port: number): Promise<number> {
  const look = { registration: true, dns: false, tls: true };
  assert.equal((await owner.call('PUT', '/alert-settings', { look })).status, 200);
  const registratorAccountId = (await createRecord(owner, 'registrator-accounts')).id;
  for (const domain of names) {
    const { status, text } = await owner.call('POST', '/domains', { domain, registratorAccountId });
    assert.ok(status === 201 || status === 400, `${domain}: ${text}`);
  }
  const body = await validBody(owner, 'servers');
  let panels = 0;
  for (const [at, panelUrl] of [...urlsAt('https', port), `https://moves-panel.test:${port}/`].entries()) {
    const { status, text } = await owner.call('POST', '/servers', { ...body, name: `Panel ${at}`, panelUrl });
    assert.ok(status === 201 || status === 400, `${panelUrl}: ${text}`);
    if (status === 201) panels += 1;
  }
  return panels;
}

async function run(context: Context): Promise<string> {
  const trap = new Trap(context, (address) => address.startsWith(allowedNetwork));
  const { port, names, settings } = await lookUps(context, trap);
  const [engine = 'sqlite'] = context.engines;
  const store = await context.store(engine);
  const { url } = await context.start(store, settings);
  const owner = await registerOperator(url, 'owner@example.com');
  const panels = await addRecords(owner, names, port);
  let [tried, saved] = [0, 0];
  for (const type of channelTypes) {
    const result = await tryChannels(url, type, { port, allowed });
    tried += result.tried;
    saved += result.saved;
  }
  const { db } = openData(context, store);
  const began = performance.now();
  const open = async (): Promise<number> => {
    const looks = await db
      .selectFrom('jobs')
      .select('id')
      .where('kind', 'in', ['look', 'plan-looks'])
      .where((where) => where.or([where('lastRunAt', 'is', null), where('holder', 'is not', null)]))
      .execute();
    const unsent = await db.selectFrom('deliveries').select('id').where('attempted', '=', 0).execute();
    return looks.length + unsent.length;
  };
  const sent = async () => (await db.selectFrom('deliveries').select('id').execute()).length;
  for (let left = 1; left > 0 || (await sent()) < saved; left = await open()) {
    assert.deepEqual(trap.caught, []);
    assert.ok(performance.now() - began < doneWithinMs, `${left} look-ups and messages were not tried`);
    await pause(1000);
  }
  assert.deepEqual(trap.caught, []);
  const checks = await db.selectFrom('checks').select(['kind', 'subject', 'state', 'error']).execute();
  // A refusal is immediate: whoever was asked and could not be reached was tried.
  const reached = checks.filter(
    ({ subject, error }) =>
      !/(moving|double)$|moves/.test(subject) && /Timed out|reached|closed|refused the/.test(error ?? ''),
  );
  assert.deepEqual(reached, []);
  assert.ok(trap.allowed > 0, 'nothing that is allowed was reached');
  const count = (kind: string) => checks.filter((check) => check.kind === kind).length;
  return (
    `${spellings.length} spellings: ${count('registration')} registrations, ${count('tls')} certificates (${panels} of ` +
    `panels), ${tried} channels of which ${saved} could be saved and were sent to: 0 connections to what is not ` +
    `allowed, ${trap.allowed} to what is`
  );
}

export const egress: Proof = {
  name: 'egress',
  promise:
    'No registry, redirect, referral, host, channel or name that changes its address leads the product to what the operator has not allowed.',
  seconds: 900,
  quick: false,
  run,
};
