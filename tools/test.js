// `npm test`: the check, the units, the API on SQLite, what an engine can change on PostgreSQL too, and the browser tests on
// the built web app. `npm test -- --all` adds the walks of the whole, which are files with a line `// Runs with --all: …`.
// `npm test -- WORD…` runs the test files whose path contains a word, and no check.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buildServer, buildWeb } from './build.js';
import { check } from './check.js';
import { cpuSeconds } from './cpu.js';
import { startPostgres } from './postgres.js';
import { Stop, files, findChromium, findOathtool, findSshKeygen, install, root, run } from './setup.js';
import { endTests, isTesting, runVitest, startWorker } from './test-process.js';

const words = process.argv.slice(2).filter((argument) => argument !== '--all');
const isWhole = process.argv.includes('--all');
const total = { passed: 0, failed: 0 };
/** Seconds of processor time by kind of test. */
const spent = {};
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

/** Whether a file has a line with this name and a reason. */
const says = (file, name) => new RegExp(`^// ${name}: `, 'm').test(readFileSync(join(root, file), 'utf8'));

/** The test files of some workspaces that this run is about. */
const testFiles = (...workspaces) =>
  workspaces
    .flatMap((workspace) => files(join(root, workspace), /^(node_modules|dist)$/))
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => relative(root, file))
    .filter((file) =>
      words.length > 0
        ? words.some((word) => file.includes(word))
        : isWhole || !says(file, 'Runs with --all'),
    );

async function everything() {
  const node = await install();
  const units = testFiles('web');
  const browser = testFiles('e2e');
  const api = testFiles('contract', 'server');
  const both = api.filter((file) => says(file, 'On both engines'));
  if (wanted(browser)) await buildWeb(node);
  if (wanted([...browser, ...api])) await buildServer(node);
  if (api.some((file) => file.includes('totp'))) await findOathtool();
  if (browser.some((file) => file.includes('ssh-keys'))) await findSshKeygen();
  const folder = mkdtempSync(join(tmpdir(), 'quartermaster-tests-'));
  try {
    // The longest kind first: the queue ends with files of seconds, so that no processor waits for a last long one.
    await runTests([
      ...(words.length === 0 ? [() => runCheck(node)] : []),
      ...(wanted(units) ? [() => runUnits(node, units)] : []),
      ...(wanted(browser) ? runsOf(browser, 'in the browser', await inBrowser(node)) : []),
      ...(wanted(both) ? runsOf(both, 'on PostgreSQL', await onPostgres(node)) : []),
      ...(wanted(api) ? runsOf(api, 'on SQLite', await onSqlite(node, folder)) : []),
    ]);
    if (postgres) await template(node, postgres.env, 'drop');
  } finally {
    await postgres?.stop?.();
    postgres = undefined;
    rmSync(folder, { recursive: true, force: true });
  }
  if (total.passed + total.failed === 0)
    throw new Stop(`No test file's path contains ${words.join(' or ')}.`);
}

/** Without a word every kind of test must exist; with one, only kinds that match run. */
const wanted = (list) => !stop && (words.length === 0 || list.length > 0);

/** Some files and how to start a process that runs them; no file at all is a failure. */
function runsOf(list, kind, startProcess) {
  if (list.length === 0) report('(no file)', kind, { failed: 1, failures: [`There is no test ${kind}.`] });
  return list.map((file) => ({ file, kind, startProcess, isAlone: says(file, 'In a process of its own') }));
}

async function onSqlite(node, folder) {
  const env = { TEST_ENGINE: 'sqlite', TEST_TEMPLATE: join(folder, 'template') };
  await template(node, env, 'make');
  return () => startWorker(node, env);
}

async function onPostgres(node) {
  const url = process.env.TEST_DATABASE_URL;
  const server = url ? { url, description: 'the one of TEST_DATABASE_URL' } : await startPostgres(node);
  console.log(`PostgreSQL: ${server.description}`);
  const TEST_TEMPLATE = `quartermaster_template_${process.pid}`;
  const env = { TEST_ENGINE: 'postgres', TEST_DATABASE_URL: server.url, TEST_TEMPLATE };
  postgres = { ...server, env };
  await template(node, env, 'make');
  return () => startWorker(node, env);
}

/** Makes or drops the migrated database that the tests of an engine copy. */
async function template(node, env, verb) {
  const { code, output } = await run(node, ['server/test/template.ts', verb], {
    env: { ...process.env, NODE_NO_WARNINGS: '1', ...env },
  });
  if (code !== 0)
    throw new Stop(
      `${output}\nThe database that tests copy could not be ${verb === 'make' ? 'made' : 'dropped'}.`,
    );
}

async function inBrowser(node) {
  const CHROMIUM_PATH = await findChromium(node, { headless: true });
  console.log(`Browser: ${CHROMIUM_PATH}`);
  // A trace costs a fifth of the time of a test, so only the files that are asked for leave one.
  const trace = words.length > 0 && { TRACE: 'on' };
  return () => startWorker(node, { TEST_ENGINE: 'sqlite', CHROMIUM_PATH, ...trace });
}

/**
 * Runs what is waiting, one more at a time than there are processors, since tests wait for timers and disks. Files of one
 * kind share a process, which loads the server once, unless they say that they need their own. The check goes first: its
 * linter runs for long on one processor.
 */
async function runTests(waiting) {
  const lane = async () => {
    let current;
    for (let next = waiting.shift(); next && !stop; next = waiting.shift()) {
      if (typeof next === 'function') await next();
      else current = await runFile(next, current);
    }
    await current?.process.end();
  };
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, lane));
}

/** Runs a file in a lane's current process if that will do, and returns the process if the next file may use it. */
async function runFile({ file, kind, startProcess, isAlone }, current) {
  if (current && (isAlone || current.kind !== kind)) {
    await current.process.end();
    current = undefined;
  }
  const { process } = (current ??= { kind, process: startProcess() });
  const result = await process.run(file);
  if (!stop) report(file, kind, result);
  if (!isAlone && process.isUsable) return current;
  await process.end();
  return undefined;
}

/** The whole check. */
async function runCheck(node) {
  const { cpu, ...counts } = await check(node);
  add('check', { cpu, ...counts });
}

/** The unit tests of the interface, all in one run of Vitest. */
async function runUnits(node, list) {
  const { files, cpu } = await runVitest(node, list);
  for (const { file, ...result } of files) report(file, '', result);
  console.log(`  Vitest took ${cpu.toFixed(1)} s of processor time for these ${files.length} files.`);
  add('units of the interface', { cpu });
}

function report(file, kind, { passed = 0, failed, skipped = 0, failures, printed = '', seconds = 0, cpu }) {
  const counts = [`${passed} passed`];
  if (failed > 0) counts.push(`${failed} failed`);
  if (skipped > 0) counts.push(`${skipped} skipped`);
  const times = [`${seconds.toFixed(1)} s`];
  if (cpu !== undefined) times.push(`CPU ${cpu.toFixed(1)} s`);
  const where = kind === 'on SQLite' ? '' : ` ${kind}`;
  console.log(`  ${failed > 0 ? 'FAILED' : 'ok    '} ${file}${where}: ${[...counts, ...times].join(', ')}`);
  for (const text of failures) console.log(indent(`FAILED ${text}`));
  if (failed > 0 && printed) console.log(indent(`it printed:\n${printed.trimEnd()}`));
  add(kind, { passed, failed, cpu });
}

const indent = (text) => text.replace(/^(?=.)/gm, '      ').trimEnd();

function add(kind, { passed = 0, failed = 0, cpu = 0 }) {
  total.passed += passed;
  total.failed += failed;
  spent[kind] = (spent[kind] ?? 0) + cpu;
}

/** Processor time by kind; all together it includes the servers of the databases. */
function summary() {
  const kinds = Object.entries({ ...spent, 'all together': cpuSeconds() });
  return `Processor time: ${kinds.map(([kind, cpu]) => `${kind} ${cpu.toFixed(0)} s`).join(', ')}`;
}

try {
  await everything();
  if (stop) throw new Stop('Interrupted.');
} catch (error) {
  console.log(error instanceof Stop ? error.message : error);
  total.failed += 1;
}
console.log(summary());
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
