import assert from 'node:assert/strict';
import {
  type Access,
  type TokenPermission,
  isCovered,
  needsOf,
} from '@quartermaster/contract/api/permissions';
import type { ApiToken } from '@quartermaster/contract/tokens/tokens.schema';
import type { Scope } from '@quartermaster/contract/members/members.schema';
import type { Answer, Client, TestApp } from './test-app.ts';

interface Given {
  name?: string;
  permissions?: readonly TokenPermission[];
  scope?: Scope;
  expiresAt?: string;
  addresses?: readonly string[];
}

export interface Made {
  token: ApiToken;
  value: string;
}

/** Makes an API token in the session of its maker. */
export async function makeToken(
  { call }: Pick<Client, 'call'>,
  given: Given = {},
  headers: Record<string, string> = {},
): Promise<Made> {
  const body = { name: 'Backup', ...given };
  const { body: answered, text } = await call<{ data: Made }>('POST', '/tokens', body, headers);
  assert.ok(answered.data, text);
  return answered.data;
}

/** The tokens in a person's list. */
export const tokensOf = async ({ call }: Pick<Client, 'call'>, headers = {}): Promise<ApiToken[]> =>
  (await call<{ data: { tokens: ApiToken[] } }>('GET', '/tokens', undefined, headers)).body.data.tokens;

type Send = <T>(
  method: string,
  path: string,
  body: unknown,
  token: string,
  headers?: Record<string, string>,
) => Promise<Answer<T>>;

/** Returns a function that calls the API with a token. */
export const callerBy =
  (send: Send, value: string): Client['call'] =>
  (method, path, body, headers) =>
    send(method, path, body, value, headers);

interface Described {
  method: string;
  path: string;
  access: Access;
}

const pattern = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}(\\?.*)?$`);

/** Whether these permissions of a token allow requests of this access. */
export const isGiven = (permissions: readonly TokenPermission[], access: Access): boolean => {
  const needs = needsOf(access);
  return access === 'public' || (needs.length > 0 && needs.every((need) => isCovered(permissions, need)));
};

type Program = Client & {
  /** Whether requests to an endpoint are sent with the token. */
  sends: (endpoint: Pick<Described, 'method' | 'path'>) => boolean;
};

/**
 * A client that sends what the token allows with the token and everything else, which tests need to prepare, in its
 * maker's session.
 */
export function byToken(
  client: Client,
  endpoints: readonly Described[],
  send: Send,
  { token, value }: Made,
): Program {
  const call = callerBy(send, value);
  const given = endpoints.filter(({ access }) => isGiven(token.permissions, access));
  const targets = given.map(({ method, path }) => ({ method, pattern: pattern(path) }));
  const isSent = (method: string, path: string) =>
    targets.some((target) => target.method === method && target.pattern.test(path));
  return {
    ...client,
    sends: ({ method, path }) => given.some((each) => each.method === method && each.path === path),
    call: (method, path, body, headers) =>
      (isSent(method, path) ? call : client.call)(method, path, body, headers),
  };
}

export interface Failure {
  error: { code: string; message: string; details?: { fields?: Record<string, string> } };
}

export function refused(answer: Answer, status: number, code: string, message?: string | RegExp): void {
  const { error } = answer.body as Failure;
  assert.deepEqual([answer.status, error.code], [status, code], answer.text);
  if (message instanceof RegExp) assert.match(error.message, message);
  else if (message !== undefined) assert.equal(error.message, message);
}

/** Asserts the answer that every invalid token gets. */
export const notAccepted = (answer: Answer): void =>
  refused(answer, 401, 'UNAUTHORIZED', /^The API token is not accepted/);

/** Makes a person a member of another's workspace; returns the header that chooses it. */
export async function join(
  app: TestApp,
  owner: Client,
  { userId }: Client,
  role: string,
  secrets: 0 | 1 = 0,
) {
  const { id: workspaceId } = await app.ownerOf(owner);
  await app.db
    .insertInto('memberships')
    .values({ workspaceId, userId, role, secrets, createdAt: 0 })
    .execute();
  app.services.sessions.forget();
  return { 'x-workspace': workspaceId };
}

/** Sends a request that seems to come from another address. */
export async function fromAddress(app: TestApp, address: string, value: string): Promise<Answer> {
  const { statusCode, headers, body } = await app.services.api.fastify.inject({
    method: 'GET',
    url: '/api/emails',
    remoteAddress: address,
    headers: { authorization: `Bearer ${value}` },
  });
  const told = new Headers({ 'retry-after': String(headers['retry-after'] ?? '') });
  return { status: statusCode, headers: told, text: body, body: JSON.parse(body) as unknown };
}
