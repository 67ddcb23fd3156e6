import type { Endpoint } from '@quartermaster/contract/api/endpoint';
import { limits } from '@quartermaster/contract/rules/limits';
import type { FastifyRequest } from 'fastify';
import { KeyedQueues } from '../lib/keyed-queues.ts';

/** The requests in progress or waiting, by the id of a person, or by the network of a client before sign-in. */
export const concurrencyLimit = (): KeyedQueues => new KeyedQueues(limits.requestsAtOnce);

/**
 * Runs an endpoint's handler while fewer than `limits.requestsAtOnce` of the same key run, unless a limit of its own
 * bounds it. Its place ends with the handler: while the answer is being read, others run.
 */
export const limited = <T>(
  requests: KeyedQueues,
  { ownLimit }: Endpoint,
  key: string,
  { raw }: FastifyRequest,
  handler: () => Promise<T>,
): Promise<T> => (ownLimit ? handler() : requests.run(key, handler, raw.socket));
