import { sortPaths } from '@quartermaster/contract/api/kind';
import { type RawBuilder, sql } from 'kysely';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { type Reference, entityOf, referenceAt } from '../kinds/entities.ts';
import { sortedBy } from '../table/text-keys.ts';

export interface Sorting {
  sortBy?: string | undefined;
  sortOrder?: 'asc' | 'desc' | undefined;
}

interface SortKey {
  column: RawBuilder<unknown>;
  /** Joins the column's table. */
  joins: RawBuilder<unknown>[];
  nullable: boolean;
}

const joinOf = ({ to, column, ownerColumn }: Reference, parent: string, alias: string) =>
  sql.raw(`left join "${to}" as "${alias}"
    on "${alias}"."ownerId" = "${parent}"."${ownerColumn}" and "${alias}"."id" = "${parent}"."${column}"`);

const stamps = ['createdAt', 'updatedAt'];

/** The column at the end of a path, and its joins. */
function sortKey(db: Db, table: OwnedTableName, path: readonly string[], alias: string = table): SortKey {
  const [first = '', ...rest] = path;
  if (rest.length === 0) {
    const nullable = !stamps.includes(first) && (entityOf[table].fields[first]?.nullable ?? true);
    return { column: sortedBy(db, table, first, alias), joins: [], nullable };
  }
  const reference = referenceAt(table, first);
  const joined = `order_${alias}_${first}`;
  const { column, joins, nullable } = sortKey(db, reference.to, rest, joined);
  return {
    column,
    joins: [joinOf(reference, alias, joined), ...joins],
    nullable: nullable || !reference.required,
  };
}

/** The joins and order of a list: newest first by default, empty values last, ties by id. */
export function orderOf(db: Db, table: OwnedTableName, { sortBy = 'createdAt', sortOrder }: Sorting) {
  const { column, joins, nullable } = sortKey(
    db,
    table,
    (sortPaths(entityOf[table])[sortBy] ?? sortBy).split('.'),
  );
  const direction = sql.raw(sortOrder === 'asc' ? 'asc' : 'desc');
  const by = (key: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    sql`${nullable ? sql`(${key} is null), ` : sql``}${key} ${direction}, ${id}`;
  return {
    joins: sql.join(joins, sql` `),
    column,
    by: by(column, sql.ref(`${table}.id`)),
    /** The same order of rows whose `key`, the column, and `id` were selected as `chosen`. */
    byChosen: by(sql.ref('chosen.key'), sql.ref('chosen.id')),
  };
}
