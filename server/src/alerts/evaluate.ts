import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { read } from '../db/raw-sql.ts';
import type { Db, Schema } from '../db/schema.ts';
import { expirationTables } from '../expiry/store.ts';
import type { Evaluation } from './advance.ts';
import type { Rule } from './narrowest.ts';

/** Evaluates the dates of these records. */
type EvaluateRecords = (recordIds: readonly string[]) => Promise<void>;

/** How far the evaluation of everything has come. */
type ProgressRow = Schema['evaluations'];

const recordsAtOnce = 100;

/** What decides about all alerts of a workspace, as a hash: by whichever way it changes, everything is evaluated anew. */
export function premisesOf(
  rules: readonly Rule[],
  { timeZone, passwordMaxAgeDays }: Evaluation['settings'],
): string {
  const deciding = rules.map(({ isActive, isDefault, what, tag, area, recordId, ...rule }) => {
    const { distances, shares, escalation, changes } = rule;
    return [isActive, isDefault, what, tag, area, recordId, distances, shares, escalation, changes];
  });
  const premises = JSON.stringify([timeZone, passwordMaxAgeDays, deciding]);
  return createHash('sha256').update(premises).digest('base64url');
}

/**
 * How far the evaluation of everything by these premises has come. It begins where they are others than before or there was
 * none, as after an upgrade or a restored backup.
 */
export async function progressOf(db: Db, ownerId: string, premises: string): Promise<ProgressRow> {
  const known = await db
    .selectFrom('evaluations')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .executeTakeFirst();
  if (known?.premises === premises) return known;
  const begun = { premises, lastId: '' };
  await db
    .insertInto('evaluations')
    .values({ ownerId, ...begun })
    .onConflict((conflict) => conflict.column('ownerId').doUpdateSet(begun))
    .execute();
  return { ownerId, ...begun };
}

/** The next records that have dates, or alerts about such. */
async function recordsAfter(db: Db, ownerId: string, lastId: string): Promise<string[]> {
  const of = [...expirationTables, 'alerts'].map(
    (table) => sql`select * from (select distinct "recordId" from ${sql.table(table)}
      where "ownerId" = ${ownerId} and "recordId" > ${lastId} order by "recordId" limit ${sql.lit(recordsAtOnce)}) ${sql.id(`of_${table}`)}`,
  );
  const { rows } = await read(
    db,
    sql<{ recordId: string }>`select "recordId" from (${sql.join(of, sql` union `)}) together
      order by "recordId" limit ${sql.lit(recordsAtOnce)}`,
  );
  return rows.map(({ recordId }) => recordId);
}

/** Goes on evaluating everything, a few records at a time, unless that has come to its end. */
export async function evaluateAll(
  { db, signal }: Evaluation,
  { ownerId, premises, lastId: begun }: ProgressRow,
  evaluateRecords: EvaluateRecords,
): Promise<void> {
  for (let lastId = begun; lastId !== null;) {
    signal.throwIfAborted();
    const ids = await recordsAfter(db, ownerId, lastId);
    if (ids.length > 0) await evaluateRecords(ids);
    lastId = ids.length < recordsAtOnce ? null : (ids.at(-1) ?? null);
    await db
      .updateTable('evaluations')
      .set({ lastId })
      .where('ownerId', '=', ownerId)
      .where('premises', '=', premises)
      .execute();
  }
}

/** Evaluates the records that were written since the last evaluation. */
export async function evaluateWritten(
  { db, owner, signal }: Evaluation,
  evaluateRecords: EvaluateRecords,
): Promise<void> {
  for (let count = recordsAtOnce; count === recordsAtOnce;) {
    signal.throwIfAborted();
    const rows = await db
      .selectFrom('records_to_evaluate')
      .select(['id', 'recordId'])
      .where('ownerId', '=', owner.id)
      .orderBy('id')
      .limit(recordsAtOnce)
      .execute();
    count = rows.length;
    if (count === 0) return;
    await evaluateRecords([...new Set(rows.map(({ recordId }) => recordId))]);
    const ids = rows.map(({ id }) => id);
    await db
      .deleteFrom('records_to_evaluate')
      .where('ownerId', '=', owner.id)
      .where('id', 'in', ids)
      .execute();
  }
}

/** Evaluates the records of alerts that the clock changes by now. */
export async function evaluateDue(
  { db, owner, now, signal }: Evaluation,
  evaluateRecords: EvaluateRecords,
): Promise<void> {
  let last = { nextAt: -1, id: '' };
  for (let count = recordsAtOnce; count === recordsAtOnce;) {
    signal.throwIfAborted();
    const { rows } = await read(
      db,
      sql<typeof last & { recordId: string }>`select id, "nextAt", "recordId" from alerts
      where "ownerId" = ${owner.id} and kind in ('expiry', 'fact-changed') and "nextAt" <= ${now}
      and ("nextAt", id) > (${last.nextAt}, ${last.id})
      order by "nextAt", id limit ${sql.lit(recordsAtOnce)}`,
    );
    count = rows.length;
    if (count === 0) return;
    last = rows.at(-1) ?? last;
    await evaluateRecords([...new Set(rows.map(({ recordId }) => recordId))]);
  }
}

/** When the clock next changes an alert of a workspace; null: it changes none. */
export async function nextChange(db: Db, ownerId: string): Promise<number | null> {
  const first = await db
    .selectFrom('alerts')
    .select('nextAt')
    .where('ownerId', '=', ownerId)
    .where('nextAt', 'is not', null)
    .orderBy('nextAt')
    .limit(1)
    .executeTakeFirst();
  return first?.nextAt ?? null;
}
