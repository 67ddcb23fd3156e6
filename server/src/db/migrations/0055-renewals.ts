import { sql } from 'kysely';
import { engineOf } from '../engines/engine-of.ts';
import type { Schema, Tx } from '../schema.ts';

const columns = [
  'add column "paidUntil" bigint',
  `add column "autoRenew" text not null default 'UNKNOWN'`,
  'add column price bigint',
  'add column currency text',
  'add column payer text',
  `add column "interval" text not null default 'YEAR'`,
];

/** Until when hosting, servers and CDN plans are paid, what a renewal costs, and the currency of prices without one. */
export async function up(tx: Tx): Promise<void> {
  // SQLite adds one column at a time.
  const additions = engineOf<Schema>(tx) === 'postgres' ? [columns.join(', ')] : columns;
  for (const table of ['hostings', 'servers', 'cdn_accounts'])
    for (const addition of additions)
      await sql`alter table ${sql.table(table)} ${sql.raw(addition)}`.execute(tx);
  await sql`alter table workspaces add column currency text`.execute(tx);
}
