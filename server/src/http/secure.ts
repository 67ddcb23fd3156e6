import { finished } from 'node:stream';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../lib/errors.ts';

/**
 * An unread answer that is compressed holds an encoder of up to 1.2 MB beside its bytes, so only some are; the plugin leaves
 * the others out by this header.
 */
function limitCompression(fastify: FastifyInstance): void {
  let compressed = 0;
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    if (!/^\/(api|calendar)\b/.test(request.url)) return done(); // Files were compressed by the build.
    if (compressed >= serverLimits.compressedAnswers) request.headers['x-no-compression'] = 'true';
    else if (request.headers['accept-encoding'] !== undefined) {
      compressed += 1;
      finished(reply.raw, () => (compressed -= 1)); // also if its client has left already
    }
    done();
  });
}

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(';');

/** Adds the headers of every response, compresses responses and refuses compressed requests. */
export async function secure(fastify: FastifyInstance): Promise<void> {
  await fastify.register(helmet, {
    contentSecurityPolicy: false, // It would build the same text for each answer.
    crossOriginEmbedderPolicy: true,
    referrerPolicy: { policy: 'no-referrer' },
    // Only the TLS proxy in front can promise TLS, so it has to set this header.
    strictTransportSecurity: false,
  });
  await fastify.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    zlibOptions: { level: 4 },
    brotliOptions: { params: { 1: 4 } },
    // A few bytes can inflate to more than any limit on bodies allows.
    globalDecompression: false,
  });
  limitCompression(fastify);
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'x-request-id': request.id, 'content-security-policy': contentSecurityPolicy });
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store');
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding.trim().toLowerCase() === 'identity') return done();
    reply.header('accept-encoding', 'identity'); // Says what it would accept (RFC 9110, 15.5.16).
    done(new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body uncompressed, without Content-Encoding'));
  });
}
