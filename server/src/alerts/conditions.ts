import { valuesAsked } from '@quartermaster/contract/api/filters';
import { notClosed } from '@quartermaster/contract/alerts/alerts.routes';
import { folded, searchWords } from '@quartermaster/contract/rules/folded';
import { type SqlBool, sql } from 'kysely';
import type { Caller } from '../access/caller.ts';
import type { Db, OwnedTableName } from '../db/schema.ts';
import { administratorKinds } from '../deliveries/people.ts';
import { type RecordFilters, ofSelectedRecords, selectsAll } from '../expiry/dates/selected-records.ts';
import { areaOfTable } from '../records/kinds/entities.ts';
import { type Condition, anyOf, contains, equals, isOneOf } from '../records/table/conditions.ts';
import { wasTold } from './told-of.ts';
import type { Tables } from '../records/list/record-table.ts';

export interface AlertFilters extends RecordFilters {
  state?: string | undefined;
  kind?: string | undefined;
  what?: string | undefined;
  area?: string | undefined;
  recordId?: string | undefined;
  wasPast?: string | undefined;
  unconfirmed?: string | undefined;
  told?: string | undefined;
}

const administrators = isOneOf('alerts.kind', administratorKinds);

/**
 * Whether an alert is one that the caller may see: of a visible record; about the server itself, unless a scope leaves
 * some records out; of the installation's jobs, for its administrators.
 */
export function seenAlerts(db: Db, { owner, isAdministrator }: Caller, tables: Tables): Condition[] {
  return [
    equals('alerts.ownerId', owner.id),
    sql<SqlBool>`alerts.state <> 'WAITING'`,
    ...(isAdministrator ? [] : [sql<SqlBool>`not ${administrators}`]),
    ...ofRecords(db, { owner }, tables, {}),
  ];
}

const isIn = (table: OwnedTableName): Condition => equals('alerts.area', areaOfTable(table));

const ofRecords = (
  db: Db,
  { owner }: Pick<Caller, 'owner'>,
  tables: Tables,
  filters: RecordFilters,
): Condition[] =>
  selectsAll(owner, filters)
    ? []
    : [ofSelectedRecords(db, owner, tables, { alias: 'alerts', isIn }, filters)];

/** Whether an alert is visible and one that the filters select; each word of a search is in its name or its record. */
export async function alertConditions(
  db: Db,
  caller: Caller,
  tables: Tables,
  { state, kind, what, area, recordId, wasPast, unconfirmed, search, told, ...ofRecord }: AlertFilters,
): Promise<Condition[]> {
  const name = sql<string>`lower(alerts.name || ' ' || coalesce(alerts.label, ''))`;
  const words = searchWords(search ?? '').map((word) =>
    anyOf([contains(name, folded(word)), ...ofRecords(db, caller, tables, { search: word })]),
  );
  return [
    ...seenAlerts(db, caller, tables),
    isOneOf('alerts.state', state === undefined ? notClosed : valuesAsked(state)),
    ...(kind === undefined ? [] : [isOneOf('alerts.kind', valuesAsked(kind))]),
    ...(what === undefined ? [] : [isOneOf('alerts.what', valuesAsked(what))]),
    ...(area === undefined ? [] : [equals('alerts.area', area)]),
    ...(recordId === undefined ? [] : [equals('alerts.recordId', recordId)]),
    ...(wasPast === undefined ? [] : [equals('alerts.isLate', Number(wasPast === 'true'))]),
    ...(unconfirmed === undefined
      ? []
      : [sql<SqlBool>`alerts.renewal is ${sql.raw(unconfirmed === 'true' ? 'not null' : 'null')}`]),
    ...ofRecords(db, caller, tables, ofRecord),
    ...words,
    ...(told === undefined ? [] : [await wasTold(db, caller, told)]),
  ];
}
