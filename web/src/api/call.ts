import { client } from '@quartermaster/contract/api/client';
import type { Route, Schemas } from '@quartermaster/contract/api/route';
import type { z } from 'zod';
import { stringifySearch } from './search-params.ts';
import { ApiError, networkError, readError } from './error.ts';
import { setReachable } from './reachable.ts';
import { clearTokens, readTokens, storeTokens } from './tokens.ts';

const patienceMs = 10_000;
const pauseMs = 500;

/** Booleans and numbers may be given as such; they are sent as words. */
type Words<T> = T extends 'true' | 'false' ? T | boolean : T;
type Query<T> = { [K in keyof T]: Words<T[K]> | undefined };
/** The empty object type, which needs no value at all. */
type Nothing = Record<never, never>;
type Part<Name extends string, Value> = Nothing extends Value
  ? { [K in Name]?: Value | undefined }
  : { [K in Name]: Value };

/** What a call takes as its params, query or body. */
export type In<C extends Route, S extends keyof Schemas> = z.input<NonNullable<C['types']>[S]>;
/** What a call answers. */
export type Output<C extends Route> = z.output<NonNullable<C['types']>['data']>;

type Input<C extends Route> = Part<'params', In<C, 'params'>> &
  Part<'query', Query<In<C, 'query'>>> &
  Part<'body', In<C, 'body'>> &
  Options;

interface Options {
  signal?: AbortSignal | undefined;
  /** How long to wait for an answer; 10 s unless told. */
  timeoutMs?: number | undefined;
  /** The version of the record that is meant: any other is refused with PRECONDITION_FAILED. */
  ifMatch?: string | undefined;
}

/** The input may be left out where the call needs none. */
export type Args<C extends Route> = Nothing extends Input<C> ? [input?: Input<C>] : [input: Input<C>];

interface Sent extends Options {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

function address({ path }: Route, { params, query }: Sent): string {
  const filled = Object.entries((params ?? {}) as Record<string, string>).reduce(
    (rest, [name, value]) => rest.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  return `/api${filled}${stringifySearch(query ?? {})}`;
}

const nullIfNoJson = (error: unknown): null => {
  if (error instanceof SyntaxError) return null;
  throw error;
};

interface Answer {
  response: Response;
  /** Null where it is no JSON, or a file that is still to be read. */
  json: unknown;
}

async function request(endpoint: Route, sent: Sent, token: string | null): Promise<Answer> {
  const headers = new Headers({ accept: endpoint.download?.type ?? 'application/json' });
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  if (sent.body !== undefined) headers.set('content-type', 'application/json');
  if (sent.ifMatch !== undefined) headers.set('if-match', sent.ifMatch);
  // A file may take longer than its first byte, so there the clock stops when the answer begins.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), sent.timeoutMs ?? patienceMs);
  try {
    const response = await fetch(address(endpoint, sent), {
      method: endpoint.method,
      headers,
      body: sent.body === undefined ? null : JSON.stringify(sent.body),
      signal: sent.signal ? AbortSignal.any([late.signal, sent.signal]) : late.signal,
    });
    setReachable(true);
    const isFile = endpoint.download !== undefined && response.ok;
    return { response, json: isFile ? null : await response.json().catch(nullIfNoJson) };
  } catch {
    sent.signal?.throwIfAborted();
    setReachable(false);
    throw networkError();
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Tries once more after a moment when no answer came. The browser cuts off the calls of a page that is being left,
 * and such a page must not take that for the end of the session; it is gone before the second try.
 */
export async function insist<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0) throw error;
    await new Promise((resume) => setTimeout(resume, pauseMs));
    return attempt();
  }
}

/** What an envelope holds, or the error it tells of. */
function unwrap(endpoint: Route, { response, json }: Answer): unknown {
  if (!response.ok || typeof json !== 'object' || json === null) throw readError(response.status, json);
  return endpoint.bare ? json : 'data' in json ? json.data : undefined;
}

/** Only one tab at a time, where the browser can see to that (it can't on plain http). */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('refresh', work) : work();

async function exchange(failed: string | null): Promise<string> {
  const stored = readTokens();
  // Another tab was faster.
  if (stored.access !== null && stored.access !== failed) return stored.access;
  try {
    const refreshToken = stored.refresh;
    if (refreshToken === null) throw readError(401, null);
    const answer = await insist(() => request(client.auth.refresh, { body: { refreshToken } }, null));
    const tokens = unwrap(client.auth.refresh, answer) as Output<typeof client.auth.refresh>;
    storeTokens(tokens);
    return tokens.accessToken;
  } catch (error) {
    const now = readTokens();
    if (now.access !== null && now.refresh !== stored.refresh) return now.access;
    clearTokens();
    throw error;
  }
}

let refreshing: Promise<string> | null = null;

/** A new access token in place of one that failed; many callers at once share one client.auth.refresh. */
export function refreshAccess(failed: string | null): Promise<string> {
  refreshing ??= alone(() => exchange(failed)).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

async function send(endpoint: Route, sent: Sent): Promise<Answer> {
  if (endpoint.access === 'public') return request(endpoint, sent, null);
  const token = await (refreshing ?? readTokens().access);
  const answer = await request(endpoint, sent, token);
  if (answer.response.status !== 401) return answer;
  const retried = await request(endpoint, sent, await refreshAccess(token));
  if (retried.response.status === 401) clearTokens();
  return retried;
}

/** Calls the API as the contract describes it. Throws ApiError. */
export async function call<C extends Route>(endpoint: C, ...[input]: Args<C>): Promise<Output<C>> {
  return unwrap(endpoint, await send(endpoint, input ?? {})) as Output<C>;
}

export interface Download {
  blob: Blob;
  name: string;
}

/** Fetches a file under the name that the server gives it. */
export async function download<C extends Route>(
  endpoint: C,
  query?: Query<In<C, 'query'>>,
): Promise<Download> {
  const { response, json } = await send(endpoint, { query });
  if (!response.ok) throw readError(response.status, json);
  const given = /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  try {
    return { blob: await response.blob(), name: given ?? endpoint.download?.name ?? 'download' };
  } catch {
    throw networkError();
  }
}
