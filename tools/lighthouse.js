// `npm run lighthouse`: Lighthouse's scores for the demo's sign-in, dashboard and domains pages, on a simulated phone
// and on a desktop. Lighthouse takes 176 MB, so it is no dependency: npx fetches it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { startDemo } from './demo.js';
import { Stop, findChromium, install, load, main, run } from './setup.js';

const wanted = 95;
const categories = ['performance', 'accessibility', 'best-practices'];
/** Audits to print beside the scores. */
const audits = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];

/** Returns Lighthouse's report of a page in the browser that listens on `port`. */
async function report(node, folder, url, port, form) {
  const file = join(folder, 'report.json');
  const args = [
    `--port=${port}`,
    '--disable-storage-reset',
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
  ];
  if (form === 'desktop') args.push('--preset=desktop');
  const command = ['--yes', 'lighthouse@13', url, ...args, `--only-categories=${categories}`];
  // Lighthouse may need a newer Node than the system's.
  const env = { ...process.env, CI: '1', PATH: dirname(node) + delimiter + process.env.PATH };
  const { code, output } = await run('npx', command, { env });
  if (code !== 0) throw new Stop(output);
  return JSON.parse(readFileSync(file, 'utf8'));
}

function print(form, path, { categories: scores, audits: found }) {
  const points = categories.map((name) => Math.round(scores[name].score * 100));
  const times = audits.map((name) => found[name].displayValue).join('  ');
  console.log(
    `${form.padEnd(8)} ${path.padEnd(9)} ${points.map((n) => String(n).padStart(4)).join('')}   ${times}`,
  );
  for (const name of categories)
    for (const { id, weight } of scores[name].auditRefs)
      if (weight > 0 && name !== 'performance' && (found[id].score ?? 1) < 1)
        console.log(`  ${found[id].title}`);
  return Math.min(...points);
}

await main(async () => {
  const node = await install();
  const executablePath = await findChromium(node);
  const demo = await startDemo(0);
  const folder = mkdtempSync(join(tmpdir(), 'quartermaster-lighthouse-'));
  const context = await load('playwright-core', 'e2e').chromium.launchPersistentContext(folder, {
    executablePath,
    args: ['--no-sandbox', '--remote-debugging-port=0'],
  });
  try {
    const port = readFileSync(join(folder, 'DevToolsActivePort'), 'utf8').split('\n')[0];
    const [page] = context.pages();
    await page.goto(demo.url);
    let worst = 100;
    // Measure the sign-in page before signing in.
    for (const path of ['/login', '/', '/domains']) {
      for (const form of ['phone', 'desktop'])
        worst = Math.min(worst, print(form, path, await report(node, folder, demo.url + path, port, form)));
      await page.evaluate((tokens) => {
        for (const [name, token] of Object.entries(tokens)) localStorage.setItem(name, token);
      }, demo.tokens);
    }
    return worst < wanted ? 1 : 0;
  } finally {
    await context.close();
    await demo.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
