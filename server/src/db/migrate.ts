import { sql } from 'kysely';
import { transaction } from './transaction.ts';
import { engineOf } from './engines/engine-of.ts';
import { up as base } from './migrations/0001-base.ts';
import { up as filledIn } from './migrations/0045-filled-in.ts';
import { up as writtenRevisions } from './migrations/0046-written-revisions.ts';
import { up as sendingInTurn } from './migrations/0047-sending.ts';
import { up as evaluations } from './migrations/0048-evaluations.ts';
import { up as ends } from './migrations/0049-ends.ts';
import { up as factsBySubject } from './migrations/0050-facts-by-subject.ts';
import { up as receivers } from './migrations/0051-receivers.ts';
import { up as otherSpellings } from './migrations/0052-other-spellings.ts';
import { up as secureNotes } from './migrations/0053-secure-notes.ts';
import { up as factChanges } from './migrations/0054-fact-changes.ts';
import { up as renewals } from './migrations/0055-renewals.ts';
import { up as historyByToken } from './migrations/0056-history-by-token.ts';
import { write } from './raw-sql.ts';
import type { Db, Schema, Tx } from './schema.ts';

/** The schema of 0.2.0, which the base makes: it stands for the 44 migrations until then. */
export const baseSchema = 44;

/** Those since. Append only, and never change a released migration: an installation stores how many it has run. */
const migrations: ((tx: Tx) => Promise<void>)[] = [
  filledIn,
  writtenRevisions,
  sendingInTurn,
  evaluations,
  ends,
  factsBySubject,
  receivers,
  otherSpellings,
  secureNotes,
  factChanges,
  renewals,
  historyByToken,
];

export const newestSchema = baseSchema + migrations.length;

/** The commit of release 0.2.0, at which every earlier installation has to stop. */
export const release020 = '781c3059';

const lock = 7_211_503;

/** The number of migrations that the tables have seen; 0 without tables. */
export async function schemaOf(tx: Tx): Promise<number> {
  const tables = await tx.introspection.getTables();
  if (!tables.some(({ name }) => name === 'schema_version')) return 0;
  const row = await tx.selectFrom('schema_version').select('version').executeTakeFirst();
  return row?.version ?? 0;
}

/** Throws if the tables are from before 0.2.0, which alone upgrades them. */
export function expectBase(version: number): void {
  if (version > 0 && version < baseSchema)
    throw new Error(
      `This database is from before 0.2.0. Start 0.2.0 once (commit ${release020}), then this version.`,
    );
}

/** Migrates forward to a version, that of 0.2.0 or a later one, in the caller's transaction, one process at a time. */
export async function migrateTo(tx: Tx, target: number): Promise<void> {
  if (engineOf<Schema>(tx) === 'postgres')
    await write(tx, sql`select pg_advisory_xact_lock(${sql.lit(lock)})`);
  await tx.schema
    .createTable('schema_version')
    .ifNotExists()
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute();
  const row = await tx.selectFrom('schema_version').select('version').executeTakeFirst();
  const version = row?.version ?? 0;
  if (version > newestSchema)
    throw new Error('This database was written by a newer version of Quartermaster; start that one');
  expectBase(version);
  if (version >= target) return;
  if (version === 0) await base(tx);
  for (const up of migrations.slice(Math.max(version - baseSchema, 0), target - baseSchema)) await up(tx);
  if (row) await tx.updateTable('schema_version').set({ version: target }).execute();
  else await tx.insertInto('schema_version').values({ version: target }).execute();
}

/**
 * Migrates to the latest version in one transaction. Refuses, untouched, a database that a newer version of the program has
 * written, or one from before 0.2.0.
 */
export async function migrate(db: Db): Promise<void> {
  await transaction(db, (tx) => migrateTo(tx, newestSchema), { once: true });
}
