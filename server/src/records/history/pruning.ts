import { dayMs } from '@quartermaster/contract/rules/expiry';
import { type RawBuilder, sql } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import { write } from '../../db/raw-sql.ts';
import { transaction } from '../../db/transaction.ts';
import type { Db, OwnedTableName, Schema } from '../../db/schema.ts';
import { type Job, hourly } from '../../jobs/job.ts';
import { UnsealError } from '../../secrets/seal.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import { isSealed } from '../kinds/codec.ts';
import { entityOf, ownedTables } from '../kinds/entities.ts';
import { anyOf } from '../table/conditions.ts';
import { everything, forgetSecrets } from './forget.ts';
import { isLastDeletion } from './gone.ts';

const rowsAtOnce = 500;
const requestDays = 1;

type Pruned = 'changes' | 'batches' | 'fact_changes' | 'undo_requests';

/** A request and its batch are kept until it is answered: a job is to write the batch. */
const isOver: Readonly<Record<Pruned, RawBuilder<unknown>>> = {
  changes: sql``,
  batches: sql`and progress is null`,
  fact_changes: sql``,
  undo_requests: sql`and answer is not null`,
};

/** Deletes a workspace's rows from before a time, a few at a time. */
async function deleteBefore(
  db: Db,
  table: Pruned,
  column: 'at' | 'createdAt',
  ownerId: string,
  time: number,
  signal: AbortSignal,
): Promise<void> {
  for (let more = true; more;) {
    signal.throwIfAborted();
    const began = performance.now();
    const old = sql`select id from ${sql.table(table)} where "ownerId" = ${ownerId}
      and ${sql.ref(column)} < ${time} ${isOver[table]} limit ${sql.lit(rowsAtOnce)}`;
    const { numAffectedRows } = await transaction(db, (tx) =>
      write(tx, sql`delete from ${sql.table(table)} where "ownerId" = ${ownerId} and id in (${old})`),
    );
    more = Number(numAffectedRows ?? 0) === rowsAtOnce;
    // Let others write: SQLite has one writer at a time.
    if (more) await pause(performance.now() - began);
  }
}

const withSecrets = ownedTables.filter((table) =>
  Object.values(entityOf[table].fields).some(({ column }) => isSealed(column)),
);

/** Some records deleted before a time whose secrets are still in the history. */
const deletedBefore = (db: Db, ownerId: string, time: number) =>
  db
    .selectFrom('changes as deleted')
    .select(['deleted.recordId', 'deleted.tableName'])
    .where('deleted.ownerId', '=', ownerId)
    .where('deleted.action', '=', 'delete')
    .where('deleted.at', '<', time)
    .where('deleted.before', 'is not', null)
    .where(sql<boolean>`coalesce(deleted.forgotten, '') not like ${`%"${everything}"%`}`)
    .where(
      anyOf(
        withSecrets.map(
          (table) => sql`(deleted."tableName" = ${table} and ${isLastDeletion(table, 'deleted')})`,
        ),
      ),
    )
    .limit(rowsAtOnce)
    .execute();

async function forgetDeleted(db: Db, keyring: Keyring, ownerId: string, time: number, signal: AbortSignal) {
  for (let more = true; more;) {
    signal.throwIfAborted();
    const found = await deletedBefore(db, ownerId, time);
    more = found.length === rowsAtOnce;
    if (found.length === 0) return;
    const sealer = await keyring.sealer(ownerId);
    for (const [table, some] of Map.groupBy(found, ({ tableName }) => tableName as OwnedTableName)) {
      const ids = some.map(({ recordId }) => recordId);
      const which = sql<boolean>`"tableName" = ${table} and "recordId" in (${sql.join(ids)})`;
      await forgetSecrets(db, { id: ownerId, sealer }, which, 'all');
    }
  }
}

type Kept = Pick<Schema['workspaces'], 'id'> & { historyDays: number; deletedSecretDays: number };

async function prune(db: Db, keyring: Keyring, kept: Kept, now: number, signal: AbortSignal): Promise<void> {
  const { id, historyDays, deletedSecretDays } = kept;
  const before = (days: number): number => now - days * dayMs;
  await deleteBefore(db, 'changes', 'at', id, before(historyDays), signal);
  await deleteBefore(db, 'batches', 'at', id, before(historyDays), signal);
  await deleteBefore(db, 'fact_changes', 'at', id, before(historyDays), signal);
  await deleteBefore(db, 'undo_requests', 'createdAt', id, before(requestDays), signal);
  try {
    await forgetDeleted(db, keyring, id, before(deletedSecretDays), signal);
  } catch (error) {
    if (!(error instanceof UnsealError)) throw error; // A damaged key is reported to its own workspace.
  }
}

/**
 * The job that ends what a workspace keeps. That and when secrets changed stays in `secret_changes`, without values, for the
 * reports on who knows them.
 */
export const pruning = ({ db, keyring }: { db: Db; keyring: Keyring }, now = Date.now): Job => ({
  kind: 'prune-history',
  cron: hourly,
  run: async ({ signal }) => {
    const workspaces = await db
      .selectFrom('workspaces')
      .select(['id', 'historyDays', 'deletedSecretDays'])
      .where('deletedAt', 'is', null)
      .execute();
    for (const workspace of workspaces) await prune(db, keyring, workspace, now(), signal);
  },
});
