import { sql } from 'kysely';
import { engineOf } from '../engine-of.ts';
import type { Schema, Tx } from '../schema.ts';

/** Which column a record is named by, in lower case; null where none of its own does. */
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

/** A trigram index over names alone, kept with the rows that are searched: the name is the first of their words. */
async function nameTrigrams(tx: Tx) {
  const name = (text: string) => `substr(${text}, 1, instr(${text} || char(10), char(10)) - 1)`;
  const unnamed = Object.keys(names).filter((table) => names[table as keyof typeof names] === null);
  const isNamed = `"tableName" not in (${unnamed.map((table) => `'${table}'`).join(', ')})`;
  const statements = [
    `create virtual table search_names using fts5(name, content='', contentless_delete=1, detail=none,
      tokenize="trigram case_sensitive 1")`,
    `insert into search_names (rowid, name) select number, ${name('text')} from search_rows
      where ${isNamed} order by number`,
    `create trigger search_names_insert after insert on search_rows when new.${isNamed} begin
      insert into search_names (rowid, name) values (new.number, ${name('new.text')});
    end`,
    `create trigger search_names_update after update of text on search_rows when new.${isNamed} begin
      update search_names set name = ${name('new.text')} where rowid = new.number;
    end`,
    `create trigger search_names_delete after delete on search_rows when old.${isNamed} begin
      delete from search_names where rowid = old.number;
    end`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(tx);
}

/**
 * Each three letters in a row, those of the first line, which is the name, once more with a mark before them. Words of
 * one or two letters begin one of them, for the text is made longer. As a function that is called and not written out
 * it has a price: no plan computes it for each row.
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
 * In place of an extension's trigrams, which know no words of one or two letters, no signs and nothing of names.
 * What waits to be sorted into the index is read through by every search, and is kept short. Names stand in the order of
 * their bytes, as SQLite's do, since a beginning is a range in no other.
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
  engineOf<Schema>(tx) === 'sqlite' ? nameTrigrams(tx) : trigramsAndNames(tx);
