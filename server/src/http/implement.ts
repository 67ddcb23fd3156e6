import { Readable } from 'node:stream';
import { type Endpoint, bodyLimitOf, fieldErrors } from '@quartermaster/contract/api/endpoint';
import { isUuid } from '@quartermaster/contract/rules/formats';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import { invalid } from '../lib/errors.ts';
import { permit } from '../access/permit.ts';
import type { Authenticate, Caller } from '../access/caller.ts';
import { takeRows } from './json-body.ts';
import { type Lines, assignTurn, endTurn, startTurn } from './turns.ts';
import { serializerSchema } from './serializer-schema.ts';

/** The application as features see it: the place to register endpoints. */
export interface Api {
  fastify: FastifyInstance;
  authenticate: Authenticate;
  /** The requests of each person that are worked on or wait. */
  turns: Lines;
  /** Every endpoint in order of registration, for the OpenAPI document and the tests. */
  endpoints: Endpoint[];
}

interface Input<E extends Endpoint> {
  params: z.output<E['params']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
  request: FastifyRequest;
  reply: FastifyReply;
}
/** A download is a stream; another stream is a response that is already serialized, envelope included. */
type Output<E extends Endpoint> = Promise<
  E extends { download: object } ? Readable : z.input<E['data']> | Readable
>;
type PublicHandler<E extends Endpoint> = (input: Input<E>) => Output<E>;
type Handler<E extends Endpoint> = (input: Input<E> & { caller: Caller }) => Output<E>;

function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw invalid(fieldErrors(result.error));
  return result.data;
}

const emptyBody = (value: unknown): unknown => value ?? {};
/** A parameter without a value counts as absent, like an empty form field. */
const given = (query: unknown): unknown =>
  Object.fromEntries(Object.entries(query as Record<string, unknown>).filter(([, value]) => value !== ''));

const nobodys = '00000000-0000-0000-0000-000000000000';
/** Answers a malformed id like an unknown one: not every database accepts it in a query. */
const wellFormed = (params: unknown): unknown => {
  const { id } = params as { id?: string };
  return id === undefined || isUuid(id) ? params : { ...(params as object), id: nobodys };
};

function register<E extends Endpoint>(
  { fastify, endpoints }: Api,
  endpoint: E,
  handle: (input: Input<E>) => Promise<unknown>,
  onRequest: (request: FastifyRequest, reply: FastifyReply) => Promise<void> = () => Promise.resolve(),
) {
  const { method, path, rows, download, bare, status = 200 } = endpoint;
  endpoints.push(endpoint);
  const routeOptions: RouteOptions = {
    method,
    url: `/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    bodyLimit: bodyLimitOf(endpoint),
    ...(!download && { schema: { response: { [status]: serializerSchema(endpoint) } } }),
    onRequest,
    handler: async (request, reply) => {
      const params = checked(endpoint.params, wellFormed(request.params));
      const query = checked(endpoint.query, given(request.query));
      const body = checked(endpoint.body, emptyBody(request.body));
      const data = await handle({ params, query, body, request, reply } as Input<E>);
      const asIs = download || bare || data instanceof Readable;
      return reply.status(status).send(asIs ? data : { data });
    },
  };
  if (rows === undefined) fastify.route(routeOptions);
  else
    // A scope of its own, since the way to parse a body belongs to a scope.
    void fastify.register((scope, _, done) => {
      takeRows(scope, rows);
      scope.route(routeOptions);
      done();
    });
}

/** Registers an endpoint that needs a caller, who is authenticated and permitted before the body is read. */
export function implement<E extends Endpoint>(api: Api, endpoint: E, handler: Handler<E>): void {
  const { access, method, path } = endpoint;
  if (access === 'public') throw new Error(`${method} ${path} is public`);
  const callers = new WeakMap<FastifyRequest, Caller>();
  const identify = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await api.authenticate(request);
    permit(caller, access);
    callers.set(request, caller);
    assignTurn(request, api.turns, caller.principal.userId);
    const { principal, owner } = caller;
    reply.log = request.log = request.log.child({ userId: principal.userId, workspaceId: owner.id });
  };
  const handle = async (input: Input<E>) => {
    const caller = callers.get(input.request);
    if (!caller) throw new Error(`${method} ${path} was handled without a caller`);
    // What parsing its body took has ended.
    if (endpoint.long) endTurn(input.request);
    else await startTurn(input.request);
    try {
      return await handler({ ...input, caller });
    } finally {
      endTurn(input.request);
    }
  };
  register(api, endpoint, handle, identify);
}

/** Registers a public endpoint. */
export function implementPublic<E extends Endpoint>(api: Api, endpoint: E, handler: PublicHandler<E>): void {
  const { access, method, path } = endpoint;
  if (access !== 'public') throw new Error(`${method} ${path} needs a caller`);
  register(api, endpoint, handler);
}

/** Streams an answer that is already serialized, envelope included. */
export function streamedAnswer(reply: FastifyReply, text: Readable): Readable {
  void reply.type('application/json; charset=utf-8');
  return text;
}

/** Streams a file as it is generated. */
export function fileAnswer(
  reply: FastifyReply,
  file: { name: string; type: string },
  chunks: AsyncIterable<string>,
): Readable {
  void reply
    .header('content-type', `${file.type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${file.name}"`);
  return Readable.from(chunks, { objectMode: false });
}
