import assert from 'node:assert/strict';
import { chmod, copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { sqliteFile } from '../src/db/data-dir.ts';
import type { Db } from '../src/db/schema.ts';
import { callServer, main, startServer } from './server-process.ts';

/** An installation of 0.2.0; its README says how it was made. */
export const releasedFile = (name: string): string =>
  fileURLToPath(new URL(`release-0.2.0/${name}`, import.meta.url));
const unpacked = async (name: string) =>
  brotliDecompressSync(await readFile(releasedFile(`${name}.br`))).toString();

interface Store {
  DATA_DIR: string;
  DATABASE_URL?: string;
}

/** Runs statements where the server will keep its data. */
export async function runSql({ DATA_DIR, DATABASE_URL }: Store, statements: string): Promise<void> {
  if (DATABASE_URL === undefined) {
    const file = new DatabaseSync(sqliteFile(DATA_DIR));
    file.exec('pragma journal_mode = wal');
    file.exec(statements);
    file.close();
    return;
  }
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  await client.query(statements);
  await client.end();
}

/** The master key alone, for a backup to be restored. */
export async function placeKey({ DATA_DIR }: Store): Promise<void> {
  const key = join(DATA_DIR, 'master.key');
  await copyFile(releasedFile('test-only-master.key'), key);
  await chmod(key, 0o600);
}

/** The whole installation, stopped. */
export async function placeReleased(store: Store): Promise<void> {
  await placeKey(store);
  await runSql(store, await unpacked(store.DATABASE_URL === undefined ? 'sqlite.sql' : 'postgres.sql'));
}

/** Every row of every table. */
export async function rowsByTable(db: Db): Promise<Record<string, Record<string, unknown>[]>> {
  const tables = await db.introspection.getTables();
  const all: Record<string, Record<string, unknown>[]> = {};
  for (const { name } of tables.toSorted((one, other) => (one.name < other.name ? -1 : 1)))
    if (!name.startsWith('sqlite_'))
      all[name] = (await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)).rows;
  return all;
}

/** An answer without fields that later versions added. */
function withoutNew(answer: unknown, earlier: unknown): unknown {
  if (Array.isArray(answer) && Array.isArray(earlier))
    return answer.map((each, at) => withoutNew(each, earlier[at]));
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null;
  if (!isObject(answer) || !isObject(earlier)) return answer;
  const known = Object.entries(answer).filter(([name]) => name in earlier);
  return Object.fromEntries(known.map(([name, value]) => [name, withoutNew(value, earlier[name])]));
}

/** Starts the server, without background jobs, whose work depends on the day, and expects what 0.2.0 answered. */
export async function answersAsReleased(
  store: Store,
  entry = main,
  changed: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const server = await startServer({ ...store }, [], entry, ['--no-jobs']);
  try {
    const call = async (method: string, path: string, token?: string, body?: unknown) => {
      const answer = await callServer<{ data: { tokens: { accessToken: string } } }>(
        server.url,
        method,
        path,
        token,
        body,
      );
      assert.equal(answer.status, 200, path);
      return answer.body.data;
    };
    const person = { email: 'operator@example.com', password: 'Correct-Horse-1' };
    const { tokens } = await call('POST', '/auth/login', undefined, person);
    const answers = JSON.parse(await unpacked('answers.json')) as Record<string, unknown>;
    for (const [path, answer] of Object.entries({ ...answers, ...changed }))
      assert.deepEqual(withoutNew(await call('GET', path, tokens.accessToken), answer), answer, path);
  } finally {
    await server.stop('SIGTERM');
  }
}
