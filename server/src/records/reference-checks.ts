import type { FieldErrors } from '@quartermaster/contract/api/errors';
import { sql } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import { nextTime } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { writeChanges } from './history/changes.ts';
import { isOneOf } from './list/conditions.ts';
import { engineOf } from '../db/engines/engine-of.ts';
import { type Owner, type Row, type StoredRow, visibleOwners } from './owner.ts';
import { type Reference, nouns, references } from './references.ts';
import { type OwnedTableName, type Schema, type Tx, globalOwner } from '../db/schema.ts';
import { rowsOfShape } from './list/shapes.ts';
import { updateRows } from './update-rows.ts';

/** Which of the named references point to nothing of this owner's. Those that stay as they were are not looked up. */
export async function missingReferences(
  tx: Tx,
  owner: Owner,
  table: OwnedTableName,
  row: Readonly<Record<string, unknown>>,
  before: Row = {},
): Promise<FieldErrors> {
  const named = references.filter(({ from, column }) => {
    const id = row[column];
    return from === table && typeof id === 'string' && id !== '' && id !== before[column];
  });
  if (named.length === 0) return {};
  const shape = `references ${table} ${named.map(({ column }) => column).join()}`;
  const parameters = named.flatMap(({ column, to }) => [...visibleOwners(to, owner), row[column]]);
  const [found] = await rowsOfShape<Record<string, unknown>>(tx, shape, parameters, () =>
    sql`select ${sql.join(
      named.map(
        ({ column, to }) => sql`(select id from ${sql.table(to)}
          where ${isOneOf(`${to}.ownerId`, visibleOwners(to, owner))} and id = ${row[column]}) as ${sql.ref(column)}`,
      ),
    )}`.compile(tx),
  );
  const missing = named.filter(({ column }) => found?.[column] === null);
  return Object.fromEntries(missing.map(({ column, label }) => [column, `${label} not found`]));
}

/** The same for many rows: every id that they may name is read once. */
export async function referenceCheck(
  tx: Tx,
  owner: Owner,
  table: OwnedTableName,
): Promise<(row: Record<string, unknown>) => FieldErrors> {
  const targets: { column: string; label: string; ids: Set<string> }[] = [];
  for (const { from, column, to, label } of references) {
    if (from !== table) continue;
    const query = tx
      .selectFrom(to as 'domains')
      .select('id')
      .where('ownerId', 'in', visibleOwners(to, owner));
    targets.push({ column, label, ids: new Set((await query.execute()).map(({ id }) => id)) });
  }
  return (row) => {
    const missing = targets.filter(({ column, ids }) => {
      const id = row[column];
      return typeof id === 'string' && id !== '' && !ids.has(id);
    });
    return Object.fromEntries(missing.map(({ column, label }) => [column, `${label} not found`]));
  };
}

interface Use extends Reference {
  count: number;
}

const counted = ({ from, count }: Use): string =>
  `${count} ${count === 1 ? nouns[from].one : nouns[from].many}`;

/** 'A', 'A and B', 'A, B and C'. */
const listed = (words: string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;

/** Which of these records others require, each with its IN_USE. Accounts of every owner use a global type. */
export async function usedRecords(
  tx: Tx,
  owner: Owner,
  table: OwnedTableName,
  ids: readonly string[],
): Promise<Map<string, AppError>> {
  const uses = new Map<string, Use[]>();
  for (const reference of references) {
    if (reference.to !== table || !reference.required) continue;
    const column = sql.ref<string>(reference.column);
    let query = tx
      .selectFrom(reference.from as 'domains')
      .select([column.as('id'), sql<number>`count(*)`.as('count')])
      .where(column, 'in', ids)
      .groupBy(column);
    if (owner.id !== globalOwner) query = query.where('ownerId', '=', owner.id);
    for (const { id, count } of await query.execute())
      uses.set(id, [...(uses.get(id) ?? []), { ...reference, count }]);
  }
  const inUse = (found: Use[]) =>
    new AppError('IN_USE', `Used by ${listed(found.map(counted))}`, {
      usedBy: Object.fromEntries(found.map(({ from, count }) => [nouns[from].key, count])),
    });
  return new Map([...uses].map(([id, found]) => [id, inUse(found)]));
}

const rowsAtOnce = 500;

/** Empties every optional reference to these records, a part at a time. Answers how many there were. */
export async function detach(
  tx: Tx,
  owner: Owner,
  table: OwnedTableName,
  ids: readonly string[],
  batchId: string,
): Promise<number> {
  let detached = 0;
  for (const { from, column, to, required } of references) {
    if (to !== table || required) continue;
    const next = async () => {
      let query = tx
        .selectFrom(from as 'domains')
        .selectAll()
        .where('ownerId', '=', owner.id)
        .where(sql.ref(column), 'in', ids)
        .limit(rowsAtOnce);
      if (engineOf<Schema>(tx) === 'postgres') query = query.forUpdate();
      return (await query.execute()).map((row): StoredRow => ({ ...row }));
    };
    for (let rows = await next(); rows.length > 0; rows = await next()) {
      const now = nextTime();
      const emptied = rows.map((before) => {
        const updatedAt = Math.max(now, before.updatedAt + 1);
        return { before, after: { ...before, [column]: null, updatedAt } };
      });
      await updateRows(tx, owner, from, emptied);
      await writeChanges(tx, owner, from, 'update', emptied, batchId);
      detached += rows.length;
      // Other requests are answered in between.
      await setImmediate();
    }
  }
  return detached;
}
