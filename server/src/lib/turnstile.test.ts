import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Turnstile } from './turnstile.ts';

test('tasks pass one after the other, also after one that failed', async () => {
  const turnstile = new Turnstile({ most: 10, longestMs: 1000 });
  const seen: string[] = [];
  const task = (name: string) => async () => {
    seen.push(`${name} in`);
    await Promise.resolve();
    seen.push(`${name} out`);
    if (name === 'b') throw new Error('b');
    return name;
  };
  const passed = await Promise.allSettled(['a', 'b', 'c'].map((name) => turnstile.pass(task(name))));
  assert.deepEqual(seen, ['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
  assert.deepEqual(
    passed.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
});

test('who comes when too many wait is refused at once, who waited too long when his turn comes', async () => {
  const held = Promise.withResolvers<string>();
  const turnstile = new Turnstile({ most: 1, longestMs: -1 });
  await assert.rejects(
    turnstile.pass(() => Promise.resolve('late')),
    /Too many sign-ins at once/,
  );
  const patient = new Turnstile({ most: 1, longestMs: 60_000 });
  const first = patient.pass(() => held.promise);
  const second = patient.pass(() => Promise.resolve('second'));
  await assert.rejects(
    patient.pass(() => Promise.resolve('third')),
    { code: 'SERVICE_UNAVAILABLE', retryAfter: 5 },
  );
  held.resolve('first');
  assert.deepEqual(await Promise.all([first, second]), ['first', 'second']);
});
