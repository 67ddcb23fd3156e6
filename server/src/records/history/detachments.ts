import { type RawBuilder, sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { engineOf } from '../../db/engines/engine-of.ts';
import { read } from '../../db/raw-sql.ts';
import type { Db, Schema } from '../../db/schema.ts';
import { valuesOf } from '../../db/values-of.ts';
import { type Reference, references } from '../kinds/entities.ts';
import type { Condition } from '../table/conditions.ts';
import type { RecordReference } from './names.ts';
import { changesIn } from './read.ts';

/** The references that a deletion clears. */
export const optional: readonly Reference[] = references.filter(({ required }) => !required);

/** A column of a row in the history; `row` is where it is stored. */
export const columnIn = (db: Db, row: string, column: string): RawBuilder<string> =>
  engineOf<Schema>(db) === 'postgres'
    ? sql`(cast(${sql.ref(row)} as jsonb) ->> ${sql.lit(column)})`
    : sql`json_extract(${sql.ref(row)}, ${sql.lit(`$.${column}`)})`;

/** Whether a change cleared a reference. */
export const clears = (db: Db, { from, column }: Reference): Condition =>
  sql`changes.action = 'update' and changes."tableName" = ${from} and ${columnIn(db, 'changes.after', column)} is null`;

export interface Detached {
  count: number;
  first: RecordReference[];
}

interface FoundRow extends RecordReference {
  target: string;
  count: number;
}

/** By the id of each deleted record: how many records its deletion detached, and the last of them. */
export async function detachedBy(
  db: Db,
  owner: Owner,
  deleted: readonly { batchId: string; recordId: string }[],
  listed: number,
): Promise<Map<string, Detached>> {
  const found = new Map<string, Detached>();
  if (deleted.length === 0) return found;
  const asked = valuesOf(db, [
    ['text', deleted.map(({ batchId }) => batchId)],
    ['text', deleted.map(({ recordId }) => recordId)],
  ]);
  const each = optional.map((reference) => {
    const changes = changesIn(db, owner)
      .select(['changes.id', 'changes.batchId', 'changes.tableName as table', 'changes.recordId'])
      .select(columnIn(db, 'changes.before', reference.column).as('target'))
      .where(sql<boolean>`changes."batchId" in (select batch from asked)`)
      .where(clears(db, reference))
      .where(sql<boolean>`${columnIn(db, 'changes.before', reference.column)} is not null`);
    return sql`select * from ${changes} changed`;
  });
  const { rows } = await read(
    db,
    sql<FoundRow>`with asked (batch, target) as (${asked}),
    detached as (${sql.join(each, sql` union `)}),
    ranked as (select detached."table", detached."recordId", detached.target,
        count(*) over (partition by detached.target) as count,
        row_number() over (partition by detached.target order by detached.id desc) as place
      from detached join asked on asked.batch = detached."batchId" and asked.target = detached.target)
    select "table", "recordId", target, count from ranked where place <= ${sql.lit(listed)}
    order by target, place`,
  );
  for (const { target, count, table, recordId } of rows) {
    const known = found.get(target) ?? { count: Number(count), first: [] };
    known.first.push({ table, recordId });
    found.set(target, known);
  }
  return found;
}
