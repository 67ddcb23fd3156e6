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
import PQueue from 'p-queue';
import { NoAnswerError } from '../faults.ts';
import { isRead } from '../raw-sql.ts';
import { SqliteReaders, shared } from './sqlite-readers.ts';
import { SqliteError, SqliteThread, resultOf } from './sqlite-thread.ts';
import type { Rows } from './sqlite-worker.ts';

/** After this many changed rows, the statistics are updated. */
const changesAtMost = 1000;
/** An import changes pages all over the indexes; what does not fit is written out and read back while others wait. */
const cacheMiB = 64;
/**
 * Analyses a sample of those tables without statistics, or whose size has changed tenfold; see
 * https://sqlite.org/pragma.html#pragma_optimize
 */
export const gatherStatistics = 'pragma optimize = 0x10012';

type Run = (sql: string, parameters?: readonly unknown[]) => Promise<Rows>;

interface Transaction {
  run: Run;
  release: () => void;
}

class Connection implements DatabaseConnection {
  readonly #driver: SqliteDriver;
  #transaction: Transaction | null = null;

  constructor(driver: SqliteDriver) {
    this.#driver = driver;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { read, write } = this.#driver;
    const run = this.#transaction?.run ?? (isRead(query) ? read : write);
    return resultOf(await run(query.sql, query.parameters));
  }

  streamQuery(): never {
    throw new Error('Read in pages instead');
  }

  begin(transaction: Transaction): void {
    this.#transaction = transaction;
  }

  /**
   * After a failed commit, the rollback that follows ends the transaction; after a failed rollback, the release does.
   */
  async end(sql: 'commit' | 'rollback'): Promise<void> {
    await this.#transaction?.run(sql);
    this.release();
  }

  release(): void {
    this.#transaction?.release();
    this.#transaction = null;
  }
}

/**
 * One thread writes: a transaction holds it until its end, and other writes queue. Two threads read committed data.
 */
class SqliteDriver implements Driver {
  readonly #writer: SqliteThread;
  readonly #readers: SqliteReaders;
  readonly #writes = new PQueue({ concurrency: 1 });
  /** When a write last timed out waiting for another process's lock. */
  #lockedAt = -Infinity;
  #lastConnection = shared;
  #changes = 0;
  #isGathering = false;
  #isClosing = false;

  constructor(file: string, onError: (error: Error) => void) {
    this.#writer = new SqliteThread({ file, cacheMiB, readOnly: false }, onError);
    this.#readers = new SqliteReaders(file, onError);
  }

  readonly read: Run = (sql, parameters) => this.#readers.read(sql, parameters);

  readonly write: Run = (sql, parameters = []) => {
    const queuedAt = performance.now();
    return this.#writes.add(() => this.#lock(queuedAt, sql, parameters));
  };

  /** A write queued behind one that timed out waiting for a lock has waited as long, and fails too. */
  async #lock(queuedAt: number, sql: string, parameters: readonly unknown[] = []): Promise<Rows> {
    if (queuedAt < this.#lockedAt) throw new NoAnswerError();
    try {
      return this.#counted(
        await this.#writer.run({ connection: shared, sql, parameters, inTransaction: false }),
      );
    } catch (error) {
      if (error instanceof SqliteError && error.isBusy) this.#lockedAt = performance.now();
      throw error;
    }
  }

  /** `immediate` takes the write lock at once, so that reads in the transaction cannot be outdated when it writes. */
  async #beginWriting(): Promise<Transaction> {
    const queuedAt = performance.now();
    const turn = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    void this.#writes.add(() => {
      turn.resolve();
      return end.promise;
    });
    await turn.promise;
    try {
      await this.#lock(queuedAt, 'begin immediate');
    } catch (error) {
      end.resolve();
      throw error;
    }
    const run = inTransaction(this.#writer, shared);
    return {
      run: async (sql, parameters) => this.#counted(await run(sql, parameters)),
      release: end.resolve,
    };
  }

  #counted(rows: Rows): Rows {
    this.#changes += Number(rows.changes);
    if (this.#changes >= changesAtMost) this.#gatherStatistics();
    return rows;
  }

  /**
   * Without statistics SQLite's planner picks wrong indexes, and it gathers them only on request. Connections load them
   * when they open. Runs after the current write; if it fails, plans stay as they are.
   */
  #gatherStatistics(): void {
    this.#changes = 0;
    if (this.#isGathering) return;
    this.#isGathering = true;
    const gather = async () => {
      this.#isGathering = false;
      if (this.#isClosing) return;
      await this.#lock(performance.now(), gatherStatistics);
      this.#readers.reopen();
    };
    this.#writes.add(gather).catch(() => undefined);
  }

  /** Uses a separate connection, which keeps a snapshot and blocks no writer. */
  async #beginReading(): Promise<Transaction> {
    const [thread, connection] = [this.#readers.second, (this.#lastConnection += 1)];
    await thread.run({ connection, sql: 'begin', parameters: [], inTransaction: false });
    return { run: inTransaction(thread, connection), release: () => thread.close(connection) };
  }

  async init(): Promise<void> {}
  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(new Connection(this));
  }
  async beginTransaction(connection: DatabaseConnection, { accessMode }: TransactionSettings): Promise<void> {
    const begin = accessMode === 'read only' ? this.#beginReading() : this.#beginWriting();
    (connection as Connection).begin(await begin);
  }
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as Connection).end('commit');
  }
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as Connection).end('rollback');
  }
  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    (connection as Connection).release();
  }
  /** The last connection to close checkpoints the log. */
  async destroy(): Promise<void> {
    this.#isClosing = true;
    await this.#readers.end();
    await this.#writer.end();
  }
}

const inTransaction =
  (thread: SqliteThread, connection: number): Run =>
  (sql, parameters = []) =>
    thread.run({ connection, sql, parameters, inTransaction: true });

/** Kysely's own adapter assumes one connection, on which reads would wait for transactions. */
class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * SQLite in one file through Node's own module, in threads: WAL, every commit synced, foreign keys on. `onError` is
 * called when a thread dies.
 */
export const sqliteDialect = (file: string, onError: (error: Error) => void): Dialect => {
  const driver = new SqliteDriver(file, onError);
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
};
