// On both engines: lists of ids become parameters.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '@quartermaster/contract/rules/limits';
import { fixtures } from './fixtures/all.ts';
import { createRecord, fixtureOf } from './records.ts';
import { type Client, startApp } from './test-app.ts';

const app = await startApp();

async function listed(
  client: Client,
  area: string,
  query: string,
): Promise<{ ids: string[]; total: number }> {
  const { crud } = fixtureOf(area);
  const { body, status, text } = await client.call<{
    data: Record<string, { id: string }[]> & { pagination: { total: number } };
  }>('GET', `${crud.path}?${query}`);
  assert.equal(status, 200, text);
  return {
    ids: (body.data[crud.listKey] ?? []).map(({ id }) => id).toSorted(),
    total: body.data.pagination.total,
  };
}

describe('the filter by ids', () => {
  for (const area of Object.keys(fixtures)) {
    test(`${area}: selects these records, among those that match the other filters`, async () => {
      const [client, other] = [await app.user(), await app.user()];
      const [first, second, left] = [
        await createRecord(client, area),
        await createRecord(client, area),
        await createRecord(client, area),
      ];
      const theirs = await createRecord(other, area);
      const wanted = [first.id, second.id].toSorted();
      const ids = [...wanted, theirs.id, 'x', '', '01a00000-0000-7000-8000-000000000000'].join(',');
      assert.deepEqual(await listed(client, area, `ids=${ids}`), { ids: wanted, total: 2 });
      assert.deepEqual(await listed(client, area, `ids=${left.id}`), { ids: [left.id], total: 1 });
      assert.deepEqual(await listed(client, area, 'ids=x'), { ids: [], total: 0 });
      assert.deepEqual(await listed(client, area, `ids=${ids}&search=never-a-word`), { ids: [], total: 0 });
    });
  }

  test('reaches exports, facets and bulk actions like every filter', async () => {
    const client = await app.user();
    const [kept, gone] = [await createRecord(client, 'domains'), await createRecord(client, 'domains')];
    const { text } = await client.call('GET', `/domains/export?ids=${gone.id}`);
    assert.equal(text.trim().split('\r\n').length, 2, text);
    const facets = await client.call('GET', `/domains/facets?ids=${gone.id}`);
    assert.equal(facets.status, 200, facets.text);
    const deletion = { records: { filter: { ids: gone.id } }, do: { action: 'delete' } };
    const { text: done } = await client.call('POST', '/domains/bulk-actions', deletion);
    assert.match(done, /"changed":1/);
    assert.deepEqual(await listed(client, 'domains', ''), { ids: [kept.id], total: 1 });
  });

  test(`takes ${limits.filterIds} ids and refuses one more`, async () => {
    const client = await app.user();
    const ids = Array.from({ length: limits.filterIds + 1 }, () => crypto.randomUUID());
    const ask = async (some: string[]) => (await client.call('GET', `/domains?ids=${some.join(',')}`)).status;
    assert.equal(await ask(ids.slice(1)), 200);
    assert.equal(await ask(ids), 400);
    assert.equal(await ask(['x'.repeat(9000)]), 400);
  });
});
