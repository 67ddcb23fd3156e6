import { dateKinds } from '@quartermaster/contract/dates/dates.routes';
import type { ExpirationSort } from '@quartermaster/contract/expirations/expirations.routes';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { type RawBuilder, sql } from 'kysely';
import type { Owner } from '../access/owner.ts';
import { engineOf } from '../db/engines/engine-of.ts';
import type { Db, OwnedTableName, Schema } from '../db/schema.ts';
import { valuesOf } from '../db/values-of.ts';
import { dateConditions } from './dates/date-conditions.ts';
import { daysIn, instantsIn, wallClockOf } from './dates/in-calendar.ts';
import { ofSelectedRecords } from './dates/selected-records.ts';
import { areaOfTable, ownedTables, tableOfArea } from '../records/kinds/entities.ts';
import { type Condition, equals, isAmong } from '../records/table/conditions.ts';
import { nameOrder } from '../records/table/record-names.ts';
import type { Tables } from '../records/list/record-table.ts';
import type { ExpirationRequest } from './asked.ts';

export type Raw = RawBuilder<unknown>;

/** The tables that expirations are read from. */
export const expirationTables = ['shown_dates', 'dates', 'secret_changes'] as const;

/** One of the tables that expirations are read from, or a part of it that an index has in order. */
export interface Branch {
  table: (typeof expirationTables)[number];
  /** The table, possibly with that of its records. */
  from: Raw;
  conditions: Condition[];
  /** Names a row in a text, from which `reading.ts` reads it. */
  entry: Raw;
  id: Raw;
  /** What the rows of a branch are sorted by, in an index where there is one. */
  sorted: Readonly<Record<ExpirationSort, Raw>>;
  /** Whether all of its rows are of the same kind, which is then no reason to sort them. */
  isOneKind?: true;
  /** Makes what dates of all branches are compared by from this branch's own `key`. */
  comparable: (key: Raw) => Raw;
  /** The columns that costs are counted from; null: it costs nothing. */
  cost: Readonly<Record<'price' | 'currency' | 'payer' | 'interval', Raw>> | null;
  /** Whether its dates are instants, of which the time zone decides the day; null: it has none, or both. */
  isInstant: boolean | null;
  /** It has rows with a date and without. */
  isMixed?: true;
}

export interface Source {
  db: Db;
  owner: Owner;
  tables: Tables;
  asked: ExpirationRequest;
}

/** Whether a row is of the records that were asked for, if some were. */
export const ofRecords = (
  db: Db,
  table: Branch['table'],
  { recordId, recordIds }: ExpirationRequest['filters'],
): Condition[] => [
  ...(recordId === undefined ? [] : [equals(`${table}.recordId`, recordId)]),
  ...(recordIds === undefined ? [] : [isAmong(db, `${table}.recordId`, valuesOf(db, [['text', recordIds]]))]),
];

export const asIs = (key: Raw): Raw => key;
/** A text in byte order on both engines. */
export const inBytes = (db: Db, text: Raw): Raw =>
  engineOf<Schema>(db) === 'postgres' ? sql`(${text} collate "C")` : text;

/** A text of the record that a row belongs to, by its table. */
const ofRecord = (
  { db }: Source,
  alias: 'dates' | 'secret_changes',
  column: Raw,
  valueOf: (table: OwnedTableName) => string,
): Raw => {
  const each = ownedTables.map(
    (
      table,
    ) => sql`when ${sql.lit(valueOf(table))} then (select ${nameOrder(db, table)} from ${sql.table(table)}
      where ${sql.ref(`${table}.ownerId`)} = ${sql.ref(`${alias}.ownerId`)}
      and ${sql.ref(`${table}.id`)} = ${sql.ref(`${alias}.recordId`)})`,
  );
  return inBytes(db, sql`case ${column} ${sql.join(each, sql` `)} end`);
};

export function dateBranches(source: Source): Branch[] {
  const { db, owner, tables, asked } = source;
  const what = dateKinds.filter((kind) => asked.kinds.has(kind));
  if (!asked.dated || !asked.states.has('dated') || what.length === 0) return [];
  const date = sql.ref('dates.date');
  const isAll = what.length === dateKinds.length;
  const { recordIds, ...own } = asked.filters;
  const filters = { ...own, what: isAll ? undefined : what.join(',') };
  return [
    {
      table: 'dates',
      from: sql.table('dates'),
      conditions: [
        ...dateConditions(db, owner, tables, filters),
        ...ofRecords(db, 'dates', { recordIds }),
        ...daysIn(date, asked),
      ],
      entry: sql`'date ' || dates.id`,
      id: sql.ref('dates.id'),
      sorted: {
        date,
        name: ofRecord(source, 'dates', sql.ref('dates.area'), areaOfTable),
        what: inBytes(db, sql.ref('dates.what')),
        createdAt: sql.ref('dates.createdAt'),
      },
      comparable: asIs,
      cost: {
        price: sql.ref('dates.price'),
        currency: sql.ref('dates.currency'),
        payer: sql.ref('dates.payer'),
        interval: sql`'YEAR'`,
      },
      isInstant: false,
    },
  ];
}

/** The latest write of each password that is set. */
export function passwordBranches(source: Source): Branch[] {
  const { db, owner, tables, asked } = source;
  const { area, recordId: _, recordIds: __, ...filters } = asked.filters;
  const { passwordDays } = asked;
  if (passwordDays === null || !asked.dated || !asked.states.has('dated')) return [];
  const at = sql.ref('secret_changes.at');
  const age = passwordDays * dayMs;
  const isIn = (table: OwnedTableName) => equals('secret_changes.tableName', table);
  return [
    {
      table: 'secret_changes',
      from: sql.table('secret_changes'),
      conditions: [
        equals('secret_changes.ownerId', owner.id),
        sql<boolean>`(secret_changes.path = 'password' or secret_changes.path like 'users.%.password')`,
        sql<boolean>`secret_changes.after <> ''`,
        sql<boolean>`not exists (select 1 from secret_changes later where later."ownerId" = secret_changes."ownerId"
          and later."recordId" = secret_changes."recordId" and later.path = secret_changes.path
          and (later.at, later."changeId") > (secret_changes.at, secret_changes."changeId"))`,
        ...(area === undefined ? [] : [isIn(tableOfArea[area])]),
        ...ofRecords(db, 'secret_changes', asked.filters),
        // Records that were deleted have no passwords.
        ofSelectedRecords(db, owner, tables, { alias: 'secret_changes', isIn }, filters),
        ...instantsIn(at, asked, age),
      ],
      entry: sql`'password ' || "tableName" || ' ' || "recordId" || ' ' || at || ' ' || path`,
      id: sql`"recordId" || path`,
      sorted: {
        date: at,
        name: ofRecord(source, 'secret_changes', sql.ref('secret_changes.tableName'), (table) => table),
        what: inBytes(db, sql`cast('password' as text)`),
        createdAt: at,
      },
      isOneKind: true,
      comparable: (key) => wallClockOf(sql`(${key} + ${sql.lit(age)})`, asked),
      cost: null,
      isInstant: true,
    },
  ];
}
