import { type Area, parseRelatedTo } from '@quartermaster/contract/api/areas';
import type { Graph, GraphEdge, GraphNode, Heavy } from '@quartermaster/contract/graph/graph.schema';
import type { RecordName } from '@quartermaster/contract/api/relations';
import { limits } from '@quartermaster/contract/rules/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { read } from '../../db/raw-sql.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { notFound } from '../../lib/errors.ts';
import { areaOfTable, entityOf, ownedTables, references, tableOfArea } from '../../records/kinds/entities.ts';
import { type Condition, allOf, anyOf, equals } from '../../records/table/conditions.ts';
import { nameColumns, namesOf } from '../../records/table/record-names.ts';
import { type Path, isRelatedTo, pathsFrom } from '../../records/table/relations.ts';
import { isSeen } from '../../records/table/scope.ts';

interface Subject {
  area: Area;
  id: string;
}

type Row = RecordName & Record<`to_${string}`, string | null> & { total: number };

/** A global record is shown where something of the workspace refers to it. */
function isShown(table: OwnedTableName, owner: Owner): Condition {
  if (!entityOf[table].global) return isSeen(table, owner);
  const users = references
    .filter(({ to }) => to === table)
    .map(
      ({ from, column }): Condition =>
        sql`${sql.ref(`${table}.id`)} in (select ${sql.ref(column)} from ${sql.table(from)} where ${isSeen(from, owner)})`,
    );
  return allOf([isSeen(table, owner), anyOf([equals(`${table}.ownerId`, owner.id), ...users])]);
}

const isConnected = (owner: Owner, table: OwnedTableName, subject: Subject): Condition =>
  anyOf([
    isRelatedTo(owner, table, subject),
    ...(tableOfArea[subject.area] === table ? [equals(`${table}.id`, subject.id)] : []),
  ]);

async function rowsOf(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  subject: Subject | null,
  limit: number,
): Promise<Row[]> {
  const { name, detail } = nameColumns(table);
  const targets = references
    .filter(({ from }) => from === table)
    .map(({ column }) => sql`, ${sql.ref(`${table}.${column}`)} as ${sql.id(`to_${column}`)}`);
  const shown = subject
    ? allOf([isSeen(table, owner), isConnected(owner, table, subject)])
    : isShown(table, owner);
  const { rows } = await read(
    db,
    sql<Row>`select id, ${name} as name, ${detail} as detail,
      count(*) over () as total ${sql.join(targets, sql` `)}
    from ${sql.table(table)} where ${shown}
    order by lower(${name}), ${sql.ref(`${table}.id`)} limit ${sql.lit(limit)}`,
  );
  return rows;
}

/** The records that a member sees, or those connected with one of them, and the references between them. */
export async function graphOf(db: Db, owner: Owner, of: string | undefined): Promise<Graph> {
  const subject = of === undefined ? null : parseRelatedTo(of);
  if (subject) {
    const table = tableOfArea[subject.area];
    const [record] = await namesOf(db, owner, table, [subject.id]);
    if (!record) throw notFound(entityOf[table].one);
  }
  const nodes: GraphNode[] = [];
  const links: GraphEdge[] = [];
  const totals: Graph['totals'] = [];
  for (const table of ownedTables) {
    const area = areaOfTable(table);
    // One at least, which tells the total.
    const room = limits.graph - nodes.length;
    const rows = await rowsOf(db, owner, table, subject, Math.max(1, room));
    if (rows[0]) totals.push({ area, total: rows[0].total });
    for (const row of rows.slice(0, room)) {
      nodes.push({ id: row.id, name: row.name, detail: row.detail, area });
      for (const { from, column } of references) {
        const to = from === table ? row[`to_${column}`] : null;
        if (to) links.push({ from: row.id, to, field: column });
      }
    }
  }
  const known = new Set(nodes.map(({ id }) => id));
  return { nodes, edges: links.filter(({ to }) => known.has(to)), totals };
}

/** Selects every record at the start of a path with each one at its end. */
const pairsOf = (owner: Owner, { steps }: Path): RawBuilder<unknown> =>
  steps.slice(1).reduce<RawBuilder<unknown>>(
    (pairs, { from, column }) => sql`select nearer.root, ${sql.ref(`${from}.id`)} as leaf
      from (${pairs}) nearer join ${sql.table(from)} on ${sql.ref(`${from}.${column}`)} = nearer.leaf
      where ${isSeen(from, owner)}`,
    firstPairs(owner, steps),
  );

function firstPairs(owner: Owner, [step]: Path['steps']): RawBuilder<unknown> {
  if (!step) throw new Error('A path has a step');
  const { from, column } = step;
  return sql`select ${sql.ref(`${from}.${column}`)} as root, ${sql.ref(`${from}.id`)} as leaf
    from ${sql.table(from)} where ${isSeen(from, owner)} and ${sql.ref(`${from}.${column}`)} is not null`;
}

async function heaviestIn(db: Db, owner: Owner, table: OwnedTableName): Promise<Heavy[]> {
  const paths = pathsFrom(table, 'usedBy');
  if (paths.length === 0) return [];
  const pairs = sql.join(
    paths.map((path) => sql`select * from (${pairsOf(owner, path)}) pair`),
    sql` union all `,
  );
  const { rows } = await read(
    db,
    sql<{
      id: string;
      dependents: number;
    }>`select root as id, count(distinct leaf) as dependents
    from (${pairs}) pairs where root in (select id from ${sql.table(table)} where ${isSeen(table, owner)})
    group by root order by dependents desc, root limit ${sql.lit(limits.heaviest)}`,
  );
  const names = await namesOf(
    db,
    owner,
    table,
    rows.map(({ id }) => id),
  );
  const dependents = new Map(rows.map((row) => [row.id, Number(row.dependents)]));
  const area = areaOfTable(table);
  return names.map((name) => ({ ...name, area, dependents: dependents.get(name.id) ?? 0 }));
}

/** The records on which most others depend, the heaviest first. */
export async function heaviestOf(db: Db, owner: Owner): Promise<Heavy[]> {
  const all: Heavy[] = [];
  for (const table of ownedTables) all.push(...(await heaviestIn(db, owner, table)));
  return all
    .toSorted((one, other) => other.dependents - one.dependents || (one.id < other.id ? -1 : 1))
    .slice(0, limits.heaviest);
}
