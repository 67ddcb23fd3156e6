// Runs test files in supervised processes, which are killed at the end with everything that they left running.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bin, root } from './setup.js';

/** Time limits for a test and for a process; a process that exceeds its limit is killed. */
const testSeconds = 120;
const processSeconds = 300;
/** Settings of a real installation in the developer's shell must not reach the tests. */
const notForTests = ['DATABASE_URL', 'DATA_DIR', 'MASTER_KEY', 'TEST_DATABASE_URL', 'NODE_TEST_CONTEXT'];

/** All tests, and all servers that they start, load the same sources, so they share compiled code. */
const NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/quartermaster/compile');

const running = new Set();

export const isTesting = () => running.size > 0;
export const endTests = () => running.forEach(endGroup);

/** Runs one file with node:test and returns {passed, failed, skipped, failures, printed, seconds}. */
export async function runFile(node, file, env, results) {
  const reporter = ['--test-reporter=./tools/reporter.js', `--test-reporter-destination=${results}`];
  const ended = await supervise(node, [`--test-timeout=${testSeconds * 1000}`, ...reporter, file], env);
  const result = { passed: 0, failed: 0, skipped: 0, failures: [], ...read(results) };
  const blame = (why) => {
    result.failed += 1;
    result.failures.push(why);
  };
  if (ended.isLate) blame(tooLate);
  else if (ended.problem && result.failed === 0) blame(ended.problem);
  else if (result.passed + result.failed + result.skipped === 0) blame('It contains no test.');
  return { ...result, ...ended };
}

/** Runs files with Vitest and returns the same for each of them, with its path. */
export async function runVitest(node, list) {
  const folder = mkdtempSync(join(tmpdir(), 'quartermaster-vitest-'));
  const results = join(folder, 'results.json');
  const output = ['--reporter=json', `--outputFile=${results}`, `--testTimeout=${testSeconds * 1000}`];
  const ended = await supervise(node, [bin('vitest', 'web'), 'run', '--root', 'web', ...output, ...list]);
  const { testResults = [] } = read(results);
  rmSync(folder, { recursive: true, force: true });
  const files = testResults.map(resultOf);
  const missing = list.filter((path) => !files.some(({ file }) => file === path));
  const why = ended.isLate ? tooLate : (ended.problem ?? 'Vitest did not run it.');
  return [...files, ...missing.map((file) => ({ file, failed: 1, failures: [why], printed: ended.printed }))];
}

/** One file in Vitest's report. */
function resultOf({ name, message, assertionResults, startTime, endTime }) {
  const count = (wanted) => assertionResults.filter(({ status }) => wanted.includes(status)).length;
  const failures = assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => [fullName, ...failureMessages].join('\n'));
  if (assertionResults.length === 0) failures.push(message || 'It contains no test.');
  return {
    file: relative(root, name),
    passed: count(['passed']),
    failed: failures.length,
    skipped: count(['skipped', 'pending', 'todo']),
    failures,
    seconds: (endTime - startTime) / 1000,
  };
}

const tooLate = `It did not end within ${processSeconds} s: an endless loop, or something left open after the tests.`;

async function supervise(node, args, extra = {}) {
  const env = { ...process.env, NODE_NO_WARNINGS: '1', NODE_COMPILE_CACHE };
  for (const name of notForTests) delete env[name];
  const began = performance.now();
  const child = spawn(node, args, {
    cwd: root,
    env: { ...env, ...extra },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // its own process group, so that whatever the tests leave running can be killed with it
  });
  running.add(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (printed = (printed + text).slice(-10_000)));
  }
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    endGroup(child);
  }, processSeconds * 1000);
  const closed = once(child, 'close').catch(() => undefined);
  const ended = await once(child, 'exit').catch((error) => ({ error }));
  clearTimeout(timer);
  endGroup(child);
  await Promise.race([closed, sleep(1_000)]); // For the remaining output.
  running.delete(child);
  const problem = problemOf(ended);
  return { isLate, problem, printed, seconds: (performance.now() - began) / 1000 };
}

function problemOf({ error, 0: code, 1: signal }) {
  if (error) {
    // The message names the program even if it is the working directory that is gone.
    const gone = [root, error.path].filter((path) => path && !existsSync(path));
    return [`It did not start: ${error.message}`, ...gone.map((path) => `There is no ${path}`)].join('\n');
  }
  return code === 0 ? undefined : `It ended with ${signal ?? `exit code ${code}`}.`;
}

function read(results) {
  try {
    return JSON.parse(readFileSync(results, 'utf8'));
  } catch {
    return {}; // The process ended before it wrote results.
  }
}

function endGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The whole group has ended.
  }
}
