import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { type KyselyPlugin, sql } from 'kysely';
import { readConfig } from '../src/config.ts';
import { connect } from '../src/db/open.ts';
import { migrate, migrateTo, newestSchema, schemaOf } from '../src/db/migrate.ts';
import { kindTable, record, to } from '../src/db/migrations/owned-table.ts';
import type { Db } from '../src/db/schema.ts';
import { engine, newStore } from './test-app.ts';

const open = async (): Promise<Db> => {
  const db = connect(readConfig(await newStore()), () => undefined, { bounded: false });
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
    await db.transaction().execute((tx) => migrateTo(tx, 1));
    await db.insertInto('workspaces').values({ id: 'w', createdAt: 1 }).execute();
    for (let version = 1; version <= newestSchema; version += 1) {
      await db.transaction().execute((tx) => migrateTo(tx, version));
      assert.equal(await db.transaction().execute(schemaOf), version);
      assert.equal((await db.selectFrom('workspaces').selectAll().execute()).length, 1);
    }
    await Promise.all([migrate(db), migrate(db)]);
  });

  test('types with a readable secret are marked, and OVHcloud’s public key is kept', async () => {
    const db = await open();
    await db.transaction().execute((tx) => migrateTo(tx, 22));
    const field = { label: 'API Key', type: 'string', required: true };
    const fieldsOf: Record<string, object> = {
      Leaky: { x: field },
      Masked: { x: { ...field, type: 'password' } },
      OVHcloud: { applicationKey: { ...field, label: 'Application Key' } },
    };
    for (const ownerId of ['global', 'w']) {
      await db.insertInto('workspaces').values({ id: ownerId, createdAt: 1 }).execute();
      for (const [name, fields] of Object.entries(fieldsOf))
        await sql`insert into registrator_types
          ("ownerId", id, "createdAt", "updatedAt", "searchText", name, "nameKey", "hasApi", "apiFields")
          values (${ownerId}, ${`${ownerId}-${name}`}, 1, 1, '', ${name}, ${name}, 1, ${JSON.stringify(fields)})`.execute(
          db,
        );
    }
    await migrate(db);
    const rows = await db
      .selectFrom('registrator_types')
      .select(['id', 'readableSecrets', 'apiFields'])
      .execute();
    const marked = rows.flatMap(({ id, readableSecrets }) => (readableSecrets === 1 ? [id] : []));
    assert.deepEqual(marked.toSorted(), ['global-Leaky', 'w-Leaky', 'w-OVHcloud']);
    const kept = rows.find(({ id }) => id === 'global-OVHcloud')?.apiFields ?? '';
    assert.deepEqual(JSON.parse(kept), {
      applicationKey: { ...field, label: 'Application Key', readable: true },
    });
  });

  test('labels of dates are folded, all of many', async () => {
    const db = await open();
    await db.transaction().execute((tx) => migrateTo(tx, 35));
    await db.insertInto('workspaces').values({ id: 'w', createdAt: 1 }).execute();
    const labels = ['Größe', 'Café', null, ...Array.from({ length: 600 }, (_, at) => `VPS ${at}`)];
    const rows = labels.map(
      (label, at) =>
        sql`('w', ${String(at).padStart(4, '0')}, 'servers', 'x', 'other', 1, ${label}, 'UNKNOWN', 1, 1)`,
    );
    await sql`insert into dates
      ("ownerId", id, area, "recordId", what, date, label, "autoRenew", "createdAt", "updatedAt")
      values ${sql.join(rows)}`.execute(db);
    await migrate(db);
    const stored = await db.selectFrom('dates').select('labelFolded').orderBy('id').execute();
    assert.deepEqual(
      stored.map(({ labelFolded }) => labelFolded),
      ['grosse', 'cafe', null, ...labels.slice(3).map((label) => label?.toLowerCase())],
    );
  });

  test('writes to a table of a later migration change its owner’s revision too', async () => {
    const db = await open();
    await migrate(db);
    await db.transaction().execute(async (tx) => {
      const columns = { ...record, name: 'text', emailAccountId: 'text?' } as const;
      await kindTable(tx, 'later', columns, ['name'], [to('emailAccountId', 'email_accounts')]);
    });
    await db.insertInto('workspaces').values({ id: 'w', createdAt: 1 }).execute();
    const revisions = new Set<string>();
    for (const write of [
      sql`select 1`,
      sql`insert into later ("ownerId", id, "createdAt", "updatedAt", "searchText", tags, name)
        values ('w', 'x', 1, 1, '', '[]', 'one')`,
      sql`update later set name = 'two'`,
      sql`delete from later`,
    ]) {
      await write.execute(db);
      const { rows } = await sql`select stamp from stamps where "ownerId" = 'w'`.execute(db);
      revisions.add(JSON.stringify(rows));
    }
    assert.equal(revisions.size, 4);
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
