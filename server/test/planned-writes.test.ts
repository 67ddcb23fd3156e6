import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { engineOf } from '../src/db/engines/engine-of.ts';
import { planWrites } from '../src/db/planned-writes.ts';
import { type Schema, globalOwner } from '../src/db/schema.ts';
import { inPlannedBatch } from '../src/records/history/batches.ts';
import { batchesOf } from '../src/records/history/read.ts';
import { OwnedTable } from '../src/records/owned-table.ts';
import { createRecord } from './records.ts';
import { createAccount, createType } from './registrators.ts';
import { startApp } from './test-app.ts';

const app = await startApp();
const admin = await app.user();
const user = await app.user();
const owner = await app.ownerOf(user);
const emails = new OwnedTable('email_accounts');
const isSqlite = engineOf<Schema>(app.db) === 'sqlite';
const act = { kind: 'bulk', table: 'email_accounts', owner } as const;

async function commentOf(id: string) {
  const { body } = await user.call<{ data: { emailAccount: { comment: string } } }>('GET', `/emails/${id}`);
  return body.data.emailAccount.comment;
}

test('an action works out its writes again, in the transaction, if the workspace has changed meanwhile', async () => {
  const { id } = await createRecord(user, 'emails');
  let runs = 0;
  await inPlannedBatch(app.db, act, async (tx, batch) => {
    runs += 1;
    const before = await emails.find(tx, owner, id);
    // Only before the transaction: SQLite would let it wait for the transaction's end.
    if (runs === 1 && isSqlite) await user.call('PUT', `/emails/${id}`, { comment: 'meanwhile' });
    const comment = `${before.comment ?? ''}, then this`;
    await emails.updateMany(tx, owner, [{ before, fields: { comment } }], batch);
  });
  assert.equal(runs, isSqlite ? 2 : 1);
  assert.match(await commentOf(id), isSqlite ? /^meanwhile, then this$/ : /, then this$/);
  const [batch] = (await batchesOf(app.db, owner, 1)).items;
  assert.equal(batch?.updated, 1, 'the plan that was dropped counts nothing');
});

test('an action executes its planned writes in one transaction if nothing has changed', async () => {
  const { id } = await createRecord(user, 'emails');
  let runs = 0;
  await inPlannedBatch(app.db, act, async (tx, batch) => {
    runs += 1;
    const before = await emails.find(tx, owner, id);
    await emails.updateMany(tx, owner, [{ before, fields: { comment: 'planned' } }], batch);
    assert.equal(await commentOf(id), before.comment ?? '', 'nobody sees it before the end');
  });
  assert.equal(runs, 1);
  assert.equal(await commentOf(id), 'planned');
});

test('an action that fails while its writes are worked out writes nothing', async () => {
  const { id } = await createRecord(user, 'emails');
  const failing = inPlannedBatch(app.db, act, async (tx, batch) => {
    const before = await emails.find(tx, owner, id);
    await emails.updateMany(tx, owner, [{ before, fields: { comment: 'half' } }], batch);
    throw new Error('Stopped');
  });
  await assert.rejects(failing, /Stopped/);
  assert.notEqual(await commentOf(id), 'half');
});

test('a planned deletion is worked out again if another workspace has begun to use the record', async () => {
  const { id } = await createType(admin, { isGlobal: true });
  const types = new OwnedTable('registrator_types');
  const administrator = await app.ownerOf(admin);
  // A workspace without a write has no revision, and nothing is planned in it.
  await createRecord(admin, 'emails');
  const use = () => createAccount(user, { registratorTypeId: id });
  if (!isSqlite) await use();
  const everyone = { ...administrator, id: globalOwner };
  const refused = await inPlannedBatch(
    app.db,
    { kind: 'delete', table: 'registrator_types', owner: administrator },
    async (tx, batch) => {
      const before = await types.find(tx, everyone, id);
      const inUse = await types.removeMany(tx, everyone, [before], batch);
      // Moves the revision of another workspace only.
      if (isSqlite && inUse.size === 0) await use();
      return inUse;
    },
  );
  assert.equal(refused.get(id)?.message, 'Used by 1 registrator account');
  assert.equal((await admin.call('GET', `/registrator-types/${id}`)).status, 200);
});

test('writes that would take too much memory are not kept', async () => {
  const mebibyte = 'x'.repeat(1024 * 1024);
  const write = (count: number) =>
    planWrites(app.db, async (tx) => {
      for (let n = 0; n < count; n += 1)
        await sql`update email_accounts set comment = ${mebibyte} where id = ''`.execute(tx);
    });
  assert.equal((await write(47))?.writes.length, 47);
  assert.equal(await write(49), null);
});
