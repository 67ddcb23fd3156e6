/**
 * Why a request got no answer, in words for a person. Never holds what the other side sent, a query, or a
 * credential.
 */
export class RequestFailure extends Error {}

/** The address may not be connected to on this installation. */
export class RefusedAddress extends RequestFailure {}

/** A connection that ended without an error while something was awaited from it. */
export class ConnectionClosed extends Error {
  readonly code = 'ECONNRESET';
}

const unreachable = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL']);
const closed = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED']);

/** 'The proxy' of 'the proxy'; a host name stays as it is. */
export const atStart = (peer: string): string => peer.replace(/^the /, 'The ');

function words(peer: string, code: string): string {
  const subject = atStart(peer);
  if (code === 'ECONNREFUSED') return `${subject} refused the connection`;
  if (code === 'ETIMEDOUT') return `Timed out: ${peer} did not answer`;
  if (unreachable.has(code)) return `${subject} can't be reached`;
  if (closed.has(code)) return `${subject} closed the connection`;
  if (code.startsWith('HPE_')) return `${subject} answered something that is not HTTP`;
  return `The connection failed (${code})`;
}

/** OpenSSL has codes of its own for what fails in a handshake. */
const tlsWords = (peer: string, code: string): string =>
  closed.has(code)
    ? `TLS error: ${atStart(peer)} closed the connection during the handshake`
    : `TLS error: ${atStart(peer)} can't be trusted or does not speak TLS (${code})`;

async function translated<T>(work: Promise<T>, say: (code: string) => string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { code } = error as { code?: unknown };
    throw typeof code === 'string' ? new RequestFailure(say(code)) : error;
  }
}

/** Turns an error of the connection into a RequestFailure that names the peer that failed. */
export const during = <T>(peer: string, work: Promise<T>): Promise<T> =>
  translated(work, (code) => words(peer, code));

export const duringTls = <T>(peer: string, work: Promise<T>): Promise<T> =>
  translated(work, (code) => tlsWords(peer, code));
