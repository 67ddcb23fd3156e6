import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { write } from '../../db/raw-sql.ts';
import type { Db, Schema, Tx } from '../../db/schema.ts';
import { rowsOf } from '../../db/values-of.ts';
import { keepFormer } from './fact-changes.ts';
import type { LookUpResult } from './outcome.ts';
import type { Subject } from './subjects.ts';

export type FactRow = Schema['facts'];

/**
 * Writes facts over those of the same source, and keeps what they were; one without a value ends. What a source no longer
 * tells stays as it was.
 */
export async function writeFacts(db: Tx, ownerId: string, result: LookUpResult): Promise<void> {
  await keepFormer(db, ownerId, result);
  const { at, values, ...each } = result;
  const over = values.flatMap(({ field, value }) => (value === null ? [field] : []));
  if (over.length > 0)
    await db
      .deleteFrom('facts')
      .where('ownerId', '=', ownerId)
      .where('subject', '=', each.subject)
      .where('kind', '=', each.kind)
      .where('source', '=', each.source)
      .where('field', 'in', over)
      .execute();
  const told = values.filter(({ value }) => value !== null);
  if (told.length === 0) return;
  const rows = told.map(({ field, value }): FactRow => ({
    ...each,
    ownerId,
    id: uuid(),
    field,
    value: JSON.stringify(value),
    observedAt: at,
    firstSeenAt: at,
  }));
  const columns = Object.keys(rows[0] ?? {}) as (keyof FactRow)[];
  await db
    .insertInto('facts')
    .columns(columns)
    .expression(rowsOf(db, 'facts', columns, rows))
    .onConflict((conflict) =>
      conflict.columns(['ownerId', 'subject', 'kind', 'field', 'source']).doUpdateSet(({ ref }) => ({
        value: ref('excluded.value'),
        sourceHost: ref('excluded.sourceHost'),
        observedAt: ref('excluded.observedAt'),
        firstSeenAt: sql<number>`case when facts.value = excluded.value then facts."firstSeenAt"
          else excluded."firstSeenAt" end`,
      })),
    )
    .execute();
}

export const factsOf = (db: Db, ownerId: string, recordId: string) =>
  db
    .selectFrom('record_facts')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('recordId', '=', recordId)
    .orderBy('field')
    .orderBy('subject')
    .orderBy('source')
    .execute();

/** What is kept by subject, as long as a record is about it. */
const subjectTables = ['facts', 'fact_changes'] as const;

/** Forgets what was found about records that are gone or name something else: facts that are about no other. */
export async function forgetFactsOf(db: Db, ownerId: string, recordIds: readonly string[]): Promise<void> {
  const isTheirs = sql`"recordId" in (${sql.join([...recordIds])})`;
  for (const table of subjectTables)
    await write(
      db,
      sql`delete from ${sql.table(table)} where "ownerId" = ${ownerId}
        and (subject, kind) in (select subject, kind from checks where "ownerId" = ${ownerId} and ${isTheirs})
        and not exists (select 1 from checks where checks."ownerId" = ${sql.ref(`${table}.ownerId`)}
          and checks.subject = ${sql.ref(`${table}.subject`)} and checks.kind = ${sql.ref(`${table}.kind`)}
          and not ${isTheirs})`,
    );
}

/** Forgets the facts about a subject that by now is nobody's. */
export async function forgetNobodys(db: Db, ownerId: string, { kind, subject }: Subject): Promise<void> {
  for (const table of subjectTables)
    await db
      .deleteFrom(table)
      .where('ownerId', '=', ownerId)
      .where('subject', '=', subject)
      .where('kind', '=', kind)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('checks')
              .select('recordId')
              .where('ownerId', '=', ownerId)
              .where('subject', '=', subject)
              .where('kind', '=', kind),
          ),
        ),
      )
      .execute();
}
