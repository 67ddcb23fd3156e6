import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { errorBody, nothingHere } from './errors.ts';

const dist = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** Serves the built interface. A path that is neither a file nor below /api gets its page, which does the routing. */
export async function serveInterface(fastify: FastifyInstance): Promise<void> {
  const built = existsSync(`${dist}/index.html`);
  if (built)
    await fastify.register(staticFiles, {
      root: dist,
      index: false,
      dotfiles: 'ignore',
      // The build has compressed these files.
      preCompressed: true,
      setHeaders: (reply, path) => {
        const hashed = path.startsWith(`${dist}/assets/`);
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  const page = (reply: FastifyReply) => reply.header('cache-control', 'no-cache').sendFile('index.html');
  if (built) fastify.get('/', (_, reply) => page(reply));
  fastify.setNotFoundHandler((request, reply) => {
    const shown = built && request.method === 'GET' && !/^\/(api|assets)(\/|$|\?)/.test(request.url);
    return shown ? page(reply) : reply.status(404).send(errorBody(nothingHere()));
  });
}
