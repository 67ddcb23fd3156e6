import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BulkActionResult } from '@quartermaster/contract/api/bulk-actions';
import { limits } from '@quartermaster/contract/rules/limits';
import { startApp } from './test-app.ts';

const app = await startApp();
await app.user();
const client = await app.user();

type Answer = {
  data: BulkActionResult;
  error: { code: string; details: { fields: Record<string, string> } };
};

const rows = Array.from({ length: limits.bulkRows }, (_, n) => ({
  name: `Exit ${n}`,
  ip: `10.1.${n >> 8}.${n & 255}`,
  username: 'user',
  password: 'x',
  tags: [{ type: 'kind', value: 'exit' }],
}));
const remaining = async () => {
  const { body } = await client.call<{ data: { pagination: { total: number } } }>('GET', '/proxies?limit=1');
  return body.data.pagination.total;
};
const act = (filter: object, action: object, preview = false) =>
  client.call<Answer>('POST', '/proxies/bulk-actions', { records: { filter }, do: action, preview });

test('a bulk action takes as many records as the limit says, and refuses one more before it writes', async () => {
  assert.equal((await client.call('POST', '/proxies/bulk-import', { proxies: rows })).status, 200);
  const more = { ...rows[0], name: 'One more', ip: '10.2.0.0', tags: [{ type: 'kind', value: 'other' }] };
  assert.equal((await client.call('POST', '/proxies', more)).status, 201);
  const tag = { type: 'kind', value: 'new' };
  for (const action of [{ action: 'delete' }, { action: 'addTag', tag }])
    for (const preview of [true, false]) {
      const { status, body } = await act({}, action, preview);
      assert.equal(status, 400);
      assert.equal(body.error.code, 'VALIDATION_ERROR');
      assert.deepEqual(body.error.details.fields, {
        'records.filter': 'At most 10,000 records at once: narrow the filters',
      });
    }
  assert.equal(await remaining(), limits.bulkRows + 1);

  const { body } = await act({ search: 'exit' }, { action: 'delete' });
  assert.equal(body.data.changed, limits.bulkRows);
  assert.equal(await remaining(), 1);
  const tags = await app.db.selectFrom('record_tags').selectAll().execute();
  assert.equal(tags.length, 1, 'the tags of deleted records are gone');
});
