import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../lib/errors.ts';
import { errorBody } from './errors.ts';

const dist = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** The built interface. Every path that is neither a file nor of the API answers its page, which routes by itself. */
export async function serveInterface(fastify: FastifyInstance): Promise<void> {
  const built = existsSync(`${dist}/index.html`);
  if (built)
    await fastify.register(staticFiles, {
      root: dist,
      index: false,
      wildcard: false,
      setHeaders: (reply, path) => {
        const hashed = path.startsWith(`${dist}/assets/`);
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  fastify.setNotFoundHandler((request, reply) => {
    const page = built && request.method === 'GET' && !/^\/(api|assets)(\/|$|\?)/.test(request.url);
    if (page) return reply.header('cache-control', 'no-cache').sendFile('index.html');
    return reply.status(404).send(errorBody(new AppError('NOT_FOUND', 'There is nothing at this address')));
  });
}
