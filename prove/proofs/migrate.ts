import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { connect } from '../../server/src/db/open.ts';
import { engineOf } from '../../server/src/db/engines/engine-of.ts';
import { migrateTo } from '../../server/src/db/migrate.ts';
import type { Db } from '../../server/src/db/schema.ts';
import { fingerprintId } from '../../server/src/secrets/system-keys.ts';
import type { ServerProcess } from '../../server/test/server-process.ts';
import { callAt } from '../operator.ts';
import type { Proof } from '../proof.ts';
import type { Engine, Store, Context } from '../context.ts';

/** The content of a version 1 database, and the answers that version gave. */
interface Released {
  masterKey: string;
  tables: Record<string, Record<string, unknown>[]>;
  answers: Record<string, Record<string, Record<string, unknown>[]>>;
}
const released = JSON.parse(
  await readFile(new URL('../version-1.json', import.meta.url), 'utf8'),
) as Released;

async function inDatabase<T>({ DATA_DIR, DATABASE_URL }: Store, work: (db: Db) => Promise<T>): Promise<T> {
  const settings = {
    dataDir: DATA_DIR,
    databaseUrl: DATABASE_URL ?? null,
    masterKey: { key: released.masterKey },
  };
  const db = connect(settings, () => undefined, { bounded: false });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

async function oldStore(context: Context, engine: Engine): Promise<Store> {
  const store = await context.store(engine);
  await inDatabase(store, (db) =>
    db.transaction().execute(async (tx) => {
      await migrateTo(tx, 1);
      for (const [name, rows] of Object.entries(released.tables))
        await tx
          .insertInto(name as 'domains')
          .values(rows as never)
          .execute();
    }),
  );
  return store;
}

/** Every table, column and index but SQLite's statistics, which are gathered later, and the values of version 1 in every row. */
const snapshot = (store: Store): Promise<string> =>
  inDatabase(store, async (db) => {
    const schema =
      engineOf(db) === 'sqlite'
        ? sql`select name, sql from sqlite_schema where name not like 'sqlite_stat%' order by name`
        : sql`select table_name || '.' || column_name || ' ' || data_type as name from information_schema.columns
            where table_schema = 'public' union select indexdef from pg_indexes where schemaname = 'public' order by 1`;
    const state: unknown[] = (await schema.execute(db)).rows;
    const tables = await db.introspection.getTables();
    for (const [name, [first = {}]] of Object.entries(released.tables)) {
      const columns = Object.keys(first).map((column) => sql.ref(column));
      // Migration 0010 moved the words of tags to a table of their own.
      const isJoined = name === 'record_tags' && tables.some((table) => table.name === 'tags');
      const from = isJoined ? sql`tags join record_tags using ("ownerId")` : sql.table(name);
      // The first start adds a random key that version 1 did not have.
      const ofVersion1 = name === 'wrapped_keys' ? sql`where id <> ${fingerprintId}` : sql``;
      const { rows } = await sql`select ${sql.join(columns)} from ${from}
        ${isJoined ? sql`where id = "tagId"` : ofVersion1}`.execute(db);
      state.push(rows.map((row) => JSON.stringify(row)).sort());
    }
    return JSON.stringify(state);
  });

/** Signs in with the old password and checks that the answers contain everything that version 1 returned. */
async function answersAsBefore({ url }: ServerProcess, when: string): Promise<void> {
  const signIn = { email: 'op@example.com', password: 'Correct-Horse-1' };
  const { body } = await callAt<{ data: { tokens: { accessToken: string } } }>(
    url,
    'POST',
    '/auth/login',
    signIn,
  );
  for (const [path, wanted] of Object.entries(released.answers)) {
    const answer = await callAt<{ data: Record<string, Record<string, unknown>[]> }>(
      url,
      'GET',
      path,
      undefined,
      body.data.tokens.accessToken,
    );
    for (const [key, rows] of Object.entries(wanted)) {
      const found = answer.body.data[key] ?? [];
      assert.equal(found.length, rows.length, `${path} ${when}`);
      for (const [at, row] of rows.entries())
        assert.partialDeepStrictEqual(found[at], row, `${path} ${when}`);
    }
  }
}

/** Upgrades in a process that kills itself after that many statements, or finishes. */
async function upgrade(store: Store, statements: number): Promise<'killed' | 'done'> {
  const script = fileURLToPath(new URL('../upgrade.ts', import.meta.url));
  const env = { PATH: process.env.PATH, MASTER_KEY: released.masterKey, ...store };
  const child = spawn(process.execPath, [script, String(statements)], { env, stdio: 'inherit' });
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  if (signal === 'SIGKILL') return 'killed';
  assert.equal(code, 0, `the upgrade ended with ${code ?? signal}`);
  return 'done';
}

async function upgradeRepeatedly(context: Context, engine: Engine): Promise<number> {
  const settings = { MASTER_KEY: released.masterKey };
  const whole = await oldStore(context, engine);
  const before = await snapshot(whole);
  const uninterrupted = await context.start(whole, settings);
  await uninterrupted.stop('SIGTERM');
  const after = await snapshot(whole);
  assert.notEqual(before, after, 'there was nothing to upgrade');

  const store = await oldStore(context, engine);
  for (let statements = 0; ; statements += 1) {
    const when = `after a kill before statement ${statements + 1} on ${engine}`;
    if ((await upgrade(store, statements)) === 'killed') {
      const left = await snapshot(store);
      assert.ok(left === before || left === after, `${when} the upgrade was partly applied`);
      continue;
    }
    const server = await context.start(store, settings);
    await answersAsBefore(server, `after ${statements} kills on ${engine}`);
    await server.stop('SIGTERM');
    assert.equal(await snapshot(store), after, `after ${statements} kills on ${engine}`);
    await refusesNewer(context, store, settings);
    return statements;
  }
}

/** A database of a newer version is refused with a message and left unchanged. */
async function refusesNewer(context: Context, store: Store, settings: Record<string, string>): Promise<void> {
  await inDatabase(store, (db) =>
    db
      .updateTable('schema_version')
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .execute(),
  );
  const before = await snapshot(store);
  await assert.rejects(
    context.start(store, settings),
    /^Error: The server ended with 1:\n.*written by a newer version of Quartermaster/s,
  );
  assert.equal(await snapshot(store), before, 'an old program changed a newer database');
}

export const migrate: Proof = {
  name: 'migrate',
  promise:
    'An upgrade that is killed before any of its statements is completed by the next start, with all data; an older program refuses a newer database.',
  seconds: 600,
  quick: false,
  run: async (context) => {
    const kills = await Promise.all(context.engines.map((engine) => upgradeRepeatedly(context, engine)));
    return `killed before each of ${kills.join(' and ')} statements: never partly applied, data equal; a newer database refused`;
  },
};
