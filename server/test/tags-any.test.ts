// On both engines: records with any of several tags are found by a statement of their own.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addDays } from '@quartermaster/contract/rules/calendar';
import type { Facets } from '@quartermaster/contract/api/summaries';
import { fixtures } from './fixtures/all.ts';
import { lookedUp } from './looked-up.ts';
import { createFrom, fixtureOf, validBody } from './records.ts';
import { type Client, startApp } from './test-app.ts';
import { crossWorkspace } from '../src/alerts/crossing.ts';

const app = await startApp();
await app.user();

const tag = (text: string) => {
  const [type = '', value = ''] = text.split(':');
  return { type, value };
};
/** The tags of four records, by the name that each has in the results. */
const portfolio = {
  one: ['client:acme', 'env:live'],
  two: ['client:globex', 'env:live'],
  three: ['client:acme', 'client:globex', 'env:test'],
  four: ['client:a, b', 'acme:client'],
};
type Name = keyof typeof portfolio;
const names = Object.keys(portfolio) as Name[];
const today = new Date().toISOString().slice(0, 10);

/** Creates a record of an area for each name; tells the names of ids. */
async function place(area: string) {
  const client = await app.user();
  const ids = new Map<string, Name>();
  for (const name of names) {
    const own = area === 'domains' ? { domain: `${name}.example`, expirationDate: addDays(today, 5) } : {};
    const tags = portfolio[name].map(tag);
    const { id } = await createFrom(client, area, { ...(await validBody(client, area)), ...own, tags });
    ids.set(id, name);
  }
  const named = (rows: readonly string[]) =>
    rows.flatMap((id) => ids.get(id) ?? []).sort((a, b) => names.indexOf(a) - names.indexOf(b));
  return { client, ids, named };
}
const queryOf = (filters: Record<string, string>) => new URLSearchParams(filters).toString();
async function rows<T>(client: Client, path: string, key: string): Promise<T[]> {
  const answer = await client.call<{ data: Record<string, T[]> }>('GET', path);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data[key] ?? [];
}

const cases: [Record<string, string>, Name[]][] = [
  [{ tagsAny: 'client:acme' }, ['one', 'three']],
  [{ tagsAny: 'client:acme,client:globex' }, ['one', 'two', 'three']],
  [{ tagsAny: 'client:acme, client : globex ,env:live' }, ['one', 'two']],
  [{ tagsAny: 'client:acme,client:globex,env:live,env:test' }, ['one', 'two', 'three']],
  [{ tagsAny: 'client:acme,client:globex', tags: 'client:globex' }, ['two', 'three']],
  [{ tagsAny: 'env:live', tags: 'globex' }, ['two']],
  [{ tagsAny: 'client:a%2C b,client:nobody' }, ['four']],
  [{ tagsAny: 'client:acme,acme:client' }, []],
  [{ tagsAny: 'client:ACME' }, []],
  [{ tagsAny: 'client:nobody', tags: 'env:live' }, []],
  [{ tagsAny: ' , ' }, names],
  [{ tags: 'client:acme,client:globex' }, ['three']],
];

for (const area of Object.keys(fixtures).filter((each) => 'tags' in fixtureOf(each).valid(0)))
  test(`${area} are found by any tag of each type, in lists, exports and bulk actions`, async () => {
    const { client, named } = await place(area);
    const { path, listKey } = fixtureOf(area).crud;
    for (const [filters, wanted] of cases) {
      const found = await rows<{ id: string }>(client, `${path}?${queryOf(filters)}`, listKey);
      assert.deepEqual(named(found.map(({ id }) => id)), wanted, queryOf(filters));
      const records = { filter: filters };
      const asked = { records, do: { action: 'delete' }, preview: true };
      const { body, text } = await client.call<{ data: { changed: number; refused: number } }>(
        'POST',
        `${path}/bulk-actions`,
        asked,
      );
      assert.equal(body.data.changed + body.data.refused, wanted.length, text);
      const exported = await client.call<object[]>('GET', `${path}/export?format=json&${queryOf(filters)}`);
      assert.equal(exported.body.length, wanted.length, queryOf(filters));
    }
  });

describe('what belongs to records', () => {
  test('expires, is dated, is alerted and differs by any tag of each type, too', async () => {
    const { client, ids, named } = await place('domains');
    const { id: ownerId } = await app.ownerOf(client);
    const found = { values: { expirationDate: `${addDays(today, 200)}T10:00:00.000Z` } };
    await lookedUp(app, ownerId, [...ids.keys()], found);
    for (const recordId of ids.keys())
      await client.call('POST', '/dates', { area: 'domains', recordId, what: 'other', date: today });
    await crossWorkspace(app.services, ownerId, new AbortController().signal);
    for (const [filters, wanted] of cases) {
      const query = queryOf(filters);
      const of = async (path: string, key: string) => {
        const all = await rows<{ recordId: string }>(client, path, key);
        return named([...new Set(all.map(({ recordId }) => recordId))]);
      };
      for (const what of ['domain', 'other'])
        assert.deepEqual(await of(`/expirations?what=${what}&${query}`, 'expirations'), wanted, query);
      assert.deepEqual(await of(`/dates?${query}`, 'dates'), wanted, query);
      assert.deepEqual(await of(`/alerts?${query}`, 'alerts'), wanted, query);
      assert.deepEqual(await of(`/mismatches?${query}`, 'mismatches'), wanted, query);
      const months = await rows<{ count: number }>(client, `/expirations/months?${query}`, 'months');
      assert.equal(
        months.reduce((sum, { count }) => sum + count, 0),
        2 * wanted.length,
        query,
      );
      const file = await client.call<object[]>('GET', `/expirations/export?format=json&${query}`);
      assert.equal(file.body.length, 2 * wanted.length, query);
      const taken = await client.call<{ data: { changed: number } }>('POST', '/mismatches/bulk-actions', {
        ...{ records: { filter: filters }, do: { action: 'takeOver' }, preview: true },
      });
      assert.equal(taken.body.data.changed, wanted.length, taken.text);
      const quiet = await client.call<{ data: { changed: number; unchanged: number } }>(
        'POST',
        '/alerts/bulk-actions',
        { records: { filter: filters }, do: { action: 'reopen' } },
      );
      const { changed, unchanged } = quiet.body.data;
      assert.equal(changed + unchanged, wanted.length, quiet.text);
    }
  });
});

test('a list without tags takes the filter and finds nothing, as with tags', async () => {
  const client = await app.user();
  assert.deepEqual(await rows(client, '/registrator-types?tagsAny=client:acme', 'registratorTypes'), []);
});

test('the counts of a type of which any may match leave its own tags out', async () => {
  const { client } = await place('domains');
  const counts = async (filters: Record<string, string>) => {
    const answer = await client.call<{ data: Facets }>('GET', `/domains/facets?${queryOf(filters)}`);
    assert.equal(answer.status, 200, answer.text);
    const { tagsByType } = answer.body.data;
    return tagsByType.flatMap(({ type, values }) =>
      values.map(({ value, count }) => `${type}:${value} ${count}`),
    );
  };
  const clients = ['client:a, b 1', 'client:acme 2', 'client:globex 2'];
  assert.deepEqual(await counts({ tagsAny: 'client:acme' }), [...clients, 'env:live 1', 'env:test 1']);
  assert.deepEqual(await counts({ tagsAny: 'client:acme,env:live' }), [
    ...['client:acme 1', 'client:globex 1'],
    ...['env:live 1', 'env:test 1'],
  ]);
  assert.deepEqual(await counts({ tagsAny: 'client:nobody', search: 'three' }), [
    ...['client:acme 1', 'client:globex 1'],
  ]);
});

test('a bare word, a blank part and a 21st tag are refused, wherever the filter is taken', async () => {
  const client = await app.user();
  const many = Array.from({ length: 21 }, (_, n) => `t:${n}`).join();
  const whole = 'Write each tag as type:value';
  const lists = ['/domains', '/emails/facets', '/servers/export', '/expirations', '/expirations/months'];
  for (const [value, message] of [
    ['acme', whole],
    ['client:acme,globex', whole],
    [':acme', whole],
    ['client: ', whole],
    [many, 'Maximum 20 tags allowed'],
    [many.replaceAll(':', ''), 'Maximum 20 tags allowed'],
  ] as const) {
    type Refused = { error: { details: { fields: object } } };
    for (const path of [...lists, '/expirations/export', '/dates', '/alerts', '/mismatches']) {
      const query = queryOf({ tagsAny: value });
      const answer = await client.call<Refused>('GET', `${path}?${query}`);
      assert.equal(answer.status, 400, answer.text);
      assert.deepEqual(answer.body.error.details.fields, { tagsAny: message }, path);
    }
    for (const [path, action] of [
      ['/domains', 'delete'],
      ['/alerts', 'reopen'],
      ['/mismatches', 'takeOver'],
    ] as const) {
      const body = { records: { filter: { tagsAny: value } }, do: { action } };
      const answer = await client.call<Refused>('POST', `${path}/bulk-actions`, body);
      assert.deepEqual(answer.body.error.details.fields, { 'records.filter.tagsAny': message }, answer.text);
    }
    const made = await client.call<Refused>('POST', '/calendars', { name: 'x', tagsAny: value });
    assert.deepEqual(made.body.error.details.fields, { tagsAny: message }, made.text);
  }
});
