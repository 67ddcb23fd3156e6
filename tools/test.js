// `npm test`: the check, the unit and API tests on both engines, the browser tests on the built web app.
// `npm test -- PATTERN` runs the test files whose path contains PATTERN, and no check.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buildServer, buildWeb } from './build.js';
import { check } from './check.js';
import { startPostgres } from './postgres.js';
import { Stop, files, findChromium, findOathtool, findSshKeygen, install, root } from './setup.js';
import { endTests, isTesting, runFile, runVitest } from './test-process.js';

const patterns = process.argv.slice(2);
const total = { passed: 0, failed: 0 };
let stop = false;
let postgres;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // On the second signal, or if nothing is running that needs a proper shutdown.
    if (stop || (!isTesting() && !postgres)) process.exit(1);
    stop = true;
    endTests();
  });
}

/** The test files of some workspaces, filtered by the command line. */
const testFiles = (...workspaces) =>
  workspaces
    .flatMap((workspace) => files(join(root, workspace), /^(node_modules|dist)$/))
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => relative(root, file))
    .filter((file) => patterns.length === 0 || patterns.some((pattern) => file.includes(pattern)));

/** A file without this line, which gives the reason, runs on both engines. */
const isOnOneEngine = (file) => /^\/\/ On one engine: /m.test(readFileSync(join(root, file), 'utf8'));

async function everything() {
  const node = await install();
  const browser = testFiles('e2e');
  const api = testFiles('server');
  const both = api.filter((file) => !isOnOneEngine(file));
  // Small proofs run on SQLite alone; `npm run prove` runs all of them on both engines.
  const quick = testFiles('prove', 'server', 'contract');
  if (wanted(browser)) await buildWeb(node);
  if (wanted([...browser, ...api])) await buildServer(node);
  if (api.some((file) => file.includes('totp'))) await findOathtool();
  if (browser.some((file) => file.includes('ssh-keys'))) await findSshKeygen();
  try {
    // The longest kind first: the queue ends with files of seconds, so that no processor waits for a last long one.
    await runTests(node, testFiles('web'), [
      ...(wanted(browser) ? await inBrowser(node, browser) : []),
      ...(wanted(both) ? await onPostgres(node, both) : []),
      ...(wanted(quick) ? onSqlite(quick) : []),
    ]);
  } finally {
    await postgres?.stop?.();
    postgres = undefined;
  }
  if (total.passed + total.failed === 0)
    throw new Stop(`No test file's path contains ${patterns.join(' or ')}.`);
}

/** Without a pattern every kind of test must exist; with one, only kinds that match run. */
const wanted = (list) => !stop && (patterns.length === 0 || list.length > 0);

/** The runs of some files with an environment; none at all is a failure. */
function runsOf(list, env, where = '') {
  if (list.length === 0) report('(no file)', { failed: 1, failures: [`There is no test${where}.`] });
  return list.map((file) => ({ file, env, where }));
}

const onSqlite = (list) => runsOf(list, { TEST_ENGINE: 'sqlite' });

async function onPostgres(node, list) {
  const given = process.env.TEST_DATABASE_URL;
  postgres = given ? { url: given, description: 'the one of TEST_DATABASE_URL' } : await startPostgres(node);
  console.log(`PostgreSQL: ${postgres.description}`);
  return runsOf(list, { TEST_ENGINE: 'postgres', TEST_DATABASE_URL: postgres.url }, ' on PostgreSQL');
}

async function inBrowser(node, list) {
  const CHROMIUM_PATH = await findChromium(node, { headless: true });
  console.log(`Browser: ${CHROMIUM_PATH}`);
  // A trace costs a fifth of the time of a test, so only the files that are asked for leave one.
  const trace = patterns.length > 0 && { TRACE: 'on' };
  return runsOf(list, { TEST_ENGINE: 'sqlite', CHROMIUM_PATH, ...trace }, ' in the browser');
}

/**
 * Runs the check, the unit tests of the interface, and test files each in its own process: one more at a time than there
 * are processors, since tests wait for timers and disks. The check goes first: its linter runs for long on one processor.
 */
async function runTests(node, units, runs) {
  const folder = mkdtempSync(join(tmpdir(), 'quartermaster-tests-'));
  const waiting = [
    () => runCheck(node),
    () => runWebTests(node, units),
    ...runs.map(({ file, env, where }, at) => async () => {
      report(`${file}${where}`, await runFile(node, file, env, join(folder, String(at))));
    }),
  ];
  const worker = async () => {
    for (let next = waiting.shift(); next && !stop; next = waiting.shift()) await next();
  };
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, worker));
  rmSync(folder, { recursive: true, force: true });
}

/** The whole check, unless only some tests were asked for. */
async function runCheck(node) {
  if (patterns.length === 0) add(await check(node));
}

/** The unit tests of the interface, all in one run of Vitest. */
async function runWebTests(node, list) {
  if (!wanted(list)) return;
  for (const { file, ...result } of await runVitest(node, list)) report(file, result);
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

function add({ passed, failed }) {
  total.passed += passed;
  total.failed += failed;
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
