import type { IncomingHttpHeaders } from 'node:http';
import { withinDeadline } from './deadline.ts';
import { RequestFailure, atStart, during, duringTls } from './failures.ts';
import { type Route, answered, openHttpTunnel, readBody, requestTarget } from './http-request.ts';
import { type Guard, type Resolve, openProxyTls, openSocket, openTargetTls } from './sockets.ts';
import { openSocksTunnel } from './socks.ts';
import { type ProxyServer, type RequestTarget, targetOf } from './target.ts';

export interface RequestOptions {
  /** GET by default. */
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Whether an address may be connected to although it is not public; none by default. */
  allows?: Guard['allows'];
  /** Looks up the addresses of a name; by default as the system does. */
  resolve?: Resolve;
  /** For the whole request: name resolution, every redirect, and the body. */
  deadlineMs: number;
  /** Ends the request earlier. */
  signal?: AbortSignal;
  /** The statuses that are answered; others are a failure, and their bodies stay unread. By default all are answered. */
  expects?: (status: number) => boolean;
  /** The statuses whose bodies are read; others are answered without. All by default. */
  readsBody?: (status: number) => boolean;
  /** How much of the body is read; 1 MiB by default. */
  maxBytes?: number;
  /**
   * Redirects of a GET that are followed, each checked like the first address; 5 by default. With 0, and of other
   * methods, redirects are returned like any other answer.
   */
  maxRedirects?: number;
  /** If given, only these hosts may be requested, redirects included. */
  allowedHosts?: readonly string[];
  /** Resolves names and connects to the target instead of this server; the guard then checks the proxy's address. */
  proxy?: ProxyServer;
  /** Authorities (PEM) to trust instead of the usual ones. */
  trusted?: string | undefined;
  /** The target's name in error messages; its host by default. */
  name?: string;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Whether the body is longer than `maxBytes`. */
  truncated: boolean;
  /** The host that answered, after redirects. */
  host: string;
}

const mebibyte = 1024 * 1024;
const defaultRedirects = 5;

/** Connects to the target, or to the proxy in front of it. */
async function routeTo(
  target: RequestTarget,
  { allows, resolve, proxy, trusted }: RequestOptions,
  signal: AbortSignal,
): Promise<Route> {
  const guard: Guard = { allows, resolve, signal };
  let link;
  if (proxy) {
    const socket = await openSocket('the proxy', { host: proxy.ip, port: proxy.port }, guard);
    link = proxy.type === 'HTTPS' ? await duringTls('the proxy', openProxyTls(socket)) : socket;
    if (proxy.type === 'SOCKS5') await openSocksTunnel(link, target, proxy);
    else if (target.secure) await openHttpTunnel(link, target, proxy);
    else return { link, forwardedFor: proxy };
  } else link = await openSocket(target.name, target, guard);
  if (target.secure) link = await duringTls(target.name, openTargetTls(link, target.host, trusted));
  return { link, forwardedFor: null };
}

const redirects = new Set([301, 302, 303, 307, 308]);

/** The target of a redirect; null if the response is none. */
export function redirectOf(
  status: number,
  { location }: IncomingHttpHeaders,
  from: URL,
  name = from.hostname,
): URL | null {
  if (!redirects.has(status) || location === undefined) return null;
  const url = URL.parse(location, from.href);
  if (!url) throw new RequestFailure(`${atStart(name)} redirected to something that is not a URL`);
  return url;
}

const credentials = new Set(['authorization', 'cookie', 'proxy-authorization']);

/** The headers for the target of a redirect: credentials are for the origin alone that they were given for. */
const headersAfter = (headers: Readonly<Record<string, string>>, from: URL, to: URL) =>
  from.origin === to.origin
    ? headers
    : Object.fromEntries(Object.entries(headers).filter(([name]) => !credentials.has(name.toLowerCase())));

async function follow(url: URL, options: RequestOptions, signal: AbortSignal, left: number): Promise<Answer> {
  const { method = 'GET', headers = {}, body = '', maxBytes = mebibyte, allowedHosts, name } = options;
  const target = targetOf(url, name);
  if (allowedHosts && !allowedHosts.includes(target.host))
    throw new RequestFailure(`${atStart(target.name)} is not a host that may be asked`);
  const route = await routeTo(target, options, signal);
  const response = await requestTarget(route, target, { method, headers, body });
  const isFollowed = method === 'GET' && options.maxRedirects !== 0;
  const next = isFollowed ? redirectOf(response.statusCode ?? 0, response.headers, url, target.name) : null;
  if (next) {
    route.link.destroy();
    if (left === 0) throw new RequestFailure(`${atStart(target.name)} redirected too often`);
    return follow(next, { ...options, headers: headersAfter(headers, url, next) }, signal, left - 1);
  }
  const peer = route.forwardedFor ? 'the proxy' : target.name;
  const { statusCode: status = 0 } = response;
  if (options.expects?.(status) === false)
    throw new RequestFailure(`${atStart(target.name)} ${answered(status)}`);
  const answer = { status, headers: response.headers, host: target.host };
  if (options.readsBody?.(status) === false) return { ...answer, body: Buffer.alloc(0), truncated: false };
  return { ...answer, ...(await during(peer, readBody(response, maxBytes))) };
}

/**
 * Requests a URL chosen by somebody else: connects only to public addresses, or to those that `allows` accepts,
 * redirects included, and only to the addresses that it checked.
 */
export const request = (url: string, options: RequestOptions): Promise<Answer> =>
  withinDeadline(
    options.deadlineMs,
    (signal) => follow(new URL(url), options, signal, options.maxRedirects ?? defaultRedirects),
    options.signal,
  );
