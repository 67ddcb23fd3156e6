import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, type Server, createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { createServer as createTlsServer } from 'node:tls';
import type { Context } from './context.ts';

/** Listens until the proof ends; returns the port. */
async function listen({ defer }: Context, server: Server, host: string, port = 0): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  defer(async () => server.close());
  return (server.address() as AddressInfo).port;
}

/** A host that takes what it is sent and says nothing; returns host and port. */
export async function startSilent(context: Context, host: string, port = 0): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined).resume();
    context.defer(async () => socket.destroy());
  });
  return `${host}:${await listen(context, server, host, port)}`;
}

/** A receiver of webhooks; `told` has the names of what it was told of. */
export async function startReceiver(context: Context): Promise<{ url: string; told: Set<string> }> {
  const told = new Set<string>();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { data } = JSON.parse(body) as { data: { alert: { name: string } } };
      told.add(data.alert.name);
      response.writeHead(204).end();
    });
  });
  const port = await listen(context, server, '127.0.0.1');
  context.defer(async () => server.closeAllConnections());
  return { url: `http://127.0.0.1:${port}/`, told };
}

const pem = (name: string) =>
  readFileSync(new URL(`../server/test/test-only-certificate/${name}.pem`, import.meta.url), 'utf8');

/** A panel with a certificate at a host. */
export const startPanel = (context: Context, host: string, port = 0): Promise<number> => {
  const server = createTlsServer({ key: pem('key'), cert: pem('certificate') }, (socket) => {
    socket.on('error', () => undefined);
  });
  server.on('tlsClientError', () => undefined);
  return listen(context, server, host, port);
};
