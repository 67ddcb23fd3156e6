import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { browserFigures } from './browser.ts';
import type { Bench } from './bench.ts';
import { atMost, inMs } from './report.ts';

/** Sets the processors of what this process starts from now on; without PIN nothing is pinned. */
function pinTo(processors: string): void {
  if (process.env.PIN) execFileSync('taskset', ['-cp', processors, String(process.pid)]);
}

/** The domains page in Chromium, on all processors as at home: cold, scrolled, searched, and its form opened. */
export async function browser({ operator, product, tell }: Bench): Promise<void> {
  const { token: accessToken, refreshToken } = operator;
  const last = cpus().length - 1;
  pinTo(`0-${last}`);
  const seen = await browserFigures(product.url, { accessToken, refreshToken });
  pinTo(`0-${last - 1}`);
  const time = (operation: string, ms: number, most: number) =>
    tell({
      operation: `browser: ${operation}`,
      product: inMs(ms),
      // In whole milliseconds: three frames at 60 Hz are 50, give or take the clock's tenth.
      ...atMost(Math.round(ms), most, (value) => `${value} ms`),
    });
  time('header and skeleton painted, on 3G with a slow processor', seen.slowFrameMs, 1200);
  time('first row painted, cold', seen.firstRowMs, 600);
  const inKB = (value: number) => `${value.toFixed(1)} kB`;
  tell({
    operation: 'browser: scripts before it, gzip',
    product: inKB(seen.scriptKB),
    ...atMost(seen.scriptKB, 175, inKB),
  });
  time('longest frame while scrolling', seen.longestScrollFrameMs, 50);
  time('a key typed in the search', seen.typingMs, 50);
  time('the form opened', seen.formMs, 120);
}
