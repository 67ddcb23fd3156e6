import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { browserFigures } from './browser.ts';
import type { Bench } from './measure.ts';
import { inMs } from './report.ts';

const goals = { firstRow: 600, scripts: 160, frame: 50, typing: 50, form: 100 };

/** On which processors what this process starts from now on may run; left as it is where nothing is pinned. */
function allow(processors: string): void {
  if (process.env.PIN) execFileSync('taskset', ['-cp', processors, String(process.pid)]);
}

/** The domains page in Chromium, on all processors as at home: cold, scrolled, searched, and its form opened. */
export async function browsing({ engine, isWanted, operator, product, size, tell }: Bench): Promise<void> {
  if (!isWanted('browser')) return;
  const { token: accessToken, refreshToken } = operator;
  const last = cpus().length - 1;
  allow(`0-${last}`);
  const seen = await browserFigures(product.url, { accessToken, refreshToken });
  allow(`0-${last - 1}`);
  const figure = (operation: string, shown: string, goal: string, isMet: boolean) =>
    tell({ operation, engine, size, product: shown, floor: '', wire: '', result: shown, goal, isMet });
  // To the millisecond: three frames at 60 Hz are 50, give or take the clock's tenth.
  const time = (operation: string, ms: number, most: number) =>
    figure(`browser: ${operation}`, inMs(ms), `≤ ${most} ms`, Math.round(ms) <= most);
  time('first row painted, cold', seen.firstRowMs, goals.firstRow);
  const kB = seen.scriptKB;
  figure(
    'browser: scripts before it, gzip',
    `${kB.toFixed(1)} kB`,
    `≤ ${goals.scripts} kB`,
    kB <= goals.scripts,
  );
  time('longest frame while scrolling', seen.longestScrollFrameMs, goals.frame);
  time('a key typed in the search', seen.typingMs, goals.typing);
  time('the form opened', seen.formMs, goals.form);
}
