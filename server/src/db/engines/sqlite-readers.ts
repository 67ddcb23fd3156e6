import { LRUCache } from 'lru-cache';
import { onBehalfOf } from '../../lib/on-behalf.ts';
import { type Rows, SqliteConnection } from './sqlite-connection.ts';
import { SqliteThread } from './sqlite-thread.ts';

/**
 * Statements that took longer go to the second reader from then on, so that quick ones do not queue behind them. The others
 * run on the main thread when they are asked again with the same values: the message to a thread and back, and the copies of
 * the rows, cost more than most of them.
 */
const slowMs = 10;
const slowStatements = 1000;
/** A person who sent a slower statement is served by the second reader alone, for ten times as long as it took. */
const busyMs = 100;
const busyFactor = 10;

/** The statements that are known with their values, by the length of their texts; longer ones are not worth keeping. */
const quickQuestions = {
  maxSize: 2_000_000,
  maxEntrySize: 6000,
  sizeCalculation: (_: true, key: string) => key.length,
};

/** The thread's permanent connection; a read-only transaction has its own. */
export const shared = 0;

/**
 * Two threads that read what was last committed, one of them the slow statements and read-only transactions; the main thread
 * repeats what was quick.
 */
export class SqliteReaders {
  readonly #file: string;
  #here: SqliteConnection | null = null;
  readonly #quick: SqliteThread;
  readonly slow: SqliteThread;
  /** By person and statement: the same text may read 100 000 rows of one workspace and 20 of another. */
  readonly #slowStatements = new LRUCache<string, true>({ max: slowStatements });
  /** By person, on the monotonic clock. */
  readonly #busyUntil = new LRUCache<string, number>({ max: slowStatements });
  /** With their values, so that none of them reads more than it did; writes of many rows clear it. */
  readonly #quickQuestions = new LRUCache<string, true>(quickQuestions);

  constructor(file: string, onError: (error: Error) => void) {
    this.#file = file;
    this.#quick = new SqliteThread(file, onError);
    this.slow = new SqliteThread(file, onError);
  }

  async read(sql: string, parameters: readonly unknown[] = []): Promise<Rows> {
    const person = onBehalfOf.getStore();
    const key = `${person ?? ''} ${sql}`;
    const isBusy = person !== undefined && (this.#busyUntil.get(person) ?? 0) > performance.now();
    const question = `${sql} ${parameters.join()}`;
    const known = isBusy ? null : this.#again(question, sql, parameters);
    if (known) return known;
    const reader = isBusy || this.#slowStatements.has(key) ? this.slow : this.#quick;
    const result = await reader.run({ connection: shared, sql, parameters });
    if (result.ms > slowMs) this.#slowStatements.set(key, true);
    else {
      this.#slowStatements.delete(key);
      this.#quickQuestions.set(question, true);
    }
    if (person !== undefined && result.ms > busyMs)
      this.#busyUntil.set(person, performance.now() + result.ms * busyFactor);
    return result;
  }

  /** Whatever fails here, such as for a lock that a thread would wait for, is left to the thread. */
  #again(question: string, sql: string, parameters: readonly unknown[]): Rows | null {
    if (!this.#quickQuestions.has(question)) return null;
    try {
      this.#here ??= new SqliteConnection(this.#file, { readOnly: true });
      const result = this.#here.run({ sql, parameters });
      if (result.ms > slowMs) this.#quickQuestions.delete(question);
      return result;
    } catch {
      return null;
    }
  }

  #closeHere(): void {
    this.#here?.close();
    this.#here = null;
    this.#quickQuestions.clear();
  }

  /** Has new connections opened, which read the statistics anew; what was quick may have grown. */
  reopen(): void {
    this.#closeHere();
    for (const reader of [this.#quick, this.slow]) reader.close(shared);
    this.#slowStatements.clear();
  }

  async end(): Promise<void> {
    await Promise.all([this.#quick.end(), this.slow.end()]);
    this.#closeHere();
  }
}
