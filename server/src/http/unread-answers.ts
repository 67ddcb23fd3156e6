import type { ServerResponse } from 'node:http';
import { limits } from '@quartermaster/contract/rules/limits';
import type { FastifyReply } from 'fastify';
import { ClientLeft } from '../lib/keyed-queues.ts';
import { AnswerStream, type Room } from './answer-stream.ts';

const sweepMs = 5000;
/** No answer's first part waits, and a small answer never does. */
const firstBytes = 64 * 1024;

async function* nothing(): AsyncGenerator<string, void> {}

interface Waiting {
  key: string;
  bytes: number;
  begin: () => void;
}

/**
 * The bytes of answers that their readers have not taken yet, by person or client. Who has too many of them waits for more,
 * until they are read or their reader is cut off; so does everybody once all have too many.
 */
export class UnreadAnswers implements Room {
  readonly #of = new Map<string, number>();
  #all = 0;
  readonly #waiting = new Set<Waiting>();
  readonly #open = new Set<AnswerStream>();
  readonly #sweep = setInterval(() => this.cutOffSlow(), sweepMs).unref();

  /** The bytes of one person or client; of all without a key. */
  bytes(key?: string): number {
    return key === undefined ? this.#all : (this.#of.get(key) ?? 0);
  }

  add(key: string, bytes: number): void {
    const sum = (this.#of.get(key) ?? 0) + bytes;
    if (sum > 0) this.#of.set(key, sum);
    else this.#of.delete(key);
    this.#all += bytes;
    if (bytes < 0) this.#beginWaiting();
  }

  /** Adds bytes once there is room for them. If the reader leaves before that, it resolves with false. */
  addWhenRoom(key: string, bytes: number, response: ServerResponse): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const leave = () => {
      this.#waiting.delete(waiting);
      resolve(false);
    };
    const begin = () => {
      response.off('close', leave);
      this.add(key, bytes);
      resolve(true);
    };
    const waiting: Waiting = { key, bytes, begin };
    if (response.destroyed) resolve(false);
    else if (this.#hasRoom(waiting)) begin();
    else {
      this.#waiting.add(waiting);
      response.once('close', leave);
    }
    return promise;
  }

  /** One that is larger than all room has it alone. */
  #hasRoom({ key, bytes }: Waiting): boolean {
    const [own, all] = [this.bytes(key), this.#all];
    return (own === 0 || own + bytes <= limits.clientAnswers) && (all === 0 || all + bytes <= limits.answers);
  }

  /** In the order of their arrival, but nobody waits for another person's room. */
  #beginWaiting(): void {
    for (const waiting of this.#waiting)
      if (this.#hasRoom(waiting)) {
        this.#waiting.delete(waiting);
        waiting.begin();
      }
  }

  /**
   * What to send as an answer. A large one that was made as a whole waits for room; one in chunks is made as it is read.
   * `check` throws once its reader may not read it any more.
   */
  async answer(
    key: string,
    reply: FastifyReply,
    made: string | AsyncGenerator<string, void>,
    check: () => Promise<unknown>,
  ): Promise<string | AnswerStream> {
    if (typeof made === 'string') {
      const bytes = Buffer.byteLength(made);
      if (bytes <= firstBytes) return made;
      if (!(await this.addWhenRoom(key, bytes, reply.raw))) throw new ClientLeft();
      void reply.header('content-length', bytes);
      return this.#stream(key, reply, Buffer.from(made), nothing(), check);
    }
    const next = await made.next();
    const first = Buffer.from(next.done ? '' : next.value);
    if (first.length <= firstBytes) this.add(key, first.length);
    else if (!(await this.addWhenRoom(key, first.length, reply.raw))) throw new ClientLeft();
    return this.#stream(key, reply, first, made, check);
  }

  #stream(
    key: string,
    { raw }: FastifyReply,
    first: Buffer,
    rest: AsyncGenerator<string, void>,
    check: () => Promise<unknown>,
  ): AnswerStream {
    const answer = new AnswerStream(this, key, raw, first, rest, check);
    this.#open.add(answer);
    return answer.once('close', () => this.#open.delete(answer));
  }

  cutOffSlow(): void {
    for (const answer of this.#open) answer.cutOffSlow();
  }

  end(): void {
    clearInterval(this.#sweep);
  }
}
