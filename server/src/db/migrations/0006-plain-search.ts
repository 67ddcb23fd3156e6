import { sql } from 'kysely';
import { engineOf } from '../engines/engine-of.ts';
import { inSavepoint } from '../savepoint.ts';
import type { Schema, Tx } from '../schema.ts';

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
 * SQLite scans an owner's words in a thread of its own; its trigram indexes and the tables that fed them are dropped.
 */
async function dropWordTables(tx: Tx) {
  for (const table of tables)
    for (const event of ['insert', 'update', 'delete'])
      await sql.raw(`drop trigger ${table}_search_${event}`).execute(tx);
  for (const table of ['search_index_terms', 'search_names_terms', 'search_index', 'search_names'])
    await sql.raw(`drop table ${table}`).execute(tx);
  for (const table of ['search_rows', 'search_owners']) await sql.raw(`drop table ${table}`).execute(tx);
}

/**
 * PostgreSQL searches with pg_trgm, with the owner in the same index. Without the right to create the extensions it
 * scans the owner's words too.
 */
async function takeExtension(tx: Tx) {
  for (const table of tables) {
    await sql`drop index if exists ${sql.ref(`${table}_search`)}`.execute(tx);
    await sql`drop index if exists ${sql.ref(`${table}_by_name`)}`.execute(tx);
  }
  await sql`drop function search_trigrams(text)`.execute(tx);
  await inSavepoint(tx, async () => {
    await sql`create extension if not exists pg_trgm`.execute(tx);
    await sql`create extension if not exists btree_gin`.execute(tx);
    for (const table of tables)
      await sql`create index ${sql.ref(`${table}_search`)} on ${sql.table(table)}
        using gin ("ownerId", "searchText" gin_trgm_ops)`.execute(tx);
  });
}

/** Only the newest and the soonest first come from an index; other orders are sorted. */
async function dropListIndexes(tx: Tx) {
  for (const index of ['soonest_by_status', 'latest', 'latest_by_status', 'newest_by_status', 'oldest'])
    await sql`drop index ${sql.ref(`domains_${index}`)}`.execute(tx);
}

export async function up(tx: Tx): Promise<void> {
  await (engineOf<Schema>(tx) === 'sqlite' ? dropWordTables(tx) : takeExtension(tx));
  await dropListIndexes(tx);
}
