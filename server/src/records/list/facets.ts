import { noReference, takesSeveral } from '@quartermaster/contract/api/filters';
import { limits } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { joinTags, parseTag, tagElements, valuesByType } from '@quartermaster/contract/rules/tags';
import { type SqlBool, sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { read } from '../../db/raw-sql.ts';
import { leadsToSeen } from '../table/scope.ts';
import { engineOf } from '../../db/engines/engine-of.ts';
import { withHashJoins } from '../../db/planner.ts';
import type { Db, OwnedTableName, Schema } from '../../db/schema.ts';
import { entityOf, references } from '../kinds/entities.ts';
import { namesOf } from '../table/record-names.ts';
import { byType, tagCounts } from './tag-counts.ts';
import { type Condition, allOf, equals, isOneOf } from '../table/conditions.ts';

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
 * Each field's values among the records that meet the conditions, the most frequent first, and those of the records' tags
 * that meet `tagged`; null: none. In one statement, because finding the records may cost more than counting.
 */
async function countsAmong(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  fields: readonly string[],
  tagged: Condition | null,
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
    where tags."tableName" = ${table} and ${tagged}
    order by count desc, type, value limit ${sql.lit(limits.tagsListed)}) counted`;
  const { rows } = await read(
    db,
    sql<Count>`with matching as materialized (
      select ${sql.join(['id', ...fields].map((field) => sql.ref(`${table}.${field}`)))}
      from ${sql.table(table)} where ${allOf(conditions)})
    select * from (${sql.join(tagged ? [...counts, tags] : counts, sql` union all `)}) counts
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

type Query = Readonly<Record<string, unknown>>;

const isFiltered = (query: Query): boolean => Object.values(query).some((value) => value !== undefined);

/** The filters without those of its `tagsAny` that have this type. */
function withoutType(query: Query, type: string): Query {
  const others = tagElements(anyTagsOf(query)).filter((element) => parseTag(element).type !== type);
  return { ...query, tagsAny: others.length > 0 ? joinTags(others) : undefined };
}

const anyTagsOf = ({ tagsAny }: Query): string => (typeof tagsAny === 'string' ? tagsAny : '');

/**
 * The values in use of each filter that takes several, with their counts under all other filters, and the counts of tags
 * under all filters, since tags narrow one another: but those of a type in `tagsAny` under all but these.
 */
export async function facetsOf(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  query: Query,
  conditionsOf: (query: Record<string, unknown>) => Condition[],
) {
  const entity = entityOf[table];
  const fields = Object.entries(entity.filters).flatMap(([name, kind]) =>
    takesSeveral(kind) && name in entity.fields ? [name] : [],
  );
  const isTagged = 'tags' in entity.fields && isFiltered(query);
  const types = isTagged ? [...valuesByType(anyTagsOf(query)).keys()] : [];
  const groups = Map.groupBy(fields, (field) => (query[field] === undefined ? null : field));
  if (isTagged && !groups.has(null)) groups.set(null, []);
  const counts = await withHashJoins(db, async (read) => {
    const found: Count[] = [];
    const count = async (some: string[], tagged: Condition | null, given: Query) =>
      found.push(...(await countsAmong(read, owner, table, some, tagged, conditionsOf({ ...given }))));
    const ofOthers = sql<SqlBool>`not ${isOneOf('tags.type', types)}`;
    for (const [own, some] of groups)
      await (own === null
        ? count(some, isTagged ? ofOthers : null, query)
        : count(some, null, { ...query, [own]: undefined }));
    for (const type of types) await count([], equals('tags.type', type), withoutType(query, type));
    return found;
  });
  const facets = await Promise.all(
    fields.map(async (field) => {
      const own = counts.filter((count) => count.field === field);
      return { field, values: await named(db, owner, table, field, own) };
    }),
  );
  if (!('tags' in entity.fields)) return { facets, tagsByType: [] };
  if (!isTagged) return { facets, tagsByType: await tagCounts(db, owner, table) };
  const tags = counts.flatMap(({ field, key, value, count }) =>
    field === null ? { type: key ?? '', value: value ?? '', count } : [],
  );
  return { facets, tagsByType: byType(tags).sort(byName) };
}

const byName = (one: { type: string }, other: { type: string }): number => (one.type < other.type ? -1 : 1);
