import { client } from '@quartermaster/contract/api/client';
import { type Route, type Schemas, urlPath } from '@quartermaster/contract/api/route';
import type { z } from 'zod';
import { stringifySearch } from './search-params.ts';
import { ApiError, networkError, readError } from './error.ts';
import { setLacksFactor } from './lacks-factor.ts';
import { tellOtherTabs } from './other-tabs.ts';
import { setReachable } from './reachable.ts';
import { clearTokens, readTokens, storeTokens } from './tokens.ts';
import { chosenWorkspace, leaveWorkspace } from './workspace.ts';

const readTimeoutMs = 10_000;
/** The server answers a write first, if only that it does not know what became of it. */
const writeTimeoutMs = 12_000;
const retryAfterMs = 500;

/** Also accepts booleans and numbers, which are sent as text. */
type Words<T> = T extends 'true' | 'false' ? T | boolean : T;
export type Query<T> = { [K in keyof T]: Words<T[K]> | undefined };
/** The empty object type, which needs no value at all. */
type Nothing = Record<never, never>;
type Part<Name extends string, Value> = Nothing extends Value
  ? { [K in Name]?: Value | undefined }
  : { [K in Name]: Value };

/** The params, query or body of a route. */
export type In<C extends Route, S extends keyof Schemas> = z.input<NonNullable<C['types']>[S]>;
/** The data that a route answers with. */
export type Output<C extends Route> = z.output<NonNullable<C['types']>['data']>;

type Input<C extends Route> = Part<'params', In<C, 'params'>> &
  Part<'query', Query<In<C, 'query'>>> &
  Part<'body', In<C, 'body'>> &
  Options;

interface Options {
  signal?: AbortSignal | undefined;
  /** How long to wait for the response; by default 10 s, 12 s for a write. */
  timeoutMs?: number | undefined;
  /** The workspace, if it is another than this tab's. */
  workspace?: string | undefined;
  /** The expected version of the record; otherwise the server refuses with PRECONDITION_FAILED. */
  ifMatch?: string | undefined;
  /** Sent instead of `body`, to a route that takes a file. */
  file?: Blob | undefined;
}

/** The input is optional if the route needs none. */
export type Args<C extends Route> = Nothing extends Input<C> ? [input?: Input<C>] : [input: Input<C>];

interface Sent extends Options {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

function address(route: Route, { params, query }: Sent): string {
  const filled = Object.entries((params ?? {}) as Record<string, string>).reduce(
    (rest, [name, value]) => rest.replace(`{${name}}`, encodeURIComponent(value)),
    urlPath(route),
  );
  // Secrets are revealed one by one.
  const shape = route.answersRecords ? { secrets: 'omit' } : {};
  return `${filled}${stringifySearch({ ...(query ?? {}), ...shape })}`;
}

const nullIfNoJson = (error: unknown): null => {
  if (error instanceof SyntaxError) return null;
  throw error;
};

interface Answer {
  response: Response;
  /** Null for anything but JSON, and for files that have yet to be read. */
  json: unknown;
}

async function fetchOnce(route: Route, sent: Sent, token: string | null): Promise<Answer> {
  const headers = new Headers({ accept: route.download?.type ?? 'application/json' });
  const workspace = sent.workspace ?? chosenWorkspace();
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  if (token !== null && workspace !== null) headers.set('x-workspace', workspace);
  const json = sent.body === undefined ? null : JSON.stringify(sent.body);
  if (json !== null) headers.set('content-type', 'application/json');
  if (sent.ifMatch !== undefined) headers.set('if-match', sent.ifMatch);
  // Only the time to the first byte is limited for a file.
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(),
    sent.timeoutMs ?? (route.method === 'GET' ? readTimeoutMs : writeTimeoutMs),
  );
  try {
    const response = await fetch(address(route, sent), {
      method: route.method,
      headers,
      body: sent.file ?? json,
      signal: sent.signal ? AbortSignal.any([late.signal, sent.signal]) : late.signal,
    });
    setReachable(true);
    const isFile = route.download !== undefined && response.ok;
    return { response, json: isFile ? null : await response.json().catch(nullIfNoJson) };
  } catch {
    sent.signal?.throwIfAborted();
    setReachable(false);
    throw networkError(late.signal.aborted);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Retries once if no response came. A browser aborts the requests of a page that is being left, which must not end the
 * session; the page is gone before the retry.
 */
export async function retryOffline<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0) throw error;
    await new Promise((resume) => setTimeout(resume, retryAfterMs));
    return attempt();
  }
}

/** The data in an envelope; throws if the envelope holds an error. */
function unwrap(route: Route, { response, json }: Answer): unknown {
  if (!response.ok || typeof json !== 'object' || json === null) throw readError(response.status, json);
  return route.bare ? json : 'data' in json ? json.data : undefined;
}

/** Serialises tabs, if the browser supports locks (not on plain http). */
const withLock = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('refresh', work) : work();

/** The stored access token, if another tab has replaced the one that failed. */
function replacement(failed: string | null): string | null {
  const { access } = readTokens();
  return access === failed ? null : access;
}

/** Sends the refresh token that is stored now. One that was read earlier may be void: another tab was faster. */
async function exchange(failed: string | null): Promise<string> {
  const known = replacement(failed);
  if (known !== null) return known;
  const { refresh } = readTokens();
  if (refresh === null) throw readError(401, null);
  const answer = await fetchOnce(client.auth.refresh, { body: { refreshToken: refresh } }, null);
  const tokens = unwrap(client.auth.refresh, answer) as Output<typeof client.auth.refresh>;
  // An answer may come so late that its tokens are void, or nobody is signed in any more.
  if (readTokens().refresh !== refresh) return replacement(failed) ?? Promise.reject(readError(401, null));
  storeTokens(tokens);
  return tokens.accessToken;
}

async function exchangeAlone(failed: string | null): Promise<string> {
  // What another tab stored before it gave up the lock arrives as a task of its own.
  await new Promise((resume) => setTimeout(resume));
  try {
    // After a lost answer, the token that is stored by then is sent.
    return await retryOffline(() => exchange(failed));
  } catch (error) {
    const known = replacement(failed);
    if (known !== null) return known;
    clearTokens();
    throw error;
  }
}

let refreshing: Promise<string> | null = null;

/** Replaces an access token that failed; concurrent callers share one refresh. */
export function refreshAccess(failed: string | null): Promise<string> {
  refreshing ??= withLock(() => exchangeAlone(failed)).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

/** Ends the session of a refresh token that is no longer stored. Throws only without a response. */
export async function endSession(refreshToken: string): Promise<void> {
  const { json } = await fetchOnce(client.auth.refresh, { body: { refreshToken } }, null);
  const tokens = (json as { data?: Output<typeof client.auth.refresh> } | null)?.data;
  if (tokens) await fetchOnce(client.auth.logout, {}, tokens.accessToken);
}

async function sendAs(route: Route, sent: Sent): Promise<Answer> {
  if (route.access === 'public') return fetchOnce(route, sent, null);
  const token = await (refreshing ?? readTokens().access);
  const answer = await fetchOnce(route, sent, token);
  if (answer.response.status !== 401) return answer;
  const retried = await fetchOnce(route, sent, await refreshAccess(token));
  if (retried.response.status === 401) clearTokens();
  return retried;
}

let confirming: Promise<boolean> | null = null;
let askToConfirm = (): Promise<boolean> => Promise.resolve(false);

/** Registers how to ask a person to confirm their identity; `ask` resolves to whether they did. */
export const whenUnconfirmed = (ask: () => Promise<boolean>): void => {
  askToConfirm = ask;
};

const isUnconfirmed = ({ response, json }: Answer): boolean =>
  response.status === 403 && readError(403, json).code === 'CONFIRM_REQUIRED';

/** Sends a request, and again after a confirmation if the server asks for one. */
export async function send(route: Route, sent: Sent): Promise<Answer> {
  const answer = await sendAs(route, sent);
  if (!isUnconfirmed(answer)) return answer;
  confirming ??= askToConfirm().finally(() => (confirming = null));
  return (await confirming) ? sendAs(route, sent) : answer;
}

interface Written<C extends Route> {
  data: Output<C>;
  /** The batch of history that the request wrote; null if it changed no record. */
  batchId: string | null;
}

const mayWrite = ({ method, access }: Route): boolean =>
  method !== 'GET' && access !== 'public' && access !== 'read';

/** Sends a request as the contract describes it, and tells what it wrote. Throws ApiError. */
export async function requestWrite<C extends Route>(route: C, ...[input]: Args<C>): Promise<Written<C>> {
  const answer = await send(route, input ?? {});
  if (!answer.response.ok) noteRefusal(answer);
  else if (mayWrite(route)) tellOtherTabs();
  const data = unwrap(route, answer) as Output<C>;
  return { data, batchId: answer.response.headers.get('x-batch-id') };
}

/** The same, for its data alone. */
export const request = async <C extends Route>(route: C, ...input: Args<C>): Promise<Output<C>> =>
  (await requestWrite(route, ...input)).data;

/**
 * Notes a refusal that concerns the workspace: the person is not a member of it, or lacks its required second factor.
 */
function noteRefusal({ response, json }: Answer): void {
  const { workspace, secondFactor } = readError(response.status, json).details ?? {};
  if (workspace === true) leaveWorkspace();
  if (secondFactor === true) setLacksFactor(true);
}
