import { sql } from 'kysely';
import type { Tx } from '../schema.ts';

/** When a channel is tried again, and an index by which each of them has its turn. */
export async function up(tx: Tx): Promise<void> {
  await sql`alter table channels add column "waitUntil" bigint not null default 0`.execute(tx);
  await sql`drop index deliveries_waiting`.execute(tx);
  await sql`create index deliveries_waiting on deliveries ("ownerId", "channelId", "nextAt", id)
    where state = 'waiting'`.execute(tx);
}
