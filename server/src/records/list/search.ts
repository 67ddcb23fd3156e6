import { type OperationNode, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Condition, anyOf, contains, holds, isOneOf } from './conditions.ts';
import { type Engine, engineOf } from '../../db/engines/engine-of.ts';
import { type Owner, visibleOwners } from '../owner.ts';
import type { Db, OwnedTableName, Schema } from '../../db/schema.ts';
import { rowsHolding } from './search-index.ts';

/** Hits up to so many are looked up by their ids; more are so frequent that reading in order soon fills a page. */
const sparseAtMost = 1000;

/** Records by their own words, and those that meet one of further conditions. */
function hitsOf(
  engine: Engine,
  owners: readonly string[],
  { table, words, others }: Looked,
): RawBuilder<unknown> {
  const further = others.map(
    (condition) => sql`select id from ${sql.table(table)}
      where ${isOneOf(`${table}.ownerId`, owners)} and ${condition}`,
  );
  return sql.join([rowsHolding(engine, owners, table, words), ...further], sql` union all `);
}

interface Looked {
  table: OwnedTableName;
  /** In lower case. */
  words: string;
  /** What else counts as a hit: what the record points to. */
  others: readonly Condition[];
}

/** So many of the oldest rows and of the newest are compared first; so many hits at both ends make a word frequent. */
const rowsAtEnd = 100;
const frequentFrom = 20;

/**
 * PostgreSQL's indexes know nothing of owners, and what is frequent costs what all of them have: so the owner's first
 * and last rows are asked before. What was imported at one time stands at one end alone. A hit without an id says that
 * these are not all.
 */
function unlessFrequent(owners: readonly string[], { table, words }: Looked, hits: RawBuilder<unknown>) {
  const hitsAtEnd = (order: string) =>
    sql`select id from (select id, "searchText" from ${sql.table(table)}
      where ${isOneOf('ownerId', owners)}
      order by "createdAt" ${sql.raw(order)} limit ${sql.lit(rowsAtEnd)}) rows
      where ${contains(sql.ref('searchText'), words)}`;
  const isFrequent = sql`least((select count(*) from oldest), (select count(*) from newest))
    >= ${sql.lit(frequentFrom)}`;
  return sql`with oldest as materialized (${hitsAtEnd('asc')}), newest as materialized (${hitsAtEnd('desc')})
    select null as id where ${isFrequent} union all select id from newest where ${isFrequent}
    union all select id from (${hits}) hits where not (${isFrequent})`;
}

export interface Hits {
  ids: string[];
  /** Or some of too many to name all. */
  areAll: boolean;
}

async function hitsIn(db: Db, owner: Owner, looked: Looked): Promise<Hits> {
  const engine = engineOf<Schema>(db);
  const owners = visibleOwners(looked.table, owner);
  const hits = hitsOf(engine, owners, looked);
  const found = engine === 'postgres' ? unlessFrequent(owners, looked, hits) : hits;
  const { rows } = await sql<{
    id: string | null;
  }>`select id from (${found}) found limit ${sql.lit(sparseAtMost + 1)}`.execute(db);
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]));
  return { ids: [...new Set(ids)], areAll: ids.length === rows.length && ids.length <= sparseAtMost };
}

/** A list of any length, as one parameter. */
export const idsAsRows = (engine: Engine, ids: readonly string[]): RawBuilder<unknown> =>
  engine === 'postgres'
    ? sql`select unnest(cast(${ids} as text[]))`
    : sql`select value from json_each(${JSON.stringify(ids)})`;

/** Whether a row is one of these. */
export const isAmong = (engine: Engine, table: OwnedTableName, ids: readonly string[]): Condition =>
  engine === 'postgres'
    ? sql<SqlBool>`${sql.ref(`${table}.id`)} = any(${ids})`
    : sql<SqlBool>`${sql.ref(`${table}.id`)} in (${idsAsRows(engine, ids)})`;

/**
 * Whether a record is found: its own words hold what is looked for, or it meets one of further conditions. By
 * itself it is compared row by row; a list first asks the index.
 */
export class Search implements Condition {
  readonly #owner: Owner;
  readonly #looked: Looked;
  readonly expressionType = undefined;

  constructor(owner: Owner, table: OwnedTableName, words: string, ...others: Condition[]) {
    this.#owner = owner;
    this.#looked = { table, words: words.toLowerCase(), others };
  }

  toOperationNode(): OperationNode {
    const { table, words, others } = this.#looked;
    return anyOf(holds(`${table}.searchText`, words), ...others).toOperationNode();
  }

  /** The ids of what is found. */
  hits(db: Db): Promise<Hits> {
    return hitsIn(db, this.#owner, this.#looked);
  }
}

/** Where the rows that meet a list's conditions are read the fastest. */
export interface Matching {
  source: RawBuilder<unknown>;
  conditions: readonly Condition[];
  /** Whether the source says more than the conditions do. */
  isNarrowed: boolean;
}

/** Rare words are looked up first and decide which rows are read at all; what is frequent is met soon anyway. */
export async function matchingOf(
  db: Db,
  table: OwnedTableName,
  conditions: readonly Condition[],
): Promise<Matching> {
  const all = { source: sql.table(table), conditions, isNarrowed: false };
  const search = conditions.find((condition) => condition instanceof Search);
  const { ids, areAll } = (await search?.hits(db)) ?? { ids: [], areAll: false };
  if (!areAll) return all;
  const others = conditions.filter((condition) => condition !== search);
  if (engineOf<Schema>(db) === 'postgres')
    return { ...all, conditions: [...others, isAmong('postgres', table, ids)], isNarrowed: true };
  // SQLite joins in the order that is written, and would else read all rows of the owner in the list's order.
  const source = sql`json_each(${JSON.stringify(ids)}) hits
    cross join ${sql.table(table)} on ${sql.ref(`${table}.id`)} = hits.value`;
  return { source, conditions: others, isNarrowed: true };
}
