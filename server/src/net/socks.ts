import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import ipaddr from 'ipaddr.js';
import { RequestFailure, atStart, during } from './failures.ts';
import { take } from './sockets.ts';
import type { Login, RequestTarget } from './target.ts';

const version = 5;
const noLogin = 0;
const userAndPassword = 2;
const noneOfThese = 0xff;
const maxTextBytes = 255;

/** Errors by the reply's number (RFC 1928, section 6). */
const replies: Record<number, (name: string) => string> = {
  1: (name) => `The proxy failed to connect to ${name}`,
  2: (name) => `The proxy does not allow ${name}`,
  3: (name) => `The proxy could not reach the network of ${name}`,
  4: (name) => `The proxy could not find (DNS) or reach the host of ${name}`,
  5: (name) => `${atStart(name)} refused the connection`,
  6: (name) => `The proxy timed out on ${name}`,
  7: () => 'The proxy does not allow connections (CONNECT)',
  8: () => 'The proxy does not take this kind of address',
};
const notSocks = () => new RequestFailure('The proxy answered something that is not SOCKS5');

/** A text preceded by its length. */
function prefixed(text: string, tooLong: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length > maxTextBytes) throw new RequestFailure(tooLong);
  return Buffer.from([bytes.length, ...bytes]);
}

const ask = async (socket: Duplex, question: Buffer, answerLength: number): Promise<Buffer> => {
  socket.write(question);
  return during('the proxy', take(socket, answerLength));
};

/** User name and password (RFC 1929). */
async function logIn(socket: Duplex, { username, password }: Login): Promise<void> {
  const tooLong = 'SOCKS5 takes a username and a password of at most 255 bytes';
  const question = [Buffer.from([1]), prefixed(username, tooLong), prefixed(password, tooLong)];
  const [, status] = await ask(socket, Buffer.concat(question), 2);
  if (status !== 0)
    throw new RequestFailure('Authentication failed: the proxy refused the username or the password');
}

function addressOf({ host, name }: RequestTarget): Buffer {
  if (isIP(host) === 0)
    return Buffer.concat([
      Buffer.from([3]),
      prefixed(host, `${atStart(name)}'s host is too long for a SOCKS5 proxy`),
    ]);
  return Buffer.from([isIP(host) === 4 ? 1 : 4, ...ipaddr.parse(host).toByteArray()]);
}

/** Reads past the address that the proxy connects from, which nothing needs. */
async function skipBoundAddress(socket: Duplex, kind: number | undefined): Promise<void> {
  const lengths: Record<number, number> = { 1: 4, 4: 16 };
  const named = kind === 3 ? (await during('the proxy', take(socket, 1)))[0] : undefined;
  const length = named ?? lengths[kind ?? 0];
  if (length === undefined) throw notSocks();
  await during('the proxy', take(socket, length + 2));
}

/** Opens a tunnel through a SOCKS5 proxy, which resolves names. */
export async function openSocksTunnel(socket: Duplex, target: RequestTarget, login: Login): Promise<void> {
  const [greeted, method] = await ask(socket, Buffer.from([version, 2, noLogin, userAndPassword]), 2);
  if (greeted !== version) throw notSocks();
  if (method === noneOfThese)
    throw new RequestFailure('Authentication failed: the proxy takes no username and password');
  if (method === userAndPassword) await logIn(socket, login);
  else if (method !== noLogin) throw notSocks();

  const port = Buffer.from([target.port >> 8, target.port & 0xff]);
  const question = Buffer.concat([Buffer.from([version, 1, 0]), addressOf(target), port]);
  const [answered, reply = 0, , kind] = await ask(socket, question, 4);
  if (answered !== version) throw notSocks();
  if (reply !== 0)
    throw new RequestFailure(replies[reply]?.(target.name) ?? `The proxy refused the request (${reply})`);
  await skipBoundAddress(socket, kind);
}
