import { type IncomingMessage, type RequestOptions, STATUS_CODES, request as httpRequest } from 'node:http';
import type { Duplex, Readable } from 'node:stream';
import { ConnectionClosed, RequestFailure, during } from './failures.ts';
import type { Login, RequestTarget } from './target.ts';

/** Informational responses (1xx) could go on for ever. */
const maxInformational = 8;

/** One request over an open connection, without an agent or environment variables interfering. */
export const exchange = (socket: Duplex, options: RequestOptions, body = ''): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = httpRequest({ ...options, createConnection: () => socket });
    let informational = 0;
    request.on('response', resolve);
    request.on('connect', resolve);
    request.on('error', reject);
    request.on('close', () => reject(new ConnectionClosed()));
    request.on('information', () => {
      informational += 1;
      if (informational > maxInformational) request.destroy();
    });
    request.end(body);
  });

const basic = ({ username, password }: Login): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

/** Describes a status in standard words, since the peer's reason phrase may contain anything. */
export const answered = (status: number): string =>
  `answered ${[status, STATUS_CODES[status]].join(' ').trim()}`;

function refuseProxyStatus(status: number, name: string): void {
  if (status === 407)
    throw new RequestFailure('Authentication failed: the proxy refused the username or the password');
  if (status >= 502 && status <= 504)
    throw new RequestFailure(`The proxy could not find (DNS) or reach ${name}: it ${answered(status)}`);
}

/** Opens a tunnel through an HTTP proxy (CONNECT). */
export async function openHttpTunnel(socket: Duplex, target: RequestTarget, login: Login): Promise<void> {
  const { authority } = target;
  const headers = { host: authority, 'proxy-authorization': basic(login) };
  const { statusCode = 0 } = await during(
    'the proxy',
    exchange(socket, { method: 'CONNECT', path: authority, headers }),
  );
  refuseProxyStatus(statusCode, target.name);
  if (statusCode < 200 || statusCode > 299) throw new RequestFailure(`The proxy ${answered(statusCode)}`);
}

/** A connection over which to request a target: to the target itself, or to a forwarding HTTP proxy. */
export interface Route {
  link: Duplex;
  /** The login for a forwarding proxy; null if the connection leads to the target. */
  forwardedFor: Login | null;
}

/** What is asked of a target. */
interface Asked {
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The target's response; its body is still unread. */
export async function requestTarget(
  { link, forwardedFor }: Route,
  target: RequestTarget,
  { method, headers: given, body }: Asked,
): Promise<IncomingMessage> {
  const headers = {
    accept: '*/*',
    ...given,
    host: target.hostHeader,
    'accept-encoding': 'identity',
    'user-agent': 'Quartermaster',
    ...(forwardedFor && { 'proxy-authorization': basic(forwardedFor) }),
  };
  const path = forwardedFor ? `http://${target.hostHeader}${target.path}` : target.path;
  const peer = forwardedFor ? 'the proxy' : target.name;
  const response = await during(peer, exchange(link, { method, path, headers }, body));
  if (forwardedFor) refuseProxyStatus(response.statusCode ?? 0, target.name);
  return response;
}

/** Reads at most `maxBytes` of a body; `truncated` if there is more. */
export async function readBody(
  response: Readable,
  maxBytes: number,
): Promise<{ body: Buffer; truncated: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) break;
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), truncated: length > maxBytes };
}
