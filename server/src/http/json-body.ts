import type { FastifyInstance } from 'fastify';
import { AppError } from '../lib/errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Other encodings are refused: read as UTF-8, a password in them would be stored as something else. */
function decoded(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new AppError('INVALID_JSON', 'The body is not valid UTF-8');
  }
}

/** Accepts only JSON. An empty body counts as none, because many clients announce JSON with every request. */
export function takeJson(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    try {
      void parse(request, decoded(body), done);
    } catch (error) {
      done(error as Error);
    }
  });
}
