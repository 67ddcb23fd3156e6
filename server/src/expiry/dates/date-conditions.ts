import { valuesAsked } from '@quartermaster/contract/api/filters';
import { folded, searchWords } from '@quartermaster/contract/rules/folded';
import { sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { areaOfTable } from '../../records/kinds/entities.ts';
import { type Condition, anyOf, contains, equals, isOneOf } from '../../records/table/conditions.ts';
import type { Tables } from '../../records/list/record-table.ts';
import { type RecordFilters, ofSelectedRecords, selectsAll } from './selected-records.ts';

export interface DateFilters extends RecordFilters {
  area?: string | undefined;
  recordId?: string | undefined;
  what?: string | undefined;
}

/** Whether a date is visible and one that the filters select; each word of a search is in its label or its record. */
export function dateConditions(
  db: Db,
  owner: Owner,
  tables: Tables,
  { area, recordId, what, search, ...filters }: DateFilters,
): Condition[] {
  const conditions = [equals('dates.ownerId', owner.id)];
  if (area !== undefined) conditions.push(equals('dates.area', area));
  if (recordId !== undefined) conditions.push(equals('dates.recordId', recordId));
  if (what !== undefined) conditions.push(isOneOf('dates.what', valuesAsked(what)));
  const selected = (asked: RecordFilters): Condition[] => {
    if (selectsAll(owner, asked)) return [];
    const isIn = (table: OwnedTableName) => equals('dates.area', areaOfTable(table));
    return [ofSelectedRecords(db, owner, tables, { alias: 'dates', isIn }, asked)];
  };
  const label = sql<string>`coalesce(dates."labelFolded", '')`;
  const words = searchWords(search ?? '').map((word) =>
    anyOf([contains(label, folded(word)), ...selected({ search: word })]),
  );
  return [...conditions, ...selected(filters), ...words];
}
