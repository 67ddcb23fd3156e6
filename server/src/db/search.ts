import { type OperationNode, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Condition, anyOf, contains, holds, isOneOf } from './conditions.ts';
import { type Engine, engineOf } from './engine-of.ts';
import { type Owner, visibleOwners } from './owner.ts';
import type { Db, OwnedTableName, Schema } from './schema.ts';

/** Hits up to so many are looked up by their ids; more are so frequent that reading in order soon fills a page. */
const sparseAtMost = 1000;

/** As migration 0002 numbers the tables. */
const places: Record<OwnedTableName, number> = {
  email_accounts: 0,
  registrator_types: 1,
  proxies: 2,
  registrator_accounts: 3,
  hostings: 4,
  servers: 5,
  cdn_accounts: 6,
  domains: 7,
};

/** Each three letters in a row, as a question to SQLite's index; null for less than three. */
function trigrams(words: string): string | null {
  const letters = [...words];
  const threes = letters.slice(2).map((last, at) => `${letters[at] ?? ''}${letters[at + 1] ?? ''}${last}`);
  const quoted = [...new Set(threes)].map((three) => `"${three.replaceAll('"', '""')}"`);
  return quoted.length > 0 ? quoted.join(' AND ') : null;
}

/** The numbers of one owner's rows of a table in SQLite's own tables. */
function numbersOf(ownerId: string, table: OwnedTableName): RawBuilder<unknown> {
  const first = sql`((select number from search_owners where "ownerId" = ${ownerId}) * 274877906944
    + ${sql.lit(places[table])} * 17179869184)`;
  return sql`between ${first} and ${first} + 17179869183`;
}

/** The ids of rows whose words are as wanted, compared row by row. */
export function ownRows(
  engine: Engine,
  owners: readonly string[],
  table: OwnedTableName,
  wanted: (text: RawBuilder<string>) => Condition,
): RawBuilder<unknown> {
  if (engine === 'postgres')
    return sql`select id from ${sql.table(table)}
      where ${isOneOf(`${table}.ownerId`, owners)} and ${wanted(sql.ref(`${table}.searchText`))}`;
  const reads = owners.map(
    (owner) => sql`select r."recordId" as id from search_rows r
      where r.number ${numbersOf(owner, table)} and ${wanted(sql.ref('r.text'))}`,
  );
  return sql.join(reads, sql` union all `);
}

/** The same by SQLite's index. */
const indexedRows = (ownerId: string, table: OwnedTableName, words: string, question: string) =>
  sql`select r."recordId" as id from search_index i cross join search_rows r on r.number = i.rowid
    where search_index match ${question} and i.rowid ${numbersOf(ownerId, table)} and ${holds('r.text', words)}`;

/** Records by their own words, and those that meet one of further conditions. */
function hitsOf(
  engine: Engine,
  owners: readonly string[],
  { table, words, others }: Looked,
): RawBuilder<unknown> {
  const question = engine === 'sqlite' ? trigrams(words) : null;
  const own =
    question === null
      ? [ownRows(engine, owners, table, (text) => contains(text, words))]
      : owners.map((owner) => indexedRows(owner, table, words, question));
  const further = others.map(
    (condition) => sql`select id from ${sql.table(table)}
      where ${isOneOf(`${table}.ownerId`, owners)} and ${condition}`,
  );
  return sql.join([...own, ...further], sql` union all `);
}

interface Looked {
  table: OwnedTableName;
  /** In lower case. */
  words: string;
  /** What else counts as a hit: what the record points to. */
  others: readonly Condition[];
}

/** The ids of what is found, or null where there are too many to name. */
export async function sparseHits(db: Db, owner: Owner, looked: Looked): Promise<string[] | null> {
  const hits = hitsOf(engineOf<Schema>(db), visibleOwners(looked.table, owner), looked);
  const { rows } = await sql<{
    id: string;
  }>`select id from (${hits}) hits limit ${sql.lit(sparseAtMost + 1)}`.execute(db);
  return rows.length > sparseAtMost ? null : [...new Set(rows.map(({ id }) => id))];
}

/** Whether a row is one of these; a list of any length is one parameter. */
export const isAmong = (engine: Engine, table: OwnedTableName, ids: readonly string[]): Condition =>
  engine === 'postgres'
    ? sql<SqlBool>`${sql.ref(`${table}.id`)} = any(${ids})`
    : sql<SqlBool>`${sql.ref(`${table}.id`)} in (select value from json_each(${JSON.stringify(ids)}))`;

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

  /** The ids of what is found, or null where there are too many to name. */
  hits(db: Db): Promise<string[] | null> {
    return sparseHits(db, this.#owner, this.#looked);
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
  const ids = search ? await search.hits(db) : null;
  if (!ids) return all;
  const engine = engineOf<Schema>(db);
  const id = sql.ref(`${table}.id`);
  return {
    // SQLite joins in the order that is written, and would else read all rows of the owner in the list's order.
    source:
      engine === 'postgres'
        ? sql`unnest(cast(${ids} as text[])) hits(value) join ${sql.table(table)} on ${id} = hits.value`
        : sql`json_each(${JSON.stringify(ids)}) hits cross join ${sql.table(table)} on ${id} = hits.value`,
    conditions: conditions.filter((condition) => condition !== search),
    isNarrowed: true,
  };
}
