import { type CompiledQuery, type DatabaseConnection, Kysely, type QueryResult } from 'kysely';
import { isRead } from './engines/sqlite.ts';
import type { Db, Schema, Tx } from './schema.ts';

/** In characters of text: it is held in memory until the transaction. */
const heaviest = 48 * 1024 * 1024;

class TooHeavyError extends Error {}

const weightOf = ({ parameters }: CompiledQuery): number =>
  parameters.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);

/** Passes reads to the database and keeps writes. */
class PlanningConnection implements DatabaseConnection {
  readonly #db: Db;
  readonly writes: CompiledQuery[] = [];
  #weight = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (isRead(query)) return this.#db.executeQuery<R>(query);
    this.#weight += weightOf(query);
    if (this.#weight > heaviest) throw new TooHeavyError();
    this.writes.push(query);
    return { rows: [] };
  }

  streamQuery(): never {
    throw new Error('Read in pages instead');
  }
}

/**
 * Runs work as if in a transaction, but keeps its writes for a later one instead of executing them. The work must not
 * read what it wrote. Returns null if the writes would take too much memory.
 */
export async function planWrites<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
): Promise<{ result: T; writes: readonly CompiledQuery[] } | null> {
  const connection = new PlanningConnection(db);
  const nothing = () => Promise.resolve();
  const planner = new Kysely<Schema>({
    dialect: {
      createAdapter: () => db.getExecutor().adapter,
      createDriver: () => ({
        init: nothing,
        acquireConnection: () => Promise.resolve(connection),
        beginTransaction: nothing,
        commitTransaction: nothing,
        rollbackTransaction: nothing,
        releaseConnection: nothing,
        destroy: nothing,
      }),
      createIntrospector: () => db.introspection,
      createQueryCompiler: () => ({ compileQuery: (node, id) => db.getExecutor().compileQuery(node, id) }),
    },
  });
  try {
    return { result: await planner.transaction().execute(work), writes: connection.writes };
  } catch (error) {
    if (error instanceof TooHeavyError) return null;
    throw error;
  }
}
