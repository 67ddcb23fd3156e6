import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';

const cachedStatements = 500;

/** One open handle and its prepared statements, the least recently used leaving first. */
class Handle {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(file: string) {
    this.#db = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
    this.#db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory');
  }

  run(sql: string, parameters: readonly unknown[] = []): QueryResult<never> {
    const statement = this.#statements.get(sql) ?? this.#db.prepare(sql);
    this.#statements.delete(sql);
    this.#statements.set(sql, statement);
    if (this.#statements.size > cachedStatements)
      this.#statements.delete([...this.#statements.keys()][0] ?? '');
    const values = parameters as SQLInputValue[];
    if (statement.columns().length > 0) return { rows: statement.all(...values) as never[] };
    return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
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

/** Reads on the reading handle, which sees what was last committed; writes and transactions on the writing one. */
class Connection implements DatabaseConnection {
  readonly #driver: SqliteDriver;
  #release: (() => void) | null = null;

  constructor(driver: SqliteDriver) {
    this.#driver = driver;
  }

  async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
    const { reader, writer, turns } = this.#driver;
    if (this.#release) return writer.run(sql, parameters);
    if (SelectQueryNode.is(query)) return reader.run(sql, parameters);
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
    const release = await this.#driver.turns.take();
    try {
      this.#driver.writer.run('begin immediate');
      this.#release = release;
    } catch (error) {
      release();
      throw error;
    }
  }

  end(statement: 'commit' | 'rollback'): void {
    try {
      this.#driver.writer.run(statement);
    } finally {
      if (statement === 'rollback') this.free();
    }
    this.free();
  }

  free(): void {
    this.#release?.();
    this.#release = null;
  }
}

class SqliteDriver implements Driver {
  readonly turns = new Turns();
  readonly reader: Handle;
  readonly writer: Handle;

  constructor(file: string) {
    this.writer = new Handle(file);
    this.reader = new Handle(file);
  }

  async init(): Promise<void> {}
  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(new Connection(this));
  }
  beginTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as Connection).begin();
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

/** SQLite in one file through Node's own module: WAL, every commit synced, foreign keys on. */
export const sqliteDialect = (file: string): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new SqliteDriver(file),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});
