import assert from 'node:assert/strict';
import { callServer, registerAt } from '../../server/test/server-process.ts';
import type { Proof } from '../proof.ts';
import type { Trial } from '../trial.ts';

const withinSeconds = 10;

/** Answers how long the server took to end, in seconds. */
async function stopUnderLoad(
  trial: Trial,
  engine: Trial['engines'][number],
  requests: number,
): Promise<number> {
  const server = await trial.start(await trial.store(engine));
  const token = await registerAt(server.url, 'op@example.com');
  const writes = Array.from({ length: requests }, (_, index) =>
    callServer(server.url, 'POST', '/emails', token, { email: `box-${index}@example.com`, password: 'x' }),
  );
  // The others are in flight when the first is answered.
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
  assert.equal(await ended, 0, 'the exit code');
  const seconds = (performance.now() - began) / 1000;
  assert.ok(seconds < withinSeconds, `it took ${seconds.toFixed(1)} s to end`);
  return seconds;
}

export const stop: Proof = {
  name: 'stop',
  promise: `A SIGTERM with 200 requests in flight fails none of them; the server ends with 0 within ${withinSeconds} s.`,
  seconds: 60,
  quick: true,
  run: async (trial) => {
    const requests = trial.quick ? 50 : 200;
    const took = [];
    for (const engine of trial.engines) took.push(await stopUnderLoad(trial, engine, requests));
    return `0 of ${requests} requests failed, exit 0 after ${took.map((seconds) => seconds.toFixed(1)).join(' and ')} s`;
  },
};
