import type { FastifyInstance, FastifyRequest } from 'fastify';
import { anyUser } from '../access/accounts.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/schema.ts';
import { AppError } from '../lib/errors.ts';
import { isLoopback } from '../lib/loopback.ts';
import { listensOnLoopback } from './listens-on-loopback.ts';

const otherOrigin = () =>
  new AppError(
    'FORBIDDEN',
    'This request comes from a page of another site. If it is this one, let the reverse proxy pass the Host header on, ' +
      'or set PUBLIC_URL to the address in the browser',
  );
const otherHost = () =>
  new AppError(
    'FORBIDDEN',
    'Until there is an account, this server answers at localhost alone: open it there, or set PUBLIC_URL',
  );

/** The request's `Host`, read like an address with this scheme, which has a default port. */
const hostOf = ({ headers }: FastifyRequest, protocol: string): URL | null =>
  headers.host === undefined ? null : URL.parse(`${protocol}//${headers.host}`);

/** Whether a write was sent by a page of another site, or by one that hides its own. */
function isFromElsewhere(request: FastifyRequest, publicHost: string | null): boolean {
  const { method, headers } = request;
  if (method === 'GET' || method === 'HEAD' || headers.origin === undefined) return false;
  const origin = URL.parse(headers.origin);
  return !origin || ![hostOf(request, origin.protocol)?.host, publicHost].includes(origin.host);
}

/**
 * Refuses what a page of another site sends to this server through somebody's browser: writes, by their `Origin`. A new
 * installation on loopback belongs to whoever registers first, so until then it also refuses names that another site
 * may have pointed at this machine.
 */
export function refuseOtherSites(fastify: FastifyInstance, db: Db, config: Config): void {
  const publicHost = config.hasPublicUrl ? new URL(config.publicUrl).host : null;
  let isSetUp = config.hasPublicUrl;
  const expectSetUp = async () => {
    isSetUp = await anyUser(db);
    if (!isSetUp) throw otherHost();
  };
  fastify.addHook('onRequest', (request, _, done) => {
    if (isFromElsewhere(request, publicHost)) return done(otherOrigin());
    if (isSetUp || isLoopback(hostOf(request, 'http:')?.hostname ?? '') || !listensOnLoopback(request.server))
      return done();
    expectSetUp().then(() => done(), done);
  });
}
