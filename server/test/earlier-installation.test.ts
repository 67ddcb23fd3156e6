import assert from 'node:assert/strict';
import { chmod, copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { readConfig } from '../src/config.ts';
import { connect } from '../src/db/open.ts';
import { restore } from '../src/ops/backup.ts';
import { callServer, startServer } from './server-process.ts';
import { engine, newStore } from './test-app.ts';

/**
 * An installation of November 2026 at schema 5: its database on both engines, its backup, and its answers. It has a
 * record of every kind with secrets, changed and deleted records, and a second user.
 */
const files = fileURLToPath(new URL('earlier-installation/', import.meta.url));
const unpacked = async (name: string) => gunzipSync(await readFile(join(files, `${name}.gz`)));
const answers = JSON.parse((await unpacked('answers.json')).toString()) as Record<string, unknown>;

type Settings = Record<string, string>;

async function storeWithKey(): Promise<Settings & { DATA_DIR: string }> {
  const store = await newStore();
  const key = join(store.DATA_DIR, 'master.key');
  await copyFile(join(files, 'test-only-master.key'), key);
  await chmod(key, 0o600);
  return { ...store };
}

async function placeDatabase({ DATA_DIR, DATABASE_URL }: Awaited<ReturnType<typeof newStore>>) {
  if (engine === 'sqlite') return writeFile(join(DATA_DIR, 'quartermaster.db'), await unpacked('sqlite.db'));
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  await client.query((await unpacked('postgres.sql')).toString());
  await client.end();
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

async function answersAsBefore(settings: Settings): Promise<void> {
  const server = await startServer(settings);
  after(() => server.stop('SIGKILL'));
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
  for (const [path, answer] of Object.entries(answers))
    assert.deepEqual(withoutNew(await call('GET', path, tokens.accessToken), answer), answer, path);
}

describe('an installation of an earlier version', () => {
  test('answers as before after an upgrade', async () => {
    const store = await storeWithKey();
    await placeDatabase(store);
    await answersAsBefore(store);
  });

  test('answers as before after its backup is restored', async () => {
    const store = await storeWithKey();
    const config = readConfig(store);
    const db = connect(config, () => undefined, { bounded: false });
    after(() => db.destroy());
    await restore(db, join(files, 'backup.gz'), config.masterKey, { unsealed: true });
    await answersAsBefore(store);
  });
});
