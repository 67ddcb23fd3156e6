/** Why a request failed, in words for a person. Never contains what the other side sent, a query or a credential. */
export class RequestFailure extends Error {}

/** Nothing answered: no such host, nobody at its address, or no answer in time. */
export class NoAnswer extends RequestFailure {}

/** This installation does not permit connections to the address. */
export class RefusedAddress extends RequestFailure {}

/** A connection that ended without an error while a response was expected. */
export class ConnectionClosed extends Error {
  readonly code = 'ECONNRESET';
}

const unreachable = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL']);
const closed = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED']);

/** Capitalises 'the proxy'; leaves a host name as it is. */
export const atStart = (peer: string): string => peer.replace(/^the /, 'The ');

function failureOf(peer: string, code: string): RequestFailure {
  const subject = atStart(peer);
  if (code === 'ECONNREFUSED') return new NoAnswer(`${subject} refused the connection`);
  if (code === 'ETIMEDOUT') return new NoAnswer(`Timed out: ${peer} did not answer`);
  if (unreachable.has(code)) return new NoAnswer(`${subject} can't be reached`);
  if (closed.has(code)) return new RequestFailure(`${subject} closed the connection`);
  if (code.startsWith('HPE_')) return new RequestFailure(`${subject} answered something that is not HTTP`);
  return new RequestFailure(`The connection failed (${code})`);
}

/** OpenSSL has its own codes for failed handshakes. */
const tlsFailureOf = (peer: string, code: string): RequestFailure =>
  new RequestFailure(
    closed.has(code)
      ? `TLS error: ${atStart(peer)} closed the connection during the handshake`
      : `TLS error: ${atStart(peer)} can't be trusted or does not speak TLS (${code})`,
  );

async function translated<T>(work: Promise<T>, failure: (code: string) => RequestFailure): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { code } = error as { code?: unknown };
    throw typeof code === 'string' ? Object.assign(failure(code), { cause: error }) : error;
  }
}

/** Turns a connection error into a RequestFailure that names the failing peer. */
export const during = <T>(peer: string, work: Promise<T>): Promise<T> =>
  translated(work, (code) => failureOf(peer, code));

/** Alerts of servers that share no cipher, or no version, with this one. */
const noCipher = /ALERT_HANDSHAKE_FAILURE|INSUFFICIENT_SECURITY|NO_CIPHERS_AVAILABLE/;
const noVersion = /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/;

/** Of servers that are spoken to in every way that there is. */
function oldTlsFailureOf(peer: string, code: string): RequestFailure {
  const subject = atStart(peer);
  if (noCipher.test(code))
    return new RequestFailure(
      `TLS error: ${subject} shares no cipher with this server; what speaks only RC4 or 3DES can't be read (${code})`,
    );
  if (noVersion.test(code))
    return new RequestFailure(`TLS error: ${subject} speaks no version of TLS from 1.0 to 1.3 (${code})`);
  return tlsFailureOf(peer, code);
}

export const duringOldTls = <T>(peer: string, work: Promise<T>): Promise<T> =>
  translated(work, (code) => oldTlsFailureOf(peer, code));

export const duringTls = <T>(peer: string, work: Promise<T>): Promise<T> =>
  translated(work, (code) => tlsFailureOf(peer, code));
