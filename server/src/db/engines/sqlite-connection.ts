import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';

export interface Query {
  sql: string;
  parameters: readonly unknown[];
  /** Whether it belongs to a transaction, outside of which it must not run. */
  inTransaction?: boolean;
}

export interface Rows {
  columns: readonly string[];
  /** Values in column order: a smaller message than objects. */
  rows: unknown[][];
  changes: number | bigint;
  /** How long the statement took. */
  ms: number;
}

/** Limits the cached statements by the length of their text: one that writes many rows replaces many that read. */
const cachedCharacters = 500_000;

/** SQLITE_ABORT_ROLLBACK */
const transactionOver = { code: 'ERR_SQLITE_ERROR', errcode: 516 };

interface Prepared {
  statement: StatementSync;
  /** Empty when the statement returns no rows. */
  columns: readonly string[];
}

/** One connection to the file. A reader's waits for no lock of another process. */
export class SqliteConnection {
  readonly #db: DatabaseSync;
  readonly #statements = new LRUCache<string, Prepared>({
    maxSize: cachedCharacters,
    sizeCalculation: (_, sql) => sql.length,
  });

  constructor(file: string, { readOnly = false } = {}) {
    const timeout = readOnly ? 0 : 5000;
    this.#db = new DatabaseSync(file, { readOnly, timeout, enableForeignKeyConstraints: true });
    this.#db.exec('pragma temp_store = memory');
    if (!readOnly) this.#db.exec('pragma journal_mode = wal; pragma synchronous = full');
    // 8 MiB of pages: more is no faster, because the system caches the file too.
    this.#db.exec(`pragma cache_size = -${8 * 1024}`);
    // Truncate the log after a large write or a long read has let it grow.
    this.#db.exec(`pragma journal_size_limit = ${64 * 1024 * 1024}`);
  }

  run({ sql, parameters, inTransaction = false }: Query): Rows {
    const began = performance.now();
    if (inTransaction && !this.#db.isTransaction) {
      // SQLite rolls back by itself when the disk is full, and this thread may have replaced one that died.
      if (sql !== 'rollback') throw Object.assign(new Error('The transaction is over'), transactionOver);
      return { columns: [], rows: [], changes: 0, ms: 0 };
    }
    const { statement, columns } = this.#prepare(sql);
    const values = parameters as SQLInputValue[];
    const rows: unknown[][] = [];
    // In a loop, because `all` would not stop when the thread runs out of memory.
    if (columns.length > 0)
      for (const row of statement.iterate(...values)) rows.push(row as unknown as unknown[]);
    const changes = columns.length > 0 ? 0 : statement.run(...values).changes;
    return { columns, rows, changes, ms: performance.now() - began };
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
