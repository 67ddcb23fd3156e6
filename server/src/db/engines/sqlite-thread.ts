import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { QueryResult } from 'kysely';
import { shortened } from '@quartermaster/contract/rules/limits';
import { DeadThreadError, NoAnswerError } from '../faults.ts';
import type {
  ThreadAnswer,
  ConnectionOptions,
  ThreadFailure,
  Request,
  Rows,
  Statement,
} from './sqlite-worker.ts';

/** Only the largest results come near it; exceeding it ends the thread, not the process. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 };

export class SqliteError extends Error {
  readonly code: string | undefined;
  readonly errcode: number | undefined;

  constructor({ message, code, errcode }: ThreadFailure) {
    super(message);
    this.code = code;
    this.errcode = errcode;
  }

  /** Another process did not release its lock in time. */
  get isBusy(): boolean {
    return this.errcode !== undefined && (this.errcode & 0xff) === 5;
  }
}

const isAnswer = (message: unknown): message is ThreadAnswer =>
  typeof message === 'object' && message !== null && ('rows' in message || 'failure' in message);

interface Unanswered {
  statement: Statement;
  answer: PromiseWithResolvers<ThreadAnswer>;
}

/** The most of a statement's text in a log. */
const loggedCharacters = 300;

/**
 * A thread that runs statements in order of arrival. Its first statement starts it. If it dies, the statement that it ran
 * fails as 'unavailable', and another thread runs those that waited.
 */
export class SqliteThread {
  readonly #options: ConnectionOptions;
  readonly #onError: (error: Error) => void;
  #worker: Worker | undefined;
  #unanswered: Unanswered[] = [];
  #isEnding = false;

  constructor(options: ConnectionOptions, onError: (error: Error) => void) {
    this.#options = options;
    this.#onError = onError;
  }

  /** The number of statements that are not answered yet. */
  get waiting(): number {
    return this.#unanswered.length;
  }

  async run(statement: Statement): Promise<Rows> {
    // Otherwise it would start another thread, which nothing ends.
    if (this.#isEnding) throw new NoAnswerError();
    const unanswered = { statement, answer: Promise.withResolvers<ThreadAnswer>() };
    this.#send(unanswered);
    const result = await unanswered.answer.promise;
    if ('failure' in result) throw new SqliteError(result.failure);
    return result;
  }

  #send(unanswered: Unanswered): void {
    const worker = (this.#worker ??= this.#start());
    worker.postMessage(unanswered.statement satisfies Request);
    // A busy thread keeps the process alive, an idle one does not.
    if (this.#unanswered.push(unanswered) === 1) worker.ref();
  }

  close(connection: number): void {
    this.#worker?.postMessage({ close: connection } satisfies Request);
  }

  /** Closes the connections after the last statement and ends the thread. */
  async end(): Promise<void> {
    // From here on it keeps the process alive: statements still being answered must not release it.
    this.#isEnding = true;
    if (!this.#worker) return;
    this.#worker.ref();
    this.#worker.postMessage({ close: 'all' } satisfies Request);
    await once(this.#worker, 'exit');
  }

  #start(): Worker {
    const worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), {
      workerData: this.#options,
      resourceLimits,
    });
    let cause: Error | undefined;
    worker.on('message', (message: unknown) => {
      // Node's watch mode (`npm run dev`) has threads report the files that they load.
      if (isAnswer(message)) this.#unanswered.shift()?.answer.resolve(message);
      if (this.#unanswered.length === 0 && !this.#isEnding) worker.unref();
    });
    worker.on('error', (error: Error) => (cause = error));
    worker.on('exit', () => {
      this.#worker = undefined;
      this.#replace(cause);
    });
    worker.unref();
    return worker;
  }

  /** Answers what a thread that has ended left. */
  #replace(cause: Error | undefined): void {
    const [running, ...waiting] = this.#unanswered.splice(0);
    if (running) {
      const error = new DeadThreadError(shortened(running.statement.sql, loggedCharacters), cause);
      this.#onError(error);
      running.answer.reject(error);
    } else if (cause) this.#onError(cause);
    for (const unanswered of waiting)
      if (this.#isEnding) unanswered.answer.reject(new NoAnswerError());
      else this.#send(unanswered);
  }
}

/** A statement's rows as objects by column. */
export function resultOf<R>({ columns, rows, changes }: Rows): QueryResult<R> {
  const objects = rows.map((values) => {
    const row: Record<string, unknown> = {};
    // By index, since `entries()` makes an array for each cell, and all cells of a list pass here.
    for (let at = 0; at < columns.length; at += 1) row[columns[at] ?? ''] = values[at];
    return row as R;
  });
  return { rows: objects, ...(columns.length === 0 && { numAffectedRows: BigInt(changes) }) };
}
