import { type Endpoint, bodyLimitOf, fieldErrors } from '@quartermaster/contract/api/endpoint';
import { needsOf } from '@quartermaster/contract/api/permissions';
import { urlPath } from '@quartermaster/contract/api/route';
import { isUuid } from '@quartermaster/contract/rules/formats';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import { invalid } from '../lib/errors.ts';
import { type Authenticate, type Caller, type Person, isCaller } from '../access/caller.ts';
import { takeFile, takeRows } from './json-body.ts';
import { limits } from '@quartermaster/contract/rules/limits';
import { networkOf } from '../net/client-network.ts';
import { ClientLeft } from '../lib/keyed-queues.ts';
import { answerStream, smallAnswer } from './answer-stream.ts';
import { type ConcurrencyLimits, concurrencyLimits, hasLargeBody } from './concurrency-limit.ts';
import { serializerSchema } from './serializer-schema.ts';

/** The application as features see it: the place to register endpoints. */
export interface Api {
  fastify: FastifyInstance;
  authenticate: Authenticate;
  limited: ConcurrencyLimits;
  /** Every endpoint in order of registration, for the OpenAPI document and the tests. */
  endpoints: Endpoint[];
  /** What goes on for requests, also for clients that have left: the server closes once it has ended. */
  work: Set<Promise<unknown>>;
}

export function newApi(fastify: FastifyInstance, authenticate: Authenticate): Api {
  const work = new Set<Promise<unknown>>();
  fastify.addHook('onClose', () => Promise.allSettled(work));
  return { fastify, authenticate, limited: concurrencyLimits(), endpoints: [], work };
}

type Chunks = AsyncGenerator<string, void>;

interface Input<E extends Endpoint> {
  params: z.output<E['params']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
  request: FastifyRequest;
  reply: FastifyReply;
}
/** A download is a text in chunks; another such text is an answer already serialized, envelope included. */
type Output<E extends Endpoint> = Promise<
  E extends { download: object } ? Chunks : z.input<E['data']> | Chunks
>;
type PublicHandler<E extends Endpoint> = (input: Input<E>) => Output<E>;
type PersonHandler<E extends Endpoint> = (input: Input<E> & { caller: Person }) => Output<E>;
type Handler<E extends Endpoint> = (input: Input<E> & { caller: Caller }) => Output<E>;

const isChunks = (data: unknown): data is Chunks =>
  typeof data === 'object' && data !== null && Symbol.asyncIterator in data;

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
const wellFormed = (params: unknown): unknown =>
  Object.fromEntries(
    Object.entries(params as Record<string, string>).map(([name, value]) =>
      /^(id|\w+Id)$/.test(name) && !isUuid(value) ? [name, nobodys] : [name, value],
    ),
  );

/** Who sends the requests of an endpoint, and what is done before they are handled. */
interface Sender {
  /** By which requests are limited. */
  keyOf: (request: FastifyRequest) => string;
  /** Before the body is read. */
  onRequest?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** When the request's turn has come, before its body is validated. */
  onTurn?: (request: FastifyRequest) => Promise<void>;
  /** Throws once the sender may not read the answer any more. */
  check?: (request: FastifyRequest) => Promise<void>;
}

function register<E extends Endpoint>(
  { fastify, endpoints, limited, work: allWork }: Api,
  endpoint: E,
  handle: (input: Input<E>) => Promise<unknown>,
  { keyOf, onRequest, onTurn, check }: Sender,
) {
  const { method, rows, file, bare, ownLimit, status = 200 } = endpoint;
  endpoints.push(endpoint);
  const tracked = async <T>(work: Promise<T>): Promise<T> => {
    allWork.add(work);
    return work.finally(() => allWork.delete(work));
  };
  const bodyLimit = bodyLimitOf(endpoint);
  const bodies = bodyLimit > limits.body ? limited.imports : limited.bodies;
  let schema: Record<string, unknown> | undefined;
  const serialized = (data: unknown, reply: FastifyReply): string => {
    // Fastify compiles its serializer with the first answer: most endpoints are never asked for.
    schema ??= serializerSchema(endpoint);
    void reply.type('application/json; charset=utf-8');
    return reply.serializeInput((bare ? data : { data }) as Record<string, unknown>, schema);
  };
  const answer = async (key: string, input: Input<E>) => {
    const { request, reply } = input;
    const data = await handle(input);
    // A handler may have answered that the work goes on.
    if (reply.statusCode === 200) void reply.status(status);
    const enter = () => limited.answers.enter(key, reply.raw);
    if (isChunks(data)) return answerStream(data, { enter, check: async () => check?.(request) });
    const text = serialized(data, reply);
    if (text.length > smallAnswer) await enter();
    return text;
  };
  const routeOptions: RouteOptions = {
    method,
    url: urlPath(endpoint).replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit,
    ...(onRequest && { onRequest: (request, reply) => tracked(onRequest(request, reply)) }),
    preParsing: async (request, reply, payload) => {
      if (hasLargeBody(request)) await bodies.enter(keyOf(request), reply.raw);
      // Fastify would wait for the body of a connection that has closed meanwhile.
      if (request.raw.destroyed && !request.raw.complete) throw new ClientLeft();
      return payload;
    },
    handler: async (request, reply) => {
      const key = keyOf(request);
      const work = async () => {
        await onTurn?.(request);
        const params = checked(endpoint.params, wellFormed(request.params));
        const query = checked(endpoint.query, given(request.query));
        // A handler reads a file from the request.
        const body = checked(endpoint.body, Buffer.isBuffer(request.body) ? {} : emptyBody(request.body));
        return answer(key, { params, query, body, request, reply } as Input<E>);
      };
      const answered = ownLimit ? work() : limited.requests.run(key, work, request.raw.socket);
      return reply.send(await tracked(answered));
    },
  };
  if (rows === undefined && file === undefined) fastify.route(routeOptions);
  else
    // A scope of its own, since the way to parse a body belongs to a scope.
    void fastify.register((scope, _, done) => {
      if (rows !== undefined) takeRows(scope, rows);
      if (file !== undefined) takeFile(scope, file);
      scope.route(routeOptions);
      done();
    });
}

/**
 * Identifies the sender of a request before its body is read. The body may take minutes to arrive, the request may wait for
 * others, and the answer may take long to read: before it is handled, and before each part of the answer, rights are read
 * again.
 */
function implementFor<E extends Endpoint, C extends Person>(
  api: Api,
  endpoint: E,
  identify: (request: FastifyRequest) => Promise<C>,
  handler: (input: Input<E> & { caller: C }) => Promise<unknown>,
): void {
  const { method, path } = endpoint;
  const callers = new WeakMap<FastifyRequest, C>();
  const callerOf = (request: FastifyRequest): C => {
    const caller = callers.get(request);
    if (!caller) throw new Error(`${method} ${path} was handled without a caller`);
    return caller;
  };
  const onTurn = async (request: FastifyRequest) =>
    void callers.set(request, await api.authenticate.again(callerOf(request)));
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await identify(request);
    await api.authenticate.permitted(caller);
    callers.set(request, caller);
    const workspaceId = isCaller(caller) ? caller.owner.id : undefined;
    const { token } = caller;
    const bindings = { userId: caller.principal.userId, workspaceId, ...(token && { tokenId: token.id }) };
    reply.log = request.log = request.log.child(bindings);
  };
  const handle = (input: Input<E>) => {
    const onBatch = (id: string): void => {
      if (endpoint.writesBatch) void input.reply.header('x-batch-id', id);
    };
    return handler({ ...input, caller: { ...callerOf(input.request), onBatch } });
  };
  register(api, endpoint, handle, {
    keyOf: (request) => callerOf(request).principal.userId,
    onRequest,
    onTurn,
    check: (request) => api.authenticate.seesStill(callerOf(request)),
  });
}

/** The workspace in the path or header of a request; null: the person's default one. */
const workspaceOf = ({ ofWorkspace }: Endpoint, { params, headers }: FastifyRequest): string | null => {
  if (ofWorkspace) return (params as { id: string }).id;
  const named = headers['x-workspace'];
  return typeof named === 'string' && named !== '' ? named : null;
};

/** Registers an endpoint that needs a member of a workspace. */
export function implement<E extends Endpoint>(api: Api, endpoint: E, handler: Handler<E>): void {
  const { access, method, path } = endpoint;
  if (needsOf(access).length === 0) throw new Error(`${method} ${path} concerns no workspace`);
  const identify = async (request: FastifyRequest) => {
    const person = await api.authenticate.person(request, endpoint);
    return api.authenticate.member(person, workspaceOf(endpoint, request));
  };
  implementFor(api, endpoint, identify, handler);
}

/** Registers an endpoint for a person in a session, independent of any workspace. */
export function implementPersonal<E extends Endpoint>(
  api: Api,
  endpoint: E,
  handler: PersonHandler<E>,
): void {
  const { access, method, path } = endpoint;
  if (access !== 'session' && access !== 'administrator')
    throw new Error(`${method} ${path} is not for a person alone`);
  implementFor(api, endpoint, (request) => api.authenticate.person(request, endpoint), handler);
}

/** Registers a public endpoint. */
export function implementPublic<E extends Endpoint>(api: Api, endpoint: E, handler: PublicHandler<E>): void {
  const { access, method, path } = endpoint;
  if (access !== 'public') throw new Error(`${method} ${path} needs a caller`);
  register(api, endpoint, handler, { keyOf: ({ ip }) => networkOf(ip) });
}

/** Streams an answer that is already serialized, envelope included. */
export function serializedAnswer(reply: FastifyReply, text: Chunks): Chunks {
  void reply.type('application/json; charset=utf-8');
  return text;
}

/** Streams a file as it is generated. */
export function fileAnswer(
  reply: FastifyReply,
  file: { name: string; type: string },
  chunks: Chunks,
): Chunks {
  void reply
    .header('content-type', `${file.type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${file.name}"`);
  return chunks;
}
