import { type RawBuilder, sql } from 'kysely';
import { holds, isOneOf } from './conditions.ts';
import type { Engine } from '../../db/engines/engine-of.ts';
import type { OwnedTableName } from '../../db/schema.ts';

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

/** Three letters in a row, none twice but those at the end; none of fewer letters. */
function trigrams(words: string): string[] {
  const letters = [...words];
  const threes = letters.flatMap((_, at) =>
    at % 3 === 2 || (at > 2 && at === letters.length - 1) ? [letters.slice(at - 2, at + 1).join('')] : [],
  );
  return [...new Set(threes)];
}

/** The numbers of one owner's rows of a table in SQLite's own tables. */
function numbersOf(ownerId: string, table: OwnedTableName): RawBuilder<unknown> {
  const first = sql`((select number from search_owners where "ownerId" = ${ownerId}) * 274877906944
    + ${sql.lit(places[table])} * 17179869184)`;
  return sql`between ${first} and ${first} + 17179869183`;
}

/** What migration 0005 puts before the trigrams of a name. */
const nameMark = '\u0001';

/** By PostgreSQL's index. Without `offset 0` it would read all rows of the owner too. */
function indexedByPostgres(owners: readonly string[], table: OwnedTableName, words: string, mark = '') {
  const quoted = (text: string) => `'${`${mark}${text}`.replaceAll(/['\\]/g, '$&$&')}'`;
  const threes = trigrams(words).map(quoted);
  const question = threes.length > 0 ? threes.join(' & ') : `${quoted(words)}:*`;
  return sql`select id from (select id, "ownerId" from ${sql.table(table)}
    where search_trigrams("searchText") @@ cast(${question} as tsquery) and ${holds('searchText', words)}
    offset 0) rows where ${isOneOf('ownerId', owners)}`;
}

type SqliteIndex = 'search_index' | 'search_names';

/** By one of SQLite's. Words of one or two letters are all trigrams that begin with them. */
function indexedBySqlite(ownerId: string, table: OwnedTableName, words: string, index: SqliteIndex) {
  const quoted = trigrams(words).map((three) => `"${three.replaceAll('"', '""')}"`);
  const question =
    quoted.length > 0
      ? sql`${quoted.join(' AND ')}`
      : sql`(select coalesce(group_concat('"' || replace(term, '"', '""') || '"', ' OR '), '""')
          from ${sql.table(`${index}_terms`)} where term >= ${words} and term < ${`${words}\u{10ffff}`})`;
  return sql`select r."recordId" as id from ${sql.table(index)} i cross join search_rows r on r.number = i.rowid
    where ${sql.ref(index)} match ${question} and i.rowid ${numbersOf(ownerId, table)} and ${holds('r.text', words)}`;
}

/** So many rows are sooner read through than looked up. */
const fewRows = 1000;
/** So many of an owner's first and last rows are compared; so many hits at both ends make a short word frequent. */
const rowsAtEnd = 100;
const frequentFrom = 10;

/** Few rows are read through, and those of a frequent short word: the trigrams that begin with it would be too many. */
function heldInSqlite(ownerId: string, table: OwnedTableName, words: string) {
  const numbers = numbersOf(ownerId, table);
  const hitsAtEnd = (order: string) =>
    sql`(select count(*) from (select text from search_rows where number ${numbers}
      order by number ${sql.raw(order)} limit ${sql.lit(rowsAtEnd)}) where ${holds('text', words)})`;
  const isFrequent = sql`or min(${hitsAtEnd('asc')}, ${hitsAtEnd('desc')}) >= ${sql.lit(frequentFrom)}`;
  const when = (is: boolean) =>
    sql`limit (select case when "readsThrough" = ${sql.lit(is ? 1 : 0)} then -1 else 0 end from way)`;
  return sql`select id from (
    with way as materialized (select not exists (select 1 from search_rows where number ${numbers}
      limit 1 offset ${sql.lit(fewRows)}) ${trigrams(words).length === 0 ? isFrequent : sql``} as "readsThrough")
    select id from (select r."recordId" as id from search_rows r
      where r.number ${numbers} and ${holds('r.text', words)} ${when(true)})
    union all select id from (${indexedBySqlite(ownerId, table, words, 'search_index')} ${when(false)}))`;
}

/** The ids of rows whose words hold what is looked for. */
export function rowsHolding(
  engine: Engine,
  owners: readonly string[],
  table: OwnedTableName,
  words: string,
): RawBuilder<unknown> {
  if (engine === 'postgres') return indexedByPostgres(owners, table, words);
  const reads = owners.map((owner) => heldInSqlite(owner, table, words));
  return sql.join(reads, sql` union all `);
}

/** The ids of rows whose names may hold it: they are still to be compared. */
export function rowsMaybeNamed(
  engine: Engine,
  owners: readonly string[],
  table: OwnedTableName,
  words: string,
): RawBuilder<unknown> {
  if (engine === 'postgres') return indexedByPostgres(owners, table, words, nameMark);
  const reads = owners.map((owner) => indexedBySqlite(owner, table, words, 'search_names'));
  return sql.join(reads, sql` union all `);
}
