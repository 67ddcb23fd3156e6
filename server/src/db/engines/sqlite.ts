import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { setImmediate } from 'node:timers/promises';

/** Of statements that are kept: one that writes many rows takes the place of many that read. */
const cachedCharacters = 500_000;

const longReadMs = 10;

interface Prepared {
  statement: StatementSync;
  /** Of the rows that it answers; none where it answers none. */
  columns: readonly string[];
}

/**
 * Rows as plain objects. Those that the module makes have no prototype, and such objects are slow to copy and to
 * read, so it is asked for lists of values.
 */
function rowsOf({ statement, columns }: Prepared, values: SQLInputValue[]): never[] {
  const lists = statement.all(...values) as unknown as unknown[][];
  return lists.map((list) => {
    const row: Record<string, unknown> = {};
    for (const [at, column] of columns.entries()) row[column] = list[at];
    return row as never;
  });
}

/** One open handle and its prepared statements, the least recently used leaving first. */
class Handle {
  readonly #db: DatabaseSync;
  readonly #statements = new LRUCache<string, Prepared>({
    maxSize: cachedCharacters,
    sizeCalculation: (_, sql) => sql.length,
  });

  constructor(file: string) {
    this.#db = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
    this.#db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory');
    // Of the file's pages as many KiB stay at hand; more is no faster, for the system keeps the file's pages too.
    this.#db.exec(`pragma cache_size = -${8 * 1024}`);
    // What one large write or one long read made of the log is given back to the disk.
    this.#db.exec(`pragma journal_size_limit = ${64 * 1024 * 1024}`);
  }

  get inTransaction(): boolean {
    return this.#db.isTransaction;
  }

  run(sql: string, parameters: readonly unknown[] = []): QueryResult<never> {
    const prepared = this.#prepared(sql);
    const values = parameters as SQLInputValue[];
    if (prepared.columns.length > 0) return { rows: rowsOf(prepared, values) };
    return { rows: [], numAffectedRows: BigInt(prepared.statement.run(...values).changes) };
  }

  #prepared(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#db.prepare(sql);
    statement.setReturnArrays(true);
    const prepared = { statement, columns: statement.columns().map(({ name }) => name) };
    this.#statements.set(sql, prepared);
    return prepared;
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
  }
}

/** Writers take turns; each waits for the end of the one before. */
class Turns {
  #last: Promise<void> = Promise.resolve();

  async take(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#last;
    this.#last = promise;
    await before;
    return resolve;
  }
}

const isRead = /^\s*(select|explain)\b/i;

/** Reads on the reading handle, which sees what was last committed; writes and transactions on the writing one. */
class Connection implements DatabaseConnection {
  readonly #driver: SqliteDriver;
  /** Of the transaction: what it runs on, and what is to be done at its end. */
  #handle: Handle | null = null;
  #release: (() => void) | null = null;

  constructor(driver: SqliteDriver) {
    this.#driver = driver;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { reader, writer, turns } = this.#driver;
    if (this.#handle) return this.#handle.run(sql, parameters);
    if (isRead.test(sql)) {
      while (this.#driver.rest) await this.#driver.rest;
      const began = performance.now();
      const result: QueryResult<R> = reader.run(sql, parameters);
      if (performance.now() - began > longReadMs)
        this.#driver.rest = setImmediate().then(() => (this.#driver.rest = undefined));
      return result;
    }
    const release = await turns.take();
    try {
      return writer.run(sql, parameters);
    } finally {
      release();
    }
  }

  streamQuery(): never {
    throw new Error('Read in pages instead');
  }

  /** `immediate` takes the write lock at once, so that no read inside is stale when it comes to writing. */
  async begin(): Promise<void> {
    const { turns, writer } = this.#driver;
    this.#release = await turns.take();
    this.#start(writer, 'begin immediate');
  }

  /** On a handle of its own, which keeps seeing the same rows and stops no writer. */
  beginReading(handle: Handle): void {
    this.#release = () => handle.close();
    this.#start(handle, 'begin');
  }

  #start(handle: Handle, statement: string): void {
    try {
      handle.run(statement);
      this.#handle = handle;
    } catch (error) {
      this.free();
      throw error;
    }
  }

  /** After a commit that failed a rollback follows. A full disk may have rolled back by itself. */
  end(statement: 'commit' | 'rollback'): void {
    try {
      if (statement === 'commit' || this.#handle?.inTransaction) this.#handle?.run(statement);
    } finally {
      if (statement === 'rollback') this.free();
    }
    this.free();
  }

  free(): void {
    this.#release?.();
    this.#release = null;
    this.#handle = null;
  }
}

class SqliteDriver implements Driver {
  readonly turns = new Turns();
  /** After a long read, until requests that came meanwhile have been taken up. */
  rest: Promise<undefined> | undefined;
  readonly reader: Handle;
  readonly writer: Handle;
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
    this.writer = new Handle(file);
    this.reader = new Handle(file);
  }

  async init(): Promise<void> {}
  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(new Connection(this));
  }
  async beginTransaction(connection: DatabaseConnection, { accessMode }: TransactionSettings): Promise<void> {
    if (accessMode === 'read only') (connection as Connection).beginReading(new Handle(this.#file));
    else await (connection as Connection).begin();
  }
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as Connection).end('commit');
  }
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as Connection).end('rollback');
  }
  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    (connection as Connection).free();
  }
  async destroy(): Promise<void> {
    this.reader.close();
    this.writer.close();
  }
}

/** One that has a single connection would have every read wait for the end of a transaction. */
class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** SQLite in one file through Node's own module: WAL, every commit synced, foreign keys on. */
export const sqliteDialect = (file: string): Dialect => ({
  createAdapter: () => new Adapter(),
  createDriver: () => new SqliteDriver(file),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});
