import type { Area } from '@quartermaster/contract/api/areas';
import { type RelationGroup, type Relations, relatedAtMost } from '@quartermaster/contract/api/relations';
import { type RawBuilder, sql } from 'kysely';
import { notFound } from '../lib/errors.ts';
import type { Condition } from './list/conditions.ts';
import { type Owner, visibleOwners } from './owner.ts';
import { namesOf, recordNames } from './record-names.ts';
import { type Reference, nouns, references, tables } from './references.ts';
import type { Db, OwnedTableName } from '../db/schema.ts';

type Direction = RelationGroup['direction'];

/** The references from a record to others of one kind, the nearest first. */
interface Way {
  direction: Direction;
  to: OwnedTableName;
  steps: Reference[];
}

const endOf = (direction: Direction, { from, to }: Reference): OwnedTableName =>
  direction === 'uses' ? to : from;

/**
 * Every way from a table, the shortest first. A way only goes to what is used or only to what uses: what else
 * a domain's mailbox serves does not concern the domain.
 */
function waysFrom(table: OwnedTableName, direction: Direction): Way[] {
  const ways: Way[] = [];
  let ends: Way[] = [{ direction, to: table, steps: [] }];
  while (ends.length > 0) {
    ends = ends.flatMap(({ to: end, steps }) =>
      references
        .filter((reference) => end === (direction === 'uses' ? reference.from : reference.to))
        .map((reference) => ({
          direction,
          to: endOf(direction, reference),
          steps: [...steps, reference],
        })),
    );
    ways.push(...ends);
  }
  return ways;
}

/** Each kind that a record of this table is connected with, and every way there. */
const waysTo = (table: OwnedTableName): Map<OwnedTableName, Way[]> =>
  Map.groupBy([...waysFrom(table, 'uses'), ...waysFrom(table, 'usedBy')], ({ to }) => to);

/** A query for the ids at the end of a way that begins at this record. */
const idsAt = (owner: Owner, { direction, steps }: Way, id: string): RawBuilder<unknown> =>
  steps.reduce<RawBuilder<unknown>>(
    (ids, { from, column }) => {
      const [wanted, given] = direction === 'uses' ? [column, 'id'] : ['id', column];
      return sql`select ${sql.ref(wanted)} as id from ${sql.table(from)}
      where "ownerId" in (${sql.join(visibleOwners(from, owner))}) and ${sql.ref(given)} in (${ids})`;
    },
    sql`${id}`,
  );

/** Whether a row is connected with a record, as `relationsOf` counts it. */
export function isRelatedTo(
  owner: Owner,
  table: OwnedTableName,
  { area, id }: { area: Area; id: string },
): Condition {
  const ways = waysTo(tables[area]).get(table) ?? [];
  if (ways.length === 0) return sql`1 = 0`;
  // Not `union`, whose order would have SQLite read all rows of the owner instead of an index by the reference.
  const ids = sql.join(
    ways.map((way) => idsAt(owner, way, id)),
    sql` union all `,
  );
  return sql`${sql.ref(`${table}.id`)} in (${ids})`;
}

/**
 * How many records stand at the end of these ways, and the first by name; `way` is the shortest that leads to
 * any. Materialized and crossed, so that SQLite goes from the ways to the records and not from all records.
 */
function group(owner: Owner, table: OwnedTableName, ways: readonly Way[], id: string) {
  const { name, detail } = recordNames[table];
  const numbered = ways.map(
    (way, index) => sql`select id, ${sql.lit(index)} from (${idsAt(owner, way, id)}) w`,
  );
  return sql`select * from (
    with ways (id, way) as materialized (${sql.join(numbered, sql` union all `)}),
      reached as (select id, min(way) as way from ways group by id)
    select ${sql.lit(table)} as "table", ${sql.ref(`${table}.id`)}, ${name} as name, ${detail} as detail,
      count(*) over () as total, min(reached.way) over () as way
    from reached cross join ${sql.table(table)}
    where ${sql.ref(`${table}.id`)} = reached.id
      and ${sql.ref(`${table}.ownerId`)} in (${sql.join(visibleOwners(table, owner))})
    order by lower(${name}), ${sql.ref(`${table}.id`)} limit ${sql.lit(relatedAtMost)}) ${sql.ref(table)}`;
}

interface Found {
  table: OwnedTableName;
  id: string;
  name: string;
  detail: string | null;
  total: number;
  way: number;
}

function toGroup(table: OwnedTableName, way: Way, found: readonly Found[]): RelationGroup {
  const { direction, steps } = way;
  const direct = direction === 'usedBy' && steps.length === 1;
  const refuses =
    direct && references.some(({ from, to, required }) => from === table && to === steps[0]?.to && required);
  return {
    area: nouns[table].area,
    direction,
    via: steps.slice(0, -1).map((step) => nouns[endOf(direction, step)].area),
    onDelete: direct ? (refuses ? 'refused' : 'detached') : null,
    total: found[0]?.total ?? 0,
    records: found.map(({ id, name, detail }) => ({ id, name, detail })),
  };
}

/** What a record uses and what uses it, directly and through others; a NOT_FOUND where this owner sees none. */
export async function relationsOf(db: Db, owner: Owner, area: Area, id: string): Promise<Relations> {
  const table = tables[area];
  const [record] = await namesOf(db, owner, table, [id]);
  if (!record) throw notFound(nouns[table].one);
  const kinds = [...waysTo(table)];
  const { rows } = await sql<Found>`${sql.join(
    kinds.map(([to, ways]) => group(owner, to, ways, id)),
    sql` union all `,
  )}`.execute(db);
  const found = Map.groupBy(rows, (row) => row.table);
  const groups = kinds.flatMap(([to, ways]) => {
    const [first, ...others] = found.get(to) ?? [];
    const way = ways[first?.way ?? 0];
    return first && way ? [toGroup(to, way, [first, ...others])] : [];
  });
  const place = ({ direction, via }: RelationGroup): number =>
    via.length + (direction === 'uses' ? 0 : references.length);
  return { area, record, groups: groups.toSorted((a, b) => place(a) - place(b)) };
}
