import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newHashQueue } from './auth.hash-queue.ts';

test('runs one task after another, also after a failure', async () => {
  const run = newHashQueue({ waitingAtMost: 10, waitAtMostMs: 60_000 });
  const seen: string[] = [];
  const task = (name: string) => async () => {
    seen.push(`${name} in`);
    await Promise.resolve();
    seen.push(`${name} out`);
    if (name === 'b') throw new Error('b');
    return name;
  };
  const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => run(task(name))));
  assert.deepEqual(seen, ['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
});

test('refuses a task at once if the queue is full, and one that waited too long when its turn comes', async () => {
  const impatient = newHashQueue({ waitingAtMost: 1, waitAtMostMs: -1 });
  await assert.rejects(
    impatient(() => Promise.resolve('late')),
    /Too many sign-ins at once/,
  );
  const held = Promise.withResolvers<string>();
  const run = newHashQueue({ waitingAtMost: 1, waitAtMostMs: 60_000 });
  const first = run(() => held.promise);
  const second = run(() => Promise.resolve('second'));
  await assert.rejects(
    run(() => Promise.resolve('third')),
    { code: 'SERVICE_UNAVAILABLE', retryAfter: 5 },
  );
  held.resolve('first');
  assert.deepEqual(await Promise.all([first, second]), ['first', 'second']);
});
