import type { FastifyRequest } from 'fastify';
import { RateLimit } from '../../lib/rate-limit.ts';
import { networkOf } from '../../net/client-network.ts';
import type { Services } from '../../services.ts';

const hints = new RateLimit('proxyHint');

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
  if (!isForwarded || config.trustProxy(address) || hints.tryTake(networkOf(address)) > 0) return;
  log.warn(
    { client: address },
    `Sign-ins are locked for everybody behind ${address}, which forwards requests; if it is your reverse proxy, ` +
      `set TRUST_PROXY=${address}`,
  );
}
