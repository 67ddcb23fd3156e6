// Runs tests in supervised processes, which are killed at the end with everything that they left running.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuIn, timed } from './cpu.js';
import { bin, root } from './setup.js';

/** Time limits for a test, and for a file or all of Vitest's files; a process that exceeds its limit is killed. */
const testSeconds = 120;
const limitSeconds = 600;
const tooLate = `It did not end within ${limitSeconds} s.`;
/** Settings of a real installation in the developer's shell must not reach the tests. */
const notForTests = ['DATABASE_URL', 'DATA_DIR', 'MASTER_KEY', 'TEST_DATABASE_URL', 'NODE_TEST_CONTEXT'];

/** All tests, and all servers that they start, load the same sources, so they share compiled code. */
const NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/quartermaster/compile');

const running = new Set();

export const isTesting = () => running.size > 0;
export const endTests = () => running.forEach(endGroup);

/**
 * Starts a process that runs files with node:test, one after another. `run` returns {passed, failed, skipped, failures,
 * printed, seconds, cpu}; after a file that ended the process or left something open, it no longer `isUsable`.
 */
export function startWorker(node, env) {
  const options = [`--test-timeout=${testSeconds * 1000}`, '--test-reporter=./tools/reporter.js'];
  const { child, output, ended } = start(node, [...options, 'tools/test-worker.js'], env, ['ipc']);

  /** Runs a file and keeps what the process answers; returns why it did not answer all, or undefined. */
  async function whyUnanswered(file, result) {
    let listen;
    const answered = new Promise((resolve) => {
      listen = (answer) => {
        Object.assign(result, answer);
        if ('failures' in answer) result.isCounted = true;
        if (result.isCounted && 'cpu' in result) resolve();
      };
    });
    child.on('message', listen).send(file, () => undefined);
    const tooEarly = ended.then((why) => why ?? 'It ended before its tests did.');
    const why = await inTime(Promise.race([answered, tooEarly]));
    child.off('message', listen);
    return why;
  }

  async function run(file) {
    output.text = '';
    const began = performance.now();
    const result = { passed: 0, failed: 0, skipped: 0, failures: [], open: [] };
    const unanswered = await whyUnanswered(file, result);
    const seconds = (performance.now() - began) / 1000;
    const { passed, skipped, failures, open, problem } = result;
    if (unanswered) failures.push(unanswered);
    else if (problem) failures.push(problem);
    else if (open.length > 0) failures.push(`After its tests it left open: ${open.join(', ')}.`);
    else if (passed + failures.length + skipped === 0) failures.push('It contains no test.');
    worker.isUsable = !unanswered && open.length === 0;
    if (failures.length > 0) await sleep(100); // For the remaining output.
    return { ...result, failed: failures.length, seconds, printed: output.text };
  }

  /** Lets the process end by itself, so that it can close what its files share. */
  async function end() {
    if (child.connected) child.disconnect();
    await Promise.race([ended, sleep(10_000, undefined, { ref: false })]);
    endGroup(child);
  }

  const worker = { isUsable: true, run, end };
  return worker;
}

/** Runs files with Vitest and returns the same for each of them, with its path, and the processor time of all. */
export async function runVitest(node, list) {
  const folder = mkdtempSync(join(tmpdir(), 'quartermaster-vitest-'));
  const results = join(folder, 'results.json');
  const options = ['--reporter=json', `--outputFile=${results}`, `--testTimeout=${testSeconds * 1000}`];
  const script = [bin('vitest', 'web'), 'run', '--root', 'web', ...options, ...list];
  const { child, output, ended } = start(...timed(node, script));
  const why = await inTime(ended);
  endGroup(child);
  const { testResults = [] } = read(results);
  rmSync(folder, { recursive: true, force: true });
  const files = testResults.map(resultOf);
  const missing = list.filter((path) => !files.some(({ file }) => file === path));
  const failures = [why ?? 'Vitest did not run it.'];
  const blamed = missing.map((file) => ({ file, failed: 1, failures, printed: output.text }));
  return { files: [...files, ...blamed], cpu: cpuIn(output.text) };
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

/** Starts a process and collects its output; `ended` resolves with why it failed, or undefined. */
function start(command, args, extra = {}, more = []) {
  const env = { ...process.env, NODE_NO_WARNINGS: '1', NODE_COMPILE_CACHE };
  for (const name of notForTests) delete env[name];
  const child = spawn(command, args, {
    cwd: root,
    env: { ...env, ...extra },
    stdio: ['ignore', 'pipe', 'pipe', ...more],
    detached: true, // its own process group, so that whatever the tests leave running can be killed with it
  });
  running.add(child);
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output.text = (output.text + text).slice(-10_000)));
  }
  const ended = once(child, 'exit')
    .then(
      ([code, signal]) => (code === 0 ? undefined : `It ended with ${signal ?? `exit code ${code}`}.`),
      didNotStart,
    )
    .finally(() => running.delete(child));
  return { child, output, ended };
}

/** The message names the program even if it is the working directory that is gone. */
function didNotStart(error) {
  const gone = [root, error.path].filter((path) => path && !existsSync(path));
  return [`It did not start: ${error.message}`, ...gone.map((path) => `There is no ${path}`)].join('\n');
}

/** What the work resolves with, or that it took too long. */
async function inTime(work) {
  const limit = new AbortController();
  const late = sleep(limitSeconds * 1000, tooLate, { signal: limit.signal });
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    limit.abort();
  }
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
