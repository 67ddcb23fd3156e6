/** What went wrong with a test, in words for the operator. Never holds what the other side sent, nor the password. */
export class TestFailure extends Error {}

/** A connection that ended without an error while something was awaited from it. */
export class ConnectionClosed extends Error {
  readonly code = 'ECONNRESET';
}

/** With whom the server speaks: with the test URL through the proxy. */
export type Peer = 'The proxy' | 'The test URL';

const unreachable = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL']);
const closed = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED']);

function words(peer: Peer, code: string): string {
  if (code === 'ECONNREFUSED') return `${peer} refused the connection`;
  if (code === 'ETIMEDOUT') return `Timed out: ${peer.toLowerCase()} did not answer`;
  if (unreachable.has(code)) return `${peer} can't be reached`;
  if (closed.has(code)) return `${peer} closed the connection`;
  if (code.startsWith('HPE_')) return `${peer} answered something that is not HTTP`;
  return `The connection failed (${code})`;
}

/** Of a handshake: its own faults have codes of OpenSSL's. */
const tlsWords = (peer: Peer, code: string): string =>
  closed.has(code)
    ? `TLS error: ${peer} closed the connection during the handshake`
    : `TLS error: ${peer} can't be trusted or does not speak TLS (${code})`;

async function translated<T>(work: Promise<T>, say: (code: string) => string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { code } = error as { code?: unknown };
    throw typeof code === 'string' ? new TestFailure(say(code)) : error;
  }
}

/** Runs a part of a test; an error of the connection becomes a TestFailure that names who failed. */
export const during = <T>(peer: Peer, work: Promise<T>): Promise<T> =>
  translated(work, (code) => words(peer, code));

export const duringTls = <T>(peer: Peer, work: Promise<T>): Promise<T> =>
  translated(work, (code) => tlsWords(peer, code));
