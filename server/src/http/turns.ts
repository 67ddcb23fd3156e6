import { limits } from '@quartermaster/contract/rules/limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { faultOf } from '../db/faults.ts';
import { BoundedCache } from '../lib/bounded-cache.ts';

interface Line {
  running: number;
  waiting: PromiseWithResolvers<void>[];
}

/** Whoever waited for a request that the database did not answer for this long has waited long enough. */
const unansweredMs = 500;

/** A person or network that sent nothing for this long no longer limits the others. */
const activeMs = 1000;

/**
 * While others are served, after every 5 ms or more of work on the main thread, a person's next piece waits four times
 * as long as it took.
 */
const costlyMs = 5;
const restFactor = 4;

/** The time that a person's bodies took on the main thread. */
interface Account {
  /** In ms, since the last pause. */
  cost: number;
  /** Resolves when the previous piece is done and its pause is over. */
  rested: Promise<void>;
}

/** The queues of all persons or networks, and which were served last. */
export class Lines extends Map<string, Line> {
  readonly #accounts = new BoundedCache<Account>();
  #last = { key: '', at: -Infinity };
  /** The latest key served before, other than the last one. */
  #other = this.#last;

  served(key: string): void {
    if (key !== this.#last.key) this.#other = this.#last;
    this.#last = { key, at: performance.now() };
  }

  /** How many requests of this key may be in progress: fewer while others are served. */
  allowed(key: string): number {
    const { at } = key === this.#last.key ? this.#other : this.#last;
    return performance.now() - at < activeMs ? limits.requestsBesideOthers : limits.requestsAtOnce;
  }

  /**
   * Runs work on the main thread after this key's previous piece, and after a pause while others are served. It counts
   * as `least` ms if it takes less.
   */
  async spend<T>(key: string, work: () => T, least = 0): Promise<T> {
    const account = this.#accounts.get(key) ?? { cost: 0, rested: Promise.resolve() };
    this.#accounts.set(key, account);
    const before = account.rested;
    const { promise, resolve } = Promise.withResolvers<void>();
    account.rested = promise;
    await before;
    const began = performance.now();
    try {
      return work();
    } finally {
      account.cost += Math.max(least, performance.now() - began);
      const rest = account.cost < costlyMs ? 0 : account.cost * restFactor;
      if (rest > 0) account.cost = 0;
      if (rest === 0 || this.allowed(key) === limits.requestsAtOnce) resolve();
      else setTimeout(resolve, rest).unref();
    }
  }
}

/** Requests in progress or waiting, by person and by the client's network. */
export interface Turns {
  people: Lines;
  /**
   * By network: requests whose sender is being identified. A queue of its own, as that only reads and must not wait for
   * a long write.
   */
  unidentified: Lines;
  /** By network: requests to public endpoints. */
  open: Lines;
}

export const newTurns = (): Turns => ({ people: new Lines(), unidentified: new Lines(), open: new Lines() });

/** A request's place in the queue of its person or network. */
class Turn {
  readonly #lines: Lines;
  readonly #key: string;
  #started: Promise<void> | null = null;
  #startedAt = 0;

  constructor(lines: Lines, key: string) {
    this.#lines = lines;
    this.#key = key;
  }

  start(): Promise<void> {
    this.#started ??= this.#begin().catch((error: unknown) => {
      this.#started = null;
      throw error;
    });
    return this.#started;
  }

  async #begin(): Promise<void> {
    const line = this.#lines.get(this.#key) ?? { running: 0, waiting: [] };
    this.#lines.set(this.#key, line);
    if (line.running >= this.#lines.allowed(this.#key)) {
      const turn = Promise.withResolvers<void>();
      line.waiting.push(turn);
      await turn.promise;
    } else line.running += 1;
    this.#startedAt = performance.now();
    this.#lines.served(this.#key);
  }

  /**
   * Where the database did not answer in time, those that wait behind fail too: in their turn they would wait as long once
   * more.
   */
  end(error?: unknown): void {
    if (!this.#started) return;
    this.#started = null;
    const line = this.#lines.get(this.#key);
    if (!line) return;
    line.running -= 1;
    if (performance.now() - this.#startedAt > unansweredMs && faultOf(error) === 'unavailable')
      for (const { reject } of line.waiting.splice(0)) reject(error);
    const starting = line.waiting.splice(0, this.#lines.allowed(this.#key) - line.running);
    line.running += starting.length;
    for (const { resolve } of starting) resolve();
    if (line.running === 0) this.#lines.delete(this.#key);
  }

  spend<T>(work: () => T): Promise<T> {
    return this.#lines.spend(this.#key, work);
  }
}

const turns = new WeakMap<FastifyRequest, Turn>();

/**
 * Limits the requests in progress of each person or network. Further ones wait, so that a hundred expensive requests
 * delay only their sender.
 */
export function limitTurns(fastify: FastifyInstance): void {
  // For a body that was refused; a handler ends its turn when the response is complete, which may be before it has been
  // read.
  fastify.addHook('onResponse', (request, _reply, done) => {
    endTurn(request);
    done();
  });
}

/** Before the body is parsed, as that may be the expensive part. */
export const assignTurn = (request: FastifyRequest, lines: Lines, key: string): void =>
  void turns.set(request, new Turn(lines, key));

/** Waits until fewer requests of the same person or network are in progress. A request without a turn does not wait. */
export const startTurn = async (request: FastifyRequest): Promise<void> => turns.get(request)?.start();

/**
 * Runs work that may occupy the main thread, such as parsing a body, one piece at a time for each person or network.
 */
export async function spend<T>(request: FastifyRequest, work: () => T): Promise<T> {
  const turn = turns.get(request);
  return turn ? turn.spend(work) : work();
}

export function endTurn(request: FastifyRequest, error?: unknown): void {
  turns.get(request)?.end(error);
  turns.delete(request);
}
