import type { FastifyRequest } from 'fastify';
import { AppError } from '../lib/errors.ts';
import { TokenBuckets } from '../lib/token-buckets.ts';
import { networkOf } from '../net/client-network.ts';

/**
 * Limits requests by client with a token bucket; throws RATE_LIMITED beyond it. `what` names the requests in the
 * message.
 */
export function rateLimit(
  what: string,
  atOnce: number,
  everySeconds: number,
): (from: FastifyRequest) => void {
  const buckets = new TokenBuckets(atOnce, everySeconds * 1000);
  return ({ ip }) => {
    const wait = buckets.take(networkOf(ip));
    if (wait > 0)
      throw new AppError('RATE_LIMITED', `Too many ${what}; try again in a moment`, undefined, wait);
  };
}
