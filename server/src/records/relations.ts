import type { Area } from '@quartermaster/contract/api/areas';
import { type RelationGroup, type Relations, relatedAtMost } from '@quartermaster/contract/api/relations';
import { type RawBuilder, sql } from 'kysely';
import { notFound } from '../lib/errors.ts';
import type { Condition } from './list/conditions.ts';
import { type Owner, visibleOwners } from '../access/owner.ts';
import { type Reference, areaOfTable, entityOf, references, tableOfArea } from './entities.ts';
import { nameColumns, namesOf } from './record-names.ts';
import type { Db, OwnedTableName } from '../db/schema.ts';

type Direction = RelationGroup['direction'];

/** The references from a record to others of one kind, the nearest first. */
interface Path {
  direction: Direction;
  to: OwnedTableName;
  steps: Reference[];
}

const endOf = (direction: Direction, { from, to }: Reference): OwnedTableName =>
  direction === 'uses' ? to : from;

/**
 * Every path from a table, the shortest first. A path only goes to what is used or only to what uses: what else
 * a domain's mailbox serves does not concern the domain.
 */
function pathsFrom(table: OwnedTableName, direction: Direction): Path[] {
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

/** Each kind that a record of this table is connected with, and every path there. */
const pathsTo = (table: OwnedTableName): Map<OwnedTableName, Path[]> =>
  Map.groupBy([...pathsFrom(table, 'uses'), ...pathsFrom(table, 'usedBy')], ({ to }) => to);

/** A query for the ids at the end of a path that begins at this record. */
const idsAt = (owner: Owner, { direction, steps }: Path, id: string): RawBuilder<unknown> =>
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
  const paths = pathsTo(tableOfArea[area]).get(table) ?? [];
  if (paths.length === 0) return sql`1 = 0`;
  // Not `union`, whose order would have SQLite read all rows of the owner instead of an index by the reference.
  const ids = sql.join(
    paths.map((path) => idsAt(owner, path, id)),
    sql` union all `,
  );
  return sql`${sql.ref(`${table}.id`)} in (${ids})`;
}

/**
 * How many records stand at the end of these paths, and the first by name; `path` is the shortest that leads to
 * any. Materialized and crossed, so that SQLite goes from the paths to the records and not from all records.
 */
function group(owner: Owner, table: OwnedTableName, paths: readonly Path[], id: string) {
  const { name, detail } = nameColumns(table);
  const numbered = paths.map(
    (path, index) => sql`select id, ${sql.lit(index)} from (${idsAt(owner, path, id)}) w`,
  );
  return sql`select * from (
    with paths (id, path) as materialized (${sql.join(numbered, sql` union all `)}),
      reached as (select id, min(path) as path from paths group by id)
    select ${sql.lit(table)} as "table", ${sql.ref(`${table}.id`)}, ${name} as name, ${detail} as detail,
      count(*) over () as total, min(reached.path) over () as path
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
  path: number;
}

function toGroup(table: OwnedTableName, path: Path, found: readonly Found[]): RelationGroup {
  const { direction, steps } = path;
  const direct = direction === 'usedBy' && steps.length === 1;
  const refuses =
    direct && references.some(({ from, to, required }) => from === table && to === steps[0]?.to && required);
  return {
    area: areaOfTable(table),
    direction,
    via: steps.slice(0, -1).map((step) => areaOfTable(endOf(direction, step))),
    onDelete: direct ? (refuses ? 'refused' : 'detached') : null,
    total: found[0]?.total ?? 0,
    records: found.map(({ id, name, detail }) => ({ id, name, detail })),
  };
}

/** What a record uses and what uses it, directly and through others; a NOT_FOUND where this owner sees none. */
export async function relationsOf(db: Db, owner: Owner, area: Area, id: string): Promise<Relations> {
  const table = tableOfArea[area];
  const [record] = await namesOf(db, owner, table, [id]);
  if (!record) throw notFound(entityOf[table].one);
  const kinds = [...pathsTo(table)];
  const { rows } = await sql<Found>`${sql.join(
    kinds.map(([to, paths]) => group(owner, to, paths, id)),
    sql` union all `,
  )}`.execute(db);
  const found = Map.groupBy(rows, (row) => row.table);
  const groups = kinds.flatMap(([to, paths]) => {
    const [first, ...others] = found.get(to) ?? [];
    const path = paths[first?.path ?? 0];
    return first && path ? [toGroup(to, path, [first, ...others])] : [];
  });
  const place = ({ direction, via }: RelationGroup): number =>
    via.length + (direction === 'uses' ? 0 : references.length);
  return { area, record, groups: groups.toSorted((a, b) => place(a) - place(b)) };
}
