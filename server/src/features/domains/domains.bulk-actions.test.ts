import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BulkActionResult } from '@quartermaster/contract/api/bulk-actions';
import type { Domain } from '@quartermaster/contract/entities/domains/domains.schema';
import { type Body, createFrom, createRecord, validBody } from '../../../test/records.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user();

/** More than two chunks of a bulk action. */
const count = 1200;

async function manyDomains(client: Client): Promise<Body> {
  const body = await validBody(client, 'domains', { optional: true });
  const domains = Array.from({ length: count }, (_, index) => ({
    ...body,
    domain: `site-${index}.example.com`,
    status: index % 2 === 0 ? 'ACTIVE' : 'BLOCKED',
  }));
  const { text } = await client.call('POST', '/domains/bulk-import', { domains });
  assert.match(text, new RegExp(`"imported":${count}`));
  return body;
}
const list = async (client: Client, query: string) =>
  (
    await client.call<{ data: { domains: Domain[]; pagination: { total: number } } }>(
      'GET',
      `/domains?${query}`,
    )
  ).body.data;
const total = async (client: Client, query: string) =>
  (await list(client, `${query}&limit=1`)).pagination.total;
const act = (client: Client, records: unknown, action: unknown, area = 'domains') =>
  client.call<{ data: BulkActionResult }>('POST', `/${area}/bulk-actions`, { records, do: action });
const done = { changed: 0, unchanged: 0, refused: 0, refusals: [] };

test('a status is set on all that a filter matches, however many chunks that takes', async () => {
  const client = await app.user();
  await manyDomains(client);
  const newest = (await list(client, 'status=ACTIVE&limit=1')).domains[0];
  const set = { action: 'setStatus', status: 'TRANSFERRED' };
  const { body } = await act(client, { filter: { search: 'SITE-' } }, set);
  assert.deepEqual(body.data, { ...done, changed: count });
  assert.equal(await total(client, 'status=TRANSFERRED'), count);
  const read = await client.call<{ data: { domain: Domain } }>('GET', `/domains/${newest?.id ?? ''}`);
  const { status, updatedAt } = read.body.data.domain;
  assert.deepEqual(read.body.data.domain, { ...newest, status, updatedAt });
  assert.ok(updatedAt > (newest?.updatedAt ?? ''));
  const again = await act(client, { filter: {} }, set);
  assert.deepEqual(again.body.data, { ...done, unchanged: count });
});

test('records that the action itself moves out of the filter are changed once', async () => {
  const client = await app.user();
  await manyDomains(client);
  const filter = { status: 'ACTIVE' };
  const { body } = await act(client, { filter }, { action: 'setStatus', status: 'EXPIRED' });
  assert.deepEqual(body.data, { ...done, changed: count / 2 });
  const removed = await act(client, { filter: { status: 'BLOCKED' } }, { action: 'delete' });
  assert.deepEqual(removed.body.data, { ...done, changed: count / 2 });
  assert.equal(await total(client, ''), count / 2);
});

test('all refusals are counted, and the first hundred are listed', async () => {
  const client = await app.user();
  const ids = Array.from({ length: 101 }, (_, index) => `missing-${index}`);
  const { refused, refusals } = (await act(client, { ids }, { action: 'delete' })).body.data;
  assert.deepEqual([refused, refusals.length], [101, 100]);
});

test('a failure in a later chunk undoes the earlier ones', async () => {
  const client = await app.user();
  await manyDomains(client);
  const { id: last } = await createRecord(client, 'domains');
  await app.db.updateTable('domains').set({ tags: 'broken' }).where('id', '=', last).execute();
  const tag = { type: 'bulk', value: 'late' };
  const { status } = await act(client, { filter: {} }, { action: 'addTag', tag });
  assert.equal(status, 500);
  assert.equal(await total(client, 'tags=bulk:late'), 0);
  const changes = app.db.selectFrom('changes').select('id').where('after', 'like', '%"late"%');
  assert.deepEqual(await changes.execute(), []);
});

test('deleting servers detaches their domains', async () => {
  const client = await app.user();
  const { serverId } = await manyDomains(client);
  const other = await createRecord(client, 'domains', { optional: true });
  const filter = { relatedTo: `servers:${String(serverId)}` };
  const ids = [String(serverId), String(other.serverId)];
  assert.equal(await total(client, `relatedTo=${filter.relatedTo}`), count);
  const { body } = await act(client, { ids }, { action: 'delete' }, 'servers');
  assert.deepEqual(body.data, { ...done, changed: 2 });
  const { domains } = await list(client, '');
  assert.equal(domains.length, count + 1);
  assert.ok(domains.every((domain) => domain.serverId === null && domain.server === null));
  const batches = await app.db
    .selectFrom('changes')
    .select(({ fn }) => ['batchId', fn.countAll<number>().as('count')])
    .where('recordId', 'in', [...ids, other.id])
    .where('action', '<>', 'create')
    .groupBy('batchId')
    .execute();
  assert.deepEqual(
    batches.map((batch) => batch.count),
    [3],
  );
});

test('others are answered while a bulk action runs, and see it whole or not at all', async () => {
  const client = await app.user();
  await manyDomains(client);
  const set = act(client, { filter: {} }, { action: 'setStatus', status: 'EXPIRING' });
  const seen = new Set<number>();
  let running = true;
  const reads = async () => {
    while (running) seen.add(await total(client, 'status=EXPIRING'));
  };
  const reading = reads();
  await set;
  running = false;
  await reading;
  assert.ok([...seen].every((found) => found === 0 || found === count));
});

test('two bulk actions over the same records both end', async () => {
  const client = await app.user();
  await manyDomains(client);
  const ids = (await list(client, '')).domains.map(({ id }) => id);
  const statuses = ['BLOCKED', 'EXPIRED'];
  const answers = await Promise.all([
    act(client, { ids }, { action: 'setStatus', status: statuses[0] }),
    act(client, { ids: ids.toReversed() }, { action: 'setStatus', status: statuses[1] }),
    act(client, { filter: {} }, { action: 'addTag', tag: { type: 'bulk', value: 'both' } }),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.equal(await total(client, 'tags=bulk:both'), count);
  const totals = await Promise.all(statuses.map((status) => total(client, `status=${status}`)));
  assert.deepEqual(
    totals.toSorted((a, b) => a - b),
    [0, count],
  );
});

test('deletes exactly the filtered list', async () => {
  const client = await app.user();
  const body = await validBody(client, 'domains');
  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString();
  const later = new Date(Date.now() + 90 * 86_400_000).toISOString();
  for (const [index, expirationDate] of [soon, later].entries())
    await createFrom(client, 'domains', { ...body, domain: `due-${index}.example.com`, expirationDate });
  for (const expiringInDays of ['30', 30]) {
    const { body: answer } = await act(client, { filter: { expiringInDays } }, { action: 'delete' });
    assert.equal(answer.data.changed, expiringInDays === 30 ? 0 : 1);
  }
  assert.equal(await total(client, ''), 1);
});
