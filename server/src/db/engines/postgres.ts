import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { isOfJob } from '../background.ts';
import { OutageError } from '../outage-error.ts';
import { isRead } from '../raw-sql.ts';
import type { HeldConnection } from './postgres-pool.ts';
import type { PoolOptions, Pools } from './postgres-pools.ts';

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

type Answer = Awaited<ReturnType<HeldConnection['query']>>;

function resultOf<R>({ command, rowCount, rows }: Answer): QueryResult<R> {
  const changed = changing.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) };
  return { rows: rows as R[], ...changed };
}

/** A connection of the pool that suits what is asked first. */
class Connection implements DatabaseConnection {
  readonly #driver: PostgresDriver;
  /** In a transaction. */
  #held: HeldConnection | null = null;

  constructor(driver: PostgresDriver) {
    this.#driver = driver;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql, parameters } = query;
    if (this.#held) return resultOf(await this.#held.query(sql, parameters));
    try {
      return await this.#alone(query);
    } catch (error) {
      if (!(error instanceof OutageError) || !error.isRepeatable) throw error;
      return this.#alone(query);
    }
  }

  async #alone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql, parameters } = query;
    const { reads, writes } = this.#driver.pools;
    const isReading = isRead(query);
    const held = await (isReading && !isOfJob(query) ? reads : writes).connect();
    try {
      return resultOf(await (isReading ? held.query(sql, parameters) : held.alone(sql, parameters)));
    } finally {
      held.release();
    }
  }

  async begin({ accessMode, isolationLevel }: TransactionSettings): Promise<void> {
    const { reads, writes } = this.#driver.pools;
    this.#held = await (accessMode === 'read only' ? reads : writes).connect();
    const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
    const mode = accessMode === undefined ? '' : ` ${accessMode}`;
    await this.#held.query(`start transaction${level}${mode}`);
  }

  async commit(): Promise<void> {
    await this.#held?.commit(this.#driver.isBounded);
  }

  /** What the transaction failed of is the error to report. */
  async rollback(): Promise<void> {
    await this.#held?.query('rollback').catch(() => this.release(true));
  }

  release(isDiscarded = false): void {
    this.#held?.release(isDiscarded);
    this.#held = null;
  }

  streamQuery(): never {
    throw new Error('Read in pages instead');
  }
}

class PostgresDriver implements Driver {
  readonly #url: string;
  readonly #options: PoolOptions;
  #pools: Pools | null = null;

  constructor(url: string, options: PoolOptions) {
    this.#url = url;
    this.#options = options;
  }

  get isBounded(): boolean {
    return this.#options.bounded;
  }

  get pools(): Pools {
    if (!this.#pools) throw new Error('The database is closed');
    return this.#pools;
  }

  /** Loads pg, which SQLite does without. */
  async init(): Promise<void> {
    const { openPools } = await import('./postgres-pools.ts');
    this.#pools = openPools(this.#url, this.#options);
  }
  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(new Connection(this));
  }
  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    return (connection as Connection).begin(settings);
  }
  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as Connection).commit();
  }
  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as Connection).rollback();
  }
  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    (connection as Connection).release();
  }
  async destroy(): Promise<void> {
    await this.pools.end();
  }
}

/** PostgreSQL, or a pooler in front of it. */
export const postgresDialect = (url: string, options: PoolOptions): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new PostgresDriver(url, options),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});
