// A process of `npm test` that runs test files one after another, so that what they import is loaded once. It gets their
// paths from tools/test-process.js and answers what they cost and left open; tools/reporter.js answers how they ended.
import { join } from 'node:path';
import { describe, mock } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds } from './cpu.js';
import { root } from './setup.js';

/** Connections that are kept alive and threads that are ending may take a while. */
const endsWithinMs = 10_000;

let late;
process.on('uncaughtException', (error) => (late = error));

process.on('message', async (file) => {
  const before = cpuSeconds();
  // Inside of a suite, hooks that the file and its helpers register are the suite's, and run when its tests have ended.
  await describe(file, () => import(join(root, file)));
  mock.reset();
  const changed = changedClocks();
  const open = changed.length > 0 ? changed : await stillOpen();
  // node:test sets the code for an error that no running test had caused.
  const problem = process.exitCode ? `After its test had ended:\n${late?.stack ?? late}` : undefined;
  process.exitCode = undefined;
  process.send({ open, problem, cpu: cpuSeconds() - before });
});

/** What would keep a process alive in which these tests ran alone: servers, timers, sockets. */
async function stillOpen() {
  const deadline = performance.now() + endsWithinMs;
  for (;;) {
    const open = opened();
    if (open.length === 0 || performance.now() > deadline) return open;
    await sleep(10);
  }
}

/** A method that was mocked twice is restored to its first mock, with which waits of later files would never end. */
function changedClocks() {
  const now = clocks();
  return Object.keys(now)
    .filter((name) => now[name] !== clocksAtStart[name])
    .map((name) => `a mocked ${name}`);
}

const clocks = () => ({ Date, 'Date.now': Date.now, 'performance.now': performance.now });
const clocksAtStart = clocks();
const atStart = process.getActiveResourcesInfo();
function opened() {
  const open = process.getActiveResourcesInfo();
  for (const known of atStart) {
    const at = open.indexOf(known);
    if (at >= 0) open.splice(at, 1);
  }
  return open;
}
