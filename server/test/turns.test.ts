// On both engines: workspaces behind thousands of due jobs are found by a recursive statement.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { transaction } from '../src/db/transaction.ts';
import type { JobRun } from '../src/jobs/job.ts';
import { enqueueMany } from '../src/jobs/queue.ts';
import { Turns, mostOfOneWorkspace } from '../src/jobs/turns.ts';
import { Worker } from '../src/jobs/worker.ts';
import { startApp } from './test-app.ts';

const app = await startApp();
const { db } = app;

/** Queues jobs of a workspace that have been due for long. */
async function add(ownerId: string, count: number, runAt: number): Promise<void> {
  for (let at = 0; at < count; at += 500)
    await enqueueMany(
      db,
      Array.from({ length: Math.min(500, count - at) }, (_, n) => ({
        kind: 'turn',
        uniqueKey: `turn ${ownerId} ${at + n}`,
        ownerId,
        runAt,
      })),
    );
}

test('kinds take turns, and in a kind the workspaces, none of which has more than half of the lanes', () => {
  const turns = new Turns();
  const rows = ['a', 'a', 'a', 'b', 'b', 'c'].map((ownerId) => ({ kind: 'look', ownerId }));
  const running: { kind: string; ownerId: string | null }[] = [];
  const next = () => {
    const row = turns.next(rows, running);
    if (row) running.push(row);
    return row?.ownerId;
  };
  assert.deepEqual([next(), next(), next(), next()], ['a', 'b', 'c', 'a']);
  rows.splice(0, rows.length, ...Array.from({ length: 20 }, () => ({ kind: 'look', ownerId: 'd' })));
  for (let count = 0; count < mostOfOneWorkspace; count += 1) assert.equal(next(), 'd');
  assert.equal(next(), undefined);
  const whole = Array.from({ length: 20 }, () => ({ kind: 'many', ownerId: null }));
  for (let count = 0; count < 20; count += 1) assert.ok(turns.next(whole, running));
});

test('a job of a workspace is begun at once, beside thousands of others that never end', async () => {
  const [hostile, ...others] = Array.from({ length: 300 }, () => uuid());
  assert.ok(hostile);
  await add(hostile, 3000, 1);
  const begun: string[] = [];
  const end = Promise.withResolvers<void>();
  const run = async ({ key }: JobRun) => {
    const [, ownerId = ''] = key.split(' ');
    begun.push(ownerId);
    if (ownerId === hostile) await end.promise;
  };
  const worker = new Worker(app.services, [{ kind: 'turn', cron: null, run }], {
    lookMs: 50,
    leaseMs: 60_000,
  });
  while (begun.length < mostOfOneWorkspace) await pause(10);
  // More workspaces than are asked at once, each with a job that is due later than all of the other's.
  for (const each of others) await add(each, 1, Date.now());
  const waiting = new Set(others);
  while (waiting.size > 0) {
    for (const each of begun) waiting.delete(each);
    await pause(10);
  }
  assert.ok(begun.filter((each) => each === hostile).length <= mostOfOneWorkspace);
  // Repeated after a deadlock with the worker, which takes from the same rows.
  await transaction(db, (tx) =>
    tx.deleteFrom('jobs').where('kind', '=', 'turn').where('holder', 'is', null).execute(),
  );
  end.resolve();
  await worker.stop();
});
