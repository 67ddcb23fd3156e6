import type { FieldErrors } from '@quartermaster/contract/lib/errors';
import { sql } from 'kysely';
import { nextTime } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import type { Change } from './changes.ts';
import { type Owner, type Row, visibleOwners } from './owner.ts';
import { type Reference, nouns, references } from './references.ts';
import { type OwnedTableName, type Tx, globalOwner } from './schema.ts';

/** Which of the named references point to nothing of this owner's. Those that stay as they were are not looked up. */
export async function missingReferences(
  tx: Tx,
  owner: Owner,
  table: OwnedTableName,
  row: Row,
  before: Row = {},
): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  for (const { from, column, to, label } of references) {
    const id = row[column];
    if (from !== table || typeof id !== 'string' || id === before[column]) continue;
    const found = await tx
      .selectFrom(to as 'domains')
      .select('id')
      .where('ownerId', 'in', visibleOwners(to, owner))
      .where('id', '=', id)
      .executeTakeFirst();
    if (!found) errors[column] = `${label} not found`;
  }
  return errors;
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

export interface Use extends Reference {
  count: number;
}

/** Who refers to a record, and how many of each kind. A global type is used by accounts of every owner. */
export async function usesOf(tx: Tx, owner: Owner, table: OwnedTableName, id: string): Promise<Use[]> {
  const uses: Use[] = [];
  for (const reference of references) {
    if (reference.to !== table) continue;
    let query = tx
      .selectFrom(reference.from as 'domains')
      .select(sql<number>`count(*)`.as('count'))
      .where(sql.ref(reference.column), '=', id);
    if (owner.id !== globalOwner) query = query.where('ownerId', '=', owner.id);
    const { count } = await query.executeTakeFirstOrThrow();
    if (count > 0) uses.push({ ...reference, count });
  }
  return uses;
}

const counted = ({ from, count }: Use): string =>
  `${count} ${count === 1 ? nouns[from].one : nouns[from].many}`;

/** 'A', 'A and B', 'A, B and C'. */
const listed = (words: string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;

/** Refuses with IN_USE while anything requires the record; empties every other reference and answers those changes. */
export async function clearReferences(
  tx: Tx,
  owner: Owner,
  table: OwnedTableName,
  id: string,
): Promise<Change[]> {
  const uses = await usesOf(tx, owner, table, id);
  const required = uses.filter((use) => use.required);
  if (required.length > 0)
    throw new AppError('IN_USE', `Used by ${listed(required.map(counted))}`, {
      usedBy: Object.fromEntries(required.map(({ from, count }) => [nouns[from].key, count])),
    });
  const changes: Change[] = [];
  for (const { from, column } of uses) {
    const rows = (await tx
      .selectFrom(from as 'domains')
      .selectAll()
      .where('ownerId', '=', owner.id)
      .where(sql.ref(column), '=', id)
      .execute()) as unknown as Row[];
    const now = nextTime();
    const emptied = {
      [column]: null,
      updatedAt: sql`case when "updatedAt" < ${now} then ${now} else "updatedAt" + 1 end`,
    };
    await tx
      .updateTable(from as 'domains')
      .set(emptied as never)
      .where('ownerId', '=', owner.id)
      .where(sql.ref(column), '=', id)
      .execute();
    for (const before of rows)
      changes.push({
        table: from,
        recordId: String(before.id),
        action: 'update',
        before,
        after: { ...before, [column]: null, updatedAt: Math.max(now, Number(before.updatedAt) + 1) },
      });
  }
  return changes;
}
