import { sql } from 'kysely';
import { engineOf } from '../engines/engine-of.ts';
import type { Schema, Tx } from '../schema.ts';

/**
 * The column that names a record, in lower case; null where none of its own does. In the order of migration
 * 0002.
 */
const names = {
  email_accounts: 'emailKey',
  registrator_types: 'nameKey',
  proxies: null,
  registrator_accounts: null,
  hostings: 'nameKey',
  servers: 'nameKey',
  cdn_accounts: null,
  domains: 'domain',
};

/** What writes to a table do to the searched rows; everything else follows from those. */
async function followTable(tx: Tx, table: string, place: number) {
  const first = `((select number from search_owners where "ownerId" = new."ownerId") * 274877906944
    + ${place} * 17179869184)`;
  const row = (of: string) =>
    `"ownerId" = ${of}."ownerId" and "tableName" = '${table}' and "recordId" = ${of}.id`;
  const statements = [
    ...['insert', 'update', 'delete'].map((event) => `drop trigger ${table}_search_${event}`),
    `create trigger ${table}_search_insert after insert on ${table} begin
      insert into search_owners ("ownerId") select new."ownerId"
        where not exists (select 1 from search_owners where "ownerId" = new."ownerId");
      insert into search_rows values (1 + coalesce((select number from search_rows
        where number between ${first} and ${first} + 17179869183 order by number desc limit 1), ${first}),
        new."ownerId", '${table}', new.id, new."searchText");
    end`,
    `create trigger ${table}_search_update after update of "searchText" on ${table}
      when old."searchText" <> new."searchText" begin
      update search_rows set text = new."searchText" where ${row('new')};
    end`,
    `create trigger ${table}_search_delete after delete on ${table} begin
      delete from search_rows where ${row('old')};
    end`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(tx);
}

/**
 * Rebuilds SQLite's trigrams and adds those of names alone; the name is the first line of the words. The text is
 * padded, so that words of one or two letters begin a trigram wherever they stand: the lists of all trigrams tell
 * which.
 */
async function wordsAndNames(tx: Tx) {
  for (const [place, table] of Object.keys(names).entries()) await followTable(tx, table, place);
  const isNamed = (row: string) => {
    const unnamed = Object.entries(names).flatMap(([table, column]) =>
      column === null ? [`'${table}'`] : [],
    );
    return `${row}"tableName" not in (${unnamed.join(', ')})`;
  };
  const longer = (text: string) => `${text} || char(10) || char(10)`;
  const name = (text: string) => longer(`substr(${text}, 1, instr(${text} || char(10), char(10)) - 1)`);
  const columns = `text, content='', contentless_delete=1, detail=none, tokenize="trigram case_sensitive 1"`;
  await sql`drop table search_index`.execute(tx);
  for (const [index, text, when] of [
    ['search_index', longer, () => 'true'],
    ['search_names', name, isNamed],
  ] as const) {
    const statements = [
      `create virtual table ${index} using fts5(${columns})`,
      `create virtual table ${index}_terms using fts5vocab(${index}, 'row')`,
      `insert into ${index} (rowid, text) select number, ${text('text')} from search_rows
        where ${when('')} order by number`,
      `create trigger ${index}_insert after insert on search_rows when ${when('new.')} begin
        insert into ${index} (rowid, text) values (new.number, ${text('new.text')});
      end`,
      `create trigger ${index}_update after update of text on search_rows when ${when('new.')} begin
        update ${index} set text = ${text('new.text')} where rowid = new.number;
      end`,
      `create trigger ${index}_delete after delete on search_rows when ${when('old.')} begin
        delete from ${index} where rowid = old.number;
      end`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  }
}

/**
 * All trigrams of a text; those of the first line, the name, once more with a mark before them. The text is padded, so
 * that words of one or two letters begin a trigram. A function has a cost of its own: written out, a plan might compute
 * it for each row.
 */
const trigramsFunction = `create function search_trigrams(words text) returns tsvector
  language plpgsql immutable strict parallel safe cost 100 as $$
  declare
    longer constant text := repeat(chr(10), 2);
    whole constant text := words || longer;
    name constant text := split_part(words, chr(10), 1) || longer;
    cut constant text := chr(2);
    three constant text := '\\1' || cut;
    marked constant text := chr(1) || three;
  begin
    return array_to_tsvector(array_remove(string_to_array(concat_ws(cut,
      regexp_replace(whole, '(...)', three, 'g'), regexp_replace(substr(whole, 2), '(...)', three, 'g'),
      regexp_replace(substr(whole, 3), '(...)', three, 'g'),
      regexp_replace(name, '(...)', marked, 'g'), regexp_replace(substr(name, 2), '(...)', marked, 'g'),
      regexp_replace(substr(name, 3), '(...)', marked, 'g')
    ), cut), ''));
  end $$`;

/**
 * Replaces an extension's trigrams, which do not cover words of one or two letters, punctuation or names. Every search
 * reads the index's pending list, so it is kept short. Names are in byte order, like SQLite's, the only one in which a
 * prefix is a range.
 */
async function trigramsAndNames(tx: Tx) {
  await sql.raw(trigramsFunction).execute(tx);
  for (const [table, column] of Object.entries(names)) {
    await sql`drop index if exists ${sql.ref(`${table}_search`)}`.execute(tx);
    await sql`create index ${sql.ref(`${table}_search`)} on ${sql.table(table)}
      using gin (search_trigrams("searchText")) with (gin_pending_list_limit = 256)`.execute(tx);
    if (column === null) continue;
    await sql`create index ${sql.ref(`${table}_by_name`)} on ${sql.table(table)}
      ("ownerId", ${sql.ref(column)} collate "C", "id")`.execute(tx);
  }
}

export const up = (tx: Tx): Promise<void> =>
  engineOf<Schema>(tx) === 'sqlite' ? wordsAndNames(tx) : trigramsAndNames(tx);
