import Fastify from 'fastify';
import { text } from 'node:stream/consumers';

/** Answers the bytes that it is given on its input, whatever it is asked for. */
const bytes = await text(process.stdin);
const fastify = Fastify();
fastify.get('/', (_, reply) => reply.type('application/json; charset=utf-8').send(bytes));
console.log(`Server listening at ${await fastify.listen({ port: 0, host: '127.0.0.1' })}`);
process.on('SIGTERM', () => process.exit(0));
