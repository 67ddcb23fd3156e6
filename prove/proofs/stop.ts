import assert from 'node:assert/strict';
import { callServer, registerAt } from '../../server/test/server-process.ts';
import type { Proof } from '../proof.ts';
import type { Context } from '../context.ts';

const withinSeconds = 10;

/** Returns how long the server took to stop, in seconds. */
async function stopUnderLoad(
  context: Context,
  engine: Context['engines'][number],
  requests: number,
): Promise<number> {
  const server = await context.start(await context.store(engine));
  const token = await registerAt(server.url, 'op@example.com');
  const writes = Array.from({ length: requests }, (_, index) =>
    callServer(server.url, 'POST', '/emails', token, { email: `box-${index}@example.com`, password: 'x' }),
  );
  // Once the first is answered, the others are in flight.
  await Promise.race(writes);
  const began = performance.now();
  const ended = server.stop('SIGTERM');
  const answers = await Promise.allSettled(writes);
  const failed = answers.filter((answer) => answer.status === 'rejected');
  const why = failed.map(({ reason }) => String((reason as Error).cause ?? reason)).join(', ');
  assert.equal(failed.length, 0, `${failed.length} of ${requests} requests in flight got no answer: ${why}`);
  for (const answer of answers)
    if (answer.status === 'fulfilled')
      assert.equal(answer.value.status, 201, JSON.stringify(answer.value.body));
  assert.equal(await ended, 0, 'wrong exit code');
  const seconds = (performance.now() - began) / 1000;
  assert.ok(seconds < withinSeconds, `stopping took ${seconds.toFixed(1)} s`);
  return seconds;
}

export const stop: Proof = {
  name: 'stop',
  promise: `SIGTERM fails none of 200 requests in flight; the server exits with 0 within ${withinSeconds} s.`,
  seconds: 60,
  quick: true,
  run: async (context) => {
    const requests = context.quick ? 50 : 200;
    const took = [];
    for (const engine of context.engines) took.push(await stopUnderLoad(context, engine, requests));
    return `0 of ${requests} requests failed, exit 0 after ${took.map((seconds) => seconds.toFixed(1)).join(' and ')} s`;
  },
};
