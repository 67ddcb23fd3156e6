import { sql } from 'kysely';
import type { Tx } from '../schema.ts';

/** The batches that an API token made, newest first, as those of a person are found; most are made without one. */
export async function up(tx: Tx): Promise<void> {
  await sql`create index batches_by_token on batches ("ownerId", "tokenId", at, id) where "tokenId" is not null`.execute(
    tx,
  );
}
