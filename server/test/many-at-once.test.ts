// On both engines: transactions that lock the same rows.
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { after, describe, test } from 'node:test';
import type { BulkActionResult } from '@quartermaster/contract/api/bulk-actions';
import type { BulkResult } from '@quartermaster/contract/api/bulk-import';
import { openDatabase } from '../src/db/open.ts';
import type { Db } from '../src/db/schema.ts';
import { bulkAction } from '../src/records/bulk/bulk-action.ts';
import { proxies } from '../src/features/proxies/proxies.entity.ts';
import { inBatch } from '../src/records/history/batches.ts';
import { insertMany, prepareMany } from '../src/records/table/insert-many.ts';
import { startApp } from './test-app.ts';

const app = await startApp();

/** Stands for several servers on the database: each has its own connections and queues. */
async function servers(count: number): Promise<Db[]> {
  const opened = await Promise.all(
    Array.from({ length: count }, () => openDatabase(app.config, () => undefined)),
  );
  after(() => Promise.all(opened.map((db) => db.destroy())));
  return opened;
}

const row = (n: number, batch: string) => ({
  name: `Proxy ${n}`,
  ip: `10.1.${n >> 8}.${n & 255}`,
  username: `user-${batch}`,
  password: 'x',
  tags: [
    { type: 'batch', value: batch },
    { type: 'number', value: String(n % 50) },
  ],
});
const rowsOf = (count: number, batch: string) => Array.from({ length: count }, (_, n) => row(n, batch));

describe('many at once', () => {
  test('20 bulk actions on the same records in opposite orders are all done', async () => {
    const client = await app.user();
    const owner = await app.ownerOf(client);
    await client.call<{ data: BulkResult }>('POST', '/proxies/bulk-import', {
      proxies: rowsOf(500, 'bulk'),
    });
    const stored = await app.db.selectFrom('proxies').select('id').where('ownerId', '=', owner.id).execute();
    const ids = stored.map(({ id }) => id);
    const actions = Array.from({ length: 20 }, (_, at) => ({
      records: { ids: at % 2 === 0 ? ids : ids.toReversed() },
      do: { action: 'addTag', tag: { type: 'round', value: String(at % 10) } },
    }));
    const answers = await Promise.all(
      actions.map((body) => client.call<{ data: BulkActionResult }>('POST', '/proxies/bulk-actions', body)),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      actions.map(() => 200),
    );
    const changed = answers.reduce((total, { body }) => total + body.data.changed, 0);
    assert.equal(changed, 10 * ids.length);
  });

  test('edits beside a bulk action on the same records are kept, as is what it does', async () => {
    const client = await app.user();
    await client.call('POST', '/proxies/bulk-import', { proxies: rowsOf(1000, 'edited') });
    const list = async () =>
      (
        await client.call<{ data: { proxies: { id: string; comment: string; tags: { type: string }[] }[] } }>(
          'GET',
          '/proxies?tags=batch:edited',
        )
      ).body.data.proxies;
    const [action, ...edits] = await Promise.all([
      client.call<{ data: BulkActionResult }>('POST', '/proxies/bulk-actions', {
        records: { filter: { tags: 'batch:edited' } },
        do: { action: 'addTag', tag: { type: 'added', value: 'x' } },
      }),
      ...(await list())
        .filter((_, at) => at % 100 === 0)
        .map(({ id }) => client.call('PUT', `/proxies/${id}`, { comment: 'by hand' })),
    ]);
    assert.equal(action.body.data.changed, 1000);
    assert.deepEqual([...new Set(edits.map(({ status }) => status))], [200]);
    const now = await list();
    assert.equal(now.filter(({ comment }) => comment === 'by hand').length, 10);
    assert.ok(now.every(({ tags }) => tags.some(({ type }) => type === 'added')));
  });

  test("imports of a workspace beyond the queue's limit are told to retry", async () => {
    const client = await app.user();
    const imports = Array.from({ length: 30 }, (_, at) =>
      client.call<{ error?: { code: string } }>('POST', '/proxies/bulk-import', {
        proxies: rowsOf(100, `waiting-${at}`),
      }),
    );
    const answers = await Promise.all(imports);
    const refused = answers.filter(({ status }) => status !== 200);
    assert.ok(refused.length > 0 && refused.length < 30, String(refused.length));
    for (const { status, headers, body } of refused) {
      assert.deepEqual([status, body.error?.code], [429, 'RATE_LIMITED']);
      assert.ok(Number(headers.get('retry-after')) > 0);
    }
  });

  test('bulk actions of several servers wait for one another', async () => {
    const client = await app.user();
    const owner = await app.ownerOf(client);
    await client.call('POST', '/proxies/bulk-import', { proxies: rowsOf(300, 'servers') });
    const stored = await app.db.selectFrom('proxies').select('id').where('ownerId', '=', owner.id).execute();
    const ids = stored.map(({ id }) => id);
    const databases = await servers(4);
    const results = await Promise.all(
      databases.map((db, at) =>
        bulkAction(db, {
          table: proxies.owned,
          owner,
          writerOf: () => owner,
          records: { ids: at % 2 === 0 ? ids : ids.toReversed() },
          action: { action: 'addTag', tag: { type: 'server', value: String(at % 2) } },
          preview: false,
          client: new EventEmitter(),
        }),
      ),
    );
    assert.equal(
      results.reduce((total, { changed }) => total + changed, 0),
      2 * ids.length,
    );
  });

  test('a record lost after its preparation leaves no tag and no change, and does not affect others', async () => {
    const client = await app.user();
    const owner = await app.ownerOf(client);
    const records = [0, 1, 2].map((n) => ({
      fields: { ...row(n, 'lost'), port: 8080, type: 'HTTP', isActive: true },
      owners: {},
      key: String(n),
    }));
    const prepared = await prepareMany(app.db, owner, proxies.owned, records);
    // Another import adds the last one meanwhile; the caller refuses the first one.
    await client.call('POST', '/proxies', { ...row(2, 'lost'), port: 8080, tags: [] });
    const lost = await inBatch(app.db, { kind: 'import', table: 'proxies', owner }, (tx, batch) =>
      insertMany(tx, owner, proxies.owned, prepared, ({ key }) => key === '0', batch),
    );
    assert.deepEqual([...lost].sort(), ['0', '2']);
    const { body } = await client.call<{ data: { proxies: { name: string }[] } }>(
      'GET',
      '/proxies?tags=batch:lost',
    );
    assert.deepEqual(
      body.data.proxies.map(({ name }) => name),
      ['Proxy 1'],
    );
    const links = await app.db
      .selectFrom('record_tags')
      .select('recordId')
      .where('ownerId', '=', owner.id)
      .execute();
    assert.equal(links.length, 2);
    const batches = await app.db
      .selectFrom('batches')
      .select('created')
      .where('ownerId', '=', owner.id)
      .where('kind', '=', 'import')
      .execute();
    assert.deepEqual(batches, [{ created: 1 }]);
  });
});
