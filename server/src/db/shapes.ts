import type { CompiledQuery } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from './schema.ts';

const shapesAtMost = 500;
const compiled = new WeakMap<Db, LRUCache<string, CompiledQuery>>();

/**
 * Runs a statement that is built and compiled once for all of the same shape, which costs more than to run it.
 * `parameters` are its values in the order of its text; `shape` names everything else that the text depends on.
 */
export async function rowsOfShape<R>(
  db: Db,
  shape: string,
  parameters: readonly unknown[],
  build: () => { compile(): CompiledQuery },
): Promise<R[]> {
  const known = compiled.get(db) ?? new LRUCache<string, CompiledQuery>({ max: shapesAtMost });
  compiled.set(db, known);
  let query = known.get(shape);
  if (!query) known.set(shape, (query = build().compile()));
  if (query.parameters.length !== parameters.length)
    throw new Error(`A statement of another shape: ${query.sql}`);
  return (await db.executeQuery<R>({ ...query, parameters })).rows;
}
