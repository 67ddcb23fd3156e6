// On both engines: which other names a server knew is read by a statement of its own.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Check, Fact } from '@quartermaster/contract/lookups/lookups.schema';
import { jobs } from '../src/app.ts';
import { Worker } from '../src/jobs/worker.ts';
import {
  noFixedPorts,
  ownAddress,
  rdapDomain,
  rdapListFile,
  startDns,
  startRdap,
  startWhois,
} from './lookup-servers.ts';
import { createFrom, createRecord } from './records.ts';
import { startApp } from './test-app.ts';

const end = '2087-05-24T00:00:00.000Z';
/** The names that servers deny, or fail about. */
const denied = new Set<string>();
const failing = new Set<string>();
const answerTo = (name: string) => {
  if (failing.has(name)) return { status: 500 };
  return denied.has(name) ? { status: 404, body: { errorCode: 404 } } : { body: rdapDomain(name, end) };
};
const com = await startRdap(answerTo);
const net = await startRdap(answerTo);
const target = await startRdap(answerTo);
const moved = await startRdap((name) => ({
  status: 302,
  headers: { location: `${target.url}domain/${name}` },
}));
const whois = noFixedPorts
  ? []
  : await startWhois((name) =>
      denied.has(name)
        ? `No match for "${name}".`
        : `Domain Name: ${name}\nRegistrar: One\nRegistry Expiry Date: ${end}\n`,
    );
const app = await startApp({
  LOOK_UPS: 'on',
  EGRESS_ALLOW: '127.0.0.0/8',
  DNS_SERVERS: await startDns({}),
  RDAP_BOOTSTRAP: await rdapListFile({ com: com.url, org: com.url, net: net.url, moved: moved.url }),
  WHOIS_SERVERS: `old=${ownAddress}`,
});
const user = await app.user();
await user.call('PUT', '/alert-settings', { look: { dns: false, tls: false } });
const registratorAccountId = (await createRecord(user, 'registrator-accounts')).id;
const lookUps = jobs(app.services).filter(({ kind }) => kind === 'look' || kind === 'plan-looks');
let worker: Worker;
before(() => {
  worker = new Worker(app.services, lookUps, { lookMs: 50, leaseMs: 60_000 });
});
after(() => worker.stop());

const ids = new Map<string, string>();
/** What is known of a name once a look-up has ended after a time. */
async function looked(name: string, since = '') {
  for (;;) {
    const { body } = await user.call<{ data: { facts: Fact[]; checks: Check[] } }>(
      'GET',
      `/domains/${ids.get(name)}/facts`,
    );
    const [check] = body.data.checks;
    if (check?.checkedAt != null && check.checkedAt > since) {
      const date = body.data.facts.find(({ field }) => field === 'expirationDate')?.value;
      return { state: check.state, error: check.error, checkedAt: check.checkedAt, date };
    }
    await pause(50);
  }
}
async function add(...names: string[]) {
  for (const domain of names) {
    ids.set(domain, (await createFrom(user, 'domains', { registratorAccountId, domain })).id);
    await looked(domain);
  }
}
async function lookAgain(name: string) {
  const { checkedAt } = await looked(name);
  await user.call('POST', `/domains/${ids.get(name)}/look`, {});
  return looked(name, checkedAt);
}
const words = (host: string) =>
  `${host} says that the name is not registered, but says so of another name that it knew, too`;
/** The names that a server is asked about during a look. */
async function asked(server: { asked: readonly { name: string }[] }, name: string) {
  const before = server.asked.length;
  const { state, error, date } = await lookAgain(name);
  return { state, error, date, names: server.asked.slice(before).map((each) => each.name) };
}

describe('a server that denies a name which it knew', () => {
  test('is asked about another one, and is not believed where it denies that, too', async () => {
    await add('a.com', 'b.org', 'c.com');
    for (const name of ['a.com', 'b.org', 'c.com']) denied.add(name);
    const [failed, own] = ['failing', words('127.0.0.1')];
    assert.deepEqual(await asked(com, 'a.com'), {
      state: failed,
      error: own,
      date: end,
      names: ['a.com', 'c.com'],
    });
    for (const name of ['b.org', 'c.com']) {
      const { state, error, names } = await asked(com, name);
      assert.deepEqual([state, error, names.length], [failed, own, 2], name);
    }
  });

  test('is believed where it knows the other one, or fails about it', async () => {
    denied.delete('b.org');
    await lookAgain('b.org');
    const lost = { state: 'unregistered', error: null, date: end, names: ['a.com', 'b.org'] };
    assert.deepEqual(await asked(com, 'a.com'), lost);
    failing.add('b.org');
    assert.deepEqual(await asked(com, 'a.com'), lost);
    assert.deepEqual(await asked(com, 'c.com'), { ...lost, names: ['c.com', 'b.org'] });
  });

  test('is believed about names that it never knew, and about its only one', async () => {
    denied.add('free.com');
    await add('free.com', 'lone.net');
    assert.deepEqual((await asked(com, 'free.com')).names, ['free.com']);
    denied.add('lone.net');
    const { state, names } = await asked(net, 'lone.net');
    assert.deepEqual([state, names], ['unregistered', ['lone.net']]);
  });

  test('is asked where it redirects to, and by WHOIS', { skip: noFixedPorts }, async () => {
    await add('a.moved', 'b.moved', 'a.old', 'b.old');
    for (const name of ['a.moved', 'b.moved', 'a.old', 'b.old']) denied.add(name);
    const { error, names } = await asked(target, 'a.moved');
    assert.deepEqual([error, names], [words('127.0.0.1'), ['a.moved', 'b.moved']]);
    assert.equal((await lookAgain('a.old')).error, words(ownAddress));
    assert.deepEqual(whois.slice(-2), ['a.old\r\n', 'b.old\r\n']);
  });
});
