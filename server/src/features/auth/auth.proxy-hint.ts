import type { FastifyRequest } from 'fastify';
import { TokenBuckets } from '../../lib/token-buckets.ts';
import { networkOf } from '../../net/client-network.ts';
import type { Services } from '../../services.ts';

const everyMs = 3_600_000;
const hints = new TokenBuckets(1, everyMs);

/**
 * Says in the log what to set if the client that is locked out looks like a reverse proxy: then everybody behind it is.
 * Once an hour for each, since any client can send the header.
 */
export function hintAtProxy(
  { config, log }: Pick<Services, 'config' | 'log'>,
  request: FastifyRequest,
): void {
  const { socket, headers } = request;
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;
  if (!isForwarded || config.trustProxy(address) || hints.take(networkOf(address)) > 0) return;
  log.warn(
    { client: address },
    `Sign-ins are locked for everybody behind ${address}, which forwards requests; if it is your reverse proxy, ` +
      `set TRUST_PROXY=${address}`,
  );
}
