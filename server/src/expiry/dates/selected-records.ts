import { type SqlBool, sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { type Condition, type TagFilters, allOf, anyOf } from '../../records/table/conditions.ts';
import type { Tables } from '../../records/list/record-table.ts';

/** Filters of what belongs to records, by the records. */
export interface RecordFilters extends TagFilters {
  search?: string | undefined;
  registratorAccountId?: string | undefined;
}

/** Those of a request's filters. */
export const recordFiltersOf = ({ search, tags, tagsAny, registratorAccountId }: RecordFilters) => ({
  search,
  tags,
  tagsAny,
  registratorAccountId,
});

/** Rows that belong to records of several tables. */
interface Rows {
  alias: string;
  /** Whether a row's record is in a table. */
  isIn: (table: OwnedTableName) => Condition;
}

/** Whether a row belongs to a visible record that the filters select. */
export function ofSelectedRecords(
  db: Db,
  owner: Owner,
  tables: Tables,
  { alias, isIn }: Rows,
  { registratorAccountId, ...filters }: RecordFilters,
): Condition {
  const each = Object.values(tables).flatMap((table) => {
    const { name } = table;
    // Only domains have a registrator account.
    if (registratorAccountId !== undefined && name !== 'domains') return [];
    const conditions = table.conditions(db, owner, { ...filters, registratorAccountId });
    const ref = (column: string) => sql.ref(`${name}.${column}`);
    return sql<SqlBool>`(${isIn(name)} and exists (select 1 from ${sql.table(name)}
      where ${ref('ownerId')} = ${sql.ref(`${alias}.ownerId`)} and ${ref('id')} = ${sql.ref(`${alias}.recordId`)}
      and ${allOf(conditions)}))`;
  });
  return anyOf(each);
}

/** Whether every row belongs to such a record, so that none needs to be looked up. */
export const selectsAll = ({ scopes }: Owner, filters: RecordFilters): boolean =>
  scopes.length === 0 && Object.values(filters).every((value) => value === undefined);
