import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '@quartermaster/contract/rules/limits';
import { createServer } from '../lib/node-http.ts';
import { networkOf } from '../net/client-network.ts';
import type { Trust } from '../net/trusted-addresses.ts';

const timeouts = {
  headersTimeout: 20_000,
  requestTimeout: 120_000,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 5000,
};
const idleMs = 120_000;

type Exchange = [IncomingMessage, ServerResponse];

interface Client {
  connections: number;
}

/** The pipelined requests of a connection that wait for the previous response. */
interface Line {
  busy: boolean;
  waiting: Exchange[];
}

/**
 * The HTTP server. It limits the connections of each client, and answers one request of a connection after another:
 * the next one begins when the reader has taken the last answer, and until then nothing more is read. Node itself would
 * begin all requests of a packet at once and keep their answers. No browser sends a request before the last answer; a
 * connection with more than a few that wait is closed.
 */
export function limitedServer(handle: RequestListener, isProxy: Trust): Server {
  const clients = new Map<string, Client>();
  const lines = new WeakMap<Socket, Line>();

  const begin = (line: Line, [request, response]: Exchange) => {
    line.busy = true;
    response.once('close', () => {
      line.busy = false;
      if (request.socket.destroyed) return;
      const next = line.waiting.shift();
      if (!next) return;
      // Its body may still be arriving.
      if (line.waiting.length === 0) request.socket.resume();
      begin(line, next);
    });
    handle(request, response);
  };

  const server = createServer(timeouts, (request, response) => {
    const { socket } = request;
    const line = lines.get(socket);
    if (!line) return;
    if (!line.busy) return begin(line, [request, response]);
    if (line.waiting.length >= limits.pipelined) return void socket.destroy();
    line.waiting.push([request, response]);
    // Node resumes the socket at the end of each request in the current packet.
    process.nextTick(() => line.waiting.length > 0 && socket.pause());
  });
  server.setTimeout(idleMs);
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    // Behind a proxy there are many clients.
    const name = isProxy(remoteAddress) ? null : networkOf(remoteAddress);
    const client = (name !== null && clients.get(name)) || { connections: 0 };
    if (client.connections >= limits.connections) return void socket.destroy();
    if (name !== null) clients.set(name, client);
    client.connections += 1;
    const line: Line = { busy: false, waiting: [] };
    lines.set(socket, line);
    socket.once('close', () => {
      client.connections -= 1;
      line.waiting.length = 0;
      if (client.connections === 0 && name !== null) clients.delete(name);
    });
  });
  return server;
}
