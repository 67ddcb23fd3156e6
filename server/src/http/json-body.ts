import { limits } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { AppError } from '../lib/errors.ts';
import { KeyedQueues } from '../lib/keyed-queues.ts';
import { networkOf } from '../net/client-network.ts';
import type { SentRow } from '../records/import/sent-row.ts';
import { RowScanner } from './row-scanner.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Refuses other encodings: decoded as UTF-8, a password in them would be stored garbled. */
function decoded(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new AppError('INVALID_JSON', 'The body is not valid UTF-8');
  }
}

/** Parsing a large body occupies the main thread: one of each client's in a pass of the event loop, which serves others. */
const large = new KeyedQueues(1);

/** Parses at once what is small, anything else in its client's turn. */
async function inItsTurn<T>(
  { ip, raw }: FastifyRequest,
  body: Buffer,
  parse: (body: Buffer) => T,
): Promise<T> {
  if (body.length <= limits.publicBody) return parse(body);
  return large.run(networkOf(ip), () => setImmediate().then(() => parse(body)), raw.socket);
}

/** Accepts only JSON. An empty body counts as none, because many clients send the content type with every request. */
export function takeJson(fastify: FastifyInstance): void {
  const parse = jsonParser(fastify);
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) =>
      body.length === 0 ? undefined : inItsTurn(request, body, parse),
  );
}

/** Also refuses keys that would change prototypes. */
function jsonParser(fastify: FastifyInstance): (body: Buffer) => unknown {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  return (body) => {
    let result: { error: Error | null; value?: unknown } = { error: null };
    // Calls back synchronously.
    void parse(undefined as never, decoded(body), (error, value) => (result = { error, value }));
    if (result.error) throw new AppError('INVALID_JSON', 'The body is not valid JSON');
    return result.value;
  };
}

const tooLarge = (): AppError => new AppError('PAYLOAD_TOO_LARGE', 'The body is too large');

/**
 * Lets the routes of this scope take a file of any content type as their body, where the query has this parameter. A body
 * that is too large is read to its end: a client that is still sending does not read the refusal.
 */
export function takeFile(scope: FastifyInstance, parameter: string): void {
  const parse = jsonParser(scope);
  scope.removeAllContentTypeParsers();
  const read = async (request: FastifyRequest, payload: Readable) => {
    const { query, routeOptions } = request;
    const { bodyLimit = limits.body } = routeOptions;
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length <= bodyLimit) chunks.push(chunk);
      else chunks.length = 0;
    }
    if (length > bodyLimit)
      throw new AppError('PAYLOAD_TOO_LARGE', `A file may have at most ${bodyLimit / 1024 / 1024} MB`);
    const body = Buffer.concat(chunks);
    const isFile = typeof (query as Record<string, unknown>)[parameter] === 'string';
    return isFile || length === 0 ? body : inItsTurn(request, body, parse);
  };
  scope.addContentTypeParser('*', read);
}

/**
 * Lets the routes of this scope take a list of many rows under this key. Rows are counted as they arrive, so that a
 * body of millions of rows costs little, and parsed one by one later.
 */
export function takeRows(scope: FastifyInstance, key: string): void {
  const parse = jsonParser(scope);
  const bounds = { rows: limits.bulkRows + 1, rowBytes: serverLimits.importRow, restBytes: limits.body };
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    const { headers, routeOptions } = request;
    const { bodyLimit = limits.body } = routeOptions;
    if (Number(headers['content-length']) > bodyLimit) throw tooLarge();
    const scanner = new RowScanner(key, bounds);
    let length = 0;
    let fault: AppError | undefined;
    // The response needs the socket.
    for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > bodyLimit) throw tooLarge();
      try {
        // After an error, drain the rest: a client that is still sending does not read the response.
        if (!fault) scanner.write(chunk);
      } catch (error) {
        fault = error as AppError;
      }
    }
    if (fault) throw fault;
    if (length === 0) return undefined;
    const { rest, rows } = scanner.end();
    const body = parse(rest) as Record<string, unknown> | null;
    if (!Array.isArray(body?.[key])) return body;
    const sent: SentRow[] = rows.map((row) => row && (() => parse(row)));
    return { ...body, [key]: sent };
  });
}
