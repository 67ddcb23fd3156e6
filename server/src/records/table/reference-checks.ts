import type { FieldErrors } from '@quartermaster/contract/api/errors';
import { sql } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import { read } from '../../db/raw-sql.ts';
import { nextTime } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { joinedByAnd } from '../../lib/joined-by-and.ts';
import type { Change } from './change-log.ts';
import { rowLock } from '../../db/row-lock.ts';
import type { Owner } from '../../access/owner.ts';
import { inScope, isOwn, isScoped, isSeen } from './scope.ts';
import { isAmong } from './conditions.ts';
import type { Row, StoredRow } from '../kinds/row.ts';
import { type Reference, entityOf, references } from '../kinds/entities.ts';
import { type Db, type OwnedTableName, type Tx, globalOwner } from '../../db/schema.ts';
import { valuesOf } from '../../db/values-of.ts';
import { updateRows } from './update-rows.ts';

const rowsAtOnce = 500;

/** The owners of referenced records by column, and an error for each reference without a visible target. */
export interface Resolved {
  owners: Record<string, string>;
  errors: FieldErrors;
}

type Resolve = (row: Readonly<Record<string, unknown>>, before?: Row) => Resolved;

/**
 * Looks up all records that these rows refer to in one statement, and returns a function that resolves a row. It skips
 * unchanged references.
 */
export async function referencesOf(
  tx: Db,
  owner: Owner,
  table: OwnedTableName,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<Resolve> {
  const own = references.filter(({ from }) => from === table);
  const lookups = own.flatMap(({ column, to }, at) => {
    const ids = new Set(rows.map((row) => row[column]).filter((id) => typeof id === 'string' && id !== ''));
    if (ids.size === 0) return [];
    const given = valuesOf(tx, [['text', [...ids] as string[]]]);
    return sql`select ${sql.lit(at)} as at, id, "ownerId" from ${sql.table(to)}
      where ${isSeen(to, owner)} and ${isAmong(tx, `${to}.id`, given)}`;
  });
  const found = own.map(() => new Map<string, string>());
  if (lookups.length > 0) {
    const query = sql<{ at: number; id: string; ownerId: string }>`${sql.join(lookups, sql` union all `)}`;
    for (const { at, id, ownerId } of (await read(tx, query)).rows) found[at]?.set(id, ownerId);
  }
  return (row, before = {}) => {
    const resolved: Resolved = { owners: {}, errors: {} };
    for (const [at, { column, ownerColumn, label }] of own.entries()) {
      const id = row[column];
      if (typeof id !== 'string' || id === '' || id === before[column]) continue;
      const ownerId = found[at]?.get(id);
      if (ownerId === undefined) resolved.errors[column] = `${label} not found`;
      else if (ownerColumn !== 'ownerId') resolved.owners[ownerColumn] = ownerId;
    }
    return resolved;
  };
}

interface Use extends Reference {
  count: number;
}

const counted = ({ from, count }: Use): string =>
  `${count} ${count === 1 ? entityOf[from].one : entityOf[from].many}`;

/** Those of these records that records outside the owner's scope refer to, required or not. */
async function usedOutOfScope(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  ids: readonly string[],
): Promise<Set<string>> {
  const used = new Set<string>();
  for (const { from, column, to } of references) {
    const seen = to === table && isScoped(from, owner) ? inScope(from, owner) : null;
    if (!seen) continue;
    const { rows } = await read(
      db,
      sql<{
        id: string;
      }>`select distinct ${sql.ref(column)} as id from ${sql.table(from)}
      where "ownerId" = ${owner.id} and ${sql.ref(column)} in (${sql.join([...ids])}) and not (${seen})`,
    );
    for (const { id } of rows) used.add(id);
  }
  return used;
}

/**
 * Those of these records that others require, each with its IN_USE error. Accounts of any workspace may use a global
 * type.
 */
export async function usedRecords(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  ids: readonly string[],
): Promise<Map<string, AppError>> {
  const uses = new Map<string, Use[]>();
  for (const reference of references) {
    if (reference.to !== table || !reference.required) continue;
    const column = sql.ref<string>(reference.column);
    let query = db
      .selectFrom(reference.from as 'domains')
      .select([column.as('id'), sql<number>`count(*)`.as('count')])
      .where(column, 'in', ids)
      .groupBy(column);
    if (owner.id !== globalOwner) query = query.where(isOwn(reference.from, owner));
    for (const { id, count } of await query.execute())
      uses.set(id, [...(uses.get(id) ?? []), { ...reference, count }]);
  }
  const hidden = await usedOutOfScope(db, owner, table, ids);
  const inUse = (id: string) => {
    const found = uses.get(id) ?? [];
    const more = hidden.has(id) ? ['records outside your access'] : [];
    return new AppError('IN_USE', `Used by ${joinedByAnd([...found.map(counted), ...more])}`, {
      usedBy: Object.fromEntries(found.map(({ from, count }) => [entityOf[from].listKey, count])),
    });
  };
  return new Map([...new Set([...uses.keys(), ...hidden])].map((id) => [id, inUse(id)]));
}

/** Clears every optional reference to these records, in chunks, and tells what it changed. */
export async function detach(
  tx: Tx,
  owner: Owner,
  table: OwnedTableName,
  ids: readonly string[],
  onChanges: (from: OwnedTableName, changes: Change[]) => Promise<void>,
): Promise<void> {
  for (const { from, column, to, required } of references) {
    if (to !== table || required) continue;
    const next = async (after: string) => {
      const found = await tx
        .selectFrom(from as 'domains')
        .selectAll()
        .where(isOwn(from, owner))
        .where(sql.ref(column), 'in', ids)
        .where('id', '>', after)
        .orderBy('id')
        .limit(rowsAtOnce)
        .modifyEnd(rowLock(tx))
        .execute();
      return found.map((row): StoredRow => ({ ...row }));
    };
    for (let rows = await next(''); rows.length > 0; rows = await next(rows.at(-1)?.id ?? '')) {
      const now = nextTime();
      const emptied = rows.map((before) => {
        const updatedAt = Math.max(now, before.updatedAt + 1);
        return { before, after: { ...before, [column]: null, updatedAt } };
      });
      await updateRows(tx, owner, from, emptied);
      await onChanges(from, emptied);
      await setImmediate();
    }
  }
}
