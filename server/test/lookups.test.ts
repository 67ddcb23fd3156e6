// On both engines: facts and checks are written by statements of their own.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Check, Fact } from '@quartermaster/contract/lookups/lookups.schema';
import { jobs } from '../src/app.ts';
import { Worker } from '../src/jobs/worker.ts';
import { noFixedPorts, ownAddress, rdapListFile } from './lookup-servers.ts';
import { createFrom, createRecord, validBody } from './records.ts';
import { day, dayMs, dns, iana, panelPort, servers, target, whois } from './registries.ts';
import { startApp } from './test-app.ts';

const urls = Object.entries(servers).map(([tld, { url }]) => [tld, url]);
const app = await startApp({
  LOOK_UPS: 'on',
  EGRESS_ALLOW: '127.0.0.0/8',
  DNS_SERVERS: dns.join(),
  RDAP_BOOTSTRAP: await rdapListFile(Object.fromEntries(urls) as Record<string, string>),
  WHOIS_SERVERS: `here=localhost,${['old', 'is', 'jp', 'hu'].map((tld) => `${tld}=${ownAddress}`).join()}`,
});
const { db } = app;
const user = await app.user();
const lookUps = jobs(app.services).filter(({ kind }) => kind === 'look' || kind === 'plan-looks');
let worker: Worker;
before(() => {
  worker = new Worker(app.services, lookUps, { lookMs: 200, leaseMs: 60_000 });
});
after(() => worker.stop());

interface Known {
  facts: Fact[];
  checks: Check[];
}
const factsOf = async (path: string): Promise<Known> =>
  (await user.call<{ data: Known }>('GET', `${path}/facts`)).body.data;
const checkOf = ({ checks }: Known, kind: string) => checks.find((each) => each.kind === kind);

/** What is known once every look-up of these kinds has ended. */
async function looked(path: string, kinds: readonly string[] = ['registration']): Promise<Known> {
  for (;;) {
    const known = await factsOf(path);
    const asked = known.checks.filter(({ kind }) => kinds.includes(kind));
    if (asked.length > 0 && asked.every(({ state }) => state !== 'never')) return known;
    await pause(50);
  }
}
const valueOf = ({ facts }: Known, field: string) => facts.find((fact) => fact.field === field)?.value;

const registratorAccountId = (await createRecord(user, 'registrator-accounts')).id;
const addDomain = async (domain: string, more: object = {}) => {
  const { id } = await createFrom(user, 'domains', { registratorAccountId, domain, ...more });
  return `/domains/${id}`;
};
/** Where a domain is that was added before. */
async function find(name: string): Promise<string> {
  const path = `/domains?search=${name}&sortBy=createdAt&sortOrder=asc`;
  const { body } = await user.call<{ data: { domains: { id: string }[] } }>('GET', path);
  return `/domains/${body.data.domains[0]?.id}`;
}

describe('registration by RDAP', () => {
  test('a new domain is looked up at once, without touching the record', async () => {
    const path = await addDomain('shop.far', { expirationDate: '2030-01-31' });
    const history = async () => (await user.call('GET', `${path}/history`)).text;
    const [record, changes] = [await user.call('GET', path), await history()];
    const known = await looked(path);
    assert.deepEqual(
      known.facts.filter(({ source }) => source === 'rdap').map(({ field, value }) => [field, value]),
      [
        ['dnssec', true],
        ['expirationDate', day.far],
        ['nameServers', ['ns1.example.net', 'ns2.example.net']],
        ['registeredAt', day.registered],
        ['registrar', 'Example Registrar, Inc.'],
        ['statuses', ['active', 'client transfer prohibited']],
      ],
    );
    const dates = known.facts.filter(({ field }) => field === 'expirationDate');
    assert.deepEqual(
      dates.map(({ source, isShown, sourceHost, subject }) => [source, isShown, sourceHost, subject]),
      [
        ['rdap', true, '127.0.0.1', 'shop.far'],
        ['typed', false, null, 'shop.far'],
      ],
    );
    const check = checkOf(known, 'registration');
    assert.equal(check?.state, 'ok');
    const wait = Date.parse(check.nextAt ?? '') - Date.now();
    assert.ok(wait > 5 * dayMs && wait <= 7 * dayMs, `next look in ${wait} ms`);
    assert.deepEqual(
      servers.far.asked.map(({ name, accept }) => [name, accept?.split(',')[0]]),
      [['shop.far', 'application/rdap+json']],
    );
    const later = await user.call('GET', path);
    assert.equal(later.headers.get('etag'), record.headers.get('etag'));
    // It only says which other date is shown.
    assert.equal(later.text.replace(/"shownDate":\{.*?\}/, '"shownDate":null'), record.text);
    assert.equal(await history(), changes);
  });

  test('names below one registration are looked up together, those below a private suffix not at all', async () => {
    const before = servers.far.asked.length;
    const path = await addDomain('blog.shop.far');
    const known = await looked(path);
    assert.equal(checkOf(known, 'registration')?.subject, 'shop.far');
    assert.equal(valueOf(known, 'expirationDate'), day.far);
    assert.equal(servers.far.asked.length, before + 1);
    const { checks } = await factsOf(await addDomain('quartermaster.github.io'));
    assert.deepEqual([...new Set(checks.map(({ kind }) => kind))], ['dns', 'tls']);
  });

  test('answers without a date, or that there is no such domain, are no failures', async () => {
    const [dateless, none] = await Promise.all(
      (await Promise.all([addDomain('a.dateless'), addDomain('a.none', { expirationDate: day.far })])).map(
        (path) => looked(path),
      ),
    );
    assert.ok(dateless && none);
    assert.equal(checkOf(await looked(await addDomain('a.coded')), 'registration')?.state, 'unregistered');
    assert.equal(checkOf(dateless, 'registration')?.state, 'unpublished');
    assert.equal(valueOf(dateless, 'expirationDate'), undefined);
    assert.equal(valueOf(dateless, 'registrar'), 'Example Registrar, Inc.');
    const check = checkOf(none, 'registration');
    assert.equal(check?.state, 'unregistered');
    const wait = Date.parse(check.nextAt ?? '') - Date.parse(check.checkedAt ?? '');
    assert.equal(wait, dayMs, 'however far the date is, it is asked again after a day');
    const { facts } = none;
    assert.deepEqual(
      facts.filter(({ kind, source }) => kind === 'registration' && source !== 'typed'),
      [],
    );
  });

  test('what is no answer about the name fails in words, and is tried again later', async () => {
    const words: Record<string, RegExp> = {
      busy: /^127\.0\.0\.1 answered 429 Too Many Requests$/,
      down: /^127\.0\.0\.1 answered 500 Internal Server Error$/,
      other: /^127\.0\.0\.1 answered about another name$/,
      html: /^127\.0\.0\.1 answered something that is not JSON$/,
      page: /^127\.0\.0\.1 answered 404 Not Found, but not as RDAP$/,
      gateway: /^127\.0\.0\.1 answered 404 Not Found, but not as RDAP$/,
      inside: /^10\.1\.2\.3 is at a private, local or reserved address, which is not allowed$/,
    };
    const paths = await Promise.all(Object.keys(words).map((tld) => addDomain(`a.${tld}`)));
    for (const [at, [tld, expected]] of Object.entries(words).entries()) {
      const known = await looked(paths[at] ?? '');
      const check = checkOf(known, 'registration');
      assert.equal(check?.state, 'failing', tld);
      assert.match(check.error ?? '', expected);
      assert.equal(check.answeredAt, null);
      const wait = Date.parse(check.nextAt ?? '') - Date.now();
      const [least, most] = tld === 'busy' ? [7000, 7200] : [20, 75];
      assert.ok(wait > least * 1000 && wait <= most * 1000, `${tld}: ${wait} ms`);
    }
    const failed = await db
      .selectFrom('jobs')
      .select('lastError')
      .where('uniqueKey', 'like', '%registration a.down')
      .execute();
    assert.deepEqual(
      failed.map(({ lastError }) => lastError),
      ['127.0.0.1 answered 500 Internal Server Error'],
    );
  });

  test('a name that has name servers in DNS is not taken for one that is not registered', async () => {
    const check = checkOf(await looked(await addDomain('held.none')), 'registration');
    const words = '127.0.0.1 says that the name is not registered, but DNS has its name servers';
    assert.deepEqual([check?.state, check?.error], ['failing', words]);
  });

  test('an expiration that is no date fails, and the rest of the answer is kept', async () => {
    const known = await looked(await addDomain('a.undatable'));
    const check = checkOf(known, 'registration');
    assert.deepEqual(
      [check?.state, check?.error],
      ['failing', '127.0.0.1 answered an expiration that is no date'],
    );
    assert.equal(valueOf(known, 'registrar'), 'Example Registrar, Inc.');
  });

  test('Check now goes before the back-off of the record, never before what the server wants', async () => {
    const [down, busy] = [await find('a.down'), await find('a.busy')];
    const before = [servers.down.asked.length, servers.busy.asked.length];
    for (const path of [down, busy]) {
      const { body } = await user.call<{ data: object }>('POST', `${path}/look`, { kinds: ['registration'] });
      assert.deepEqual(body.data, { queued: ['registration'] });
    }
    while (servers.down.asked.length === before[0]) await pause(50);
    assert.equal(servers.busy.asked.length, before[1]);
    const wrong = await user.call('POST', `${down}/look`, { kinds: ['whois'] });
    assert.equal(wrong.status, 400, wrong.text);
  });

  test('a redirect is followed to an address that is allowed', async () => {
    const known = await looked(await addDomain('a.moved'));
    assert.equal(valueOf(known, 'expirationDate'), day.near);
    assert.deepEqual(
      target.asked.map(({ name }) => name),
      ['a.moved'],
    );
    const wait = Date.parse(checkOf(known, 'registration')?.nextAt ?? '') - Date.now();
    assert.ok(wait > 0 && wait <= dayMs, 'a date that is near is looked at daily');
  });
});

describe('registration by WHOIS', () => {
  test('is asked where there is no RDAP', { skip: noFixedPorts }, async () => {
    const known = await looked(await addDomain('a.old'));
    const asked = whois.filter((query) => query.includes('old'));
    assert.deepEqual(asked, ['a.old\r\n']);
    assert.equal(checkOf(known, 'registration')?.state, 'ok');
    assert.equal(valueOf(known, 'expirationDate'), day.near);
    assert.equal(valueOf(known, 'registrar'), 'Whois Registrar');
    assert.deepEqual(valueOf(known, 'statuses'), ['client hold']);
    const gone = await looked(await addDomain('gone.old'));
    assert.equal(checkOf(gone, 'registration')?.state, 'unregistered');
  });

  test('is read in the registry’s own form and characters', { skip: noFixedPorts }, async () => {
    const is = await looked(await addDomain('shop.is'));
    assert.equal(valueOf(is, 'registrar'), 'Müller é Cie');
    assert.equal(valueOf(is, 'expirationDate'), '2087-05-24T00:00:00.000Z');
    const jp = await looked(await addDomain('shop.co.jp'));
    assert.equal(valueOf(jp, 'expirationDate'), '2087-03-31T00:00:00.000Z');
    assert.equal(valueOf(jp, 'changedAt'), '2026-03-31T16:02:33.000Z');
    const hu = await looked(await addDomain('pelda.hu'));
    assert.equal(checkOf(hu, 'registration')?.state, 'unpublished');
    assert.equal(valueOf(hu, 'registeredAt'), '2011-04-05T10:20:30.000Z');
  });

  test(
    'IANA is asked for a server, whose address is checked and whose refusal is not kept',
    {
      skip: noFixedPorts,
    },
    async () => {
      const errorOf = async (path: string) => checkOf(await looked(path), 'registration')?.error;
      const path = await addDomain('a.known');
      assert.equal(await errorOf(path), 'whois.iana.org answered something that is not known');
      assert.equal(
        await errorOf(await addDomain('a.private')),
        'whois.nic.private is at a private, local or reserved address, which is not allowed',
      );
      iana['known'] = 'domain: KNOWN\nrefer: whois.nic.known\n';
      await user.call('POST', `${path}/look`, { kinds: ['registration'] });
      while ((await errorOf(path)) !== null) await pause(50);
      const { facts } = await factsOf(path);
      assert.equal(facts.find(({ field }) => field === 'expirationDate')?.sourceHost, 'whois.nic.known');
    },
  );

  test('a server that the operator named is looked up by the system', async () => {
    const known = await looked(await addDomain('a.here'));
    assert.doesNotMatch(checkOf(known, 'registration')?.error ?? '', /DNS/);
  });
});

describe('DNS and TLS', () => {
  test(
    'write what two resolvers agree on, and the certificate that is presented',
    { skip: noFixedPorts },
    async () => {
      const known = await looked(await find('shop.far'), ['dns', 'tls']);
      assert.deepEqual(
        ['ns', 'a', 'aaaa', 'cname', 'mx'].map((field) => valueOf(known, field)),
        [['ns1.example.net'], [ownAddress], ['2001:db8::1'], [], undefined],
      );
      const certificate = known.facts.filter(({ subject }) => subject === 'shop.far:443');
      assert.deepEqual(Object.fromEntries(certificate.map(({ field, value }) => [field, value])), {
        notBefore: '2025-01-01T00:00:00.000Z',
        notAfter: '2025-04-01T00:00:00.000Z',
        issuer: 'CN=expired.example, O=Test only',
        names: ['expired.example', 'www.expired.example'],
        chain: ['CN=expired.example, O=Test only'],
        trusted: false,
        nameMatches: false,
      });
      assert.deepEqual(
        known.checks.map(({ kind, subject, state }) => [kind, subject, state]),
        [
          ['registration', 'shop.far', 'ok'],
          ['dns', 'shop.far', 'ok'],
          ['tls', 'shop.far:443', 'ok'],
          ['tls', 'www.shop.far:443', 'ok'],
        ],
      );
    },
  );

  test('fail in words where a resolver does, and where nothing answers', async () => {
    const known = await looked(await addDomain('broken.far'), ['dns', 'tls']);
    assert.equal(checkOf(known, 'dns')?.error, 'A DNS server failed to answer (SERVFAIL)');
    assert.equal(checkOf(known, 'tls')?.error, 'broken.far could not be found (DNS)');
    assert.deepEqual(
      known.facts.filter(({ kind }) => kind !== 'registration'),
      [],
    );
  });

  test('panels are asked at the port of their address, however it is written', async () => {
    const body = await validBody(user, 'servers');
    const lookedAt = async (host: string) => {
      const panel = { ...body, name: host, panelUrl: `https://${host}:${panelPort}/login` };
      return looked(`/servers/${(await createFrom(user, 'servers', panel)).id}`, ['tls']);
    };
    const known = await lookedAt('127.1');
    const named = await Promise.all(['Bücher.test', 'pan%65l.test'].map(lookedAt));
    const asked = [known, ...named].map(({ checks }) => checks[0]?.subject.replace(`:${panelPort}`, ''));
    assert.deepEqual(asked, ['127.0.0.1', 'xn--bcher-kva.test', 'panel.test']);
    assert.equal(valueOf(known, 'nameMatches'), true);
    assert.equal(valueOf(known, 'trusted'), false);
    assert.equal(valueOf(known, 'notAfter'), '2125-01-01T00:00:00.000Z');
  });
});

describe('records and settings', () => {
  test('a rename or a deletion forgets what was found, and the new name is looked up', async () => {
    const path = await addDomain('first.dateless');
    await looked(path);
    await user.call('PUT', path, { domain: 'second.none' });
    const known = await looked(path);
    assert.deepEqual(
      known.facts.filter(({ kind }) => kind === 'registration'),
      [],
    );
    assert.equal(checkOf(known, 'registration')?.state, 'unregistered');
    await user.call('DELETE', path);
    const id = path.split('/')[2] ?? '';
    for (const table of ['record_facts', 'checks'] as const) {
      const rows = await db.selectFrom(table).select('kind').where('recordId', '=', id).execute();
      assert.deepEqual(rows, []);
    }
  });

  test('a bulk action queues what can be looked up', async () => {
    const before = servers.down.asked.length;
    const bulk = (kind: object) =>
      user.call<{ data: object }>('POST', '/domains/bulk-actions', {
        records: { filter: { search: 'a.down' } },
        do: { action: 'look' },
        ...kind,
      });
    const expected = { changed: 1, unchanged: 0, refused: 0, refusals: [] };
    assert.deepEqual((await bulk({ preview: true })).body.data, expected);
    assert.deepEqual((await bulk({})).body.data, expected);
    while (servers.down.asked.length === before) await pause(50);
  });

  test('a kind that is switched off is not looked up', async () => {
    const other = await app.user();
    await other.call('PUT', '/alert-settings', { look: { registration: false, tls: false } });
    const { id } = await createRecord(other, 'domains');
    const ask = await other.call<{ data: object }>('POST', `/domains/${id}/look`, {});
    assert.deepEqual(ask.body.data, { queued: ['dns'] });
    const waiting = async () => {
      const { body } = await other.call<{ data: Known }>('GET', `/domains/${id}/facts`);
      return body.data.checks.flatMap(({ kind, nextAt }) => (nextAt === null ? [] : [kind]));
    };
    assert.deepEqual(await waiting(), ['dns']);
    await other.call('PUT', '/alert-settings', { look: { dns: false } });
    assert.deepEqual(await waiting(), []);
  });
});

test('a process that stops waits for no answer, and leaves the look-up to the next one', async () => {
  const path = await addDomain('a.silent');
  while (servers.silent.asked.length === 0) await pause(50);
  const began = performance.now();
  await worker.stop();
  assert.ok(performance.now() - began < 5000, 'it would take ten seconds');
  assert.equal(checkOf(await factsOf(path), 'registration')?.state, 'never');
  const left = await db
    .selectFrom('jobs')
    .select(['holder', 'attempts', 'lastError'])
    .where('uniqueKey', 'like', '%registration a.silent')
    .execute();
  assert.deepEqual(left, [{ holder: null, attempts: 0, lastError: null }]);
});
