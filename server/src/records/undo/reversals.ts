import type { Action } from '../table/change-log.ts';
import type { PastChange } from '../history/read.ts';
import type { OwnedTableName } from '../../db/schema.ts';
import { entityOf } from '../kinds/entities.ts';
import type { Row } from '../kinds/row.ts';

/** What one act did to one record, to be reversed. */
export interface Reversal {
  table: OwnedTableName;
  ownerId: string;
  recordId: string;
  /** The record before the act, without it null; of an update only the changed fields. */
  was: Row | null;
  made: Row | null;
  /** The ids of the first and the last change. */
  first: string;
  last: string;
  /** The paths of secrets whose earlier values left the history. */
  forgotten: readonly string[];
  /** All values left the history. */
  isEmptied: boolean;
}

type Change = Pick<
  PastChange,
  'id' | 'ownerId' | 'tableName' | 'recordId' | 'action' | 'before' | 'after'
> & {
  forgotten: readonly string[];
};

/** Updates of earlier versions hold the whole row. */
function changedOnly(
  table: OwnedTableName,
  { before = {}, after = {}, forgotten }: Change,
): { was: Row; made: Row } {
  const isForgotten = (field: string) => forgotten.some((path) => path.split('.')[0] === field);
  const changed = Object.keys(entityOf[table].fields).filter(
    (field) => (before[field] ?? null) !== (after[field] ?? null) || isForgotten(field),
  );
  const of = (row: Row): Row => Object.fromEntries(changed.map((field) => [field, row[field] ?? null]));
  return { was: of(before), made: of(after) };
}

const isEmptied = ({ action, before, after }: Change): boolean =>
  action === 'delete' ? before === undefined : after === undefined;

function reversalOf(change: Change): Reversal {
  const { id, ownerId, tableName: table, recordId, action, before = null, after = null, forgotten } = change;
  const rows: Record<Action, Pick<Reversal, 'was' | 'made'>> = {
    create: { was: null, made: after ?? {} },
    update: changedOnly(table, change),
    delete: { was: before ?? {}, made: null },
  };
  const ends = { first: id, last: id, forgotten, isEmptied: isEmptied(change) };
  return { table, ownerId, recordId, ...rows[action], ...ends };
}

/** Two acts on one record as one. */
const joined = (one: Reversal, next: Reversal): Reversal => ({
  ...one,
  was: one.was && { ...next.was, ...one.was },
  made: next.made && { ...one.made, ...next.made },
  last: next.last,
  forgotten: [...one.forgotten, ...next.forgotten],
  isEmptied: one.isEmptied || next.isEmptied,
});

/**
 * The reversals of these changes, which are in the order in which they were made: the last first, so that what others
 * refer to is restored before them, and removed after them.
 */
export function reversalsOf(changes: readonly Change[]): Reversal[] {
  const byRecord = new Map<string, Reversal>();
  for (const change of changes) {
    const next = reversalOf(change);
    const key = `${next.table} ${next.recordId}`;
    const known = byRecord.get(key);
    byRecord.delete(key);
    byRecord.set(key, known ? joined(known, next) : next);
  }
  return [...byRecord.values()].filter(({ was, made }) => was !== null || made !== null).reverse();
}

/** What reversing does to the record. */
export const actionOf = ({ was, made }: Reversal): 'remove' | 'restore' | 'update' =>
  was === null ? 'remove' : made === null ? 'restore' : 'update';
