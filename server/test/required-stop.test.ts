// On both engines: migrations are statements.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { readConfig } from '../src/config.ts';
import { sqliteFile } from '../src/db/data-dir.ts';
import { baseSchema, migrate, release020, schemaOf } from '../src/db/migrate.ts';
import { connect } from '../src/db/open.ts';
import type { Db } from '../src/db/schema.ts';
import { writeBackup } from '../src/ops/backup-file.ts';
import { masterKeys } from '../src/secrets/master-key.ts';
import { describedSchema } from './described-schema.ts';
import { placeKey, placeReleased, releasedFile, rowsByTable, runSql } from './released.ts';
import { runCommand, startServer } from './server-process.ts';
import { engine, emptyStore } from './test-app.ts';

type Store = Awaited<ReturnType<typeof emptyStore>>;

async function withDb<T>(store: Store, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect(readConfig(store), () => undefined, { bounded: false });
  return work(db).finally(() => db.destroy());
}

/** Everything in the database: on SQLite its bytes. */
const contentOf = async (store: Store): Promise<string> =>
  engine === 'sqlite'
    ? (await readFile(sqliteFile(store.DATA_DIR))).toString('base64')
    : withDb(store, async (db) => JSON.stringify([await describedSchema(db), await rowsByTable(db)]));

/** Tries to start the server and each command, which must end with these words and leave the database as it is. */
async function refused(store: Store, words: string): Promise<void> {
  const before = await contentOf(store);
  await assert.rejects(startServer({ ...store }), (error: Error) => error.message.includes(words));
  for (const command of [
    ['backup', join(store.DATA_DIR, 'backup')],
    ['users'],
    ['users', '--disable', 'operator@example.com'],
    ['reset-password', 'operator@example.com'],
    ['rotate-master-key'],
    ['jobs', 'run'],
  ])
    await assert.rejects(runCommand({ ...store }, ...command), ({ stderr }: { stderr: string }) =>
      stderr.includes(words),
    );
  assert.equal(await contentOf(store), before, 'the refused database was changed');
}

test('a database from before 0.2.0 is refused by the server and every command, and is left as it is', async () => {
  const store = await emptyStore();
  await placeKey(store);
  await runSql(
    store,
    `create table workspaces (id text not null primary key); insert into workspaces values ('w');
    create table schema_version (version integer not null); insert into schema_version values (${baseSchema - 1});`,
  );
  await refused(
    store,
    `This database is from before 0.2.0. Start 0.2.0 once (commit ${release020}), then this version.`,
  );
});

describe('a backup from before 0.2.0', () => {
  const words =
    /This backup is from before 0\.2\.0\. Restore it with 0\.2\.0 \(commit \w{7,}\) and start that once/;
  const expectRefused = async (store: Store, file: string) => {
    await assert.rejects(runCommand({ ...store }, 'restore', file), words);
    assert.equal(await withDb(store, (db) => db.transaction().execute(schemaOf)), 0);
  };

  test('is refused', async () => {
    const store = await emptyStore();
    await placeKey(store);
    const [master] = masterKeys(readConfig(store).masterKey);
    const file = join(store.DATA_DIR, 'older');
    const header = { schema: baseSchema - 1, program: '0.1.0', created: '', masterKeys: [] };
    const pages = (async function* () {
      yield { table: 'workspaces', columns: ['id', 'createdAt'], rows: [['w', 1]] };
    })();
    await writeBackup(file, header, pages, master);
    await expectRefused(store, file);
  });

  test('is refused without a seal, as versions before 0.2.0 wrote it', async () => {
    const store = await emptyStore();
    await placeKey(store);
    const text = gunzipSync(await readFile(releasedFile('backup.gz'))).toString();
    const file = join(store.DATA_DIR, 'unsealed');
    await writeFile(
      file,
      gzipSync(text.replace('"format":2', '"format":1').split('\n').toSpliced(-2, 1).join('\n')),
    );
    await expectRefused(store, file);
  });
});

describe('a database that 0.2.0 has not finished', () => {
  const words =
    /has not finished preparing this database\. Start 0\.2\.0 again and let it run for some minutes/;
  const unfinished = {
    'fill-text-keys': {
      'a name without a key': `update servers set "nameSort" = null`,
      'a text without its folded form': `update domains set "domainFolded" = null`,
      'words that are not folded': `update registrator_accounts set "searchText" = 'größe'`,
    },
    'name-credentials': { 'credentials without names': `update hostings set "apiCredentialsNames" = null` },
    'fingerprint-secrets': { 'a change without fingerprints': `update changes set fingerprinted = 0` },
  };

  for (const [kind, states] of Object.entries(unfinished))
    for (const [what, statement] of Object.entries(states))
      test(`because of ${what} is refused and left as it is, until its job has run`, async () => {
        const store = await emptyStore();
        await placeReleased(store);
        await runSql(store, statement);
        for (const state of [
          `update jobs set attempts = 1 where kind = '${kind}'`,
          `delete from jobs where kind = '${kind}'`,
        ]) {
          await runSql(store, state);
          const before = await contentOf(store);
          await assert.rejects(withDb(store, migrate), words);
          assert.equal(await contentOf(store), before, 'the refused database was changed');
        }
        // What the job left then, no key opens.
        await runSql(
          store,
          `insert into jobs (id, kind, "uniqueKey", "runAt", attempts, "createdAt", "lastRunAt")
          values ('x', '${kind}', '${kind}', 1, 0, 1, 1)`,
        );
        await withDb(store, migrate);
      });
});
