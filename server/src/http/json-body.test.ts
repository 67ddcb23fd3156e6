import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '@quartermaster/contract/rules/limits';
import Fastify from 'fastify';
import { takeJson } from './json-body.ts';

test("one client's large bodies are parsed one in a pass of the event loop, behind no other client's", async () => {
  const fastify = Fastify();
  takeJson(fastify);
  let pass = 0;
  let isDone = false;
  const count = () => {
    pass += 1;
    if (!isDone) setImmediate(count);
  };
  const passes: Record<string, number[]> = { '192.0.2.1': [], '192.0.2.2': [] };
  fastify.post('/', async ({ ip }) => void passes[ip]?.push(pass));
  const send = (remoteAddress: string) =>
    fastify.inject({
      method: 'POST',
      url: '/',
      remoteAddress,
      payload: { text: 'x'.repeat(limits.publicBody) },
    });
  await fastify.ready();
  count();
  const sent = Array.from({ length: 10 }, () => send('192.0.2.1'));
  await Promise.all([...sent, send('192.0.2.2')]);
  isDone = true;
  const [busy = [], other = []] = Object.values(passes);
  assert.equal(new Set(busy).size, 10);
  assert.ok((other[0] ?? Infinity) < (busy.at(-1) ?? 0));
});
