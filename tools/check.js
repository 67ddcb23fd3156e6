// `npm run check`: every rule that a machine can check, as named steps, two at a time.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import rules from '../.dependency-cruiser.cjs';
import { cpuIn, timed } from './cpu.js';
import { bin, install, main, root, run } from './setup.js';

const cache = join('node_modules', '.cache', 'quartermaster');
/** The project at the root has all of them but web, with the browser's types, which the first two must do without. */
const projects = { contract: 'contract', server: 'server', web: 'web', 'e2e, prove and bench': '.' };
/** The boundary check must see at least one module in each; otherwise it checked nothing. */
const sources = ['contract/src', 'server/src', 'web/src', 'e2e', 'prove', 'bench'];

/** In starting order, long ones first, so that both workers finish at about the same time. */
function steps(node) {
  const script = (path, ...args) => run(...timed(node, [path, ...args]), { env: quiet });
  return {
    // The linter keeps the types of all packages: more than the 4 GB that Node allows by itself.
    lint: () => script('--max-old-space-size=8192', bin('eslint'), '--max-warnings=0', '.'),
    ...Object.fromEntries(
      Object.entries(projects).map(([name, folder]) => [
        `types in ${name}`,
        () => script(bin('typescript-7', '.', 'tsc'), ...tsc(folder)),
      ]),
    ),
    boundaries: () => boundaries(script),
    'dead code': () => script(bin('knip'), '--no-progress'),
    api: () => api(script),
    format: () =>
      script(bin('prettier'), '--check', '--cache', '--cache-location', join(cache, 'prettier'), '.'),
    structure: () => script('tools/structure.js'),
  };
}

const quiet = {
  ...process.env,
  NO_COLOR: '1',
  NODE_NO_WARNINGS: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};

// Version 7 takes a quarter of the time of 6, which stays for the linter: its rules need the compiler's API.
// One thread, since two steps run at once.
const tsc = (folder) => [
  '-p',
  folder,
  '--singleThreaded',
  '--incremental',
  '--tsBuildInfoFile',
  join(cache, `${folder === '.' ? 'root' : folder}.tsbuildinfo`),
];

async function boundaries(script) {
  const folders = sources.filter((folder) => existsSync(join(root, folder)));
  const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...folders];
  const result = await script(bin('dependency-cruiser', '.', 'depcruise'), ...args);
  let report;
  try {
    report = JSON.parse(result.stdout);
  } catch {
    return { code: result.code || 1, output: result.output };
  }
  const unseen = sources.filter(
    (folder) => !report.modules.some(({ source }) => source.startsWith(`${folder}/`)),
  );
  const broken = report.summary.violations.map(violation);
  const output = [
    ...broken,
    ...unseen.map((folder) => `No module seen in ${folder}: its imports went unchecked.`),
  ];
  return { code: output.length > 0 ? 1 : result.code, output: output.join('\n') || result.output };
}

function violation({ from, to, rule, cycle }) {
  const path = cycle ? [from, ...cycle.map(({ name }) => name)].join(' → ') : `${from} → ${to}`;
  return `${path}\n  ${rule.name}: ${rules.forbidden.find(({ name }) => name === rule.name)?.comment}`;
}

async function api(script) {
  const current = await script('server/src/openapi-cli.ts', '--check');
  if (current.code !== 0) return current;
  return script(bin('@redocly/cli', '.', 'redocly'), 'lint', '--extends=recommended', 'docs/openapi.json');
}

/** Runs all steps and returns how many passed and failed, and the seconds of processor time that they took. */
export async function check(node) {
  const waiting = Object.entries(steps(node));
  const width = Math.max(...waiting.map(([name]) => name.length));
  const counts = { passed: 0, failed: 0, cpu: 0 };
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const [name, work] = step;
      const began = performance.now();
      const { code, output } = await work().catch((error) => ({ code: 1, output: error.stack }));
      counts[code === 0 ? 'passed' : 'failed'] += 1;
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      const cpu = cpuIn(output);
      counts.cpu += cpu;
      const times = `${seconds.padStart(5)} s, CPU ${cpu.toFixed(1).padStart(5)} s`;
      console.log(`  ${code === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(width)} ${times}`);
      if (code !== 0) console.log(`${output.trimEnd().replace(/^/gm, '    ')}\n`);
    }
  };
  await Promise.all([worker(), worker()]);
  return counts;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    const { passed, failed } = await check(await install());
    console.log(`${passed} passed, ${failed} failed`);
    return failed > 0 ? 1 : 0;
  });
}
