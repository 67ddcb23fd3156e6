import { LRUCache } from 'lru-cache';
import { onBehalfOf } from '../../lib/on-behalf.ts';
import { SqliteThread } from './sqlite-thread.ts';
import type { Rows } from './sqlite-worker.ts';

/** Slower statements go to the second reader from then on, so that fast ones do not queue behind them. */
const slowMs = 10;
const slowStatements = 1000;
/** A person who sent a slower statement is served by the second reader alone, for ten times as long as it took. */
const busyMs = 100;
const busyFactor = 10;
/** More is no faster, because the system caches the file too. */
const cacheMiB = 8;

/** The thread's permanent connection; a read-only transaction has its own. */
export const shared = 0;

/** Two threads that read committed data; one of them gets the slow statements and read-only transactions. */
export class SqliteReaders {
  readonly #quick: SqliteThread;
  readonly slow: SqliteThread;
  /** By person and statement: the same text may read 100 000 rows of one workspace and 20 of another. */
  readonly #slowStatements = new LRUCache<string, true>({ max: slowStatements });
  /** By person, on the monotonic clock. */
  readonly #busyUntil = new LRUCache<string, number>({ max: slowStatements });

  constructor(file: string, onError: (error: Error) => void) {
    this.#quick = new SqliteThread({ file, cacheMiB }, onError);
    this.slow = new SqliteThread({ file, cacheMiB }, onError);
  }

  async read(sql: string, parameters: readonly unknown[] = []): Promise<Rows> {
    const person = onBehalfOf.getStore();
    const key = `${person ?? ''} ${sql}`;
    const isBusy = person !== undefined && (this.#busyUntil.get(person) ?? 0) > performance.now();
    const reader = isBusy || this.#slowStatements.has(key) ? this.slow : this.#quick;
    const result = await reader.run({ connection: shared, sql, parameters, inTransaction: false });
    if (result.ms > slowMs) this.#slowStatements.set(key, true);
    else this.#slowStatements.delete(key);
    if (person !== undefined && result.ms > busyMs)
      this.#busyUntil.set(person, performance.now() + result.ms * busyFactor);
    return result;
  }

  /** Makes both threads open new connections, which load the new statistics. */
  reopen(): void {
    for (const reader of [this.#quick, this.slow]) reader.close(shared);
    this.#slowStatements.clear();
  }

  async end(): Promise<void> {
    await Promise.all([this.#quick.end(), this.slow.end()]);
  }
}
