import { noReference, takesSeveral } from '@quartermaster/contract/api/filters';
import { limits } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { read } from '../../db/raw-sql.ts';
import { leadsToSeen } from '../table/scope.ts';
import { engineOf } from '../../db/engines/engine-of.ts';
import { withHashJoins } from '../../db/planner.ts';
import type { Db, OwnedTableName, Schema } from '../../db/schema.ts';
import { entityOf, references } from '../kinds/entities.ts';
import { namesOf } from '../table/record-names.ts';
import { byType, tagCounts } from './tag-counts.ts';
import { type Condition, allOf } from '../table/conditions.ts';

/** A value of a filter with the number of records that it selects. */
interface FacetValue {
  key: string;
  label: string;
  detail: string | null;
  count: number;
}

/** A field's value, or a tag, with its number of records. */
interface Count {
  /** null: a tag, with its type as the key and its value. */
  field: string | null;
  key: string | null;
  value: string | null;
  count: number;
}

/**
 * Each field's values among the records that meet the conditions, the most frequent first, and the records' tags. In one
 * statement, because finding the records may cost more than counting.
 */
async function countsAmong(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  fields: readonly string[],
  isTagged: boolean,
  conditions: readonly Condition[],
): Promise<Count[]> {
  const counts = fields.map((field) => {
    const seen = leadsToSeen(owner, targetOf(table, field), field);
    return sql`select * from (select cast(${field} as text) as field, ${sql.ref(field)} as key,
      cast(null as text) as value, count(*) as count
      from matching where ${seen ?? sql`true`} group by ${sql.ref(field)}
      order by count desc, key limit ${sql.lit(serverLimits.facetValues)}) counted`;
  });
  // The plus keeps SQLite from looking each record up under each tag: it walks the owner's tags once.
  const recordId =
    engineOf<Schema>(db) === 'sqlite' ? sql`+record_tags."recordId"` : sql`record_tags."recordId"`;
  const tags = sql`select * from (select cast(null as text) as field, type as key, value, count from (
      select "tagId", count(*) as count from record_tags where "ownerId" = ${owner.id}
      and ${recordId} in (select id from matching) group by "tagId"
    ) linked join tags on tags."ownerId" = ${owner.id} and tags.id = linked."tagId"
    where tags."tableName" = ${table}
    order by count desc, type, value limit ${sql.lit(limits.tagsListed)}) counted`;
  const { rows } = await read(
    db,
    sql<Count>`with matching as materialized (
      select ${sql.join(['id', ...fields].map((field) => sql.ref(`${table}.${field}`)))}
      from ${sql.table(table)} where ${allOf(conditions)})
    select * from (${sql.join(isTagged ? [...counts, tags] : counts, sql` union all `)}) counts
    order by case when field is null then 0 else count end desc, key, value`,
  );
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
  const isFiltered = Object.values(query).some((value) => value !== undefined);
  const isTagged = 'tags' in entity.fields && isFiltered;
  const groups = Map.groupBy(fields, (field) => (query[field] === undefined ? null : field));
  if (isTagged && !groups.has(null)) groups.set(null, []);
  const counts = await withHashJoins(db, async (read) => {
    const found: Count[] = [];
    for (const [own, some] of groups) {
      const conditions = conditionsOf(own === null ? { ...query } : { ...query, [own]: undefined });
      found.push(...(await countsAmong(read, owner, table, some, isTagged && own === null, conditions)));
    }
    return found;
  });
  const facets = await Promise.all(
    fields.map(async (field) => {
      const own = counts.filter((count) => count.field === field);
      return { field, values: await named(db, owner, table, field, own) };
    }),
  );
  if (!('tags' in entity.fields)) return { facets, tagsByType: [] };
  const tags = counts.flatMap(({ field, key, value, count }) =>
    field === null ? { type: key ?? '', value: value ?? '', count } : [],
  );
  return { facets, tagsByType: isTagged ? byType(tags) : await tagCounts(db, owner, table) };
}
