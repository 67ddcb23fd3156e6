import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';

const { builtins, getTypeParser } = pg.types;
/** Counts and times arrive as numbers; none exceeds the safe integers. */
const numbers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown => {
    if (oid === Number(builtins.INT8)) return Number;
    return format === 'binary' ? getTypeParser(oid, format) : getTypeParser(oid, format);
  },
};

const connections = 10;
/** Timeout of getting a free or a new connection, and of checking an idle one: a request fails within two seconds. */
const acquireMs = 1500;
const probeMs = 1000;
/** A connection that was idle for longer is tested: the server may hang, or the network may be gone. */
const restedMs = 100;
/** Statement timeouts: the server's, and the client's in case the server does not answer at all. */
const statementMs = 15_000;
const statementAtClientMs = statementMs + 2000;

/** Hands out working connections, and discards those that broke in use. */
class AnsweringPool implements PostgresPool {
  readonly #pool: pg.Pool;
  readonly #used = new WeakMap<pg.PoolClient, number>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  get options(): object {
    return this.#pool.options;
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    const query = async (
      text: string,
      values: unknown[],
      query_timeout?: number,
    ): Promise<pg.QueryResult> => {
      if (broken) throw broken;
      try {
        return await client.query({ text, values, ...(query_timeout !== undefined && { query_timeout }) });
      } catch (error) {
        // An error of a statement leaves the connection usable, an error of the socket does not.
        if (error instanceof Error && !(error instanceof pg.DatabaseError)) broken = error;
        throw error;
      }
    };
    const release = (discard?: boolean) => {
      this.#used.set(client, performance.now());
      client.release(discard || broken);
    };
    const now = performance.now();
    const rested = now - (this.#used.get(client) ?? now);
    if (rested > restedMs)
      await query('select 1', [], probeMs).catch((error: unknown) => {
        release(true);
        throw error;
      });
    return { query: query as never, release }; // Kysely never uses cursors, the second form of this type.
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

/** PostgreSQL, or a database with its protocol. Without `bounded`, no time limits: for migrations and a restore. */
export function postgresPool(
  connectionString: string,
  onError: (error: Error) => void,
  { bounded }: { bounded: boolean },
): PostgresPool {
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    connectionTimeoutMillis: acquireMs,
    keepAlive: true,
    ...(bounded && {
      statement_timeout: statementMs,
      query_timeout: statementAtClientMs,
      idle_in_transaction_session_timeout: statementMs,
    }),
    types: numbers,
  });
  // Without a listener, the error of a broken connection would end the process. The pool listens to idle ones and
  // passes their errors on; those in use also report it at their next query.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new AnsweringPool(pool);
}
