import pg from 'pg';
import { faultOf } from '../faults.ts';
import { OutageError, type Refusals, UnknownOutcomeError } from '../outage-error.ts';
import type { OutageWatch } from './postgres-outage.ts';

/** Timeout of checking an idle connection, and how long one is trusted: the server may hang, or the network may be gone. */
const probeMs = 1000;
const restedMs = 100;
/** So that a pool follows an address that moved, connections end at this age, give or take a fifth. */
const lifetimeMs = 600_000;
const commitMs = 8000;
const askedLength = 100;

/** The server ends the connection, or there is another one by now that takes writes: the others lead nowhere either. */
const moved = /^(25006|57P0[123])$/;
/** The statement, or its wait for a lock, took too long: the database's fault only if it has another. */
const late = /^(55P03|57014)$/;
const lost = /^(08|25006|57P0[123])/;
const cut = /^E(CONNRESET|CONNABORTED|PIPE)$/;
const cutInWords = /Connection terminated(?! due to)|not queryable/;
/** An error at COMMIT by which PostgreSQL says that it rolled back. */
const rolledBack = /^(23|25|40)/;
/** The wait for a standby was cancelled: stored on the server that answers, and perhaps not on the one after it. */
const warning = '01000';

type Fault = Error & { code?: unknown; severity?: unknown };

const isEnd = ({ severity }: Fault): boolean => severity === 'FATAL' || severity === 'PANIC';

/** Its SQLSTATE, or the socket's error, which pg has no code for where it waited in vain. */
function codeOf({ code, message }: Fault): string {
  if (typeof code === 'string') return code;
  return cutInWords.test(message) ? 'ECONNRESET' : 'ETIMEDOUT';
}

const isRepeatable = (error: Fault): boolean =>
  error instanceof pg.DatabaseError ? lost.test(codeOf(error)) : cut.test(codeOf(error));

/** What a connection tells its pool. */
interface Uses {
  /** Notes a fault of the database or the way to it, and returns what to throw. */
  failed: (error: Fault, asked: string) => Error;
  noted: (code: string, asked: string) => Refusals;
  released: (broken: Error | undefined) => void;
}

/** A connection of a pool, until it is released. */
export class HeldConnection {
  readonly #client: pg.PoolClient;
  readonly #failed: Uses['failed'];
  readonly #noted: Uses['noted'];
  readonly #released: Uses['released'];
  #broken: Error | undefined;

  constructor(client: pg.PoolClient, { failed, noted, released }: Uses) {
    this.#client = client;
    this.#failed = failed;
    this.#noted = noted;
    this.#released = released;
  }

  async query(
    text: string,
    values: readonly unknown[] = [],
    query_timeout?: number,
  ): Promise<pg.QueryResult> {
    if (this.#broken) throw this.#broken;
    try {
      return await this.#client.query({
        text,
        values: [...values],
        ...(query_timeout !== undefined && { query_timeout }),
      });
    } catch (error) {
      const known = this.#failed(error as Fault, text.slice(0, askedLength));
      // An error of a statement leaves the connection usable, one of the socket or the server does not.
      if ((known instanceof OutageError && !late.test(known.code)) || !(error instanceof pg.DatabaseError))
        this.#broken = known;
      throw known;
    }
  }

  /** Tells what was not stored from what may have been. */
  async commit(isBounded: boolean): Promise<void> {
    const isNotDone = (error: Fault) => error instanceof pg.DatabaseError && rolledBack.test(codeOf(error));
    const { command } = await this.#ending(
      () => this.query('commit', [], isBounded ? commitMs : undefined),
      isNotDone,
    );
    if (command === 'ROLLBACK') throw new Error('An earlier error had aborted the transaction');
  }

  /** Runs a statement that is its own transaction. */
  alone(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    const isNotDone = (error: Fault) =>
      error instanceof pg.DatabaseError && !isEnd(error) && !/^(08|57P)/.test(codeOf(error));
    return this.#ending(() => this.query(text, values), isNotDone);
  }

  async #ending(
    ask: () => Promise<pg.QueryResult>,
    isNotDone: (error: Fault) => boolean,
  ): Promise<pg.QueryResult> {
    if (this.#broken) throw this.#broken;
    let isCancelled = false;
    const note = ({ code }: { code?: string | undefined }) => (isCancelled ||= code === warning);
    this.#client.on('notice', note);
    try {
      const result = await ask();
      if (isCancelled) throw new UnknownOutcomeError(warning, { refusals: this.#noted(warning, 'a COMMIT') });
      return result;
    } catch (error) {
      const cause = (error instanceof OutageError ? (error.cause ?? error) : error) as Fault;
      const isUnsent = cause.message.includes('not queryable');
      if (error instanceof UnknownOutcomeError || isNotDone(cause) || isUnsent) throw error;
      const { refusals } = error as Partial<OutageError>;
      throw new UnknownOutcomeError(codeOf(cause), { cause, ...(refusals && { refusals }) });
    } finally {
      this.#client.off('notice', note);
    }
  }

  release(isDiscarded = false): void {
    this.#released(this.#broken ?? (isDiscarded ? new Error('discarded') : undefined));
  }
}

/** Which connections are too old, for all pools of a database. */
export interface Moves {
  at: number;
}

/** Hands out working connections, and discards those that broke, aged, or lead to a server that has moved. */
export class AnsweringPool {
  readonly #pool: pg.Pool;
  readonly #watch: OutageWatch;
  readonly #moves: Moves;
  readonly #used = new WeakMap<pg.PoolClient, number>();
  readonly #opened = new WeakMap<pg.PoolClient, { at: number; until: number }>();

  constructor(options: pg.PoolConfig, watch: OutageWatch, moves: Moves) {
    this.#pool = new pg.Pool(options);
    this.#watch = watch;
    this.#moves = moves;
    // Without a listener, the error of a broken connection would end the process. The pool listens to idle ones and
    // passes their errors on; those in use also report it at their next query.
    this.#pool.on('error', (error) => void this.#failed(error, 'nothing, the connection was idle'));
    this.#pool.on('connect', (client) => {
      client.on('error', () => undefined);
      const at = performance.now();
      this.#opened.set(client, { at, until: at + lifetimeMs * (0.8 + Math.random() * 0.4) });
    });
  }

  async connect(): Promise<HeldConnection> {
    const client = await this.#fresh();
    const released = (broken: Error | undefined) => {
      this.#used.set(client, performance.now());
      client.release(broken);
    };
    const failed = (error: Fault, asked: string) => this.#failed(error, asked);
    const noted: Uses['noted'] = (code, asked) => this.#watch.note(code, asked);
    const held = new HeldConnection(client, { failed, noted, released });
    // One that was opened for somebody who left before it was there has never been used.
    const usedAt = this.#used.get(client) ?? this.#opened.get(client)?.at ?? 0;
    if (performance.now() - usedAt > restedMs)
      await held.query('select 1', [], probeMs).catch((error: unknown) => {
        held.release(true);
        throw error;
      });
    return held;
  }

  async #fresh(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.#pool.connect().catch((error: Fault) => {
        throw this.#failed(error, 'a connection');
      });
      const { at, until } = this.#opened.get(client) ?? { at: 0, until: 0 };
      if (at >= this.#moves.at && performance.now() < until) return client;
      client.release(true);
    }
  }

  /** Notes a fault of the database or the way to it, and returns what to throw. */
  #failed(error: Fault, asked: string): Error {
    const code = codeOf(error);
    const isOutage =
      error instanceof pg.DatabaseError
        ? lost.test(code) || isEnd(error)
        : error instanceof AggregateError || faultOf(error) === 'unavailable';
    const { refusals: known } = this.#watch;
    if (late.test(code) && known) return new OutageError(code, { cause: error, refusals: known });
    if (!isOutage) return error;
    if (moved.test(code)) this.#moves.at = performance.now();
    const refusals = this.#watch.note(code, asked);
    return new OutageError(code, { cause: error, isRepeatable: isRepeatable(error), refusals });
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}
