import { SqliteThread } from './sqlite-thread.ts';
import type { Rows } from './sqlite-worker.ts';

/** More is no faster, because the system caches the file too. */
const cacheMiB = 8;

/** The thread's permanent connection; a read-only transaction has its own. */
export const shared = 0;

/** Two threads that read committed data: a statement goes to the less busy one, a read-only transaction to the second. */
export class SqliteReaders {
  readonly #first: SqliteThread;
  readonly second: SqliteThread;

  constructor(file: string, onError: (error: Error) => void) {
    this.#first = new SqliteThread({ file, cacheMiB, readOnly: true }, onError);
    this.second = new SqliteThread({ file, cacheMiB, readOnly: true }, onError);
  }

  read(sql: string, parameters: readonly unknown[] = []): Promise<Rows> {
    const reader = this.#first.waiting <= this.second.waiting ? this.#first : this.second;
    return reader.run({ connection: shared, sql, parameters, inTransaction: false });
  }

  /** Makes both threads open new connections, which load the new statistics. */
  reopen(): void {
    for (const reader of [this.#first, this.second]) reader.close(shared);
  }

  async end(): Promise<void> {
    await Promise.all([this.#first.end(), this.second.end()]);
  }
}
