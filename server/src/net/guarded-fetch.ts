import type { IncomingMessage } from 'node:http';
import { RequestFailure, atStart, during, duringTls } from './failures.ts';
import { type Route, getTarget, openHttpTunnel, readBody } from './http-request.ts';
import { type Guard, openProxyTls, openSocket, openTargetTls } from './sockets.ts';
import { openSocksTunnel } from './socks.ts';
import { type ProxyServer, type Target, targetOf } from './target.ts';

export interface FetchOptions {
  /** Allows connections to private addresses. */
  allowPrivate: boolean;
  /** For the whole request: name resolution, every redirect, and the body. */
  deadlineMs: number;
  /** How much of the body is read; 1 MiB by default. */
  maxBytes?: number;
  /** 5 by default. With 0, redirects are returned like any other response. */
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

export interface Fetched {
  status: number;
  body: Buffer;
  /** Whether the body is longer than `maxBytes`. */
  truncated: boolean;
}

const mebibyte = 1024 * 1024;
const defaultRedirects = 5;

/** Connects to the target, or to the proxy in front of it. */
async function routeTo(
  target: Target,
  { allowPrivate, proxy, trusted }: FetchOptions,
  signal: AbortSignal,
): Promise<Route> {
  const guard: Guard = { allowPrivate, signal };
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
function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL, { name }: Target): URL | null {
  if (!redirects.has(statusCode) || headers.location === undefined) return null;
  const url = URL.parse(headers.location, from.href);
  if (!url) throw new RequestFailure(`${atStart(name)} redirected to something that is not a URL`);
  return url;
}

async function follow(url: URL, options: FetchOptions, signal: AbortSignal, left: number): Promise<Fetched> {
  const { maxBytes = mebibyte, maxRedirects = defaultRedirects, allowedHosts, name } = options;
  const target = targetOf(url, name);
  if (allowedHosts && !allowedHosts.includes(target.host))
    throw new RequestFailure(`${atStart(target.name)} is not a host that may be asked`);
  const route = await routeTo(target, options, signal);
  const response = await getTarget(route, target);
  const next = maxRedirects > 0 ? redirectOf(response, url, target) : null;
  if (next) {
    route.link.destroy();
    if (left === 0) throw new RequestFailure(`${atStart(target.name)} redirected too often`);
    return follow(next, options, signal, left - 1);
  }
  const peer = route.forwardedFor ? 'the proxy' : target.name;
  const { statusCode: status = 0 } = response;
  return { status, ...(await during(peer, readBody(response, maxBytes))) };
}

/**
 * Fetches a URL chosen by somebody else: connects only to public addresses, including redirects, and only to the
 * addresses that it checked. A status of 400 or above is a RequestFailure, like any other failure. The deadline
 * destroys the sockets, since layers above them may ignore an abort while the other side is silent.
 */
export async function guardedFetch(url: string, options: FetchOptions): Promise<Fetched> {
  const { deadlineMs, maxRedirects = defaultRedirects } = options;
  const sockets = new AbortController();
  const deadline = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => deadline.reject(new RequestFailure(`Timed out after ${deadlineMs / 1000} seconds`)),
    deadlineMs,
  );
  try {
    const answer = follow(new URL(url), options, sockets.signal, maxRedirects);
    return await Promise.race([answer, deadline.promise]);
  } finally {
    clearTimeout(timer);
    sockets.abort();
  }
}
