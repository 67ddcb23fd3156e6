import { noReference, takesSeveral } from '@quartermaster/contract/api/filters';
import { limits } from '@quartermaster/contract/rules/limits';
import { sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { leadsToSeen } from '../../access/scope.ts';
import { engineOf } from '../../db/engines/engine-of.ts';
import type { Db, OwnedTableName, Schema } from '../../db/schema.ts';
import { entityOf, references } from '../entities.ts';
import { namesOf } from '../record-names.ts';
import { byType, tagCounts } from '../tags.ts';
import { type Condition, allOf } from './conditions.ts';

/** A value of a filter with the number of records that it selects. */
interface FacetValue {
  key: string;
  label: string;
  detail: string | null;
  count: number;
}

const rowsIn = (table: OwnedTableName, conditions: readonly Condition[]) =>
  sql`${sql.table(table)} where ${allOf(conditions)}`;

async function facetValues(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  field: string,
  conditions: readonly Condition[],
): Promise<FacetValue[]> {
  const column = sql.ref(`${table}.${field}`);
  const to = references.find(({ from, column: name }) => from === table && name === field)?.to;
  const seen = leadsToSeen(owner, to, `${table}.${field}`);
  const { rows } = await sql<{ key: string | null; count: number }>`
    select ${column} as key, count(*) as count from ${rowsIn(table, seen ? [...conditions, seen] : conditions)}
    group by ${column} order by count desc, key limit ${sql.lit(limits.facetValues)}`.execute(db);
  const keys = rows.flatMap(({ key }) => key ?? []);
  const names = new Map((to ? await namesOf(db, owner, to, keys) : []).map((each) => [each.id, each]));
  const labels = entityOf[table].labels?.[field] ?? {};
  return rows.map(({ key, count }) => {
    if (key === null) return { key: noReference, label: 'None', detail: null, count };
    const { name, detail } = names.get(key) ?? { name: labels[key] ?? key, detail: null };
    return { key, label: name, detail, count };
  });
}

/** The tags of the records that meet the conditions. */
async function tagsAmong(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  conditions: readonly Condition[],
): Promise<ReturnType<typeof byType>> {
  // The plus keeps SQLite from looking each record up under each tag: it walks the owner's tags once.
  const recordId =
    engineOf<Schema>(db) === 'sqlite' ? sql`+record_tags."recordId"` : sql`record_tags."recordId"`;
  const { rows } = await sql<{ type: string; value: string; count: number }>`
    select type, value, count from (
      select "tagId", count(*) as count from record_tags where "ownerId" = ${owner.id}
      and ${recordId} in (select ${sql.ref(`${table}.id`)} from ${rowsIn(table, conditions)})
      group by "tagId"
    ) counted join tags on tags."ownerId" = ${owner.id} and tags.id = counted."tagId"
    where tags."tableName" = ${table} order by type, value`.execute(db);
  return byType(rows);
}

/**
 * The values in use of each filter that takes several, with their counts under all other filters, and the counts of tags
 * under all filters, since tags narrow one another.
 */
export async function facetsOf(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  query: Readonly<Record<string, unknown>>,
  conditionsOf: (query: Record<string, unknown>) => Condition[],
) {
  const entity = entityOf[table];
  const fields = Object.entries(entity.filters).flatMap(([name, kind]) => (takesSeveral(kind) ? [name] : []));
  const facets = await Promise.all(
    fields.map(async (field) => {
      const conditions = conditionsOf({ ...query, [field]: undefined });
      return { field, values: await facetValues(db, owner, table, field, conditions) };
    }),
  );
  if (!('tags' in entity.fields)) return { facets, tagsByType: [] };
  const isFiltered = Object.values(query).some((value) => value !== undefined);
  const tagsByType = await (isFiltered
    ? tagsAmong(db, owner, table, conditionsOf(query))
    : tagCounts(db, owner, table));
  return { facets, tagsByType };
}
