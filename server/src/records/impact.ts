import type { Impact, ImpactNode } from '@quartermaster/contract/api/impact';
import type { Area } from '@quartermaster/contract/api/areas';
import { recordNameOf } from '@quartermaster/contract/rules/record-name';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { type RawBuilder, sql } from 'kysely';
import type { Owner } from '../access/owner.ts';
import { engineOf } from '../db/engines/engine-of.ts';
import { read } from '../db/raw-sql.ts';
import type { Db, OwnedTableName, Schema } from '../db/schema.ts';
import { withoutCompiling } from '../db/planner.ts';
import { valuesOf } from '../db/values-of.ts';
import { AppError, notFound } from '../lib/errors.ts';
import { inChunks, pacedMap } from '../lib/paced.ts';
import { isSealed } from './kinds/codec.ts';
import { type Reference, areaOfTable, entityOf, references, tableOfArea } from './kinds/entities.ts';
import { recordsByIds } from './list/list.ts';
import { answerColumns } from './list/answer-columns.ts';
import { namesOf } from './table/record-names.ts';
import { isSeen } from './table/scope.ts';

type Direction = ImpactNode['direction'];

/** A record at the end of a path, or, without an id, how many there are of a kind. */
interface Reached {
  direction: Direction;
  tbl: OwnedTableName;
  id: string | null;
  /** 1 or, in a count, the number: required along the whole path; not required; taken over with a mailbox. */
  requires: number;
  uses: number;
  resets: number;
  depth: number;
  viaTbl: OwnedTableName;
  viaId: string;
}

/** One step of the walk along a reference, to visible records. A path never changes its direction. */
function step(owner: Owner, direction: Direction, { from, to, column, required }: Reference) {
  const [start, end] = direction === 'usedBy' ? [to, from] : [from, to];
  const next = direction === 'usedBy' ? sql.ref('step.id') : sql.ref(`step.${column}`);
  const found =
    direction === 'usedBy'
      ? sql`${sql.ref(`step.${column}`)} = walk.id and ${isSeen(from, owner, 'step')}`
      : sql`step.id = walk.id and ${isSeen(from, owner, 'step')} and ${sql.ref(`step.${column}`)} in (
          select id from ${sql.table(to)} where ${isSeen(to, owner)})`;
  const resets = direction === 'usedBy' && entityOf[to].resets ? sql`1` : sql`walk.resets`;
  return {
    columns: sql`walk.direction, ${sql.lit(end)} as tbl, ${next} as id,
      ${required ? sql`walk.requires` : sql`0`} as requires, ${resets} as resets, walk.depth + 1 as depth,
      walk.tbl as "viaTbl", walk.id as "viaId"`,
    table: sql`${sql.table(from)} as step`,
    where: sql`walk.direction = ${sql.lit(direction)} and walk.tbl = ${sql.lit(start)} and ${found}`,
  };
}

/**
 * All steps from the records that were reached last. PostgreSQL lets a recursive query name itself once, SQLite knows no
 * lateral join.
 */
function steps(db: Db, owner: Owner): RawBuilder<unknown> {
  const all = (['uses', 'usedBy'] as const).flatMap((direction) =>
    references.map((reference) => step(owner, direction, reference)),
  );
  if (engineOf<Schema>(db) === 'postgres') {
    const each = all.map(({ columns, table, where }) => sql`select ${columns} from ${table} where ${where}`);
    return sql`select next.* from walk cross join lateral (${sql.join(each, sql` union all `)}) next`;
  }
  const each = all.map(
    ({ columns, table, where }) => sql`select ${columns} from walk cross join ${table} where ${where}`,
  );
  return sql.join(each, sql` union `);
}

/**
 * Walks along all references from the roots. Of several paths to a record the strongest counts, then the shortest; it can
 * be taken over if any path says so.
 */
function walk(db: Db, owner: Owner, roots: readonly Root[]): RawBuilder<Reached> {
  const given = valuesOf(db, [
    ['text', roots.map(({ table }) => table)],
    ['text', roots.map(({ id }) => id)],
  ]);
  const isRoot = sql`id in (select id from roots)`;
  return sql<Reached>`with recursive
    roots (tbl, id) as (${given}),
    walk (direction, tbl, id, requires, resets, depth, "viaTbl", "viaId") as (
      select directions.direction, roots.tbl, roots.id, 1, 0, 0, '', '' from roots
        cross join (select 'uses' as direction union all select 'usedBy') directions
      union ${steps(db, owner)}),
    ranked as (select walk.*,
        max(resets) over (partition by direction, tbl, id) as "anyResets",
        row_number() over (partition by direction, tbl, id order by requires desc, depth, "viaId") as place
      from walk),
    best as materialized (select direction, tbl, id, requires, "anyResets" as resets, depth, "viaTbl", "viaId"
      from ranked where place = 1 and not ${isRoot})
    select direction, tbl, cast(null as text) as id, sum(requires) as requires, sum(1 - requires) as uses,
        sum(resets) as resets, 0 as depth, '' as "viaTbl", '' as "viaId"
      from best group by direction, tbl
    union all
    select * from (select direction, tbl, id, requires, 1 - requires as uses, resets, depth, "viaTbl", "viaId"
      from best order by depth, tbl, id limit ${sql.lit(serverLimits.impactNodes)}) listed`;
}

interface Root {
  table: OwnedTableName;
  id: string;
}

interface Described {
  name: string;
  secretFields: string[];
}

const recordsAtOnce = 100;
const namesAtOnce = 500;

/** The names of records, and which of their secrets are set. */
async function describe(db: Db, owner: Owner, found: readonly Root[]): Promise<Map<string, Described>> {
  const reader = { ...owner, secrets: false };
  const described = new Map<string, Described>();
  for (const [table, some] of Map.groupBy(found, (each) => each.table)) {
    const entity = entityOf[table];
    const ids = new Set(some.map(({ id }) => id));
    if (!Object.values(entity.fields).some(({ column }) => isSealed(column))) {
      for await (const part of inChunks(ids, namesAtOnce))
        for (const { id, name } of await namesOf(db, reader, table, part))
          described.set(id, { name, secretFields: [] });
      continue;
    }
    const shown = answerColumns(table, entity.answer);
    for await (const part of inChunks(ids, recordsAtOnce)) {
      const records = await recordsByIds<{ id: string; secretFields?: string[] }>(db, reader, shown, part);
      for (const record of records) {
        const { secretFields = [] } = record;
        described.set(record.id, { name: recordNameOf(entity, record).name, secretFields });
      }
    }
  }
  return described;
}

/** Those that are visible; throws NOT_FOUND if one record alone was asked for, and is not. */
async function visibleRoots(db: Db, owner: Owner, asked: readonly Root[]): Promise<Root[]> {
  const visible = new Set<string>();
  for (const [table, some] of Map.groupBy(asked, (each) => each.table))
    for await (const ids of inChunks(new Set(some.map(({ id }) => id)), namesAtOnce))
      for (const { id } of await namesOf(db, owner, table, ids)) visible.add(id);
  const roots = [...new Map(asked.map((root) => [root.id, root])).values()].filter(({ id }) =>
    visible.has(id),
  );
  if (roots.length > 0) return roots;
  const [first] = asked;
  throw first ? notFound(entityOf[first.table].one) : new AppError('NOT_FOUND', 'Record not found');
}

/** What these records need, and what breaks without them, however far away. */
export async function impactOf(
  db: Db,
  owner: Owner,
  records: readonly { area: Area; id: string }[],
): Promise<Impact> {
  const roots = await visibleRoots(
    db,
    owner,
    records.map(({ area, id }) => ({ table: tableOfArea[area], id })),
  );
  const { rows } = await withoutCompiling(db, (tx) => read(tx, walk(tx, owner, roots)));
  const counts = rows.filter(({ id }) => id === null);
  const reached = rows.filter((row): row is Reached & { id: string } => row.id !== null);
  const described = await describe(db, owner, [
    ...roots,
    ...reached.map(({ tbl, id }) => ({ table: tbl, id })),
  ]);
  const record = (table: OwnedTableName, id: string) => ({
    id,
    area: areaOfTable(table),
    name: described.get(id)?.name ?? '',
  });
  const nodes = await pacedMap(
    reached,
    ({ tbl, id, direction, requires, resets, depth, viaTbl, viaId }): ImpactNode => ({
      ...record(tbl, id),
      direction,
      strength: Number(requires) === 1 ? 'requires' : 'uses',
      canReset: Number(resets) === 1,
      depth,
      via: record(viaTbl, viaId),
      secretFields: described.get(id)?.secretFields ?? [],
    }),
  );
  const inOrder = (one: ImpactNode, other: ImpactNode): number =>
    one.depth - other.depth || (one.name < other.name ? -1 : 1);
  const total = counts.reduce((sum, { requires, uses }) => sum + Number(requires) + Number(uses), 0);
  return {
    roots: roots.map(({ table, id }) => record(table, id)),
    nodes: nodes.toSorted(inOrder),
    counts: counts.map(({ tbl, direction, requires, uses, resets }) => ({
      area: areaOfTable(tbl),
      direction,
      requires: Number(requires),
      uses: Number(uses),
      canReset: Number(resets),
    })),
    truncated: total > nodes.length,
  };
}
