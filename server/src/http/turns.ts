import { limits } from '@quartermaster/contract/rules/limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';

interface Line {
  running: number;
  waiting: (() => void)[];
}

/** By person. */
export type Lines = Map<string, Line>;

/** A request's place among those of the same person. */
class Turn {
  readonly #lines: Lines;
  readonly #key: string;
  #started: Promise<void> | null = null;

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
    if (line.running < limits.requestsAtOnce) line.running += 1;
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
  }

  end(): void {
    const line = this.#lines.get(this.#key);
    if (!this.#started || !line) return;
    this.#started = null;
    const next = line.waiting.shift();
    if (next) return next();
    line.running -= 1;
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

export function endTurn(request: FastifyRequest): void {
  turns.get(request)?.end();
  turns.delete(request);
}
