// On both engines: what a top-level domain's WHOIS has is written by a statement of its own.
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

const weekMs = 7 * 86_400_000;
const answerOfRdap = (name: string) => ({
  body: name.endsWith('.fi')
    ? {
        objectClassName: 'domain',
        ldhName: name,
        status: ['active'],
        events: [{ eventAction: 'registration', eventDate: '2017-08-15T15:02:40+03:00' }],
      }
    : rdapDomain(name, null),
});
const answers: Record<string, (name: string) => string> = {
  fi: (name) =>
    `\ndomain.............: ${name}\nstatus.............: Registered\ncreated............: 15.8.2017 15:02:40\n` +
    'expires............: 15.12.2096 15:02:40\nregistrar..........: Example Oy\n',
  ax: (name) => `Domain: ${name}\nExpires: 2087-05-24\nRegistrar: Other Words\n`,
  pl: (name) => `DOMAIN NAME: ${name}\nrenewal date: 2087.05.24 10:00:00\n`,
  de: (name) => `Domain: ${name}\nNserver: ns1.example.net\nStatus: connect\n`,
  nl: () => 'Quota exceeded.',
  ch: (name) => `No match for "${name}".`,
};
const tldOf = (name: string) => name.slice(name.lastIndexOf('.') + 1);
const whois = noFixedPorts
  ? []
  : await startWhois((query) => {
      const name = query.split(' ').at(-1) ?? '';
      return answers[tldOf(name)]?.(name) ?? '';
    });
const tlds = Object.keys(answers);
const servers = await Promise.all(tlds.map(async (tld) => [tld, await startRdap(answerOfRdap)] as const));
const app = await startApp({
  LOOK_UPS: 'on',
  EGRESS_ALLOW: '127.0.0.0/8',
  DNS_SERVERS: [await startDns({}), await startDns({})].join(),
  RDAP_BOOTSTRAP: await rdapListFile(Object.fromEntries(servers.map(([tld, { url }]) => [tld, url]))),
  WHOIS_SERVERS: tlds.map((tld) => `${tld}=${ownAddress}`).join(),
});
const { db } = app;
const user = await app.user();
await user.call('PUT', '/alert-settings', { look: { dns: false, tls: false } });
const registratorAccountId = (await createRecord(user, 'registrator-accounts')).id;
const lookUps = jobs(app.services).filter(({ kind }) => kind === 'look' || kind === 'plan-looks');
let worker: Worker;
before(() => {
  worker = new Worker(app.services, lookUps, { lookMs: 100, leaseMs: 60_000 });
});
after(() => worker.stop());

interface Known {
  facts: Fact[];
  checks: Check[];
}
const ids = new Map<string, string>();
async function add(...names: string[]): Promise<void> {
  for (const domain of names)
    ids.set(domain, (await createFrom(user, 'domains', { registratorAccountId, domain })).id);
}
/** What is known of a name once a look-up has ended after a time. */
async function looked(name: string, since = '') {
  for (;;) {
    const { facts, checks } = (await user.call<{ data: Known }>('GET', `/domains/${ids.get(name)}/facts`))
      .body.data;
    const [check] = checks;
    if (check?.checkedAt != null && check.checkedAt > since)
      return { check, facts: facts.map(({ field, source, value }) => [field, source, value]) };
    await pause(50);
  }
}
async function lookAgain(name: string) {
  const { check } = await looked(name);
  await user.call('POST', `/domains/${ids.get(name)}/look`, {});
  return looked(name, check.checkedAt ?? '');
}
const questions = (asked: readonly string[], tld: string) =>
  asked.filter((query) => query.trim().endsWith(`.${tld}`)).length;

describe('a date that RDAP lacks', { skip: noFixedPorts }, () => {
  test('is asked of WHOIS, which does not replace what RDAP has answered', async () => {
    await add('example.fi', 'other.fi', 'third.fi', 'shop.ax', 'wzor.pl');
    const { check, facts } = await looked('example.fi');
    assert.deepEqual([check.state, check.error], ['ok', null]);
    assert.deepEqual(facts, [
      ['expirationDate', 'whois', '2096-12-15T15:02:40.000Z'],
      ['registeredAt', 'rdap', '2017-08-15T12:02:40.000Z'],
      ['statuses', 'rdap', ['active']],
      ['statuses', 'whois', ['registered']],
    ]);
    const { body } = await user.call<{ data: { shownDate: object } }>(
      'GET',
      `/domains/${ids.get('example.fi')}`,
    );
    assert.match(
      JSON.stringify(body.data),
      /"shownDate":\{"date":"2096-12-15T15:02:40.000Z","source":"whois"/,
    );
    for (const name of ['other.fi', 'third.fi', 'shop.ax', 'wzor.pl'])
      assert.equal((await looked(name)).check.state, 'ok', name);
    assert.equal(
      servers.find(([tld]) => tld === 'fi')?.[1].asked.length,
      3,
      'whoever waits for WHOIS does not ask RDAP again',
    );
    assert.equal(questions(whois, 'fi'), 3);
    const registrar = (await looked('shop.ax')).facts.filter(([field]) => field === 'registrar');
    assert.deepEqual(registrar, [['registrar', 'rdap', 'Example Registrar, Inc.']]);
  });

  test('is asked once a week where WHOIS has none, refuses, or knows no such name', async () => {
    for (const tld of ['de', 'nl', 'ch']) {
      await add(`a.${tld}`, `b.${tld}`);
      for (const name of [`a.${tld}`, `b.${tld}`]) {
        const { check, facts } = await looked(name);
        assert.deepEqual([check.state, check.error], ['unpublished', null], name);
        assert.ok(facts.every(([, source]) => source === 'rdap'));
      }
      assert.equal(questions(whois, tld), 1, tld);
    }
    const weekAgo = `dateless ${Date.now() - weekMs}`;
    await db
      .updateTable('installation_facts')
      .set({ value: weekAgo })
      .where('name', '=', 'whois.date.de')
      .execute();
    await lookAgain('a.de');
    await lookAgain('b.de');
    assert.equal(questions(whois, 'de'), 2);
  });

  test('stays where WHOIS has had dates and now fails, which is a failed look', async () => {
    answers['fi'] = () => 'Quota exceeded.';
    const { check, facts } = await lookAgain('example.fi');
    assert.equal(check.state, 'failing');
    assert.match(check.error ?? '', /^127\.[\d.]+ refused: too many requests$/);
    assert.deepEqual(facts[0], ['expirationDate', 'whois', '2096-12-15T15:02:40.000Z']);
    answers['fi'] = (name) => `domain.............: ${name}\nstatus.............: Registered\n`;
    const dateless = await lookAgain('other.fi');
    assert.equal(dateless.check.state, 'unpublished');
    assert.deepEqual(dateless.facts[0], ['expirationDate', 'whois', '2096-12-15T15:02:40.000Z']);
    assert.equal(questions(whois, 'fi'), 5, 'one name without a date tells nothing about the others');
  });
});
