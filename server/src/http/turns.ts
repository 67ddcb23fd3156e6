import { limits } from '@quartermaster/contract/rules/limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { faultOf } from '../db/faults.ts';

interface Line {
  running: number;
  waiting: PromiseWithResolvers<void>[];
}

/** Whoever waited for a request that the database did not answer for this long has waited long enough. */
const unansweredMs = 500;

/** Whoever sent nothing for this long does not limit the others. */
const activeMs = 1000;

/** Beside others, a person's work on the main thread rests for four times as long as it took, in pieces of 5 ms or more. */
const costlyMs = 5;
const restFactor = 4;
const accountsAtMost = 10_000;

/** What a person's bodies cost the main thread. */
interface Account {
  /** In ms, since the last rest. */
  cost: number;
  /** Once the work before has been done, and its rest is over. */
  rested: Promise<void>;
}

/** The lines of all persons or networks, and which of them were served last. */
export class Lines extends Map<string, Line> {
  readonly #accounts = new LRUCache<string, Account>({ max: accountsAtMost });
  #last = { key: '', at: -Infinity };
  /** The last one before who is another person. */
  #other = this.#last;

  served(key: string): void {
    if (key !== this.#last.key) this.#other = this.#last;
    this.#last = { key, at: performance.now() };
  }

  /** How many requests of this person may be worked on at once: fewer while others are served. */
  allowed(key: string): number {
    const { at } = key === this.#last.key ? this.#other : this.#last;
    return performance.now() - at < activeMs ? limits.requestsBesideOthers : limits.requestsAtOnce;
  }

  /** Runs work that holds the main thread after this person's work before, and after a rest while others are served. */
  async spend<T>(key: string, work: () => T): Promise<T> {
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
      account.cost += performance.now() - began;
      const rest = account.cost < costlyMs ? 0 : account.cost * restFactor;
      if (rest > 0) account.cost = 0;
      if (rest === 0 || this.allowed(key) === limits.requestsAtOnce) resolve();
      else setTimeout(resolve, rest).unref();
    }
  }
}

/** Requests that are worked on or wait: of each person, and of each client's network. */
export interface Turns {
  people: Lines;
  /** By network: whose person is looked up. That reads alone, so that it never waits for somebody's long write. */
  unidentified: Lines;
  /** By network: to endpoints that need no sign-in. */
  open: Lines;
}

export const newTurns = (): Turns => ({ people: new Lines(), unidentified: new Lines(), open: new Lines() });

/** A request's place among those of the same person or network. */
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
 * Limits how many requests of one person or network are worked on at once. The others wait, so that a hundred costly
 * requests hold up nobody but whoever sent them.
 */
export function limitTurns(fastify: FastifyInstance): void {
  // Of a body that was refused; a handler ends its turn when it has made the answer, which may still have to be read.
  fastify.addHook('onResponse', (request, _reply, done) => {
    endTurn(request);
    done();
  });
}

/** Before a body is parsed, since that may be the costly part. */
export const assignTurn = (request: FastifyRequest, lines: Lines, key: string): void =>
  void turns.set(request, new Turn(lines, key));

/** Waits until fewer requests of the same person or network are worked on. A request without a turn does not wait. */
export const startTurn = async (request: FastifyRequest): Promise<void> => turns.get(request)?.start();

/** Runs work that may hold the main thread, such as parsing a body: one piece of each person's or network's at a time. */
export async function spend<T>(request: FastifyRequest, work: () => T): Promise<T> {
  const turn = turns.get(request);
  return turn ? turn.spend(work) : work();
}

export function endTurn(request: FastifyRequest, error?: unknown): void {
  turns.get(request)?.end(error);
  turns.delete(request);
}
