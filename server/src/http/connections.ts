import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  createServer,
} from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '@quartermaster/contract/rules/limits';
import { networkOf } from '../net/client-network.ts';
import type { Trust } from '../lib/trusted-addresses.ts';

const timeouts = {
  headersTimeout: 20_000,
  requestTimeout: 120_000,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 5000,
};
const idleMs = 120_000;

type Exchange = [IncomingMessage, ServerResponse];

/** A connection, and its pipelined requests that wait for the previous answer. */
class Connection {
  readonly socket: Socket;
  readonly waiting: Exchange[] = [];
  /** The request in progress. */
  request: IncomingMessage | null = null;
  #since = performance.now();
  #read = 0;
  #taken = 0;

  constructor(socket: Socket) {
    this.socket = socket;
  }

  get #allTaken(): number {
    return this.socket.bytesWritten - this.socket.writableLength;
  }

  /** Notes that everything so far has been answered. */
  rest(): void {
    this.request = null;
    this.#since = performance.now();
    this.#read = this.socket.bytesRead;
    this.#taken = this.#allTaken;
  }

  /** The lowest is closed first: the longest idle, then the slowest at sending or taking; last who waits for the server. */
  get worth(): number {
    const { socket, request } = this;
    const ms = performance.now() - this.#since;
    const read = socket.bytesRead - this.#read;
    if (!request && read === 0) return -ms;
    if (request?.complete && socket.writableLength === 0) return Infinity;
    return (read + this.#allTaken - this.#taken) / ms;
  }
}

/** Closes the connection that is worth least. */
function closeOne(connections: Set<Connection>): void {
  const [first, ...others] = connections;
  if (!first) return;
  const least = others.reduce((found, each) => (each.worth < found.worth ? each : found), first);
  // Closing takes a while, in which others may connect.
  connections.delete(least);
  least.socket.destroy();
}

/**
 * The HTTP server. It limits the connections of each client, closing an idle or slow one for a new one, and answers one
 * request of a connection after another: the next one begins when the reader has taken the last answer, and until then
 * nothing more is read. Node itself would begin all requests of a packet at once and keep their answers. No browser
 * sends a request before the last answer; a connection with more than a few that wait is closed.
 */
export function limitedServer(handle: RequestListener, isProxy: Trust): Server {
  const clients = new Map<string, Set<Connection>>();
  const connectionOf = new WeakMap<Socket, Connection>();

  const begin = (connection: Connection, [request, response]: Exchange) => {
    connection.request = request;
    response.once('close', () => {
      connection.rest();
      if (request.socket.destroyed) return;
      const next = connection.waiting.shift();
      if (!next) return;
      // Its body may still be arriving.
      if (connection.waiting.length === 0) request.socket.resume();
      begin(connection, next);
    });
    handle(request, response);
  };

  const server = createServer(timeouts, (request, response) => {
    const { socket } = request;
    const connection = connectionOf.get(socket);
    if (!connection) return;
    const { waiting } = connection;
    if (!connection.request) return begin(connection, [request, response]);
    if (waiting.length >= limits.pipelined) return void socket.destroy();
    waiting.push([request, response]);
    // Node resumes the socket at the end of each request in the current packet.
    process.nextTick(() => waiting.length > 0 && socket.pause());
  });
  server.setTimeout(idleMs);
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    // Behind a proxy there are many clients.
    const name = isProxy(remoteAddress) ? null : networkOf(remoteAddress);
    const ofClient = (name !== null && clients.get(name)) || new Set();
    if (ofClient.size >= limits.connections) closeOne(ofClient);
    if (name !== null) clients.set(name, ofClient);
    const connection = new Connection(socket);
    connectionOf.set(socket, connection);
    ofClient.add(connection);
    socket.once('close', () => {
      ofClient.delete(connection);
      connection.waiting.length = 0;
      if (ofClient.size === 0 && name !== null) clients.delete(name);
    });
  });
  return server;
}
