// Runs in a thread of its own: SQLite is synchronous, and would block every request.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';

export interface Statement {
  /** The number of one of the thread's connections; its first statement opens it. */
  connection: number;
  sql: string;
  parameters: readonly unknown[];
  /** Whether it belongs to a transaction, outside of which it must not run. */
  inTransaction: boolean;
}

/** What a thread's connections open, and the most memory for the pages of each. */
export interface ConnectionOptions {
  file: string;
  cacheMiB: number;
  /** SQLite refuses a write by these connections. */
  readOnly: boolean;
}

/** Closes one connection, or all of them and the thread. */
export type Close = { close: number | 'all' };

export type Request = Statement | Close;

export interface Rows {
  columns: readonly string[];
  /** Values in column order: a smaller message than objects. */
  rows: unknown[][];
  changes: number | bigint;
}

/** The fields of Node's error that structured cloning loses. */
export interface ThreadFailure {
  message: string;
  code: string | undefined;
  errcode: number | undefined;
}

export type ThreadAnswer = Rows | { failure: ThreadFailure };

/** Limits the cached statements by the length of their text: one that writes many rows displaces many that read. */
const cachedCharacters = 500_000;

/** SQLITE_ABORT_ROLLBACK */
const transactionOver = { code: 'ERR_SQLITE_ERROR', errcode: 516 };

interface Prepared {
  statement: StatementSync;
  /** Empty when the statement returns no rows. */
  columns: readonly string[];
}

class Connection {
  readonly #db: DatabaseSync;
  readonly #statements = new LRUCache<string, Prepared>({
    maxSize: cachedCharacters,
    sizeCalculation: (_, sql) => sql.length,
  });

  constructor({ file, cacheMiB, readOnly }: ConnectionOptions) {
    this.#db = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true, readOnly });
    this.#db.exec(`pragma temp_store = memory; pragma cache_size = -${cacheMiB * 1024}`);
    if (readOnly) return;
    this.#db.exec('pragma journal_mode = wal; pragma synchronous = full');
    // Truncate the log after a large write or a long read has let it grow.
    this.#db.exec(`pragma journal_size_limit = ${64 * 1024 * 1024}`);
  }

  run({ sql, parameters, inTransaction }: Statement): Rows {
    if (inTransaction && !this.#db.isTransaction) {
      // SQLite rolls back by itself when the disk is full, and this thread may have replaced one that died.
      if (sql !== 'rollback') throw Object.assign(new Error('The transaction is over'), transactionOver);
      return { columns: [], rows: [], changes: 0 };
    }
    const { statement, columns } = this.#prepare(sql);
    const values = parameters as SQLInputValue[];
    const rows: unknown[][] = [];
    // In a loop, because `all` would not stop when the thread runs out of memory.
    if (columns.length > 0)
      for (const row of statement.iterate(...values)) rows.push(row as unknown as unknown[]);
    const changes = columns.length > 0 ? 0 : statement.run(...values).changes;
    return { columns, rows, changes };
  }

  #prepare(sql: string): Prepared {
    const cached = this.#statements.get(sql);
    if (cached) return cached;
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

const connections = new Map<number, Connection>();

function connectionOf(number: number): Connection {
  const open = connections.get(number) ?? new Connection(workerData as ConnectionOptions);
  connections.set(number, open);
  return open;
}

function close(which: Close['close']): void {
  for (const [number, connection] of connections) {
    if (which !== 'all' && which !== number) continue;
    connection.close();
    connections.delete(number);
  }
  if (which === 'all') parentPort?.close();
}

function answerTo(statement: Statement): ThreadAnswer {
  try {
    return connectionOf(statement.connection).run(statement);
  } catch (error) {
    const { message, code, errcode } = error as ThreadFailure;
    return { failure: { message, code, errcode } };
  }
}

parentPort?.on('message', (request: Request) => {
  if ('close' in request) close(request.close);
  else parentPort?.postMessage(answerTo(request));
});
