import type { ServerResponse } from 'node:http';
import { limits } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import type { FastifyRequest } from 'fastify';
import { KeyedQueues } from '../lib/keyed-queues.ts';
import { whenClosed } from './connections.ts';

/** Whether a body is longer than anybody may send before sign-in, or of unknown length. */
export const hasLargeBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > limits.publicBody;

/** Places, by key, that requests occupy until their answers have left or their connections have closed. */
export class UntilAnswered {
  readonly #queues: KeyedQueues;
  readonly #entered = new WeakSet<ServerResponse>();

  constructor(atOnce: number) {
    this.#queues = new KeyedQueues(atOnce);
  }

  /** Waits for a place, if the request has none. Throws ClientLeft if the connection closes before. */
  async enter(key: string, response: ServerResponse): Promise<void> {
    if (this.#entered.has(response)) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const occupy = () => {
      this.#entered.add(response);
      resolve();
      return new Promise<void>((leave) => whenClosed(response, leave));
    };
    this.#queues.run(key, occupy, response.req.socket).catch(reject);
    await promise;
  }
}

/** What one person, or the network of a client before sign-in, may have at once. More waits. */
export const concurrencyLimits = () => ({
  /** Requests that are handled. A client that leaves does not stop a query, so their places end with the work. */
  requests: new KeyedQueues(serverLimits.requestsAtOnce),
  /** Large bodies, from their first byte. */
  bodies: new UntilAnswered(serverLimits.largeBodiesAtOnce),
  /** Those of imports. */
  imports: new UntilAnswered(serverLimits.importsAtOnce),
  /** Answers of which a large part is in memory. */
  answers: new UntilAnswered(serverLimits.largeAnswersAtOnce),
});

export type ConcurrencyLimits = ReturnType<typeof concurrencyLimits>;
