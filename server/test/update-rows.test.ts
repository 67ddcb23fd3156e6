// On both engines: the statement differs by engine.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { updateRows } from '../src/records/table/update-rows.ts';
import { startApp } from './test-app.ts';

const { db } = await startApp();

test('rows updated together keep decimals, large integers, flags, texts and nulls', async () => {
  const before = { ownerId: 'w', price: 1, at: 1, flag: 0, note: 'x' };
  const changes = [
    { price: 12.5, at: 1_764_123_456_789, flag: 1, note: '12.5' },
    { price: 0.01, at: 9_007_199_254_740_991, flag: 0, note: null },
    { price: null, at: 2, flag: 1, note: '' },
    { price: 3, at: -1, flag: 0, note: 'x' },
  ];
  await db.transaction().execute(async (tx) => {
    await sql`create table priced ("ownerId" text, id text, price double precision, at bigint, flag integer, note text)`.execute(
      tx,
    );
    const rows = changes.map((change, at) => ({
      before: { ...before, id: String(at) },
      after: { ...before, ...change, id: String(at) },
    }));
    for (const { before: row } of rows)
      await tx
        .insertInto('priced' as 'domains')
        .values(row as never)
        .execute();
    await updateRows(tx, { id: 'w' }, 'priced' as 'domains', rows);
    const stored = async () =>
      (
        await sql<(typeof changes)[number]>`select price, at, flag, note from priced order by id`.execute(tx)
      ).rows.map((row) => ({ ...row }));
    assert.deepEqual(await stored(), changes);
    // A row may be written as it is.
    const unchanged = rows.map(({ after }) => ({ before: after, after }));
    await updateRows(tx, { id: 'w' }, 'priced' as 'domains', unchanged);
    assert.deepEqual(await stored(), changes);
  });
});
