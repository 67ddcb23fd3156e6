// On both engines: keys are replaced row by row beside writes.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ownedTables, entityOf } from '../src/records/kinds/entities.ts';
import { inBatch } from '../src/records/history/batches.ts';
import { isSealed } from '../src/records/kinds/codec.ts';
import { OwnedTable } from '../src/records/table/owned-table.ts';
import { resealing } from '../src/ops/resealing.ts';
import { Keyring } from '../src/secrets/keyring.ts';
import { UnsealError } from '../src/secrets/seal.ts';
import { isRotating, rotateKeyFile } from '../src/access/key-rotation.ts';
import { fixtures } from './fixtures/all.ts';
import { jobRun } from './job-run.ts';
import { createHistory, createRecord } from './records.ts';
import { sealedValues } from './sealed-values.ts';
import { type Client, type TestApp, startApp } from './test-app.ts';

const app = await startApp();
const { db } = app;

const rotate = ({ config, db }: TestApp, compromised = false) =>
  rotateKeyFile(db, 'file' in config.masterKey ? config.masterKey.file : '', { compromised });
/** Runs the job; `save` can interrupt it. */
const reseal = (
  { services }: TestApp,
  given: { save?: (text: string) => Promise<void>; progress?: string | null } = {},
) => resealing(services, 0).run(jobRun(given));
/**
 * Makes the server check for rotated keys now instead of within two seconds; twice, as a check may have begun before.
 */
async function noticed({ services }: TestApp): Promise<void> {
  await services.keyring.systemKeys();
  await services.keyring.systemKeys();
}

/** Everything that the API returns. */
const everything = (client: Client): Promise<string[]> =>
  Promise.all(Object.values(fixtures).map(async ({ crud }) => (await client.call('GET', crud.path)).text));
const keysInUse = async ({ db }: TestApp) => new Set((await sealedValues(db)).map(({ key }) => key));

const owner = await app.user('owner@example.com');
const other = await app.user('other@example.com');
for (const client of [owner, other]) await createHistory(client);

describe('the rotation of the master key', () => {
  test('reseals every value anywhere in the database', async () => {
    const [before, values] = [await keysInUse(app), await sealedValues(db)];
    const places = new Set(values.map(({ where }) => where));
    const columns = ownedTables.flatMap((table) =>
      Object.entries(entityOf[table].fields).flatMap(([field, { column }]) =>
        isSealed(column) ? [`${table}.${field}`] : [],
      ),
    );
    for (const place of [...columns, 'changes.before', 'changes.after', 'wrapped_keys.wrapped'])
      assert.ok(places.has(place), `nothing is sealed in ${place}`);
    const answers = [await everything(owner), await everything(other)];
    await rotate(app);
    await reseal(app);
    assert.equal(await isRotating(db), false);
    const now = await sealedValues(db);
    const left = now.filter(({ key }) => before.has(key)).map(({ where }) => where);
    assert.deepEqual([...new Set(left)], [], 'still sealed with an old key');
    const secrets = (all: typeof values) => all.filter(({ where }) => !where.startsWith('wrapped')).length;
    assert.equal(secrets(now), secrets(values));
    await noticed(app);
    assert.deepEqual([await everything(owner), await everything(other)], answers);
  });

  test('the history opens with the new keys, and versions stay as they were', async () => {
    const { id: workspace, sealer } = await app.ownerOf(owner);
    const version = async () => (await owner.call('GET', '/emails')).text;
    const before = await version();
    await rotate(app);
    await reseal(app);
    await noticed(app);
    assert.equal(await version(), before);
    const rows = await db.selectFrom('changes').selectAll().where('ownerId', '=', workspace).execute();
    let opened = 0;
    for (const { tableName, recordId, before: was, after: is } of rows)
      for (const json of [was, is])
        for (const [field, value] of Object.entries(JSON.parse(json ?? '{}') as Record<string, unknown>))
          if (typeof value === 'string' && value.startsWith('v1.')) {
            sealer.unseal(tableName, field, recordId, value);
            opened += 1;
          }
    assert.ok(opened > 10, String(opened));
  });

  test('resumes after an interruption, and across another rotation', async () => {
    const before = await keysInUse(app);
    const answers = await everything(owner);
    let progress: string | null = null;
    for (let rotations = 0; rotations < 2; rotations += 1) {
      await rotate(app);
      const save = (text: string): Promise<void> => {
        progress = text;
        return Promise.reject(new Error('killed'));
      };
      await assert.rejects(reseal(app, { save, progress }), /killed/);
    }
    await noticed(app);
    assert.deepEqual(await everything(owner), answers, 'halfway');
    await reseal(app, { progress });
    await noticed(app);
    assert.deepEqual(await everything(owner), answers);
    for (const key of await keysInUse(app)) assert.ok(!before.has(key));
  });

  test('a process that has not noticed cannot leave a value with a retired key', async () => {
    const late = new Keyring(db, app.config.masterKey);
    const own = await app.ownerOf(owner);
    const stale = { ...own, sealer: await late.sealer(own.id) };
    await rotate(app);
    const table = new OwnedTable('email_accounts');
    const write = (email: string, then = () => {}) =>
      inBatch(db, { kind: 'edit', table: 'email_accounts', owner: stale }, async (tx, batch) => {
        await table.insert(tx, stale, { email, password: 'late', tags: [] }, batch);
        then();
      });
    await write('before@example.com');
    await reseal(app);
    await assert.rejects(write('after@example.com'), { code: 'SERVICE_UNAVAILABLE' });
    await noticed(app);
    // As if the process noticed between sealing a value and storing it.
    const { sealer } = await app.ownerOf(owner);
    const { seal } = stale.sealer;
    stale.sealer = {
      seal: seal.bind(stale.sealer),
      unseal: sealer.unseal.bind(sealer),
      keyOf: sealer.keyOf.bind(sealer),
      fingerprint: stale.sealer.fingerprint.bind(stale.sealer),
    };
    const sealed = stale.sealer.seal('email_accounts', 'password', own.id, 'late');
    const open = () => void sealer.unseal('email_accounts', 'password', own.id, sealed);
    assert.throws(open, UnsealError);
    for (const then of [() => {}, open])
      await assert.rejects(write('meanwhile@example.com', then), { code: 'SERVICE_UNAVAILABLE' });
    const { text } = await owner.call('GET', '/emails');
    assert.ok(text.includes('before@example.com'));
    assert.ok(!text.includes('after@example.com') && !text.includes('meanwhile@example.com'));
  });

  test('skips a damaged value, and finishes', async () => {
    const { id } = await createRecord(owner, 'emails');
    const damaged = await db
      .selectFrom('email_accounts')
      .select('password')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const password = damaged.password?.slice(0, -2) ?? '';
    await db.updateTable('email_accounts').set({ password }).where('id', '=', id).execute();
    await rotate(app);
    // The server must learn of the new keys before the old ones are deleted.
    await reseal(app, { save: () => noticed(app) });
    assert.equal(await isRotating(db), false);
    assert.match(app.logs(), /"damaged":1,.*"secrets resealed"/);
    await noticed(app);
    assert.equal((await owner.call('DELETE', `/emails/${id}`)).status, 200);
  });
});

describe('the keys that sign tokens', () => {
  test('are replaced by a rotation, and accepted for 15 more minutes at most', async (t) => {
    const own = await startApp();
    const user = await own.user();
    const me = (token: string) => own.call('GET', '/auth/me', undefined, token);
    const first = await own.services.keyring.signingKey();
    await rotate(own);
    await reseal(own);
    await noticed(own);
    assert.notDeepEqual(await own.services.keyring.signingKey(), first);
    assert.equal((await me(user.token)).status, 200, 'a token from before');
    const again = await own.call<{ data: { accessToken: string } }>('POST', '/auth/refresh', {
      refreshToken: user.refreshToken,
    });
    assert.equal((await me(again.body.data.accessToken)).status, 200);
    const keys = await own.services.keyring.systemKeys();
    assert.equal(keys.accepted.length, 2);
    for (const minutes of [15, -16]) {
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + minutes * 60_000 });
      assert.equal(keys.accepted.length, 1);
      t.mock.timers.reset();
    }
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 15 * 60_000 });
    await reseal(own);
    const rows = own.db.selectFrom('wrapped_keys').select('id').where('ownerId', '=', 'system');
    assert.equal((await rows.execute()).length, 2, 'one to sign, one for fingerprints');
  });

  test('end at once, with all sessions, if they were compromised', async () => {
    const own = await startApp();
    const user = await own.user('one@example.com');
    const { id: workspace } = await own.ownerOf(user);
    const taken = await own.services.keyring.systemKeys();
    const [signing, fingerprint] = [taken.signing.bytes, taken.fingerprint];
    await rotate(own, true);
    await noticed(own);
    const refreshed = await own.call('POST', '/auth/refresh', { refreshToken: user.refreshToken });
    assert.equal(refreshed.status, 401);
    assert.equal((await own.call('GET', '/auth/me', undefined, user.token)).status, 401);
    const keys = await own.services.keyring.systemKeys();
    assert.equal(keys.accepted.length, 1);
    assert.notDeepEqual(keys.signing.bytes, signing);
    assert.notDeepEqual(keys.fingerprint, fingerprint);
    await reseal(own);
    await noticed(own);
    const data = await own.db
      .selectFrom('wrapped_keys')
      .select('id')
      .where('ownerId', '=', workspace)
      .execute();
    assert.equal(data.length, 1);
  });
});
