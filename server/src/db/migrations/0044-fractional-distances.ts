import { sql } from 'kysely';
import { engineOf } from '../engines/engine-of.ts';
import type { Schema, Tx } from '../schema.ts';

/** Shares of a short lifetime are fractions of days, which a column of PostgreSQL's integers refuses. */
export async function up(tx: Tx): Promise<void> {
  if (engineOf<Schema>(tx) === 'postgres')
    await sql`alter table deliveries alter column distance type double precision`.execute(tx);
}
