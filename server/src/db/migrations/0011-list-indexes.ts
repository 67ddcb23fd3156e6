import { sql } from 'kysely';
import { engineOf } from '../engines/engine-of.ts';
import type { Schema, Tx } from '../schema.ts';
import { wordsIndex } from './owned-table.ts';

/**
 * Indexes for the soonest of each status, and for totals by status and date. On SQLite, a search reads the words from
 * an index of a third of the rows' size.
 */
export async function up(tx: Tx): Promise<void> {
  await tx.schema.dropIndex('domains_by_expiry').execute();
  for (const [name, columns] of [
    ['domains_by_expiry', `"ownerId", "expirationDate", "status"`],
    ['domains_soonest_by_status', `"ownerId", "status", ("expirationDate" is null), "expirationDate", "id"`],
  ] as const)
    await tx.schema.createIndex(name).on('domains').expression(sql.raw(columns)).execute();
  if (engineOf<Schema>(tx) === 'postgres') return;
  for (const { name, columns } of await tx.introspection.getTables())
    if (columns.some((column) => column.name === 'searchText')) await wordsIndex(tx, name);
}
