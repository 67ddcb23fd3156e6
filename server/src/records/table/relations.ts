import type { Area } from '@quartermaster/contract/api/areas';
import type { RelationGroup, Relations } from '@quartermaster/contract/api/relations';
import { limits } from '@quartermaster/contract/rules/limits';
import { type RawBuilder, sql } from 'kysely';
import { read } from '../../db/raw-sql.ts';
import { notFound } from '../../lib/errors.ts';
import type { Condition } from './conditions.ts';
import type { Owner } from '../../access/owner.ts';
import { isScoped, isSeen } from './scope.ts';
import { type Reference, areaOfTable, entityOf, references, tableOfArea } from '../kinds/entities.ts';
import { nameColumns, nameOrder, namesOf } from './record-names.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';

type Direction = RelationGroup['direction'];

/** A path of references from a record to those of one kind, nearest first. */
export interface Path {
  direction: Direction;
  to: OwnedTableName;
  steps: Reference[];
}

const endOf = (direction: Direction, { from, to }: Reference): OwnedTableName =>
  direction === 'uses' ? to : from;

/**
 * Every path from a table, shortest first. A path never changes direction: a domain is not related to the other
 * accounts of its mailbox.
 */
export function pathsFrom(table: OwnedTableName, direction: Direction): Path[] {
  const paths: Path[] = [];
  let ends: Path[] = [{ direction, to: table, steps: [] }];
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
    paths.push(...ends);
  }
  return paths;
}

/** The paths from a table, grouped by the kind that they lead to. */
const pathsTo = (table: OwnedTableName): Map<OwnedTableName, Path[]> =>
  Map.groupBy([...pathsFrom(table, 'uses'), ...pathsFrom(table, 'usedBy')], ({ to }) => to);

/** The record at the start of a path, if it is visible. */
function firstId(owner: Owner, step: Reference | undefined, direction: Direction, id: string) {
  const table = direction === 'uses' ? step?.from : step?.to;
  return table && isScoped(table, owner)
    ? sql`select id from ${sql.table(table)} where ${isSeen(table, owner)} and id = ${id}`
    : sql`${id}`;
}

/** Selects the ids at the end of a path from this record, through visible records. */
const idsAt = (owner: Owner, { direction, steps }: Path, id: string): RawBuilder<unknown> =>
  steps.reduce<RawBuilder<unknown>>(
    (ids, { from, column }) => {
      const [wanted, given] = direction === 'uses' ? [column, 'id'] : ['id', column];
      return sql`select ${sql.ref(wanted)} as id from ${sql.table(from)}
      where ${isSeen(from, owner)} and ${sql.ref(given)} in (${ids})`;
    },
    firstId(owner, steps[0], direction, id),
  );

/**
 * The condition that a row is one of those that `relationsOf` counts for this record. The ids are materialized: until
 * PostgreSQL has analysed the tables, it would otherwise follow the paths again for every row.
 */
export function isRelatedTo(
  owner: Owner,
  table: OwnedTableName,
  { area, id }: { area: Area; id: string },
): Condition {
  const paths = pathsTo(tableOfArea[area]).get(table) ?? [];
  if (paths.length === 0) return sql`1 = 0`;
  // Not `union`: to sort for it, SQLite would read all of the owner's rows instead of the reference's index.
  const ids = sql.join(
    paths.map((path) => idsAt(owner, path, id)),
    sql` union all `,
  );
  return sql`${sql.ref(`${table}.id`)} in (with related(id) as materialized (${ids}) select id from related)`;
}

/**
 * Counts the records at the end of these paths and selects the first by name. `ways` counts for each path, in order, the
 * records that it reaches and no shorter one does: '107,8'.
 * Materialized and cross joined: SQLite would otherwise start from all records instead of the paths.
 */
function group(db: Db, owner: Owner, table: OwnedTableName, paths: readonly Path[], id: string) {
  const { name, detail } = nameColumns(table);
  const numbered = paths.map(
    (path, index) => sql`select id, ${sql.lit(index)} from (${idsAt(owner, path, id)}) w`,
  );
  const counts = paths.map(
    (_, index) =>
      sql`cast(sum(case when reached.path = ${sql.lit(index)} then 1 else 0 end) over () as text)`,
  );
  return sql`select * from (
    with paths (id, path) as materialized (${sql.join(numbered, sql` union all `)}),
      reached as (select id, min(path) as path from paths group by id)
    select ${sql.lit(table)} as "table", ${sql.ref(`${table}.id`)}, ${name} as name, ${detail} as detail,
      count(*) over () as total, ${sql.join(counts, sql` || ',' || `)} as ways
    from reached cross join ${sql.table(table)}
    where ${sql.ref(`${table}.id`)} = reached.id
      and ${isSeen(table, owner)}
    order by ${nameOrder(db, table)}, ${sql.ref(`${table}.id`)} limit ${sql.lit(limits.related)}) ${sql.ref(table)}`;
}

interface Found {
  table: OwnedTableName;
  id: string;
  name: string;
  detail: string | null;
  total: number;
  ways: string;
}

const viaOf = ({ direction, steps }: Path): Area[] =>
  steps.slice(0, -1).map((step) => areaOfTable(endOf(direction, step)));

function toGroup(
  table: OwnedTableName,
  paths: readonly Path[],
  found: readonly [Found, ...Found[]],
): RelationGroup | undefined {
  const [{ total, ways }] = found;
  const counts = ways.split(',').map(Number);
  const used = paths.flatMap((path, index) => {
    const count = counts[index] ?? 0;
    return count > 0 ? [{ path, total: count }] : [];
  });
  const path = used[0]?.path;
  if (!path) return undefined;
  const { direction, steps } = path;
  const direct = direction === 'usedBy' && steps.length === 1;
  const refuses =
    direct && references.some(({ from, to, required }) => from === table && to === steps[0]?.to && required);
  return {
    area: areaOfTable(table),
    direction,
    via: viaOf(path),
    onDelete: direct ? (refuses ? 'refused' : 'detached') : null,
    total,
    records: found.map(({ id, name, detail }) => ({ id, name, detail })),
    ways: used.map((way) => ({ via: viaOf(way.path), total: way.total })),
  };
}

/** What a record uses and what uses it, directly and indirectly. Throws NOT_FOUND if the record is not visible. */
export async function relationsOf(db: Db, owner: Owner, area: Area, id: string): Promise<Relations> {
  const table = tableOfArea[area];
  const [record] = await namesOf(db, owner, table, [id]);
  if (!record) throw notFound(entityOf[table].one);
  const kinds = [...pathsTo(table)];
  const { rows } = await read(
    db,
    sql<Found>`${sql.join(
      kinds.map(([to, paths]) => group(db, owner, to, paths, id)),
      sql` union all `,
    )}`,
  );
  const found = Map.groupBy(rows, (row) => row.table);
  const groups = kinds.flatMap(([to, paths]) => {
    const [first, ...others] = found.get(to) ?? [];
    const group = first && toGroup(to, paths, [first, ...others]);
    return group ? [group] : [];
  });
  const place = ({ direction, via }: RelationGroup): number =>
    via.length + (direction === 'uses' ? 0 : references.length);
  return { area, record, groups: groups.toSorted((a, b) => place(a) - place(b)) };
}
