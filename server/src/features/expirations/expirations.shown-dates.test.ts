// On both engines: shown dates are written by statements of their own.
import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import type { Expiration, ExpirationMonth } from '@quartermaster/contract/expirations/expirations.schema';
import type { Domain } from '@quartermaster/contract/entities/domains/domains.schema';
import type { Batch } from '@quartermaster/contract/history/history.schema';
import type { Fact } from '@quartermaster/contract/lookups/lookups.schema';
import { addDays } from '@quartermaster/contract/rules/calendar';
import { jobRun } from '../../../test/job-run.ts';
import { type LookedUpThere, lookedUp } from '../../../test/looked-up.ts';
import { createFrom, validBody } from '../../../test/records.ts';
import { type Client, startApp } from '../../../test/test-app.ts';
import { laterDates } from '../../expiry/later-dates.ts';

const today = new Date().toISOString().slice(0, 10);
// It stays noon, so that no run passes midnight.
const noon = Date.parse(`${today}T12:00:00.000Z`);
mock.timers.enable({ apis: ['Date'], now: noon });

const app = await startApp();
await app.user();

const day = (days: number): string => addDays(today, days);
const instant = (days: number): string => `${day(days)}T08:00:00.000Z`;

async function domain(client: Client, name: string, expirationDate: string | null) {
  const body = { ...(await validBody(client, 'domains')), domain: name, tags: [], expirationDate };
  return (await createFrom(client, 'domains', body)).id;
}
async function looker(client: Client) {
  const { id } = await app.ownerOf(client);
  return (ids: string | string[], found: LookedUpThere) => lookedUp(app, id, [ids].flat(), found);
}
async function list(client: Client, query = '') {
  const answer = await client.call<{ data: { expirations: Expiration[]; pagination: { total: number } } }>(
    'GET',
    `/expirations?${query}`,
  );
  assert.equal(answer.status, 200, answer.text);
  const { expirations, pagination } = answer.body.data;
  assert.equal(pagination.total, expirations.length);
  return expirations;
}
async function one(client: Client, query: string) {
  const [first, ...more] = await list(client, query);
  assert.ok(first);
  assert.equal(more.length, 0);
  return first;
}
const parts = ({ date, at, source, state, renewal, observedAt }: Expiration) => [
  date,
  at,
  source,
  state,
  renewal,
  observedAt,
];
const names = async (client: Client, query: string) => (await list(client, query)).map(({ name }) => name);

describe('the dates that are shown', () => {
  test('come from RDAP, WHOIS or the form, and tell what looking gave', async () => {
    const user = await app.user();
    const look = await looker(user);
    const id = await domain(user, 'own.example', day(20));
    const query = `what=domain&recordId=${id}`;
    const seen = new Date(noon - 3_600_000).toISOString();
    assert.deepEqual(parts(await one(user, query)), [day(20), null, 'typed', 'dated', null, null]);
    await look(id, { state: 'failing' });
    assert.deepEqual(parts(await one(user, query)), [day(20), null, 'typed', 'dated', null, null]);
    await look(id, { state: 'unpublished' });
    assert.deepEqual(parts(await one(user, query)), [day(20), null, 'typed', 'unpublished', null, null]);
    const at = noon - 3_600_000;
    await look(id, { source: 'whois', values: { expirationDate: instant(30) }, at });
    assert.deepEqual(parts(await one(user, query)), [day(30), instant(30), 'whois', 'dated', null, seen]);
    await look(id, { values: { expirationDate: `${day(40)}T00:00:00.000Z` }, at });
    assert.deepEqual(parts(await one(user, query)), [day(40), null, 'rdap', 'dated', null, seen]);
    await user.call('PUT', `/domains/${id}`, { expirationDate: day(50) });
    assert.deepEqual((await one(user, query)).date, day(40));
    await look(id, { state: 'unregistered' });
    assert.deepEqual(parts(await one(user, query)), [day(40), null, 'rdap', 'unregistered', null, seen]);
    await look(id, { state: 'failing' });
    assert.equal((await one(user, query)).state, 'unregistered');
    await user.call('PUT', `/domains/${id}`, { domain: 'renamed.example' });
    assert.deepEqual(parts(await one(user, query)), [day(50), null, 'typed', 'dated', null, null]);
    assert.equal((await user.call('DELETE', `/domains/${id}`)).status, 200);
    assert.deepEqual(await list(user), []);
  });

  test('are told with a domain, alone or in a list, where they are not its own', async () => {
    const user = await app.user();
    const look = await looker(user);
    const ids = {
      own: await domain(user, 'own.example', day(20)),
      same: await domain(user, 'same.example', day(20)),
      later: await domain(user, 'later.example', day(20)),
      none: await domain(user, 'none.example', null),
      renewed: await domain(user, 'renewed.example', null),
    };
    const other = await app.user();
    const hidden = await domain(other, 'later.example', day(30));
    await look(ids.same, { values: { expirationDate: `${day(20)}T00:00:00.000Z` } });
    await look([ids.later, ids.none], { values: { expirationDate: instant(40) }, source: 'whois' });
    const renewed = { expirationDate: `${day(375)}T10:00:00.000Z`, statuses: ['auto renew period'] };
    await look(ids.renewed, { values: renewed });
    type Told = Pick<Domain, 'domain' | 'shownDate'>;
    const told = (domains: Told[]) =>
      Object.fromEntries(domains.map(({ domain: name, shownDate }) => [name.split('.')[0] ?? '', shownDate]));
    const found = { date: instant(40), source: 'whois', renewal: null };
    const before = new Date(renewed.expirationDate);
    before.setUTCFullYear(before.getUTCFullYear() - 1);
    const all = {
      own: null,
      same: null,
      later: found,
      none: found,
      renewed: { date: before.toISOString(), source: 'rdap', renewal: 'unconfirmed' },
    };
    for (const query of ['', '?limit=1000', '?limit=50&search=example', '?sortBy=expirationDate']) {
      const { body } = await user.call<{ data: { domains: Told[] } }>('GET', `/domains${query}`);
      assert.deepEqual(told(body.data.domains), all, query);
    }
    const one = (client: Client, id: string) =>
      client.call<{ data: { domain: Told } }>('GET', `/domains/${id}`);
    assert.deepEqual((await one(user, ids.later)).body.data.domain.shownDate, found);
    assert.equal((await one(other, hidden)).body.data.domain.shownDate, null);
    const put = await user.call<{ data: { domain: Told } }>('PUT', `/domains/${ids.later}`, {
      expirationDate: instant(40),
    });
    assert.equal(put.body.data.domain.shownDate, null, 'what is recorded by now');
  });

  test('stay while the registry renewed by itself, until the registrar confirms', async () => {
    const user = await app.user();
    const look = await looker(user);
    const [before, after] = [`${day(1)}T10:00:00.000Z`, `${day(366)}T10:00:00.000Z`];
    const ids = [await domain(user, 'seen.example', null), await domain(user, 'typed.example', day(2))];
    const none = await domain(user, 'none.example', null);
    await look(ids[0] ?? '', { values: { expirationDate: before, statuses: ['active'] } });
    const renewed = { expirationDate: after, statuses: ['active', 'auto renew period'] };
    await look([...ids, none], { values: renewed });
    const shown = async () =>
      (await list(user, 'sortBy=name')).map(({ name, date, source, renewal }) => [
        name,
        date,
        source,
        renewal,
      ]);
    const yearLess = new Date(after);
    yearLess.setUTCFullYear(yearLess.getUTCFullYear() - 1);
    assert.deepEqual(await shown(), [
      ['none.example', yearLess.toISOString().slice(0, 10), 'rdap', 'unconfirmed'],
      ['seen.example', day(1), 'rdap', 'unconfirmed'],
      ['typed.example', day(2), 'typed', 'unconfirmed'],
    ]);
    const shownFacts = async () => {
      const answers = await Promise.all(
        [...ids, none].map((id) => user.call<{ data: { facts: Fact[] } }>('GET', `/domains/${id}/facts`)),
      );
      return answers.map(({ body }) =>
        body.data.facts.flatMap(({ field, source, isShown }) =>
          field === 'expirationDate' && isShown ? [source] : [],
        ),
      );
    };
    assert.deepEqual(await shownFacts(), [[], ['typed'], []]);
    await look([...ids, none], { values: { ...renewed, statuses: ['active'] } });
    assert.deepEqual(await shownFacts(), [['rdap'], ['rdap'], ['rdap']]);
    assert.deepEqual(
      (await shown()).map(([, ...rest]) => rest),
      Array.from({ length: 3 }, () => [day(366), 'rdap', null]),
    );
  });

  test('are selected by state, range and order, with certificates and months', async () => {
    const user = await app.user();
    const look = await looker(user);
    const found = await domain(user, 'found.example', day(400));
    const silent = await domain(user, 'silent.example', day(6));
    await domain(user, 'fresh.example', null);
    const failed = await domain(user, 'failed.example', null);
    await look(found, { values: { expirationDate: instant(3) } });
    await look(silent, { state: 'unpublished' });
    await look(failed, { state: 'failing' });
    const server = await createFrom(user, 'servers', {
      ...(await validBody(user, 'servers')),
      name: 'web-1',
      panelUrl: 'https://panel.example:8443',
    });
    const tls = { kind: 'tls', source: 'tls' } as const;
    for (const [subject, days] of [
      ['found.example:443', 9],
      ['www.found.example:443', 2],
    ] as const)
      await look(found, { ...tls, subject, values: { notAfter: instant(days) } });
    await look(server.id, {
      ...tls,
      area: 'servers',
      subject: 'panel.example:8443',
      values: { notAfter: instant(4) },
    });
    const labels = async (query: string) =>
      (await list(user, query)).map(({ what, name, label }) => `${what} ${label ?? name}`);
    const [www, apex, panel] = [
      'tls www.found.example:443',
      'tls found.example:443',
      'tls panel.example:8443',
    ];
    const dated = [www, 'domain found.example', panel, 'domain silent.example', apex];
    const undated = await labels('state=unchecked,unknown');
    assert.deepEqual(undated.toSorted(), ['domain failed.example', 'domain fresh.example']);
    assert.deepEqual((await labels('')).slice(0, 5), dated);
    assert.deepEqual(await labels('within=6'), dated.slice(0, 4));
    assert.deepEqual(await labels(`from=${day(3)}&to=${day(4)}`), dated.slice(1, 3));
    assert.deepEqual(await labels('state=dated&sortOrder=desc'), [apex, panel, 'domain found.example', www]);
    assert.deepEqual(await names(user, 'state=unpublished'), ['silent.example']);
    assert.deepEqual(await names(user, 'state=unknown'), ['failed.example']);
    assert.deepEqual(await names(user, 'state=unchecked'), ['fresh.example']);
    assert.deepEqual(await labels('what=tls&search=found'), [www, apex]);
    assert.deepEqual(await labels('what=tls&area=servers'), [panel]);
    assert.deepEqual(await labels('sortBy=name&what=tls'), [apex, www, panel]);
    const { source, at, area, renewal } = await one(user, 'what=tls&area=servers');
    assert.deepEqual([source, at, area, renewal], ['tls', instant(4), 'servers', null]);
    const months = await user.call<{ data: { months: ExpirationMonth[] } }>(
      'GET',
      `/expirations/months?from=${today}&to=${day(9)}`,
    );
    assert.equal(
      months.body.data.months.reduce((sum, { count }) => sum + count, 0),
      5,
    );
    const file = await user.call('GET', '/expirations/export?what=domain&state=dated');
    const [, row = ''] = file.text.split('\r\n');
    assert.ok(
      row.startsWith(`found.example,domain,${day(3)},3,dated,rdap,${new Date(noon).toISOString()},`),
      row,
    );
    // What is switched off has nothing to look at.
    await user.call('PUT', '/alert-settings', { look: { registration: false } });
    assert.deepEqual(await names(user, 'state=unchecked'), []);
    assert.deepEqual((await names(user, 'state=unknown')).toSorted(), ['failed.example', 'fresh.example']);
    await user.call('PUT', `/servers/${server.id}`, { panelUrl: 'https://other.example' });
    assert.deepEqual(await labels('what=tls&area=servers'), []);
  });
});

describe("the registry's later date", () => {
  test('is taken where the workspace chose it, confirmed and later, by a batch without an actor', async () => {
    const user = await app.user();
    const look = await looker(user);
    const { id: ownerId } = await app.ownerOf(user);
    const ids: Record<string, string> = {};
    for (const [name, typed] of [
      ['later', day(5)],
      ['none', null],
      ['earlier', day(90)],
      ['same', day(60)],
      ['renewed', day(5)],
    ] as const)
      ids[name] = await domain(user, `${name}.example`, typed);
    const values = { expirationDate: instant(60), statuses: ['active'] };
    await look(Object.values(ids), { values });
    const status = ['active', 'auto renew period'];
    await look(ids['renewed'] ?? '', { values: { ...values, statuses: status } });
    const run = () =>
      laterDates(app.db, app.services.keyring, app.services.tables).run({
        ...jobRun(),
        key: `sync ${ownerId}`,
      });
    const typed = async () =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(ids).map(async ([name, id]) => {
            const { body } = await user.call<{ data: { domain: { expirationDate: string | null } } }>(
              'GET',
              `/domains/${id}`,
            );
            return [name, body.data.domain.expirationDate?.slice(0, 10) ?? null] as const;
          }),
        ),
      );
    const before = await typed();
    const jobs = () =>
      app.db.selectFrom('jobs').select('id').where('uniqueKey', '=', `sync ${ownerId}`).execute();
    assert.deepEqual(await jobs(), [], 'nobody chose it yet');
    await run();
    assert.deepEqual(await typed(), before);
    await user.call('PUT', '/alert-settings', { takeLaterRegistryDate: true });
    assert.equal((await jobs()).length, 1);
    await run();
    assert.deepEqual(await typed(), { ...before, later: day(60), none: day(60) });
    const history = await user.call<{ data: { batches: Batch[] } }>('GET', '/history?kind=sync');
    const [batch, ...more] = history.body.data.batches;
    assert.equal(more.length, 0);
    assert.equal(batch?.actor, null);
    assert.equal(batch?.label, "Used the registry's date for 2 domains");
    assert.equal((await user.call('POST', `/history/${batch?.id ?? ''}/undo`, {})).status, 200);
    assert.deepEqual(await typed(), before);
    await look(ids['later'] ?? '', { values });
    assert.equal((await jobs()).length, 1);
  });
});

test('what no registry publishes has no date, or the one that was typed', async () => {
  const user = await app.user();
  const look = await looker(user);
  const ids = [await domain(user, 'typed.example', day(30)), await domain(user, 'none.example', null)];
  await domain(user, 'dated.example', day(20));
  await look(ids, { state: 'unpublished' });
  for (const [query, wanted] of [
    ['state=unpublished', ['typed.example', 'none.example']],
    ['state=unpublished&hasDate=true', ['typed.example']],
    ['state=unpublished&hasDate=false', ['none.example']],
    ['hasDate=true', ['dated.example', 'typed.example']],
    ['hasDate=false', ['none.example']],
  ] as const)
    assert.deepEqual(
      (await list(user, query)).map(({ name }) => name),
      wanted,
      query,
    );
  const file = await user.call('GET', '/expirations/export?hasDate=false');
  assert.equal(file.text.trim().split('\n').length, 2, 'the header and one row');
  const months = await user.call<{ data: { months: ExpirationMonth[] } }>(
    'GET',
    '/expirations/months?hasDate=false',
  );
  assert.ok(months.body.data.months.every(({ count }) => count === 0));
});
