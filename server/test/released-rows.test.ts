// On both engines: migrations are statements.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import type { Undone } from '@quartermaster/contract/history/history.schema';
import { readConfig } from '../src/config.ts';
import { baseSchema, migrateTo, newestSchema } from '../src/db/migrate.ts';
import { connect } from '../src/db/open.ts';
import { tableOfArea } from '../src/records/kinds/entities.ts';
import { fixtures } from './fixtures/all.ts';
import { type RecordBody, createRecord, fixtureOf } from './records.ts';
import { releasedFile } from './released.ts';
import { emptyStore, startApp } from './test-app.ts';

type Columns = ReadonlyMap<string, ReadonlySet<string>>;

/** The columns of each table of records at each schema, whose rows a history may hold. */
async function released(): Promise<{ version: number; columns: Columns }[]> {
  const added = JSON.parse(await readFile(releasedFile('record-columns.json'), 'utf8')) as Record<
    string,
    Record<string, string[]>
  >;
  const schemas: { version: number; columns: Columns }[] = [];
  for (let version = 1; version <= baseSchema; version += 1) {
    const until = Object.entries(added).map(([table, byVersion]): [string, Set<string>] => [
      table,
      new Set(Object.entries(byVersion).flatMap(([since, names]) => (Number(since) <= version ? names : []))),
    ]);
    schemas.push({ version, columns: new Map(until) });
  }
  const db = connect(readConfig(await emptyStore()), () => undefined, { bounded: false });
  after(() => db.destroy());
  for (let version = baseSchema + 1; version <= newestSchema; version += 1) {
    await db.transaction().execute((tx) => migrateTo(tx, version));
    const tables = await db.introspection.getTables();
    const columns = tables.map(({ name, columns: each }): [string, Set<string>] => [
      name,
      new Set(each.map((column) => column.name)),
    ]);
    schemas.push({ version, columns: new Map(columns) });
  }
  return schemas;
}

const app = await startApp();
const user = await app.user();
const schemas = await released();

for (const area of Object.keys(fixtures))
  test(`${area}: a record that any released schema deleted is restored with its fields and secrets`, async () => {
    const table = tableOfArea[area as 'domains'];
    const { crud } = fixtureOf(area);
    const { id } = await createRecord(user, area, { optional: true });
    const get = async () =>
      (await user.call<{ data: Record<string, RecordBody> }>('GET', `${crud.path}/${id}`)).body.data[
        crud.itemKey
      ] ?? assert.fail();
    const before = await get();
    const tried = new Set<string>();
    for (const { version, columns } of schemas) {
      const known = columns.get(table) ?? new Set();
      const key = [...known].sort().join();
      if (tried.has(key)) continue;
      tried.add(key);
      assert.equal((await user.call('DELETE', `${crud.path}/${id}`)).status, 200);
      const deletion = await app.db
        .selectFrom('changes')
        .selectAll()
        .where('recordId', '=', id)
        .where('action', '=', 'delete')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      const row = Object.entries(JSON.parse(deletion.before ?? '{}') as Record<string, unknown>);
      const asThen = Object.fromEntries(row.filter(([column]) => known.has(column)));
      await app.db
        .updateTable('changes')
        .set({ before: JSON.stringify(asThen), schemaVersion: version })
        .where('id', '=', deletion.id)
        .execute();
      const answer = await user.call<{ data: Undone }>('POST', '/trash/restore', { ids: [id] });
      assert.equal(answer.status, 200, `${version}: ${answer.text}`);
      assert.deepEqual(answer.body.data.refused, [], `schema ${version}`);
      const restored = await get();
      for (const field of Object.keys(crud.fields).filter((each) => known.has(each)))
        assert.deepEqual(restored[field], before[field], `${field} of schema ${version}`);
      assert.equal(restored.createdAt, before.createdAt);
      // A field of a later version begins as in a new record; the next round wants it as it was.
      const later = Object.keys(crud.fields).filter((each) => !known.has(each));
      const body = Object.fromEntries(later.map((field) => [field, before[field]]));
      if (later.length > 0) await user.call('PUT', `${crud.path}/${id}`, body);
    }
    assert.ok(tried.size > 0);
  });
