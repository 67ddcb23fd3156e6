// `npm test`: the check, the unit and API tests on both engines, the browser tests on the built web app.
// `npm test -- PATTERN` runs the test files whose path contains PATTERN, and no check.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
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

async function everything() {
  const node = await install();
  const browser = testFiles('e2e');
  // Small proofs run on SQLite alone; `npm run prove` runs all of them on both engines.
  const api = testFiles('server');
  if (patterns.length === 0 || browser.length > 0) await buildWeb(node);
  if (patterns.length === 0 || browser.length + api.length > 0) await buildServer(node);
  if (patterns.length === 0) {
    console.log('Check');
    add(await check(node));
  }
  if (api.some((file) => file.includes('totp'))) await findOathtool();
  await runTests(node, 'Unit and API tests on SQLite', testFiles('prove', 'server', 'contract'), {
    TEST_ENGINE: 'sqlite',
  });
  await runWebTests(node, testFiles('web'));
  if (wanted(api)) await onPostgres(node, api);
  if (wanted(browser)) {
    if (browser.some((file) => file.includes('ssh-keys'))) await findSshKeygen();
    const CHROMIUM_PATH = await findChromium(node, { headless: true });
    await runTests(node, `Browser tests with ${CHROMIUM_PATH}`, browser, {
      TEST_ENGINE: 'sqlite',
      CHROMIUM_PATH,
    });
  }
  if (total.passed + total.failed === 0)
    throw new Stop(`No test file's path contains ${patterns.join(' or ')}.`);
}

/** Without a pattern every kind of test must exist; with one, only kinds that match run. */
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

/** Runs test files each in its own process, one more at a time than there are processors: tests wait for timers and disks. */
async function runTests(node, title, list, extra) {
  if (!wanted(list)) return;
  console.log(title);
  const folder = mkdtempSync(join(tmpdir(), 'quartermaster-tests-'));
  const before = total.passed + total.failed;
  const waiting = [...list];
  const worker = async () => {
    for (let file = waiting.shift(); file && !stop; file = waiting.shift()) {
      report(file, await runFile(node, file, extra, join(folder, file.replaceAll(sep, '+'))));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, worker));
  rmSync(folder, { recursive: true, force: true });
  if (total.passed + total.failed === before)
    report('(no file)', { failed: 1, failures: ['No test was executed.'] });
}

/** The unit tests of the interface, all in one run of Vitest. */
async function runWebTests(node, list) {
  if (!wanted(list)) return;
  console.log('Unit tests of the interface');
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
