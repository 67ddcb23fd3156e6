import { constants } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { type Socket, connect, isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, type TLSSocket, connect as connectTls } from 'node:tls';
import { ConnectionClosed, NoAnswer, RefusedAddress, atStart, during } from './failures.ts';
import { isPublicAddress } from './public-addresses.ts';

/** Waits for an event of a connection; rejects if it breaks or ends first. */
const until = (socket: Duplex, event: string): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once(event, () => resolve());
    socket.once('error', reject);
    socket.once('close', () => reject(new ConnectionClosed()));
  });

/** `family` is 4 or 6. */
interface Address {
  address: string;
  family: number;
}

/** The addresses of a name. */
export type Resolve = (host: string) => Promise<Address[]>;

const bySystem: Resolve = (host) => lookup(host, { all: true });

async function addressesOf(name: string, host: string, resolve: Resolve): Promise<Address[]> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  try {
    return await resolve(host);
  } catch {
    throw new NoAnswer(`${atStart(name)} could not be found (DNS)`);
  }
}

export interface Guard {
  /** Whether an address may be connected to although it is not public; none by default. */
  allows?: ((address: string, port: number) => boolean) | undefined;
  resolve?: Resolve | undefined;
  /** Ends all connections and prevents new ones. */
  signal: AbortSignal;
}

/** The addresses of a host that may be connected to, one at least. */
export async function allowedAddresses(
  name: string,
  { host, port }: { host: string; port: number },
  { allows = () => false, resolve = bySystem }: Omit<Guard, 'signal'>,
): Promise<[Address, ...Address[]]> {
  const found = await addressesOf(name, host, resolve);
  const addresses = found.filter(({ address }) => isPublicAddress(address) || allows(address, port));
  const [first, ...others] = addresses;
  if (!first)
    throw new RefusedAddress(
      `${atStart(name)} is at a private, local or reserved address, which is not allowed`,
    );
  return [first, ...others];
}

/**
 * Connects to a host, only to addresses that were checked: the socket resolves no names itself. Destroying the socket
 * ends everything that runs over it. `name` is for error messages.
 */
export async function openSocket(
  name: string,
  { host, port }: { host: string; port: number },
  { signal, ...guard }: Guard,
): Promise<Socket> {
  const addresses = await allowedAddresses(name, { host, port }, guard);
  const [first] = addresses;
  signal.throwIfAborted();
  const socket = connect({
    host,
    port,
    signal,
    lookup: (_host, { all }, answer) =>
      all ? answer(null, addresses) : answer(null, first.address, first.family),
  });
  // Without a listener, an error on a socket that nothing waits for would end the process.
  socket.on('error', () => undefined);
  await during(name, until(socket, 'connect'));
  return socket;
}

async function openTls(socket: Duplex, options: ConnectionOptions): Promise<TLSSocket> {
  const secured = connectTls({ ALPNProtocols: ['http/1.1'], ...options, socket });
  secured.on('error', () => undefined);
  await until(secured, 'secureConnect');
  return secured;
}

const nameOf = (host: string): ConnectionOptions =>
  isIP(host) === 0 ? { host, servername: host } : { host };

/** Everything that OpenSSL still has: TLS 1.0, small groups, servers without secure renegotiation. */
const oldTls: ConnectionOptions = {
  minVersion: 'TLSv1',
  ciphers: 'ALL:@SECLEVEL=0',
  secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
};

/**
 * Encrypts whatever the certificate is, with servers however old; whether a known authority vouches for it, `authorized`
 * tells. Nothing may be sent over it.
 */
export const openUnverifiedTls = (socket: Duplex, host: string): Promise<TLSSocket> =>
  openTls(socket, {
    ...nameOf(host),
    ...oldTls,
    rejectUnauthorized: false,
    checkServerIdentity: () => undefined,
  });

/** Encrypts without verifying the peer: a proxy known by its address has no name to verify. */
export const openProxyTls = (socket: Duplex): Promise<Duplex> =>
  openTls(socket, { rejectUnauthorized: false });

/** `trusted`: the authorities (PEM) to trust instead of the usual ones. */
export const openTargetTls = (socket: Duplex, host: string, trusted: string | undefined): Promise<Duplex> =>
  openTls(socket, {
    ...nameOf(host),
    rejectUnauthorized: true,
    ...(trusted !== undefined && { ca: trusted }),
  });

/** Reads exactly this many bytes and leaves the rest in the socket. */
export const take = (socket: Duplex, length: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      socket.off('readable', attempt);
      for (const event of ['end', 'close']) socket.off(event, ended);
      socket.off('error', failed);
    };
    const failed = (error: Error) => {
      stop();
      reject(error);
    };
    const ended = () => failed(new ConnectionClosed());
    const attempt = () => {
      const bytes = socket.read(length) as Buffer | null;
      if (bytes === null) return;
      if (bytes.length < length) return ended();
      stop();
      resolve(bytes);
    };
    socket.on('readable', attempt);
    for (const event of ['end', 'close']) socket.on(event, ended);
    socket.on('error', failed);
    if (socket.destroyed) ended();
    else attempt();
  });
