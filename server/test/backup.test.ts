// On both engines: a backup is read from one engine and restored into the other.
import assert from 'node:assert/strict';
import { copyFile, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { readConfig } from '../src/config.ts';
import { kept } from '../src/ops/kept-tables.ts';
import { connect } from '../src/db/open.ts';
import { migrate } from '../src/db/migrate.ts';
import type { Schema } from '../src/db/schema.ts';
import { makeToken } from './api-tokens.ts';
import { refusesChanges } from './backup-changes.ts';
import { fixtures } from './fixtures/all.ts';
import { createRecord } from './records.ts';
import { callServer, runCommand, startServer } from './server-process.ts';
import { type Client, engine, emptyStore, newStore, password, startApp } from './test-app.ts';

type Settings = Record<string, string>;
/** The message that an operator sees when a command fails. */
const refusal = (settings: Settings, ...args: string[]): Promise<string> =>
  runCommand(settings, ...args).then(
    () => assert.fail('it succeeded'),
    (error: unknown) => {
      const { code, stderr } = error as { code: number; stderr: string };
      assert.equal(code, 1);
      return stderr;
    },
  );

const open = (settings: Settings) => {
  const db = connect(readConfig(settings), () => undefined, { bounded: false });
  after(() => db.destroy());
  return db;
};
async function rowsOf(settings: Settings): Promise<Record<string, object[]>> {
  const db = open(settings);
  const rows: Record<string, object[]> = {};
  const there = new Set((await db.introspection.getTables()).map(({ name }) => name));
  for (const [table, key] of Object.entries(kept)) {
    if (!there.has(table)) continue;
    const all = await db
      .selectFrom(table as keyof Schema)
      .selectAll()
      .execute();
    if (all.length === 0) continue;
    const keyOf = (row: object) => key.map((column) => row[column as never]).join('\0');
    rows[table] = all.map((row) => ({ ...row })).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  }
  return rows;
}
/** The rows after this many restores in turn, without the audit events of those restores. */
async function restoredRows(settings: Settings, times = 1): Promise<Record<string, object[]>> {
  const { audit_events: all = [], workspaces = [], users = [], ...others } = await rowsOf(settings);
  // Nothing is sent until an administrator resumes it.
  assert.ok(workspaces.every((row) => 'sendingPausedAt' in row && Number(row.sendingPausedAt) > 0));
  // Links that were mailed before are void.
  assert.ok(users.every((row) => 'accessEndedAt' in row && Number(row.accessEndedAt) > 0));
  const rows = {
    ...others,
    workspaces: workspaces.map((row) => ({ ...row, sendingPausedAt: null })),
    ...(users.length > 0 && { users: users.map((row) => ({ ...row, accessEndedAt: null })) }),
  };
  const events = all.filter((event) => !('action' in event && event.action === 'backup.restored'));
  assert.equal(all.length - events.length, times);
  return events.length > 0 ? { ...rows, audit_events: events } : rows;
}
/** A new store on either engine, with the first one's master key. */
async function restoreTarget(master: string, kind: 'sqlite' | 'either' = 'either'): Promise<Settings> {
  const store = await emptyStore();
  const { DATABASE_URL: _, ...sqlite } = store;
  await copyFile(master, join(store.DATA_DIR, 'master.key'));
  return kind === 'sqlite' ? sqlite : store;
}

const store = await newStore();
const app = await startApp({}, store);
const user = await app.user('owner@example.com');
const other = await app.user('other@example.com');
for (const area of Object.keys(fixtures))
  for (const client of [user, user, other]) await createRecord(client, area, { optional: true });
const master = join(app.config.dataDir, 'master.key');
const file = join(app.config.dataDir, 'backup.gz');
assert.match(await runCommand(store, 'backup', file), /^Wrote \d+ rows to .+The master key is not in it/);

const backedUp = await rowsOf(store);

type Item = Record<string, unknown>;
/** Everything that a user can read, secrets included. */
async function everything(call: Client['call']): Promise<Item> {
  const seen: Item = {};
  for (const [area, { crud }] of Object.entries(fixtures))
    seen[area] = (await call<{ data: Item }>('GET', crud.path)).body.data[crud.listKey];
  return seen;
}

describe('backup and restore', () => {
  for (const kind of engine === 'sqlite' ? (['sqlite'] as const) : (['either', 'sqlite'] as const))
    test(`${engine} to ${kind === 'either' ? engine : kind} and back keeps every row and opens every secret`, async () => {
      const target = await restoreTarget(master, kind);
      assert.match(await runCommand(target, 'restore', file), /^Restored \d+ rows from/);
      assert.deepEqual(await restoredRows(target), backedUp);
      const back = await restoreTarget(master);
      const second = join(back.DATA_DIR ?? '', 'second.gz');
      await runCommand(target, 'backup', second);
      await runCommand(back, 'restore', second);
      assert.deepEqual(await restoredRows(back, 2), backedUp);

      const server = await startServer(back);
      after(() => server.stop('SIGKILL'));
      const { body } = await callServer<{ data: { tokens: { accessToken: string } } }>(
        server.url,
        'POST',
        '/auth/login',
        undefined,
        { email: user.email, password },
      );
      const token = body.data.tokens.accessToken;
      const call = ((method: string, path: string) =>
        callServer(server.url, method, path, token)) as unknown as Client['call'];
      assert.deepEqual(await everything(call), await everything(user.call));
      const old = await callServer<{ error: { code: string } }>(server.url, 'GET', '/auth/me', user.token);
      assert.equal(old.body.error.code, 'TOKEN_EXPIRED', 'sessions are not in a backup');
    });

  test('the file is readable by its owner alone, contains no plaintext secret, and overwrites nothing', async () => {
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const text = gunzipSync(await readFile(file)).toString();
    const key = (await readFile(master, 'utf8')).trim();
    for (const secret of [key, Buffer.from(key, 'hex').toString('base64'), user.refreshToken])
      assert.ok(!text.includes(secret));
    assert.match(await refusal(store, 'backup', file), /exists already; name another file/);
    assert.match(
      await refusal({ DATA_DIR: join(app.config.dataDir, 'none') }, 'backup', 'x'),
      /no database at/,
    );
  });

  test('is a consistent snapshot of a database under writes', async () => {
    let writing = true;
    const writes = (async () => {
      for (let count = 0; writing; count += 1)
        await user.call('POST', '/emails', { email: `during-${count}@example.com`, password: 'x' });
    })();
    const during = `${file}.during`;
    await runCommand(store, 'backup', during);
    writing = false;
    await writes;
    const target = await restoreTarget(master);
    await runCommand(target, 'restore', during);
    const { email_accounts: accounts = [], changes = [] } = await rowsOf(target);
    const written = changes.filter(
      (change) => 'tableName' in change && change.tableName === 'email_accounts',
    );
    assert.equal(accounts.length, written.length, 'each row with its change');
  });

  test('a damaged, truncated, foreign or newer file is refused before anything changes', async () => {
    const whole = await readFile(file);
    const text = gunzipSync(whole).toString();
    const target = await restoreTarget(master);
    const bad = `${file}.bad`;
    const damaged = Buffer.from(whole);
    damaged.writeUInt8(damaged.readUInt8(whole.length >> 1) ^ 1, whole.length >> 1);
    const rows = text.split('\n');
    for (const [content, words] of [
      [damaged, /is damaged or cut short; nothing was restored/],
      [whole.subarray(0, -100), /is damaged or cut short/],
      [whole.subarray(0, whole.length >> 1), /is damaged or cut short/],
      [gzipSync(rows.toSpliced(rows.length >> 1, 1).join('\n')), /is damaged or cut short/],
      [gzipSync(rows.slice(0, -2).join('\n')), /is damaged or cut short/],
      [gzipSync(text.replace('owner@example.com', 'taken@example.com')), /is damaged or cut short/],
      [Buffer.from('domain,status\n'), /is not a backup of Quartermaster/],
      [gzipSync('{}\n'), /is not a backup of Quartermaster/],
      [Buffer.alloc(0), /is not a backup of Quartermaster/],
      [gzipSync(text.replace('"format":2', '"format":3')), /newer version of Quartermaster/],
    ] as const) {
      await writeFile(bad, content);
      assert.match(await refusal(target, 'restore', bad), words);
    }
    assert.match(await refusal(target, 'restore', `${file}.none`), /none can't be used: no such file/);
    await runCommand(target, 'restore', file);
    await truncate(bad);
  });

  test('a changed file is refused, whatever was changed, and changes nothing', async (t) => {
    const other = `${file}.other`;
    await runCommand(store, 'backup', other);
    const target = await restoreTarget(master);
    const { masterKey } = readConfig(target);
    const refused = await refusesChanges(open(target), [file, other], masterKey, Math.random, 0.02);
    t.diagnostic(`${refused} changed files refused`);
  });

  test('a restore ends API tokens and invitations, or keeps the tokens and names them', async () => {
    assert.match(
      await runCommand(await restoreTarget(master), 'restore', '--keep-tokens', file),
      /Invitations have to be made anew; the file has no API tokens\.$/m,
    );
    await makeToken(user, { name: 'Nightly "report"' });
    const invited = await user.call('POST', '/invitations', { email: 'late@example.com', role: 'VIEWER' });
    assert.equal(invited.status, 201, invited.text);
    const calendar = await user.call<{ data: { url: string } }>('POST', '/calendars', {
      name: 'Removed later',
    });
    assert.equal(calendar.status, 201, calendar.text);
    const { pathname } = new URL(calendar.body.data.url);
    const feedAt = async (url: string) => (await fetch(new URL(pathname, url))).status;
    assert.equal(await feedAt(app.url), 200);
    const given = `${file}.given`;
    await runCommand(store, 'backup', given);
    const [ending, keeping] = [await restoreTarget(master), await restoreTarget(master)];
    assert.match(
      await runCommand(ending, 'restore', given),
      /Everyone signs in again\. Invitations and API tokens have to be made anew\. Addresses of calendars have ended\./,
    );
    assert.match(
      await runCommand(keeping, 'restore', '--keep-tokens', given),
      /1 API tokens work again.+\n {2}"Nightly \\"report\\"" of owner@example\.com in "owner", until 20/,
    );
    for (const [target, tokens] of [
      [ending, 0],
      [keeping, 1],
    ] as const) {
      const { api_tokens: kept = [], invitations = [], audit_events: events = [] } = await rowsOf(target);
      assert.deepEqual([kept.length, invitations], [tokens, []]);
      const restored = events.find((event) => 'action' in event && event.action === 'backup.restored');
      assert.match(JSON.stringify(restored), new RegExp(`\\\\"tokens\\\\":${tokens}`));
      const server = await startServer(target);
      assert.equal(await feedAt(server.url), 404, 'the address of a calendar');
      await server.stop('SIGTERM');
    }
  });

  test('a restore needs an empty database and the right master key', async () => {
    assert.match(
      await refusal(store, 'restore', file),
      /This database already holds data; restore into an empty one/,
    );
    const target = await restoreTarget(master);
    const key = join(target.DATA_DIR ?? '', 'master.key');
    await writeFile(key, `${'0'.repeat(64)}\n`);
    assert.match(await refusal(target, 'restore', file), /not the one that this backup was written with/);
    assert.match(
      await refusal({ ...target, MASTER_KEY_FILE: `${key}.none` }, 'restore', file),
      /There is no master key at/,
    );
    await copyFile(master, key);
    await runCommand(target, 'restore', file);
  });

  test('a table of more than one page is restored whole', async () => {
    const full = await restoreTarget(master);
    const db = open(full);
    await migrate(db);
    await db
      .insertInto('workspaces')
      .values({ id: 'w', createdAt: 1 } as never)
      .execute();
    const recordIds = Array.from({ length: 600 }, (_, n) => `r${String(n).padStart(3, '0')}`);
    const tag = { ownerId: 'w', id: 1, tableName: 'domains', type: 'env', value: 'prod' };
    await db.insertInto('tags').values(tag).execute();
    const tagged = recordIds.map((recordId) => ({ ownerId: 'w', tagId: 1, recordId }));
    await db.insertInto('record_tags').values(tagged).execute();
    const paged = `${file}.paged`;
    await runCommand(full, 'backup', paged);
    const target = await restoreTarget(master);
    await runCommand(target, 'restore', paged);
    assert.deepEqual(await restoredRows(target), await rowsOf(full));
  });
});
