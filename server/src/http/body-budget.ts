import type { IncomingMessage } from 'node:http';
import { Transform, type TransformCallback } from 'node:stream';
import { limits } from '@quartermaster/contract/rules/limits';
import type { FastifyInstance, RequestPayload } from 'fastify';
import { AppError } from '../lib/errors.ts';
import { ClientLeft } from '../lib/keyed-queues.ts';
import { networkOf } from '../net/client-network.ts';

const sweepMs = 1000;
const graceMs = 10_000;
const retrySeconds = 10;

const tooMuch = () =>
  new AppError('RATE_LIMITED', 'Too much is being sent at once; try again later', undefined, retrySeconds);

/** A body being received or processed, with the bytes so far. */
class Body extends Transform {
  readonly client: string;
  readonly #open: Set<Body>;
  bytes = 0;

  constructor(client: string, source: RequestPayload, open: Set<Body>) {
    super();
    this.client = client;
    this.#open = open;
    // Unlike `pipeline`, `pipe` keeps the connection open, so that a rejected body can be answered.
    source.once('error', (error) => this.destroy(error)).pipe(this);
  }

  override _transform(chunk: Buffer, _: BufferEncoding, next: TransformCallback): void {
    this.bytes += chunk.length;
    const given = surplus(this.#open, this.client);
    if (given) this.#open.delete(given);
    if (given === this) return next(tooMuch());
    given?.destroy(tooMuch());
    next(null, chunk);
  }
}

const total = (bodies: readonly Body[]): number => bodies.reduce((sum, { bytes }) => sum + bytes, 0);

/** The body to drop so that this client's bodies, and all bodies together, stay within their budgets. */
function surplus(open: Set<Body>, client: string): Body | undefined {
  const all = [...open];
  const isClientOver = total(all.filter((body) => body.client === client)) > limits.clientBodies;
  if (!isClientOver && total(all) <= limits.bodies) return undefined;
  const byClient = Map.groupBy(all, (body) => body.client);
  const ofClient = (name: string) => total(byClient.get(name) ?? []);
  const arriving = all
    .filter(({ writableFinished }) => !writableFinished)
    .sort((a, b) => ofClient(b.client) - ofClient(a.client) || b.bytes - a.bytes);
  return isClientOver ? arriving.find((body) => body.client === client) : arriving[0];
}

/** Counts the bytes of bodies from arrival until they are answered. */
function countBodies(fastify: FastifyInstance): void {
  const open = new Set<Body>();
  fastify.addHook('preParsing', (request, reply, payload, done) => {
    const length = request.headers['content-length'];
    const isSmall = length !== undefined && Number(length) <= limits.publicBody;
    if (isSmall || (length === undefined && request.headers['transfer-encoding'] === undefined))
      return done(null, payload);
    const body = new Body(networkOf(request.ip), payload, open);
    open.add(body);
    // Don't read the rest of a dropped body.
    body.once('error', () => void reply.header('connection', 'close'));
    reply.raw.once('close', () => open.delete(body));
    done(null, body);
  });
}

/** A body that is arriving. */
interface Arrival {
  since: number;
  /** What its connection had received before. */
  before: number;
}

/** Whether a body has had its time. One of unknown length (0) counts as small until it is not. */
export function isTooSlow(length: number, bytes: number, ms: number): boolean {
  if (Math.max(length, bytes) <= limits.body) return ms > limits.bodySeconds * 1000;
  const isSlow = bytes < (limits.largeBodySpeed * ms) / 1000;
  return (ms > graceMs && isSlow) || ms > limits.largeBodySeconds * 1000;
}

/**
 * Aborts bodies that arrive too slowly: whoever sends one had the right to it when it began, and its end is not to come
 * long after.
 */
function timeBodies(fastify: FastifyInstance): void {
  const arriving = new Map<IncomingMessage, Arrival>();
  fastify.addHook('preParsing', ({ raw }, _reply, payload, done) => {
    // A connection that has closed meanwhile tells nobody who begins to read now.
    if (raw.destroyed && !raw.complete) return done(new ClientLeft());
    if (!raw.complete) arriving.set(raw, { since: performance.now(), before: raw.socket.bytesRead });
    done(null, payload);
  });
  fastify.addHook('preValidation', ({ raw }, _reply, done) => {
    arriving.delete(raw);
    done();
  });
  const sweep = setInterval(() => {
    for (const [raw, { since, before }] of arriving) {
      const length = Number(raw.headers['content-length'] ?? 0);
      if (raw.complete || raw.destroyed) arriving.delete(raw);
      else if (isTooSlow(length, raw.socket.bytesRead - before, performance.now() - since)) raw.destroy();
    }
  }, sweepMs).unref();
  fastify.addHook('onClose', (_, done) => {
    clearInterval(sweep);
    done();
  });
}

/** Limits the memory and time that request bodies can occupy. */
export function limitBodies(fastify: FastifyInstance): void {
  timeBodies(fastify);
  countBodies(fastify);
}
