// On both engines: leases are taken with locks.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '../src/config.ts';
import { openDatabase } from '../src/db/open.ts';
import { enqueue } from '../src/jobs/queue.ts';
import { main, runCommand, startServer } from './server-process.ts';
import { newStore } from './test-app.ts';

interface Worked {
  done: number;
  failed: number;
  waiting: number;
}

const store = await newStore();
const server = await startServer(store, [], main, ['--no-jobs']);
after(() => server.stop('SIGTERM'));
const db = await openDatabase(readConfig({ ...store }), () => undefined);
after(() => db.destroy());

test('a process that only serves leaves the jobs to `jobs run`, and does the undo that a person waits for', async () => {
  const nothing = JSON.stringify({ ownerId: 'none', requestId: 'none' });
  await enqueue(db, { kind: 'undo', uniqueKey: 'undo none', runAt: 0, progress: nothing });
  const rows = () => db.selectFrom('jobs').selectAll().execute();
  while ((await rows()).length > 0) await pause(50);

  // The first two work at once, and share what there is.
  const outputs = await Promise.all([runCommand(store, 'jobs', 'run'), runCommand(store, 'jobs', 'run')]);
  const [first, second] = outputs.map((output) => {
    assert.match(output, /^\{.*\}\n$/);
    return JSON.parse(output) as Worked;
  });
  assert.ok(first && second);
  const worked = await rows();
  const kinds = worked.map(({ kind }) => kind);
  assert.ok(kinds.includes('prune-history') && kinds.includes('delete-expired'), kinds.join(' '));
  assert.ok(
    worked.every(
      ({ holder, lastRunAt, lastError }) => holder === null && lastRunAt !== null && lastError === null,
    ),
  );
  assert.ok(first.done + second.done >= worked.length, outputs.join(''));
  assert.deepEqual([first.failed, second.failed], [0, 0]);
  assert.equal(Math.max(first.waiting, second.waiting), worked.length);
});
