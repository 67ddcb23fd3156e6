import { type Socket, connect, isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { ConnectionClosed } from './proxies.faults.ts';

/** Waits for an event of a connection; rejects when it breaks or ends first. */
const until = (socket: Duplex, event: string): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once(event, () => resolve());
    socket.once('error', reject);
    socket.once('close', () => reject(new ConnectionClosed()));
  });

/** Begins to connect to an address, which is never a name. Destroying it ends everything that runs over it. */
export function openSocket(ip: string, port: number): { socket: Socket; connected: Promise<void> } {
  const socket = connect({ host: ip, port });
  // Unheard, the error of a socket that nothing waits for any more would end the process.
  socket.on('error', () => undefined);
  return { socket, connected: until(socket, 'connect') };
}

async function openTls(socket: Duplex, options: ConnectionOptions): Promise<Duplex> {
  const secured = connectTls({ ALPNProtocols: ['http/1.1'], ...options, socket });
  secured.on('error', () => undefined);
  await until(secured, 'secureConnect');
  return secured;
}

/** Encrypts without asking who answers: a proxy that is known by its address has no name to verify. */
export const openProxyTls = (socket: Duplex): Promise<Duplex> =>
  openTls(socket, { rejectUnauthorized: false });

/** `trusted`: the authorities to believe instead of the usual ones. */
export const openTargetTls = (socket: Duplex, host: string, trusted: string | undefined): Promise<Duplex> =>
  openTls(socket, {
    host,
    rejectUnauthorized: true,
    ...(isIP(host) === 0 && { servername: host }),
    ...(trusted !== undefined && { ca: trusted }),
  });

/** Takes exactly so many bytes and leaves what follows where it is. */
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
