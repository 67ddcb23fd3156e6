// On both engines: the engines compare texts differently.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toAsciiDomain } from '@quartermaster/contract/rules/domain-name';
import { sql } from 'kysely';
import { type RecordBody, createFrom, fixtureOf, validBody } from './records.ts';
import { type Client, engine, startApp } from './test-app.ts';

const app = await startApp();
await app.user();

const list = async (client: Client, area: string, query: string) => {
  const { path, listKey } = fixtureOf(area).crud;
  const answer = await client.call<{ data: Record<string, RecordBody[]> }>('GET', `${path}?${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data[listKey] ?? [];
};

/** Creates a record for each text, the last first, and expects lists sorted by the field to follow the texts. */
async function expectOrder(area: string, field: string, sorted: readonly string[], shown = sorted) {
  const user = await app.user();
  const base = await validBody(user, area);
  for (const text of sorted.toReversed())
    await createFrom(user, area, {
      ...(await validBody(user, area)),
      ...(area === 'domains' && base),
      [field]: text,
    });
  const own = (rows: RecordBody[]) =>
    rows.map((row) => row[field]).filter((text) => shown.includes(String(text)));
  const ids = (rows: RecordBody[]) => rows.map(({ id }) => id);
  const up = await list(user, area, `sortBy=${field}&sortOrder=asc&limit=100`);
  assert.deepEqual(own(up), shown, `${area}.${field}`);
  assert.deepEqual(
    own(await list(user, area, `sortBy=${field}&sortOrder=desc&limit=100`)),
    shown.toReversed(),
  );
  const pages = [1, 2, 3].map((page) =>
    list(user, area, `sortBy=${field}&sortOrder=asc&limit=3&page=${page}`),
  );
  assert.deepEqual(ids((await Promise.all(pages)).flat()), ids(up.slice(0, 9)));
  return user;
}

const names = [
  '2',
  '10',
  '_x',
  'Ångström',
  'anna',
  'Łódź',
  'lynx',
  'px 2',
  'px 10',
  'Zug',
  'Zürich',
  'zypern',
  'Ωmega',
  'янв',
  '漢',
];
const addresses = ['9.0.0.1', '10.0.0.2', '10.0.0.10', '192.0.2.1', '203.0.113.5'];

describe('lists sort as people read', () => {
  test('names of every kind', async () => {
    for (const area of ['servers', 'proxies', 'hostings', 'registrator-types'])
      await expectOrder(area, 'name', names);
    await expectOrder('emails', 'comment', names);
  });

  test('addresses by their numbers, IPv4 before IPv6', async () => {
    await expectOrder('servers', 'ip', addresses);
    await expectOrder('proxies', 'ip', [
      ...addresses,
      '2001:db8:0:0:0:0:0:2',
      '2001:0db8:0:0:0:0:0:10',
      'fe80:0:0:0:0:0:0:1',
    ]);
  });

  test('international names by what is shown', async () => {
    const shown = [
      'apfel.example',
      'bücher.example',
      'buchholz.example',
      'pаypal.example',
      'zebra.example',
      'δοκιμή.example',
    ];
    await expectOrder('domains', 'domain', shown, shown.map(toAsciiDomain));
    await expectOrder('emails', 'email', ['a@apfel.example', 'a@bücher.example', 'a@zebra.example']);
  });

  test('names that differ only in marks, case or leading zeros by id', async () => {
    const user = await app.user();
    const made: string[] = [];
    for (const name of ['Zürich 07', 'zurich 7', 'ZURICH 007'])
      made.push((await createFrom(user, 'servers', { ...(await validBody(user, 'servers')), name })).id);
    for (const order of ['asc', 'desc']) {
      const rows = await list(user, 'servers', `sortBy=name&sortOrder=${order}`);
      assert.deepEqual(
        rows.map(({ id }) => id),
        made.toSorted(),
      );
    }
  });

  test('a list in the order of names comes from an index', async () => {
    const [explain, collate] = engine === 'sqlite' ? ['explain query plan', ''] : ['explain', 'collate "C"'];
    const plan = await app.db.transaction().execute(async (tx) => {
      // The table is so small that PostgreSQL would rather read and sort all of it.
      if (engine === 'postgres') await sql`set local enable_seqscan = off`.execute(tx);
      return sql<object>`${sql.raw(explain)} select id from domains where "ownerId" = 'x'
        order by coalesce("domainSort", lower("domain")) ${sql.raw(collate)}, id limit 20`.execute(tx);
    });
    assert.match(JSON.stringify(plan.rows), /domains_by_domain/);
  });
});

describe('two spellings of one IPv6 address', () => {
  const [short, long] = ['2001:db8:0:0:0:0:0:1', '2001:0DB8:0000:0000:0000:0000:0000:0001'];

  test('are one proxy, when created, changed and imported', async () => {
    const user = await app.user();
    const body = { ...(await validBody(user, 'proxies')), ip: short, port: 8 };
    const { id, ip } = await createFrom(user, 'proxies', body);
    assert.equal(ip, short, 'answered as sent');
    const again = { ...body, name: 'Again', ip: long };
    assert.equal((await user.call('POST', '/proxies', again)).status, 409);
    const other = await createFrom(user, 'proxies', { ...again, port: 9 });
    const change = { ip: long, port: 8 };
    assert.equal((await user.call('PUT', `/proxies/${other.id}`, change)).status, 409);
    const { body: imported } = await user.call<{ data: object }>('POST', '/proxies/bulk-import', {
      proxies: [again, { ...again, port: 10 }, { ...body, port: 10 }],
    });
    assert.deepEqual(imported.data, { imported: 1, skipped: 2, failed: 0, errors: [] });
    assert.equal((await user.call('PUT', `/proxies/${id}`, { ip: long })).status, 200, 'of one proxy');
  });
});
