import { noReference, takesSeveral } from '@quartermaster/contract/api/filters';
import { limits } from '@quartermaster/contract/rules/limits';
import { sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { leadsToSeen } from '../../access/scope.ts';
import { engineOf } from '../../db/engines/engine-of.ts';
import { inSteadyPlans } from '../../db/steady-plans.ts';
import type { Db, OwnedTableName, Schema } from '../../db/schema.ts';
import { entityOf, references } from '../entities.ts';
import { namesOf } from '../record-names.ts';
import { byType, tagCounts } from '../tag-counts.ts';
import { type Condition, allOf } from './conditions.ts';

/** A value of a filter with the number of records that it selects. */
interface FacetValue {
  key: string;
  label: string;
  detail: string | null;
  count: number;
}

interface Count {
  field: string;
  key: string | null;
  count: number;
}

/** Each field's values among the records that meet the conditions, the most frequent first. */
async function valueCounts(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  fields: readonly string[],
  conditions: readonly Condition[],
): Promise<Count[]> {
  if (fields.length === 0) return [];
  const counts = fields.map((field) => {
    const seen = leadsToSeen(owner, targetOf(table, field), field);
    return sql`select * from (select cast(${field} as text) as field, ${sql.ref(field)} as key, count(*) as count
      from matching where ${seen ?? sql`true`} group by ${sql.ref(field)}
      order by count desc, key limit ${sql.lit(limits.facetValues)}) counted`;
  });
  // Worked out once: a search or a large tag costs more than the counting.
  const { rows } = await sql<Count>`with matching as materialized (
      select ${sql.join(fields.map((field) => sql.ref(`${table}.${field}`)))}
      from ${sql.table(table)} where ${allOf(conditions)})
    ${sql.join(counts, sql` union all `)} order by count desc, key`.execute(db);
  return rows;
}

const targetOf = (table: OwnedTableName, field: string): OwnedTableName | undefined =>
  references.find(({ from, column }) => from === table && column === field)?.to;

async function named(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  field: string,
  counts: readonly Count[],
): Promise<FacetValue[]> {
  const to = targetOf(table, field);
  const keys = counts.flatMap(({ key }) => key ?? []);
  const names = new Map((to ? await namesOf(db, owner, to, keys) : []).map((each) => [each.id, each]));
  const labels = entityOf[table].labels?.[field] ?? {};
  return counts.map(({ key, count }) => {
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
      and ${recordId} in (select ${sql.ref(`${table}.id`)} from ${sql.table(table)} where ${allOf(conditions)})
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
  const groups = Map.groupBy(fields, (field) => (query[field] === undefined ? null : field));
  const isFiltered = Object.values(query).some((value) => value !== undefined);
  const { counts, tagsByType } = await inSteadyPlans(db, async (read) => {
    const counts: Count[] = [];
    for (const [own, some] of groups) {
      const conditions = conditionsOf(own === null ? { ...query } : { ...query, [own]: undefined });
      counts.push(...(await valueCounts(read, owner, table, some, conditions)));
    }
    const tagsByType =
      'tags' in entity.fields && isFiltered ? await tagsAmong(read, owner, table, conditionsOf(query)) : null;
    return { counts, tagsByType };
  });
  const facets = await Promise.all(
    fields.map(async (field) => {
      const own = counts.filter((count) => count.field === field);
      return { field, values: await named(db, owner, table, field, own) };
    }),
  );
  if (!('tags' in entity.fields)) return { facets, tagsByType: [] };
  return { facets, tagsByType: tagsByType ?? (await tagCounts(db, owner, table)) };
}
