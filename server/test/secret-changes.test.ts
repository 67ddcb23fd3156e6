// On both engines: fingerprints are read by statements of their own.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { Exposed } from '@quartermaster/contract/exposure/exposure.schema';
import type { Server } from '@quartermaster/contract/entities/servers/servers.schema';
import { type CompiledQuery, sql } from 'kysely';
import { backUp } from '../src/ops/backup.ts';
import { resealing } from '../src/ops/resealing.ts';
import { textLength } from '../src/records/kinds/row.ts';
import { activateNextKeys, markOfNextKeys, rotateKeyFile } from '../src/access/key-rotation.ts';
import { sealedWith } from '../src/secrets/seal.ts';
import { jobRun } from './job-run.ts';
import { createRecord, createWithoutNote } from './records.ts';
import { startApp } from './test-app.ts';

const app = await startApp();
const { db } = app;
const user = await app.user();
const { id: ownerId, sealer } = await app.ownerOf(user);
const run = jobRun();

const rotate = () => {
  const { masterKey } = app.config;
  return rotateKeyFile(db, 'file' in masterKey ? masterKey.file : '', { compromised: false });
};
const put = async (path: string, body: unknown) => {
  const { status, text } = await user.call('PUT', path, body);
  assert.equal(status, 200, text);
};
const rowsOf = (recordId: string) =>
  db
    .selectFrom('secret_changes')
    .selectAll()
    .where('recordId', '=', recordId)
    .orderBy('at')
    .orderBy('path')
    .execute();
/** What each change did to each secret: in words, instead of fingerprints. */
const told = async (recordId: string) =>
  (await rowsOf(recordId)).map(({ path, before, after }) => [
    path,
    before === '' ? 'set' : after === '' ? 'cleared' : 'changed',
  ]);
const exposure = async () =>
  (
    await user.call<{ data: { exposure: Exposed[] } }>('GET', `/members/${user.userId}/exposure`)
  ).body.data.exposure.toSorted((a, b) => (a.recordId + a.field < b.recordId + b.field ? -1 : 1));

const email = await createWithoutNote(user, 'emails');
const account = await createRecord(user, 'registrator-accounts');
const server = (await createWithoutNote(user, 'servers')) as unknown as Server;
const [root, ...others] = server.users;
assert.ok(root);

describe('the history of secrets', () => {
  test('has a fingerprint for each path that was set, cleared or sent again, equal or not', async () => {
    const [first] = await rowsOf(email.id);
    assert.deepEqual(await told(email.id), [['password', 'set']]);
    await put(`/emails/${email.id}`, { password: 'second' });
    await put(`/emails/${email.id}`, { password: 'second', comment: 'the same password' });
    await put(`/emails/${email.id}`, { password: email.password });
    assert.deepEqual(await told(email.id), [
      ['password', 'set'],
      ['password', 'changed'],
      ['password', 'changed'],
      ['password', 'changed'],
    ]);
    const last = (await rowsOf(email.id)).at(-1);
    assert.equal(last?.after, first?.after, 'equal values have equal fingerprints');
    assert.equal(last?.actorId, user.userId);

    const path = `users.${root.id}.`;
    const added = { username: 'deploy', password: 'added', sshKey: null, isDefault: false };
    await put(`/servers/${server.id}`, { users: [{ ...root, sshKey: null }, ...others, added] });
    const { body } = await user.call<{ data: { server: Server } }>('GET', `/servers/${server.id}`);
    const other = body.data.server.users.find(({ username }) => username === 'deploy');
    assert.deepEqual(
      (await told(server.id)).slice(-4).toSorted(),
      [
        [`${path}password`, 'changed'],
        [`${path}sshKey`, 'cleared'],
        [`users.${others[0]?.id}.password`, 'changed'],
        [`users.${other?.id}.password`, 'set'],
      ].toSorted(),
    );

    await put(`/registrator-accounts/${account.id}`, { apiCredentials: { apiKey: 'one', other: 'x' } });
    const before = (await told(account.id)).length;
    await put(`/registrator-accounts/${account.id}`, { apiCredentials: { apiKey: 'two', other: 'x' } });
    assert.deepEqual((await told(account.id)).slice(before), [
      ['apiCredentials.apiKey', 'changed'],
      ['apiCredentials.other', 'changed'],
    ]);
  });

  test('binds a fingerprint to its key and its place, so that equal passwords cannot be told', async () => {
    const two = [await createWithoutNote(user, 'emails'), await createWithoutNote(user, 'emails')];
    for (const { id } of two) await put(`/emails/${id}`, { password: 'hunter2' });
    const rows = await Promise.all(two.map(async ({ id }) => (await rowsOf(id)).at(-1)?.after));
    assert.equal(new Set(rows).size, 2);
    const stranger = await app.user();
    const { sealer: foreign } = await app.ownerOf(stranger);
    const of = (by: typeof sealer) =>
      by.fingerprint('email_accounts', two[0]?.id ?? '', 'password', 'hunter2');
    assert.equal(rows[0], of(sealer));
    assert.notEqual(rows[0]?.split('.')[2], of(foreign).split('.')[2]);
    assert.match(rows[0] ?? '', /^f1\.[0-9a-f]{16}\.[\w-]{22}$/);
  });

  test('a damaged secret can be replaced, and counts as another value', async () => {
    const { id } = await createWithoutNote(user, 'emails');
    await user.call('GET', `/emails/${id}`);
    await db.updateTable('email_accounts').set({ password: 'v1.gone.x.y' }).where('id', '=', id).execute();
    await put(`/emails/${id}?secrets=omit`, { password: 'new' });
    assert.equal((await rowsOf(id)).length, 2);
  });
});

const openItems = async () => {
  const { status, body, text } = await user.call<{ data: { workLists: { open: number }[] } }>(
    'GET',
    '/work-lists',
  );
  assert.equal(status, 200, text);
  return body.data.workLists.map(({ open }) => open);
};
const listFor = async (area: string, id: string) => {
  const made = await user.call('POST', '/work-lists', { name: id, area, ids: [id] });
  assert.equal(made.status, 201, made.text);
};

/** The leaver report says the same, whatever the state of the fingerprints. */
async function assertSame(act: (same: (when: string) => Promise<void>) => Promise<void>): Promise<void> {
  const before = await exposure();
  assert.ok(before.some(({ changed }) => changed) && before.some(({ changed }) => !changed));
  await act(async (when) => assert.deepEqual(await exposure(), before, when));
}

describe('reports', () => {
  before(async () => {
    await user.call('GET', '/emails');
    await user.call('GET', `/servers/${server.id}`);
    await put(`/emails/${email.id}`, { password: 'changed since' });
  });

  test('stay the same while a rotation replaces the key of the fingerprints, and afterwards', async () => {
    const listed = await createWithoutNote(user, 'emails');
    await listFor('emails', listed.id);
    await put(`/emails/${listed.id}`, { password: 'for a while' });
    const forgotten = await createWithoutNote(user, 'emails');
    await put(`/emails/${forgotten.id}`, { password: 'forgotten' });
    await user.call('POST', `/emails/${forgotten.id}/forget`, { field: 'password' });
    const changed = [
      ['password', 'set'],
      ['password', 'changed'],
    ];
    assert.deepEqual(await told(forgotten.id), changed);
    await assertSame(async (same) => {
      const keys = async () => {
        const rows = await db.selectFrom('secret_changes').select(['before', 'after']).execute();
        return new Set(rows.map(({ before, after }) => sealedWith(after || before)));
      };
      const old = await keys();
      assert.deepEqual(await openItems(), [0]);
      // Of what is pruned, the fingerprints alone remain.
      const pruned = (await rowsOf(email.id)).map(({ changeId }) => changeId);
      await db.deleteFrom('changes').where('id', 'in', pruned).execute();
      await rotate();
      await activateNextKeys(db, (await markOfNextKeys(db)) ?? '', Date.now());
      await app.services.keyring.systemKeys();
      await app.services.keyring.systemKeys();
      await same('before its changes get fingerprints of the new key');
      // Changed with a fingerprint of the old key, and back with one of the new key.
      await put(`/emails/${listed.id}`, { password: listed.password });
      assert.deepEqual(await openItems(), [1]);
      await resealing(app.services, 0).run(run);
      assert.deepEqual(await openItems(), [1]);
      for (const key of await keys()) assert.ok(!old.has(key), 'a fingerprint of the old key');
    });
    assert.deepEqual(await told(forgotten.id), changed);
  });
});

/** The characters of the largest answer of a statement during some work. */
async function largestAnswer(work: () => Promise<unknown>): Promise<number> {
  let largest = 0;
  const executor = db.getExecutor();
  const provide = executor.provideConnection.bind(executor);
  executor.provideConnection = (use) =>
    provide(async (connection) => {
      const execute = connection.executeQuery.bind(connection);
      connection.executeQuery = async <R>(query: CompiledQuery) => {
        const result = await execute<R>(query);
        largest = Math.max(largest, textLength({ answer: JSON.stringify(result.rows) }));
        return result;
      };
      return use(connection).finally(() => (connection.executeQuery = execute));
    });
  try {
    await work();
  } finally {
    executor.provideConnection = provide;
  }
  return largest;
}

describe('a history of large records', () => {
  const copies = 12;
  let largest = 0;
  /** One change after others that together had less than a mebibyte. */
  const isOne = (read: number) => read > largest / 2 && read < largest + 1_200_000;

  const users = (sshKey: string) =>
    Array.from({ length: 48 }, (_, n) => ({ username: `u${n}`, password: 'x', sshKey, isDefault: n === 0 }));
  const sshKey = `-----BEGIN KEY----- ${'x'.repeat(16_000)}`;

  before(async () => {
    await put(`/servers/${server.id}`, { users: users(sshKey) });
    await listFor('servers', server.id);
    await put(`/servers/${server.id}`, { users: users(`${sshKey}y`) });
    const {
      id,
      at,
      before: was,
    } = await db
      .selectFrom('changes')
      .selectAll()
      .where('recordId', '=', server.id)
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    largest = 2 * textLength({ was });
    assert.ok(largest > 2_000_000, String(largest));
    // The same change again and again.
    const again = sql`with recursive n(n) as (select 1 union all select n + 1 from n where n < ${sql.lit(copies)})`;
    await sql`insert into changes
      ("ownerId", id, at, "actorId", "tableName", "recordId", action, before, after, "batchId", "schemaVersion") ${again}
      select "ownerId", id || n, cast(${at} as bigint) + n, "actorId", "tableName", "recordId", action, before, after,
        "batchId", "schemaVersion" from changes cross join n where "ownerId" = ${ownerId} and id = ${id}`.execute(
      db,
    );
    await sql`insert into secret_changes
      ("ownerId", "changeId", path, "tableName", "recordId", at, "actorId", before, after) ${again}
      select "ownerId", "changeId" || n, path, "tableName", "recordId", cast(${at} as bigint) + n, "actorId", before, after
      from secret_changes cross join n where "ownerId" = ${ownerId} and "changeId" = ${id}`.execute(db);
  });

  test('is compared by its fingerprints, without being read', async () => {
    assert.ok((await rowsOf(server.id)).length > copies * 48);
    // The record itself is read, for the names of its users.
    const read = await largestAnswer(async () => assert.equal((await openItems())[0], 48));
    assert.ok(read < largest, String(read));
    assert.ok(isOne(await largestAnswer(exposure)));
  });

  test('is backed up one change at a time', async () => {
    const file = join(app.config.dataDir, 'backup.gz');
    const read = await largestAnswer(() => backUp(db, file, app.config.masterKey));
    assert.ok(isOne(read), String(read));
  });

  test('is compared, resealed and given fingerprints of a new key one change at a time', async () => {
    await rotate();
    await activateNextKeys(db, (await markOfNextKeys(db)) ?? '', Date.now());
    await app.services.keyring.systemKeys();
    await app.services.keyring.systemKeys();
    await put(`/servers/${server.id}`, { users: users(`${sshKey}z`) });
    for (const work of [
      async () => assert.equal((await openItems())[0], 48),
      () => resealing(app.services, 0).run(run),
    ]) {
      const read = await largestAnswer(work);
      assert.ok(isOne(read), `${String(work)}: ${read}`);
    }
  });
});
