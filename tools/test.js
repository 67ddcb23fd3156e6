// `npm test`: the check, the unit and API tests on both engines, the browser tests on the built web app.
// `npm test -- PATTERN` runs the test files whose path contains PATTERN, and no check.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildWeb } from './build.js';
import { check } from './check.js';
import { startPostgres } from './postgres.js';
import { Stop, files, findChromium, install, root } from './setup.js';

const patterns = process.argv.slice(2);
const total = { passed: 0, failed: 0 };
const running = new Set();
let stop = false;
let postgres;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // The second time, or while nothing runs that has to be ended in good order.
    if (stop || (running.size === 0 && !postgres)) process.exit(1);
    stop = true;
    running.forEach(endGroup);
  });
}

/** The test files of some workspaces that the arguments ask for. */
const testFiles = (...workspaces) =>
  workspaces
    .flatMap((workspace) => files(join(root, workspace), /^(node_modules|dist)$/))
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => relative(root, file))
    .filter((file) => patterns.length === 0 || patterns.some((pattern) => file.includes(pattern)));

async function everything() {
  const node = await install();
  const browser = testFiles('e2e');
  const api = testFiles('server', 'prove');
  if (patterns.length === 0 || browser.length > 0) await buildWeb(node);
  if (patterns.length === 0) {
    console.log('Check');
    add(await check(node));
  }
  await runTests(node, 'Unit and API tests on SQLite', testFiles('contract', 'server', 'web', 'prove'), {
    TEST_ENGINE: 'sqlite',
  });
  if (wanted(api)) await onPostgres(node, api);
  if (wanted(browser)) {
    const CHROMIUM_PATH = await findChromium(node);
    await runTests(node, `Browser tests with ${CHROMIUM_PATH}`, browser, {
      TEST_ENGINE: 'sqlite',
      CHROMIUM_PATH,
    });
  }
  if (total.passed + total.failed === 0)
    throw new Stop(`No test file's path contains ${patterns.join(' or ')}.`);
}

/** Without a pattern every kind of test has to be there; with one, those that it names. */
const wanted = (list) => !stop && (patterns.length === 0 || list.length > 0);

async function onPostgres(node, list) {
  const given = process.env.TEST_DATABASE_URL;
  postgres = given ? { url: given, description: 'the one of TEST_DATABASE_URL' } : await startPostgres(node);
  try {
    console.log(`PostgreSQL: ${postgres.description}`);
    const env = { TEST_ENGINE: 'postgres', TEST_DATABASE_URL: postgres.url };
    await runTests(node, 'API tests on PostgreSQL', list, env);
  } finally {
    await postgres.stop?.();
    postgres = undefined;
  }
}

/** Longest time for a test and for a file; a file is ended when it is up, so that nothing hangs for good. */
const testSeconds = 120;
const fileSeconds = 300;
/** What a developer's shell may hold for a real installation must not reach the tests. */
const notForTests = ['DATABASE_URL', 'DATA_DIR', 'MASTER_KEY', 'TEST_DATABASE_URL', 'NODE_TEST_CONTEXT'];

/** Runs test files two at a time, each in a process of its own. */
async function runTests(node, title, list, extra) {
  if (!wanted(list)) return;
  console.log(title);
  const folder = mkdtempSync(join(tmpdir(), 'quartermaster-tests-'));
  const env = { ...process.env, NODE_NO_WARNINGS: '1' };
  for (const name of notForTests) delete env[name];
  Object.assign(env, extra);
  const before = total.passed + total.failed;
  const waiting = [...list];
  const worker = async () => {
    for (let file = waiting.shift(); file && !stop; file = waiting.shift()) {
      report(file, await runFile(node, file, env, join(folder, file.replaceAll(sep, '+'))));
    }
  };
  await Promise.all([worker(), worker()]);
  rmSync(folder, { recursive: true, force: true });
  if (total.passed + total.failed === before)
    report('(no file)', { failed: 1, failures: ['No test was executed.'] });
}

async function runFile(node, file, env, results) {
  const began = performance.now();
  const reporter = ['--test-reporter=./tools/reporter.js', `--test-reporter-destination=${results}`];
  const child = spawn(node, [`--test-timeout=${testSeconds * 1000}`, ...reporter, file], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // a group of its own, so that what its tests leave running ends with it
  });
  running.add(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (printed = (printed + text).slice(-10_000)));
  }
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    endGroup(child);
  }, fileSeconds * 1000);
  const closed = once(child, 'close');
  const [code, signal] = await once(child, 'exit');
  clearTimeout(timer);
  endGroup(child);
  await Promise.race([closed, sleep(1_000)]); // for the rest of what it printed
  running.delete(child);
  const result = { passed: 0, failed: 0, skipped: 0, failures: [], ...read(results) };
  const blame = (why) => {
    result.failed += 1;
    result.failures.push(why);
  };
  if (late)
    blame(
      `It had not ended after ${fileSeconds} s: an endless loop, or something left open after the tests.`,
    );
  else if (code !== 0 && result.failed === 0) blame(`It ended with ${signal ?? `exit code ${code}`}.`);
  else if (result.passed + result.failed + result.skipped === 0) blame('It holds no test.');
  return { ...result, printed, seconds: (performance.now() - began) / 1000 };
}

function report(file, { passed = 0, failed, skipped = 0, failures, printed = '', seconds = 0 }) {
  const counts = [`${passed} passed`];
  if (failed > 0) counts.push(`${failed} failed`);
  if (skipped > 0) counts.push(`${skipped} skipped`);
  console.log(`  ${failed > 0 ? 'FAILED' : 'ok    '} ${file}: ${counts.join(', ')}, ${seconds.toFixed(1)} s`);
  for (const text of failures) console.log(indent(`FAILED ${text}`));
  if (failed > 0 && printed) console.log(indent(`it printed:\n${printed.trimEnd()}`));
  add({ passed, failed });
}

const indent = (text) => text.replace(/^(?=.)/gm, '      ').trimEnd();

function read(results) {
  try {
    return JSON.parse(readFileSync(results, 'utf8'));
  } catch {
    return {}; // it did not get that far
  }
}

function add({ passed, failed }) {
  total.passed += passed;
  total.failed += failed;
}

function endGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // all of it has ended
  }
}

try {
  await everything();
  if (stop) throw new Stop('Interrupted.');
} catch (error) {
  console.log(error instanceof Stop ? error.message : error);
  total.failed += 1;
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
