// On both engines: migrations are statements.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, describe, test } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { readConfig } from '../src/config.ts';
import { connect } from '../src/db/open.ts';
import { baseSchema, migrate, migrateTo, newestSchema, schemaOf } from '../src/db/migrate.ts';
import type { Db, OwnedTableName } from '../src/db/schema.ts';
import { entityOf, keyColumn, ownedTables, references } from '../src/records/kinds/entities.ts';
import { credentialColumns, namesColumn } from '../src/records/table/credential-names.ts';
import { textKeys } from '../src/records/table/text-keys.ts';
import { describedSchema } from './described-schema.ts';
import { releasedFile } from './released.ts';
import { engine, emptyStore } from './test-app.ts';

const open = async (): Promise<Db> => {
  const db = connect(readConfig(await emptyStore()), () => undefined, { bounded: false });
  after(() => db.destroy());
  return db;
};
/** Makes the n-th and all later statements fail; counts those before. */
function breakingAt(n: number): KyselyPlugin & { seen: number } {
  return {
    seen: 0,
    transformQuery({ node }) {
      this.seen += 1;
      if (this.seen >= n) throw new Error('broken off');
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
}
const tables = async (db: Db) =>
  (await db.introspection.getTables())
    .map(({ name, columns }) => `${name}: ${columns.map((column) => column.name).join(', ')}`)
    .sort();

/** The columns of a kind's table, with a question mark after those that may be null. */
function neededColumns(table: OwnedTableName): string[] {
  const { fields, global } = entityOf[table];
  const keyed = Object.keys(fields).filter((field) => keyColumn(table, field) !== field);
  return [
    ...['ownerId', 'id', 'createdAt', 'updatedAt', 'searchText'],
    ...Object.entries(fields).map(([name, { nullable }]) => `${name}${nullable ? '?' : ''}`),
    ...keyed.map((field) => keyColumn(table, field)),
    ...textKeys(table).map(({ column }) => `${column}?`),
    ...credentialColumns(table).map((field) => `${namesColumn(field)}?`),
    ...Object.values(fields).flatMap(({ mark }) => mark ?? []),
    ...references.flatMap(({ from, ownerColumn }) =>
      from === table && ownerColumn !== 'ownerId' ? [ownerColumn] : [],
    ),
    ...(global ? ['userId?'] : []),
  ];
}

describe('migrations', () => {
  test('interrupted at any statement they leave nothing, and the next start completes them', async () => {
    const whole = await open();
    const counting = breakingAt(Infinity);
    await migrate(whole.withPlugin(counting));
    assert.ok(counting.seen > 20);
    const db = await open();
    // On PostgreSQL, where statements take longer, each run tries another quarter of them.
    const step = engine === 'postgres' ? 4 : 1;
    for (let n = 1 + randomInt(step); n <= counting.seen; n += step) {
      await assert.rejects(migrate(db.withPlugin(breakingAt(n))), /broken off/);
      assert.deepEqual(await tables(db), [], `at statement ${n}`);
    }
    await migrate(db);
    assert.deepEqual(await tables(db), await tables(whole));
  });

  test('each finds the data of the previous ones, and runs once', async () => {
    const db = await open();
    await db.transaction().execute((tx) => migrateTo(tx, baseSchema));
    await db.insertInto('workspaces').values({ id: 'w', createdAt: 1 }).execute();
    for (let version = baseSchema; version <= newestSchema; version += 1) {
      await db.transaction().execute((tx) => migrateTo(tx, version));
      assert.equal(await db.transaction().execute(schemaOf), version);
      assert.equal((await db.selectFrom('workspaces').selectAll().execute()).length, 1);
    }
    await Promise.all([migrate(db), migrate(db)]);
  });

  test('the base makes the schema that the 44 migrations before it had made', async () => {
    const db = await open();
    await db.transaction().execute((tx) => migrateTo(tx, baseSchema));
    const released = await readFile(releasedFile(`${engine}-schema.txt`), 'utf8');
    assert.deepEqual(await describedSchema(db), released.trimEnd().split('\n'));
  });

  test('the tables of records have the columns that the contract needs', async () => {
    const db = await open();
    await migrate(db);
    const tables = await db.introspection.getTables();
    for (const table of ownedTables) {
      const columns = tables.find(({ name }) => name === table)?.columns ?? [];
      const found = columns.map(({ name, isNullable }) => `${name}${isNullable ? '?' : ''}`).sort();
      assert.deepEqual(found, neededColumns(table).sort(), table);
    }
  });

  test('a database of a newer version is refused', async () => {
    const db = await open();
    await migrate(db);
    await db
      .updateTable('schema_version')
      .set({ version: newestSchema + 1 })
      .execute();
    await assert.rejects(migrate(db), /written by a newer version of Quartermaster; start that one/);
  });
});
