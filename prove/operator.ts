import { setTimeout as wait } from 'node:timers/promises';
import { callerBy } from '../server/test/api-tokens.ts';
import type { Answer, Client } from '../server/test/test-app.ts';

/** Calls the API of a running server; throws only if the connection fails. */
export async function callAt<T>(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  token?: string,
  more: Record<string, string> = {},
): Promise<Answer<T>> {
  const headers = {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...more,
  };
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text().catch((error: unknown) => {
    throw new Error(`The answer to ${method} ${path} ended early`, { cause: error });
  });
  const json = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (json && text !== '' ? JSON.parse(text) : null) as T,
  };
}

/** Calls the API of a running server by an API token. */
export const tokenCaller = (url: string, value: string): Client['call'] =>
  callerBy((...request) => callAt(url, ...request), value);

/** Registers a user; retries while registrations are limited. */
export async function registered<T>(url: string, email: string, password: string): Promise<Answer<T>> {
  const answer = await callAt<T>(url, 'POST', '/auth/register', { email, password });
  if (answer.status !== 429) return answer;
  await wait(Number(answer.headers.get('retry-after')) * 1000);
  return registered(url, email, password);
}

interface SignedIn {
  data: { user: { id: string }; tokens: { accessToken: string; refreshToken: string } };
}

function clientOf(url: string, email: string, { data: { user, tokens } }: SignedIn): Client {
  const { accessToken: token, refreshToken } = tokens;
  const call: Client['call'] = (method, path, sent, headers) =>
    callAt(url, method, path, sent, token, headers);
  return { token, refreshToken, userId: user.id, email, call };
}

/** Registers a user on a running server. The first user of a database becomes its administrator. */
export async function registerOperator(
  url: string,
  email: string,
  password = 'Correct-Horse-1',
): Promise<Client> {
  const { body } = await registered<SignedIn>(url, email, password);
  return clientOf(url, email, body);
}

/** A new session of a registered user: access tokens expire after 15 minutes. */
export async function signInOperator(url: string, { email }: Client, password: string): Promise<Client> {
  const { body } = await callAt<SignedIn>(url, 'POST', '/auth/login', { email, password });
  return clientOf(url, email, body);
}
