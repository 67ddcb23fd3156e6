import { limits } from '@quartermaster/contract/rules/limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';

interface Line {
  running: number;
  waiting: (() => void)[];
}

/** A person who sent nothing for so long waits for nobody. */
const activeMs = 1000;

/** Whoever held the main thread for longer lets others have it for several times as long. */
const costlyMs = 5;
const restFactor = 4;

/** The lines of all persons, and who was served last. */
export class Lines extends Map<string, Line> {
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
}

/** A request's place among those of the same person. */
class Turn {
  readonly #lines: Lines;
  readonly #key: string;
  #started: Promise<void> | null = null;
  /** How long it has held the main thread, in ms. */
  cost = 0;

  constructor(lines: Lines, key: string) {
    this.#lines = lines;
    this.#key = key;
  }

  start(): Promise<void> {
    this.#started ??= this.#begin();
    return this.#started;
  }

  async #begin(): Promise<void> {
    const line = this.#lines.get(this.#key) ?? { running: 0, waiting: [] };
    this.#lines.set(this.#key, line);
    if (line.running >= this.#lines.allowed(this.#key))
      await new Promise<void>((resolve) => line.waiting.push(resolve));
    else line.running += 1;
    this.#lines.served(this.#key);
  }

  end(): void {
    if (!this.#started) return;
    this.#started = null;
    const isAlone = this.#lines.allowed(this.#key) === limits.requestsAtOnce;
    if (this.cost < costlyMs || isAlone) this.#release();
    else setTimeout(() => this.#release(), this.cost * restFactor).unref();
  }

  #release(): void {
    const line = this.#lines.get(this.#key);
    if (!line) return;
    line.running -= 1;
    const starting = line.waiting.splice(0, this.#lines.allowed(this.#key) - line.running);
    line.running += starting.length;
    for (const start of starting) start();
    if (line.running === 0) this.#lines.delete(this.#key);
  }
}

const turns = new WeakMap<FastifyRequest, Turn>();

/**
 * Limits how many requests of one person are worked on at once. The others wait, so that a hundred costly requests hold
 * up nobody but whoever sent them.
 */
export function limitTurns(fastify: FastifyInstance): void {
  // Of a body that was refused; a handler ends its turn when it has made the answer, which may still have to be read.
  fastify.addHook('onResponse', (request, _reply, done) => {
    endTurn(request);
    done();
  });
}

/** Before a body is parsed, since that may be the costly part. */
export const assignTurn = (request: FastifyRequest, lines: Lines, person: string): void =>
  void turns.set(request, new Turn(lines, person));

/** Waits until fewer requests of this person are worked on. A request without a person does not wait. */
export const startTurn = async (request: FastifyRequest): Promise<void> => turns.get(request)?.start();

/** Does something that may hold the main thread, such as parsing what was sent. */
export function countCost<T>(request: FastifyRequest, work: () => T): T {
  const began = performance.now();
  try {
    return work();
  } finally {
    const turn = turns.get(request);
    if (turn) turn.cost += performance.now() - began;
  }
}

export function endTurn(request: FastifyRequest): void {
  turns.get(request)?.end();
  turns.delete(request);
}
