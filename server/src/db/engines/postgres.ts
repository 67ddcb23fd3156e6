import { type Dialect, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import { createHash } from 'node:crypto';
import pg from 'pg';

const { builtins, getTypeParser } = pg.types;
/** Counts and times come as numbers; none of them is beyond what a number holds. */
const numbers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown => {
    if (oid === Number(builtins.INT8)) return Number;
    return format === 'binary' ? getTypeParser(oid, format) : getTypeParser(oid, format);
  },
};

const connections = 10;
/** For a free connection or a new one, and for the answer of one that rested: a request knows within two seconds. */
const acquireMs = 1500;
const probeMs = 1000;
/** A connection that rested longer may lead nowhere: to a server that hangs, or is behind a cable that was cut. */
const restedMs = 100;
/** For one statement: the server gives up first, and the client where the server does not even do that. */
const statementMs = 15_000;
const statementAtClientMs = statementMs + 2000;

const preparedAtMost = 200;
/**
 * A pooler in between may lead a connection to a server that knows no such statement, or knows it already; and another
 * process may have brought the tables up to date, so that a statement for all columns answers others than it did.
 */
const misplaced = new Set(['26000', '42P05', '0A000']);

/** Which reads are prepared: those that come again. To plan a page of a list takes longer than to read it. */
class Preparing {
  readonly #names = new Map<string, string>();
  readonly #seen = new Set<string>();
  #isPossible = true;

  nameOf(text: string): string | undefined {
    if (!this.#isPossible || !text.startsWith('select ')) return undefined;
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (!this.#seen.delete(text)) {
      if (this.#seen.size >= preparedAtMost) this.#seen.clear();
      this.#seen.add(text);
      return undefined;
    }
    if (this.#names.size >= preparedAtMost) return undefined;
    const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
    this.#names.set(text, name);
    return name;
  }

  /** Whether the statement may be tried once more without a name; from then on there are none. */
  givesUp(error: unknown): boolean {
    if (!(error instanceof pg.DatabaseError) || !misplaced.has(error.code ?? '')) return false;
    this.#isPossible = false;
    return true;
  }
}

/**
 * What is prepared is planned once; PostgreSQL would else plan it anew for its values, which takes longer than to run it.
 * Nor does it compile what it takes to be long. A server that knows no such settings does without.
 */
const planOnce = (client: pg.PoolClient) =>
  client
    .query({
      text: 'set plan_cache_mode = force_generic_plan; set jit = off',
      query_timeout: probeMs,
    } as pg.QueryConfig)
    .catch(() => undefined);

/** Hands out connections that answer, and takes back none that broke while it was in use. */
class AnsweringPool implements PostgresPool {
  readonly #pool: pg.Pool;
  readonly #used = new WeakMap<pg.PoolClient, number>();
  readonly #preparing = new Preparing();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  get options(): object {
    return this.#pool.options;
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    let inTransaction = false;
    const query = async (
      text: string,
      values: unknown[],
      query_timeout?: number,
    ): Promise<pg.QueryResult> => {
      if (broken) throw broken;
      inTransaction = /^(begin|start)\b/.test(text) || (inTransaction && !/^(commit|rollback)$/.test(text));
      // A statement that fails there ends the transaction, and can't be tried again.
      const name = inTransaction ? undefined : this.#preparing.nameOf(text);
      const limit = query_timeout !== undefined && { query_timeout };
      try {
        return await client.query({ text, values, ...(name !== undefined && { name }), ...limit });
      } catch (error) {
        if (name !== undefined && this.#preparing.givesUp(error)) return query(text, values, query_timeout);
        // What the server says of a statement leaves the connection whole, what the socket says does not.
        if (error instanceof Error && !(error instanceof pg.DatabaseError)) broken = error;
        throw error;
      }
    };
    const release = (discard?: boolean) => {
      this.#used.set(client, Date.now());
      client.release(discard || broken);
    };
    if (!this.#used.has(client)) await planOnce(client);
    const rested = Date.now() - (this.#used.get(client) ?? Date.now());
    if (rested > restedMs)
      await query('select 1', [], probeMs).catch((error: unknown) => {
        release(true);
        throw error;
      });
    return { query: query as never, release }; // never asked for cursors, the second form of its type
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

/** PostgreSQL, or what speaks its protocol. Unbounded for work that takes its time: migrations, a restore. */
export function postgresDialect(
  connectionString: string,
  onError: (error: Error) => void,
  { bounded }: { bounded: boolean },
): Dialect {
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
  // Unheard, the error of a connection that breaks would end the process. The pool hears those that rest, and
  // passes them on; those in use tell of it at their next query too.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new PostgresDialect({ pool: new AnsweringPool(pool) });
}
