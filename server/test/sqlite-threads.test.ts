import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { sql } from 'kysely';
import { DeadThreadError, faultOf } from '../src/db/faults.ts';
import { SqliteReaders } from '../src/db/engines/sqlite-readers.ts';
import { SqliteThread } from '../src/db/engines/sqlite-thread.ts';
import { sqliteFile } from '../src/db/data-dir.ts';
import { read, write } from '../src/db/raw-sql.ts';
import type { Tx } from '../src/db/schema.ts';
import { createRecord } from './records.ts';
import { startApp } from './test-app.ts';

type Failure = { error: { code: string; message: string } };

const app = await startApp();
const user = await app.user();
const addEmail = (email: string) => user.call<Failure>('POST', '/emails', { email, password: 'x' });
const emails = async (db: Tx = app.db as Tx) => {
  const rows = await db.selectFrom('email_accounts').select('email').orderBy('email').execute();
  return rows.map(({ email }) => email);
};
// Without secrets: answers with secrets are logged, which writes to disk.
const readEmails = () => user.call('GET', '/emails?secrets=omit');

const isUnavailable = (error: unknown) => faultOf(error) === 'unavailable';

/** Takes two seconds or more, and holds no lock. */
const slowRead = sql<{
  n: number;
}>`with recursive c(n) as (select 1 union all select n + 1 from c where n < 20000000)
  select count(*) as n from c`;
const slowWrite = sql`create temporary table counted as ${slowRead}`;
/** More rows than a thread's memory holds. */
const tooMuch = sql`select * from (with recursive c(n) as (select 1 union all select n + 1 from c where n < 100000000)
  select n, hex(randomblob(200)) from c)`;

/** Another process that holds the write lock until told to end. */
async function lockedElsewhere(): Promise<ChildProcess> {
  const script = `const db = new (require('node:sqlite').DatabaseSync)(process.argv[1]);
    db.exec('begin immediate'); console.log('locked'); process.stdin.resume();`;
  const args = ['-e', script, sqliteFile(app.config.dataDir)];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  after(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

describe('SQLite in threads', () => {
  test('requests are answered while one statement reads and another writes', async () => {
    let running = 2;
    const done = () => (running -= 1);
    const statements = [read(app.db, slowRead).then(done), write(app.db, slowWrite).then(done)];
    for (let count = 0; count < 20; count += 1) assert.equal((await app.call('GET', '/health')).status, 200);
    assert.equal(running, 2);
    await Promise.all(statements);
  });

  test('a slow statement delays no quick read', async () => {
    let running = true;
    const slow = read(app.db, slowRead).then(() => (running = false));
    await readEmails();
    assert.equal(running, true);
    await slow;
  });

  const one = sql<{ n: number }>`select 1 as n`;
  const reads: Record<string, () => Promise<unknown>> = {
    'a query of the builder': () => app.db.selectFrom('users').select('id').execute(),
    'a query of the builder with a common table': () =>
      app.db
        .with('found', (db) => db.selectFrom('users').select('id'))
        .selectFrom('found')
        .selectAll()
        .execute(),
    'raw SQL': () => read(app.db, one),
    'raw SQL with a common table': () => read(app.db, sql`with found as (${one}) select n from found`),
    'a plan': () => read(app.db, sql`explain query plan ${one}`),
    'the tables': () => app.db.introspection.getTables(),
    'a read-only transaction': () =>
      app.db
        .transaction()
        .setAccessMode('read only')
        .execute((tx) => read(tx, one)),
    'a page': () => user.call('GET', '/emails?limit=20&secrets=omit'),
    'counts of filters': () => user.call('GET', '/domains/facets?search=x'),
    connections: () =>
      user.call('GET', '/domains?limit=20&relatedTo=emails:01a00000-0000-7000-8000-000000000000'),
  };
  for (const [what, run] of Object.entries(reads))
    test(`${what}: read while a transaction writes`, { timeout: 30_000 }, async () => {
      const writing = app.db.transaction().execute(async (tx) => {
        await tx.updateTable('users').set({ name: 'unfinished' }).execute();
        await run();
        throw new Error('read meanwhile');
      });
      await assert.rejects(writing, /read meanwhile/);
    });

  test('a write that is taken for a read fails', async () => {
    const readers = new SqliteReaders(sqliteFile(app.config.dataDir), (error) => assert.ifError(error));
    await assert.rejects(readers.read('delete from users'), /readonly database/);
    await readers.end();
    await assert.rejects(read(app.db, sql`delete from email_accounts`), /readonly database/);
  });

  test("another process's lock is waited for, then refused, and stops nobody else", async () => {
    const other = await lockedElsewhere();
    const writes = Promise.all(['one@example.com', 'two@example.com'].map(addEmail));
    let waiting = true;
    const answered = writes.then(() => (waiting = false));
    for (let count = 0; count < 20; count += 1) assert.equal((await user.call('GET', '/emails')).status, 200);
    assert.equal(waiting, true);
    await answered;
    for (const { status, body, headers } of await writes) {
      assert.equal(status, 503);
      assert.equal(body.error.code, 'SERVICE_UNAVAILABLE');
      assert.equal(headers.get('retry-after'), '5');
    }
    const late = addEmail('three@example.com');
    other.kill('SIGKILL');
    assert.equal((await late).status, 201);
    assert.deepEqual(await emails(), ['three@example.com']);
  });

  test('a thread that dies fails its own statements, and another takes its place', async () => {
    await assert.rejects(read(app.db, tooMuch), isUnavailable);
    assert.equal((await user.call('GET', '/emails')).status, 200);
    const transaction = app.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('email_accounts').execute();
      await assert.rejects(tooMuch.execute(tx), isUnavailable);
      await tx.deleteFrom('changes').execute(); // Must not run outside of the transaction.
    });
    await assert.rejects(transaction, isUnavailable);
    assert.equal((await addEmail('four@example.com')).status, 201);
    assert.deepEqual(await emails(), ['four@example.com', 'three@example.com']);
    assert.notDeepEqual(await app.db.selectFrom('changes').select('id').execute(), []);
  });

  test("another process's lock delays no answer that has no secrets to log", async () => {
    const stranger = await app.user();
    const { id } = await createRecord(stranger, 'emails');
    const unknown = '01a00000-0000-7000-8000-000000000000';
    const other = await lockedElsewhere();
    for (const [path, status] of [
      ['/proxies', 200],
      ['/proxies?limit=20', 200],
      ['/servers?limit=20&search=nothing', 200],
      [`/emails/${unknown}`, 404],
      [`/emails/${id}`, 404],
    ] as const)
      assert.equal((await user.call('GET', path)).status, status, path);
    for (const [record, field, status] of [
      [unknown, 'password', 404],
      [id, 'comment', 400],
    ] as const)
      assert.equal((await stranger.call('POST', `/emails/${record}/reveal`, { field })).status, status);
    let isWaiting = true;
    const read = stranger.call('GET', `/emails/${id}`).finally(() => (isWaiting = false));
    assert.equal((await user.call('GET', '/proxies?limit=20')).status, 200);
    assert.equal(isWaiting, true, 'what is logged waits');
    other.kill('SIGKILL');
    assert.equal((await read).status, 200);
  });

  test('a statement that takes too much memory fails alone, and is named', async () => {
    const errors: Error[] = [];
    const file = sqliteFile(app.config.dataDir);
    const thread = new SqliteThread({ file, cacheMiB: 1, readOnly: true }, (error) => errors.push(error));
    const statement = { connection: 0, sql: 'select ?', parameters: ['waited'], inTransaction: false };
    const { sql: text } = tooMuch.compile(app.db);
    const dying = thread.run({ ...statement, sql: text, parameters: [] });
    const waiting = [thread.run(statement), thread.run({ ...statement, parameters: ['too'] })];
    await assert.rejects(
      dying,
      (error) => error instanceof DeadThreadError && text.startsWith(error.statement.slice(0, -1)),
    );
    assert.deepEqual(
      (await Promise.all(waiting)).map(({ rows }) => rows),
      [[['waited']], [['too']]],
    );
    assert.deepEqual(
      errors.map((error) => error instanceof DeadThreadError),
      [true],
    );
    await thread.end();
  });

  test('a statement that was sent before the thread ends is answered', async () => {
    const file = sqliteFile(app.config.dataDir);
    const thread = new SqliteThread({ file, cacheMiB: 1, readOnly: true }, (error) => assert.ifError(error));
    const statement = { connection: 0, sql: 'select 1', parameters: [], inTransaction: false };
    await thread.run(statement);
    const last = thread.run(statement);
    await thread.end();
    assert.deepEqual((await last).rows, [[1]]);
  });

  test('a read-only transaction keeps its snapshot, other reads see the last commit', async () => {
    const before = await emails();
    const snapshot = app.db.transaction().setAccessMode('read only');
    await snapshot.execute(async (tx) => {
      assert.deepEqual(await emails(tx), before);
      assert.equal((await addEmail('five@example.com')).status, 201);
      assert.deepEqual(await emails(tx), before);
      assert.equal((await emails()).length, before.length + 1);
    });
  });

  test("errors keep SQLite's code and its words, without the values", async () => {
    const [row] = await app.db.selectFrom('email_accounts').selectAll().limit(1).execute();
    assert.ok(row);
    await assert.rejects(app.db.insertInto('email_accounts').values(row).execute(), (error: Error) => {
      assert.equal(faultOf(error), 'unique');
      assert.match(error.message, /^UNIQUE constraint failed: [\w., ]+$/);
      return true;
    });
  });

  test('the files of the database are for their owner alone', async () => {
    const names = (await readdir(app.config.dataDir)).filter((name) => name.startsWith('quartermaster.db'));
    assert.deepEqual(names.sort(), ['quartermaster.db', 'quartermaster.db-shm', 'quartermaster.db-wal']);
    for (const name of names) {
      const { mode } = await stat(join(app.config.dataDir, name));
      assert.equal(mode & 0o777, 0o600, name);
    }
  });
});
