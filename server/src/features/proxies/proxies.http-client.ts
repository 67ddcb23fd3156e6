import { type IncomingMessage, type RequestOptions, STATUS_CODES, request as httpRequest } from 'node:http';
import type { Duplex } from 'node:stream';
import { ConnectionClosed, TestFailure, during } from './proxies.faults.ts';
import type { Login, Target } from './proxies.target.ts';

/** Bytes read of an answer; the rest is left. */
const answerLimit = 64 * 1024;
/** Answers that only announce another one could go on for ever. */
const announcementsAtMost = 8;

/** One request over a connection that is open already, so that neither an agent nor the environment has a say. */
const exchange = (socket: Duplex, options: RequestOptions): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = httpRequest({ ...options, createConnection: () => socket });
    let announcements = 0;
    request.on('response', resolve);
    request.on('connect', resolve);
    request.on('error', reject);
    request.on('close', () => reject(new ConnectionClosed()));
    request.on('information', () => {
      announcements += 1;
      if (announcements > announcementsAtMost) request.destroy();
    });
    request.end();
  });

const basic = ({ username, password }: Login): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

/** The status in our words, since the other side's may hold anything. */
const answered = (status: number): string => `answered ${[status, STATUS_CODES[status]].join(' ').trim()}`;

function refuseProxyStatus(status: number): void {
  if (status === 407)
    throw new TestFailure('Authentication failed: the proxy refused the username or the password');
  if (status >= 502 && status <= 504)
    throw new TestFailure(`The proxy could not find (DNS) or reach the test URL: it ${answered(status)}`);
}

/** Asks an HTTP proxy to pass bytes on to the target (CONNECT). */
export async function openHttpTunnel(socket: Duplex, target: Target, login: Login): Promise<void> {
  const { authority } = target;
  const headers = { host: authority, 'proxy-authorization': basic(login) };
  const { statusCode = 0 } = await during(
    'The proxy',
    exchange(socket, { method: 'CONNECT', path: authority, headers }),
  );
  refuseProxyStatus(statusCode);
  if (statusCode < 200 || statusCode > 299) throw new TestFailure(`The proxy ${answered(statusCode)}`);
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    pieces.push(piece);
    length += piece.length;
    if (length >= answerLimit) break;
  }
  return Buffer.concat(pieces).subarray(0, answerLimit).toString();
}

const headersFor = ({ hostHeader }: Target) => ({
  host: hostHeader,
  accept: '*/*',
  'accept-encoding': 'identity',
  'user-agent': 'Quartermaster',
});

async function readAnswer(response: IncomingMessage): Promise<string> {
  const { statusCode = 0 } = response;
  if (statusCode >= 400) throw new TestFailure(`The test URL ${answered(statusCode)}`);
  return bodyOf(response);
}

/** Gets the target over a connection that leads to it. A redirect is an answer like any other. */
export const getDirectly = (socket: Duplex, target: Target): Promise<string> =>
  during(
    'The test URL',
    exchange(socket, { path: target.path, headers: headersFor(target) }).then(readAnswer),
  );

/** Has an HTTP proxy get the target, which it reads in clear. */
export async function getThroughProxy(socket: Duplex, target: Target, login: Login): Promise<string> {
  const path = `http://${target.hostHeader}${target.path}`;
  const headers = { ...headersFor(target), 'proxy-authorization': basic(login) };
  const response = await during('The proxy', exchange(socket, { path, headers }));
  refuseProxyStatus(response.statusCode ?? 0);
  return during('The proxy', readAnswer(response));
}
