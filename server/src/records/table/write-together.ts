import { type Compilable, type OperationNodeSource, sql } from 'kysely';
import { engineOf } from '../../db/engines/engine-of.ts';
import { write } from '../../db/raw-sql.ts';
import type { Schema, Tx } from '../../db/schema.ts';

export type Write = Compilable & OperationNodeSource & { execute(): Promise<unknown> };

/** Runs writes that do not depend on each other in one round trip: on PostgreSQL as one statement. */
export async function writeTogether(tx: Tx, writes: readonly Write[]): Promise<void> {
  if (writes.length < 2 || engineOf<Schema>(tx) === 'sqlite')
    await Promise.all(writes.map((write) => write.execute()));
  else {
    const parts = writes.map((write, at) => sql`${sql.id(`w${at}`)} as (${write as never})`);
    await write(tx, sql`with ${sql.join(parts)} select 1`);
  }
}
