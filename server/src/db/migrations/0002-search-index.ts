import { sql } from 'kysely';
import { engineOf } from '../engines/engine-of.ts';
import type { Schema, Tx } from '../schema.ts';

/** In this order: a table's position is part of its rows' numbers. */
const tables = [
  'email_accounts',
  'registrator_types',
  'proxies',
  'registrator_accounts',
  'hostings',
  'servers',
  'cdn_accounts',
  'domains',
];

/**
 * SQLite's search tables: a copy of each record's words under a number of its own (an implicit rowid may change), and a
 * trigram index over it. An owner's rows of a table have consecutive numbers, so that a search reads a range of the
 * index instead of everybody's. The index stores neither text nor positions: matches are verified against the text.
 */
async function wordTables(tx: Tx) {
  const statements = [
    `create table search_owners (number integer primary key, "ownerId" text not null unique)`,
    `create table search_rows (number integer primary key, "ownerId" text not null, "tableName" text not null,
      "recordId" text not null, text text not null, unique ("ownerId", "tableName", "recordId"))`,
    `create virtual table search_index using fts5(text, content='', contentless_delete=1, detail=none,
      tokenize="trigram case_sensitive 1")`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(tx);
}

/** The first number of an owner's rows of a table; there is room for 2^34 of them, and for 16 tables. */
const firstNumber = (owner: string, place: number) =>
  `((select number from search_owners where "ownerId" = ${owner}) * 274877906944 + ${place} * 17179869184)`;

async function indexTable(tx: Tx, table: string, place: number) {
  const first = firstNumber('new."ownerId"', place);
  const row = (of: string) =>
    `(select number from search_rows where "ownerId" = ${of}."ownerId" and "tableName" = '${table}'
      and "recordId" = ${of}.id)`;
  const statements = [
    `insert into search_owners ("ownerId") select distinct "ownerId" from ${table}
      where "ownerId" not in (select "ownerId" from search_owners)`,
    `insert into search_rows select ${firstNumber('t."ownerId"', place)}
      + row_number() over (partition by "ownerId" order by "createdAt", id), "ownerId", '${table}', id, "searchText"
      from ${table} t`,
    `create trigger ${table}_search_insert after insert on ${table} begin
      insert into search_owners ("ownerId") select new."ownerId"
        where not exists (select 1 from search_owners where "ownerId" = new."ownerId");
      insert into search_rows values (1 + coalesce((select number from search_rows
        where number between ${first} and ${first} + 17179869183 order by number desc limit 1), ${first}),
        new."ownerId", '${table}', new.id, new."searchText");
      insert into search_index (rowid, text) values (last_insert_rowid(), new."searchText");
    end`,
    `create trigger ${table}_search_update after update of "searchText" on ${table}
      when old."searchText" <> new."searchText" begin
      update search_index set text = new."searchText" where rowid = ${row('new')};
      update search_rows set text = new."searchText" where number = ${row('new')};
    end`,
    `create trigger ${table}_search_delete after delete on ${table} begin
      delete from search_index where rowid = ${row('old')};
      delete from search_rows where number = ${row('old')};
    end`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(tx);
}

/** Migration 0005 makes PostgreSQL's. */
export async function up(tx: Tx): Promise<void> {
  if (engineOf<Schema>(tx) !== 'sqlite') return;
  await wordTables(tx);
  for (const [place, table] of tables.entries()) await indexTable(tx, table, place);
  await sql`insert into search_index (rowid, text) select number, text from search_rows order by number`.execute(
    tx,
  );
}
