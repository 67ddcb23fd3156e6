import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { errorBody, nothingHere } from './errors.ts';

const dist = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** Paths that programs ask for: what is not there is a 404 to them, never the page. */
const forPrograms = /^\/(api|assets|calendar|\.well-known|metrics|favicon\.ico|robots\.txt)(\/|$|\?)/;

/** Serves the built interface. A path that is neither a file nor a program's gets its page, which does the routing. */
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
    const isPage = ['GET', 'HEAD'].includes(request.method) && !forPrograms.test(request.url);
    const shown = built && isPage;
    return shown ? page(reply) : reply.status(404).send(errorBody(nothingHere()));
  });
}
