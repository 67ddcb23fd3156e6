import { limits } from '@quartermaster/contract/rules/limits';
import type { FastifyRequest } from 'fastify';
import { BoundedCache } from '../lib/bounded-cache.ts';
import { AppError, notFound } from '../lib/errors.ts';
import { networkOf } from '../net/client-network.ts';

const minuteMs = 60_000;

/**
 * Answers wrong tokens in addresses: as not found, and so many a minute for each client. Who has the right one is not held
 * up by others who guess from the same network.
 */
export function wrongTokens(what: string): (from: FastifyRequest) => AppError {
  const counts = new BoundedCache<{ wrong: number; until: number }>();
  return ({ ip }) => {
    const now = performance.now();
    const client = networkOf(ip);
    const known = counts.get(client);
    const { wrong, until } = known && known.until > now ? known : { wrong: 0, until: now + minuteMs };
    const wait = Math.ceil((until - now) / 1000);
    if (wrong >= limits.wrongLinks)
      return new AppError('RATE_LIMITED', 'Too many wrong addresses; try again in a moment', undefined, wait);
    counts.set(client, { wrong: wrong + 1, until });
    return notFound(what);
  };
}
