import type { CompiledQuery } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type Engine, engineOf } from '../../db/engines/engine-of.ts';
import type { Db, Schema, Tx } from '../../db/schema.ts';

const shapesAtMost = 500;
const kept = () => new LRUCache<string, CompiledQuery>({ max: shapesAtMost });
const compiled: Record<Engine, LRUCache<string, CompiledQuery>> = { sqlite: kept(), postgres: kept() };

/**
 * Runs a statement that is built and compiled once for all of the same shape, which costs more than to run it.
 * `parameters` are its values in the order of its text; `shape` names everything else that the text depends on.
 */
export async function rowsOfShape<R>(
  db: Db | Tx,
  shape: string,
  parameters: readonly unknown[],
  build: () => CompiledQuery,
): Promise<R[]> {
  const known = compiled[engineOf<Schema>(db)];
  let query = known.get(shape);
  if (!query) known.set(shape, (query = build()));
  if (query.parameters.length !== parameters.length)
    throw new Error(`A statement of another shape: ${query.sql}`);
  return (await db.executeQuery<R>({ ...query, parameters })).rows;
}
