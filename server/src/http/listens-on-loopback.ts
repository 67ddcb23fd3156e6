import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Whether only programs on this machine can connect to the server. */
export const listensOnLoopback = (server: FastifyInstance): boolean =>
  server
    .addresses()
    .every((bound) => typeof bound !== 'string' && ipaddr.process(bound.address).range() === 'loopback');
