import type { CompiledQuery } from 'kysely';
import type { Db } from './schema.ts';

const shapesAtMost = 500;
const compiled = new WeakMap<Db, Map<string, CompiledQuery>>();

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
  const known = compiled.get(db) ?? new Map<string, CompiledQuery>();
  compiled.set(db, known);
  const query = known.get(shape) ?? build().compile();
  known.delete(shape);
  known.set(shape, query);
  if (known.size > shapesAtMost) {
    const [oldest = ''] = known.keys();
    known.delete(oldest);
  }
  if (query.parameters.length !== parameters.length)
    throw new Error(`A statement of another shape: ${query.sql}`);
  return (await db.executeQuery<R>({ ...query, parameters })).rows;
}
