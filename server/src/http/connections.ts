import { type RequestListener, type Server, type ServerResponse, createServer } from 'node:http';
import type { Socket } from 'node:net';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import type { FastifyInstance } from 'fastify';
import { ClientLeft } from '../lib/keyed-queues.ts';
import type { Trust } from '../lib/trusted-addresses.ts';
import { networkOf } from '../net/client-network.ts';

const timeouts = {
  headersTimeout: 20_000,
  // With its body.
  requestTimeout: 120_000,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 5000,
};
const idleMs = 120_000;
const unreadMs = 30_000;

/**
 * The HTTP server. A client with `serverLimits.connections` gets a new one for its least recently used, so that idle ones lock out
 * nobody else at its address. A trusted proxy has as many as it needs: it speaks for many clients.
 */
export function limitedServer(handle: RequestListener, isProxy: Trust): Server {
  /** The connections of each client, the least recently used first. */
  const clients = new Map<string, Set<Socket>>();
  const clientOf = new WeakMap<Socket, Set<Socket>>();
  const server = createServer(timeouts, (request, response) => {
    const sockets = clientOf.get(request.socket);
    if (sockets?.delete(request.socket)) sockets.add(request.socket);
    handle(request, response);
  });
  server.setTimeout(idleMs);
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isProxy(remoteAddress)) return;
    const client = networkOf(remoteAddress);
    const sockets = clients.get(client) ?? new Set();
    clients.set(client, sockets);
    clientOf.set(socket, sockets);
    const [first] = sockets;
    if (first && sockets.size >= serverLimits.connections) {
      // Closing takes a while, in which others may connect.
      sockets.delete(first);
      first.destroy();
    }
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) clients.delete(client);
    });
  });
  return server;
}

/** Acts once an answer has left or its connection has closed. */
export function whenClosed(response: ServerResponse, act: () => void): void {
  // That of a pipelined request which has not begun closes unheard.
  if (response.closed || response.req.socket.destroyed) act();
  else response.once('close', act);
}

/**
 * Answers the requests of a connection one after another: Node would begin all of a packet at once, and keep their answers.
 * No browser sends a request before the last answer; a connection with more than a few that wait is closed. So is that of a
 * reader that takes nothing of an answer for a while.
 */
export function answerInOrder(fastify: FastifyInstance): void {
  /** The requests that wait for the one in progress, by connection. */
  const connections = new WeakMap<Socket, (() => void)[]>();
  fastify.addHook('onRequest', ({ raw: { socket } }, { raw: response }, done) => {
    const waiting = connections.get(socket) ?? [];
    const next = () => (waiting.length > 0 ? waiting.shift()?.() : connections.delete(socket));
    const begin = () => {
      whenClosed(response, next);
      done(socket.destroyed ? new ClientLeft() : undefined);
    };
    if (waiting.length >= serverLimits.pipelined) socket.destroy();
    if (connections.has(socket) && !socket.destroyed) return void waiting.push(begin);
    connections.set(socket, waiting);
    begin();
  });
  fastify.addHook('onSend', (_request, { raw }, _payload, done) => {
    raw.setTimeout(unreadMs, () => raw.destroy());
    done();
  });
}
