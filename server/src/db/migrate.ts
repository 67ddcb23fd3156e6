import { sql } from 'kysely';
import { engineOf } from './engine-of.ts';
import { up as foundation } from './migrations/0001-foundation.ts';
import { up as signInClients } from './migrations/0003-sign-in-clients.ts';
import type { Db, Tx } from './schema.ts';

/** In their order; a released one never changes. */
const migrations: ((tx: Tx) => Promise<void>)[] = [foundation, signInClients];

const lock = 7_211_503;

/**
 * Brings the tables up to date in one transaction, one process at a time. Refuses a database that a newer
 * version of the program has written.
 */
export async function migrate(db: Db): Promise<void> {
  const engine = engineOf(db);
  await db.transaction().execute(async (tx) => {
    if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(lock)})`.execute(tx);
    await tx.schema
      .createTable('schema_version')
      .ifNotExists()
      .addColumn('version', 'integer', (column) => column.notNull())
      .execute();
    const row = await tx.selectFrom('schema_version').select('version').executeTakeFirst();
    const version = row?.version ?? 0;
    if (version > migrations.length)
      throw new Error('This database was written by a newer version of Quartermaster; start that one');
    if (version === migrations.length) return;
    for (const up of migrations.slice(version)) await up(tx);
    if (row) await tx.updateTable('schema_version').set({ version: migrations.length }).execute();
    else await tx.insertInto('schema_version').values({ version: migrations.length }).execute();
  });
}
