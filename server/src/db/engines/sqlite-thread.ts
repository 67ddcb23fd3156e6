import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { QueryResult } from 'kysely';
import { NoAnswerError } from '../faults.ts';
import type { Answer, ConnectionOptions, Failure, Request, Rows, Statement } from './sqlite-worker.ts';

/** Only the largest results come near it; exceeding it ends the thread, not the process. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 };

export class SqliteError extends Error {
  readonly code: string | undefined;
  readonly errcode: number | undefined;

  constructor({ message, code, errcode }: Failure) {
    super(message);
    this.code = code;
    this.errcode = errcode;
  }

  /** Another process did not release its lock in time. */
  get isBusy(): boolean {
    return this.errcode !== undefined && (this.errcode & 0xff) === 5;
  }
}

/**
 * A thread that runs statements in order of arrival. Its first statement starts it. If it dies, its unanswered
 * statements fail as 'unavailable', and the next statement starts another thread. The statements of one turn of the event
 * loop are one message: each message wakes the thread, which costs more than what it carries.
 */
export class SqliteThread {
  readonly #options: ConnectionOptions;
  readonly #onError: (error: Error) => void;
  #worker: Worker | undefined;
  #unsent: Request[] = [];
  #unanswered: PromiseWithResolvers<Answer>[] = [];
  #isEnding = false;

  constructor(options: ConnectionOptions, onError: (error: Error) => void) {
    this.#options = options;
    this.#onError = onError;
  }

  async run(statement: Statement): Promise<Rows> {
    // Otherwise it would start another thread, which nothing ends.
    if (this.#isEnding) throw new NoAnswerError();
    const worker = (this.#worker ??= this.#start());
    this.#send(statement);
    const answer = Promise.withResolvers<Answer>();
    // A busy thread keeps the process alive, an idle one does not.
    if (this.#unanswered.push(answer) === 1) worker.ref();
    const result = await answer.promise;
    if ('failure' in result) throw new SqliteError(result.failure);
    return result;
  }

  close(connection: number): void {
    if (this.#worker) this.#send({ close: connection });
  }

  #send(request: Request): void {
    if (this.#unsent.push(request) > 1) return;
    setImmediate(() => this.#worker?.postMessage(this.#unsent.splice(0)));
  }

  /** Closes the connections after the last statement and ends the thread. */
  async end(): Promise<void> {
    // From here on it keeps the process alive: statements still being answered must not release it.
    this.#isEnding = true;
    if (!this.#worker) return;
    this.#worker.ref();
    this.#send({ close: 'all' });
    await once(this.#worker, 'exit');
  }

  #start(): Worker {
    const worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), {
      workerData: this.#options,
      resourceLimits,
    });
    worker.on('message', (message: unknown) => {
      // Node's watch mode (`npm run dev`) has threads report the files that they load.
      if (!Array.isArray(message)) return;
      for (const answer of message as Answer[]) this.#unanswered.shift()?.resolve(answer);
      if (this.#unanswered.length === 0 && !this.#isEnding) worker.unref();
    });
    worker.on('error', this.#onError);
    worker.on('exit', () => {
      this.#worker = undefined;
      this.#unsent = [];
      for (const { reject } of this.#unanswered.splice(0)) reject(new NoAnswerError());
    });
    worker.unref();
    return worker;
  }
}

/** A statement's rows as objects by column. */
export function resultOf<R>({ columns, rows, changes }: Rows): QueryResult<R> {
  const objects = rows.map((values) => {
    const row: Record<string, unknown> = {};
    // Twice as fast as with `entries()`, and each cell of a list passes here.
    for (let at = 0; at < columns.length; at += 1) row[columns[at] ?? ''] = values[at];
    return row as R;
  });
  return { rows: objects, ...(columns.length === 0 && { numAffectedRows: BigInt(changes) }) };
}
