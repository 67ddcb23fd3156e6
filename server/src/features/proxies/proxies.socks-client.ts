import { isIP, isIPv4 } from 'node:net';
import type { Duplex } from 'node:stream';
import { addressBytes } from './proxies.addresses.ts';
import { TestFailure, during } from './proxies.faults.ts';
import { take } from './proxies.sockets.ts';
import type { Login, Target } from './proxies.target.ts';

const version = 5;
const noLogin = 0;
const userAndPassword = 2;
const noneOfThese = 0xff;
const textAtMost = 255;

/** By the reply's number (RFC 1928, section 6). */
const replies: Record<number, string> = {
  1: 'The proxy failed to connect to the test URL',
  2: 'The proxy does not allow the test URL',
  3: 'The proxy could not reach the network of the test URL',
  4: 'The proxy could not find (DNS) or reach the host of the test URL',
  5: 'The test URL refused the connection',
  6: 'The proxy timed out on the test URL',
  7: 'The proxy does not allow connections (CONNECT)',
  8: 'The proxy does not take this kind of address',
};
const notSocks = () => new TestFailure('The proxy answered something that is not SOCKS5');

/** A text with its length before it. */
function counted(text: string, tooLong: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length > textAtMost) throw new TestFailure(tooLong);
  return Buffer.from([bytes.length, ...bytes]);
}

const ask = async (socket: Duplex, question: Buffer, answerLength: number): Promise<Buffer> => {
  socket.write(question);
  return during('The proxy', take(socket, answerLength));
};

/** User name and password (RFC 1929). */
async function logIn(socket: Duplex, { username, password }: Login): Promise<void> {
  const tooLong = 'SOCKS5 takes a username and a password of at most 255 bytes';
  const question = [Buffer.from([1]), counted(username, tooLong), counted(password, tooLong)];
  const [, status] = await ask(socket, Buffer.concat(question), 2);
  if (status !== 0)
    throw new TestFailure('Authentication failed: the proxy refused the username or the password');
}

function addressOf({ host }: Target): Buffer {
  if (isIP(host) === 0)
    return Buffer.concat([
      Buffer.from([3]),
      counted(host, "The test URL's host is too long for a SOCKS5 proxy"),
    ]);
  return Buffer.from([isIPv4(host) ? 1 : 4, ...addressBytes(host)]);
}

/** The rest of a reply is the address that the proxy calls from; nobody needs it, but it has to be taken. */
async function skipBoundAddress(socket: Duplex, kind: number | undefined): Promise<void> {
  const lengths: Record<number, number> = { 1: 4, 4: 16 };
  const named = kind === 3 ? (await during('The proxy', take(socket, 1)))[0] : undefined;
  const length = named ?? lengths[kind ?? 0];
  if (length === undefined) throw notSocks();
  await during('The proxy', take(socket, length + 2));
}

/** Asks a SOCKS5 proxy to pass bytes on to the target; a name is left to the proxy to look up. */
export async function openSocksTunnel(socket: Duplex, target: Target, login: Login): Promise<void> {
  const [greeted, method] = await ask(socket, Buffer.from([version, 2, noLogin, userAndPassword]), 2);
  if (greeted !== version) throw notSocks();
  if (method === noneOfThese)
    throw new TestFailure('Authentication failed: the proxy takes no username and password');
  if (method === userAndPassword) await logIn(socket, login);
  else if (method !== noLogin) throw notSocks();

  const port = Buffer.from([target.port >> 8, target.port & 0xff]);
  const question = Buffer.concat([Buffer.from([version, 1, 0]), addressOf(target), port]);
  const [answered, reply = 0, , kind] = await ask(socket, question, 4);
  if (answered !== version) throw notSocks();
  if (reply !== 0) throw new TestFailure(replies[reply] ?? `The proxy refused the request (${reply})`);
  await skipBoundAddress(socket, kind);
}
