import { gzipSync } from 'node:zlib';
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core';
import { median } from '../prove/median.ts';

export interface BrowserFigures {
  /** From the navigation to header and skeleton painted, on 3G with a processor a fourth as fast, in milliseconds. */
  slowFrameMs: number;
  /** From the navigation to the first painted row of the list, with empty caches, in milliseconds. */
  firstRowMs: number;
  /** The scripts asked for before that row is painted, each compressed with gzip, in thousands of bytes. */
  scriptKB: number;
  /** The longest time between two frames while scrolling through the whole list by wheel, keys and scrollbar. */
  longestScrollFrameMs: number;
  /** The longest time from a key press in the search until its effect is painted. */
  typingMs: number;
  /** From the click on Add Domain, a moment after the list has come, to its form painted. */
  formMs: number;
}

interface Tokens {
  accessToken: string;
  refreshToken: string;
}

/** Measurements inside a page, since only the page knows when something is painted. */
interface Probe {
  firstRow: Promise<number>;
  /** Milliseconds from the next event of a type to the frame in which a selector matches. */
  until: (type: string, selector: string) => Promise<number>;
  frames: number[];
}
declare const probe: Probe;

const loads = 5;
const word = 'example-12';
/** WebPageTest's 3G profile: bytes a second, and the milliseconds of a round trip. */
const slowNetwork = { offline: false, downloadThroughput: 200_000, uploadThroughput: 96_000, latency: 300 };
const slowdown = 4;

/** The domains page of the person with these tokens, who has thousands: the medians of five cold loads. */
export async function browserFigures(url: string, tokens: Tokens): Promise<BrowserFigures> {
  const executablePath = process.env.CHROMIUM_PATH;
  if (!executablePath) throw new Error('CHROMIUM_PATH does not say where Chromium is');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    // Chromium is busy at first with each new window: open all of them before measuring.
    const contexts = await Promise.all(Array.from({ length: loads }, () => signedIn(browser, url, tokens)));
    const pages = await Promise.all(contexts.map((context) => context.newPage()));
    const runs: Awaited<ReturnType<typeof measure>>[] = [];
    for (const page of pages) runs.push(await measure(page, url));
    const of = (name: keyof (typeof runs)[number]) => median(runs.map((run) => run[name]));
    const slow: number[] = [];
    for (let load = 0; load < loads; load += 1)
      slow.push(await slowFrame(await signedIn(browser, url, tokens), url));
    return {
      slowFrameMs: median(slow),
      firstRowMs: of('firstRowMs'),
      scriptKB: of('scriptKB'),
      longestScrollFrameMs: of('longestScrollFrameMs'),
      typingMs: of('typingMs'),
      formMs: of('formMs'),
    };
  } finally {
    await browser.close();
  }
}

function signedIn(
  browser: Browser,
  url: string,
  { accessToken, refreshToken }: Tokens,
): Promise<BrowserContext> {
  const localStorage = [
    { name: 'accessToken', value: accessToken },
    { name: 'refreshToken', value: refreshToken },
  ];
  return browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  });
}

async function slowFrame(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', slowNetwork);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(`${url}/domains`, { waitUntil: 'commit' });
  const ms = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const seen = (list: PerformanceObserverEntryList) => {
          const [first] = list.getEntriesByName('first-contentful-paint');
          if (first) resolve(first.startTime);
        };
        new PerformanceObserver(seen).observe({ type: 'paint', buffered: true });
      }),
  );
  await context.close();
  return ms;
}

async function measure(page: Page, url: string): Promise<Omit<BrowserFigures, 'slowFrameMs'>> {
  await page.bringToFront();
  const firstRowMs = await load(page, url);
  const scriptKB = await scriptsBefore(page, firstRowMs);
  // Everything loaded ahead has arrived.
  await page.waitForLoadState('networkidle');
  const figures = {
    firstRowMs,
    scriptKB,
    formMs: await opening(page),
    typingMs: await typing(page),
    longestScrollFrameMs: await scrolling(page),
  };
  await page.context().close();
  return figures;
}

async function load(page: Page, url: string): Promise<number> {
  await page.addInitScript(installProbe);
  await page.goto(`${url}/domains`, { waitUntil: 'commit' });
  await page.locator('[data-row]').first().waitFor();
  return page.evaluate(() => probe.firstRow);
}

/** In the page: nothing from outside of it is known. */
function installProbe(): void {
  const painted = () =>
    new Promise<number>((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(null);
      });
    });
  const shown = (selector: string) =>
    new Promise<number>((resolve) => {
      const look = () => {
        if (!document.querySelector(selector)) return;
        observer.disconnect();
        void painted().then(resolve);
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { childList: true, subtree: true });
      look();
    });
  const until = (type: string, selector: string) =>
    new Promise<number>((resolve) => {
      const listener = ({ timeStamp }: Event) => void shown(selector).then((at) => resolve(at - timeStamp));
      document.addEventListener(type, listener, { capture: true, once: true });
    });
  const frames: number[] = [];
  const watch = (before: number) =>
    requestAnimationFrame((now) => {
      frames.push(now - before);
      watch(now);
    });
  watch(performance.now());
  Object.assign(globalThis, { probe: { firstRow: shown('[data-row]'), until, frames } satisfies Probe });
}

async function scriptsBefore(page: Page, time: number): Promise<number> {
  const urls = await page.evaluate(
    (limit) =>
      performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => name.endsWith('.js') && startTime < limit)
        .map(({ name }) => name),
    time,
  );
  const sizes = urls.map(async (url) => {
    const response = await page.request.get(url);
    return gzipSync(await response.body(), { level: 9 }).length;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000;
}

async function opening(page: Page): Promise<number> {
  const time = await page.evaluateHandle(() => ({
    is: probe.until('click', '[role=dialog] input[name=domain]'),
  }));
  await page.getByRole('button', { name: 'Add Domain', exact: true }).click();
  const ms = await time.evaluate(({ is }) => is);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('dialog', { name: 'Add Domain' }).waitFor({ state: 'detached' });
  return ms;
}

async function typing(page: Page): Promise<number> {
  const search = page.getByRole('searchbox');
  await search.click();
  const times: number[] = [];
  for (const letter of word) {
    const time = await page.evaluateHandle(() => ({ is: probe.until('keydown', 'body') }));
    await page.keyboard.press(letter);
    times.push(await time.evaluate(({ is }) => is));
  }
  await search.fill('');
  return Math.max(...times);
}

async function scrolling(page: Page): Promise<number> {
  const rows = page.locator('[data-list-rows]');
  const frame = () => page.evaluate(() => new Promise((resume) => requestAnimationFrame(resume)));
  await page.locator('[data-row]').first().waitFor();
  await rows.focus();
  await page.evaluate(() => probe.frames.splice(0));
  // Each scroll to the end makes the list load more, until there is no more.
  const box = await rows.elementHandle();
  const count = await page.getByRole('table').getAttribute('aria-rowcount');
  const last = `[data-row][aria-rowindex="${count}"]`;
  while ((await page.locator(last).count()) === 0) {
    const height = await rows.evaluate(({ scrollHeight }) => scrollHeight);
    await page.keyboard.press('End');
    await page.waitForFunction(
      ({ box, height, last }) => box?.querySelector(last) || (box?.scrollHeight ?? 0) > height,
      { box, height, last },
    );
  }
  for (const key of ['Home', ...Array<string>(20).fill('PageDown'), 'End', 'PageUp', 'Home']) {
    await page.keyboard.press(key);
    await frame();
  }
  await rows.hover();
  for (let turns = 0; turns < 20; turns += 1) {
    await page.mouse.wheel(0, 700);
    await frame();
  }
  // As the scrollbar's thumb does while it is dragged from the top to the bottom.
  for (let part = 0; part <= 1; part += 1 / 30) {
    await rows.evaluate((box, at) => box.scrollTo(0, at * box.scrollHeight), part);
    await frame();
  }
  return page.evaluate(() => Math.max(...probe.frames));
}
