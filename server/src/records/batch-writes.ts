import { type Compilable, type OperationNodeSource, sql } from 'kysely';
import { engineOf } from '../db/engines/engine-of.ts';
import type { Schema, Tx } from '../db/schema.ts';

type Write = Compilable & OperationNodeSource & { execute(): Promise<unknown> };

/**
 * Runs a few writes that do not read what the others write. PostgreSQL takes them as one statement, and so in one way
 * there and back.
 */
export async function batchWrites(tx: Tx, writes: readonly Write[]): Promise<void> {
  if (engineOf<Schema>(tx) === 'sqlite') for (const write of writes) await write.execute();
  else {
    const parts = writes.map((write, at) => sql`${sql.id(`w${at}`)} as (${write as never})`);
    await sql`with ${sql.join(parts)} select 1`.execute(tx);
  }
}
