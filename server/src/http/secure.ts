import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** What helmet says to every answer, asked once: it would put the same texts together each time. */
function securityHeaders() {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const add = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: true,
    referrerPolicy: { policy: 'no-referrer' },
    // Only a TLS proxy before this server can promise TLS; it sets the header itself.
    strictTransportSecurity: false,
  });
  add(request, response, (error) => {
    if (error) throw error as Error;
  });
  return response.getHeaders();
}

/** Headers that every answer carries, and compression. */
export async function secure(fastify: FastifyInstance): Promise<void> {
  const headers = securityHeaders();
  await fastify.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    zlibOptions: { level: 4 },
    brotliOptions: { params: { 1: 4 } },
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store');
    done();
  });
}
