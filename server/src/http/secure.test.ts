// In a process of its own: the client of an earlier file may keep connections that count.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import Fastify from 'fastify';
import { secure } from './secure.ts';

const part = randomBytes(128 * 1024).toString('hex');

test('50 unread answers are compressed, more are sent as they are, and once some have ended compression begins again', async (t) => {
  const fastify = Fastify({ forceCloseConnections: true });
  t.after(() => fastify.close());
  await secure(fastify);
  fastify.get('/api', (_, reply) => {
    const endless = new Readable({ read: () => undefined });
    endless.push(part);
    return reply.type('text/plain').send(endless);
  });
  const url = await fastify.listen({ port: 0, host: '127.0.0.1' });
  const ask = async () => {
    const client = new AbortController();
    t.after(() => client.abort());
    const { headers } = await fetch(`${url}/api`, {
      headers: { 'accept-encoding': 'gzip' },
      signal: client.signal,
    });
    return { encoding: headers.get('content-encoding'), leave: () => client.abort() };
  };
  const first = await ask();
  assert.equal(first.encoding, 'gzip');
  for (let count = 1; count < serverLimits.compressedAnswers; count += 1)
    assert.equal((await ask()).encoding, 'gzip');
  const surplus = await ask();
  assert.equal(surplus.encoding, null);
  surplus.leave();
  assert.equal((await ask()).encoding, null);
  first.leave();
  for (let encoding: string | null = null; encoding === null;) {
    const next = await ask();
    ({ encoding } = next);
    next.leave();
  }
});
