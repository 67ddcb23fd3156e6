import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import type { Context } from './context.ts';

/** Accepts connections at a port, counts those to the addresses that are allowed, and notes all others. */
export class Trap {
  readonly caught: string[] = [];
  allowed = 0;
  readonly #context: Context;
  readonly #isAllowed: (address: string) => boolean;

  constructor(context: Context, isAllowed: (address: string) => boolean) {
    this.#context = context;
    this.#isAllowed = isAllowed;
  }

  /** Listens at one address, or at all; returns the port. `serve` answers where it is allowed. */
  async listen(host: string, port: number, serve: (socket: Socket) => void): Promise<number> {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      const address = (socket.localAddress ?? '').replace(/^::ffff:/, '');
      if (this.#isAllowed(address)) {
        this.allowed += 1;
        serve(socket);
      } else {
        this.caught.push(`${address}, port ${socket.localPort}`);
        socket.destroy();
      }
    });
    server.listen(port, host);
    await once(server, 'listening').catch(({ code }: NodeJS.ErrnoException) => {
      throw new Error(`Not tried: port ${port} of ${host} can't be used here (${code})`);
    });
    this.#context.defer(async () => server.close());
    return (server.address() as AddressInfo).port;
  }
}
