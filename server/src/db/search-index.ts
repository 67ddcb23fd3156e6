import { type RawBuilder, sql } from 'kysely';
import { holds, isOneOf } from './conditions.ts';
import type { Engine } from './engine-of.ts';
import type { OwnedTableName } from './schema.ts';

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

/** By one of SQLite's, which know nothing of words of less than three letters. */
function indexedBySqlite(ownerId: string, table: OwnedTableName, words: string, index: string) {
  const question = trigrams(words)
    .map((three) => `"${three.replaceAll('"', '""')}"`)
    .join(' AND ');
  return sql`select r."recordId" as id from ${sql.table(index)} i cross join search_rows r on r.number = i.rowid
    where ${sql.ref(index)} match ${question} and i.rowid ${numbersOf(ownerId, table)} and ${holds('r.text', words)}`;
}

const isShort = (words: string) => trigrams(words).length === 0;

/** The ids of rows whose words hold what is looked for. */
export function rowsHolding(
  engine: Engine,
  owners: readonly string[],
  table: OwnedTableName,
  words: string,
): RawBuilder<unknown> {
  if (engine === 'postgres') return indexedByPostgres(owners, table, words);
  const reads = owners.map((owner) =>
    isShort(words)
      ? sql`select r."recordId" as id from search_rows r
          where r.number ${numbersOf(owner, table)} and ${holds('r.text', words)}`
      : indexedBySqlite(owner, table, words, 'search_index'),
  );
  return sql.join(reads, sql` union all `);
}

/** The ids of rows whose names may hold it: they are still to be compared. Null where no index knows. */
export function rowsMaybeNamed(
  engine: Engine,
  owners: readonly string[],
  table: OwnedTableName,
  words: string,
): RawBuilder<unknown> | null {
  if (engine === 'postgres') return indexedByPostgres(owners, table, words, nameMark);
  if (isShort(words)) return null;
  const reads = owners.map((owner) => indexedBySqlite(owner, table, words, 'search_names'));
  return sql.join(reads, sql` union all `);
}
