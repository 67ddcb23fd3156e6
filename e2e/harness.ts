import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, after, afterEach } from 'node:test';
import axe, { type RunOptions } from 'axe-core';
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core';
import { callServer, startServer } from '../server/test/server-process.ts';

export const password = 'Correct-Horse-1';
export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };
export type Theme = 'light' | 'dark';

export interface Operator {
  email: string;
  accessToken: string;
  refreshToken: string;
  /** Calls the API as this operator. */
  api: <T>(method: string, path: string, body?: unknown) => Promise<T>;
}

export interface OpenOptions {
  /** Signed in as this operator; by default signed out. */
  as?: Operator;
  viewport?: { width: number; height: number };
  /** A device with a touch screen. */
  hasTouch?: boolean;
  theme?: Theme;
  /** Prepares the page before its first navigation. */
  prepare?: (page: Page) => Promise<unknown>;
  /** What the navigation waits for; by default the load event. */
  waitUntil?: 'load' | 'commit';
}

export interface Harness {
  url: string;
  /** The server's output. */
  output: () => string;
  browser: Browser;
  /** Registers a new operator. */
  operator: (email?: string) => Promise<Operator>;
  /** Opens a page in a new browser context; the test fails if its console shows an error or a warning. */
  open: (path: string, options?: OpenOptions) => Promise<Page>;
}

/** What Node's types leave out. */
type FinishedTest = TestContext & { passed: boolean };

/** Chromium itself logs requests that fail or that a test aborts; the tests check how the interface handles them. */
const printedByBrowser =
  /^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_FAILED)/;

/**
 * The built server with an empty database, and a browser, for the tests of one file. `address` is where the browser
 * goes; by default the server's address.
 */
export async function startHarness(
  settings: Record<string, string> = {},
  address?: string,
  expectedWarning?: RegExp,
): Promise<Harness> {
  const dir = await mkdtemp(join(tmpdir(), 'quartermaster-e2e-'));
  const server = await startServer({ DATA_DIR: dir, LOG_LEVEL: 'info', ...settings });
  const url = address ?? server.url;
  const executablePath = process.env.CHROMIUM_PATH;
  assert.ok(executablePath, 'CHROMIUM_PATH is not set; run the tests with: npm test');
  const browser = await chromium.launch({
    executablePath,
    // Makes text render the same on every machine, and in the headless shell as in Chromium, which ignores hinting.
    args: [
      '--font-render-hinting=slight',
      '--disable-lcd-text',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
    ],
  });
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];

  afterEach(async (test) => {
    const { fullName, passed } = test as FinishedTest;
    const opened = contexts.splice(0);
    if (!passed) await keepEvidence(fullName, opened);
    // A route that still fetches would fail after the test, and with it the file.
    const pages = opened.flatMap((context) => context.pages());
    await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
    await Promise.all(opened.map((context) => context.close()));
    assert.deepEqual(complaints.splice(0), [], 'the browser complained');
  });
  after(async () => {
    await browser.close();
    assert.equal(await server.stop('SIGTERM'), 0);
    const warnings = server
      .output()
      .split('\n')
      .filter((line) => /"level":[456]0|Warning/.test(line) && !expectedWarning?.test(line));
    await rm(dir, { recursive: true, force: true });
    assert.deepEqual(warnings, [], 'the server logged a warning');
  });

  let operators = 0;
  const operator: Harness['operator'] = async (email = `operator-${(operators += 1)}@example.com`) => {
    const registered = await callServer<{ data: { tokens: { accessToken: string; refreshToken: string } } }>(
      url,
      'POST',
      '/auth/register',
      undefined,
      { email, password },
    );
    const { accessToken, refreshToken } = registered.body.data.tokens;
    return { email, accessToken, refreshToken, api: callAs(url, accessToken) };
  };

  const open: Harness['open'] = async (path, options = {}) => {
    const {
      as,
      viewport = desktop,
      hasTouch = false,
      theme = 'light',
      prepare,
      waitUntil = 'load',
    } = options;
    const context = await browser.newContext({
      viewport,
      hasTouch,
      colorScheme: theme,
      locale: 'en-US',
      timezoneId: 'Europe/Berlin',
      reducedMotion: 'reduce',
      acceptDownloads: true,
      permissions: ['clipboard-read', 'clipboard-write'],
      ...(as && {
        storageState: {
          cookies: [],
          origins: [
            {
              origin: url,
              localStorage: [
                { name: 'accessToken', value: as.accessToken },
                { name: 'refreshToken', value: as.refreshToken },
              ],
            },
          ],
        },
      }),
    });
    contexts.push(context);
    context.setDefaultTimeout(30_000);
    if (traces) await context.tracing.start({ snapshots: true });
    await context.addInitScript(() =>
      addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile }) =>
        console.error(`the content security policy was violated: ${violatedDirective} by ${sourceFile}`),
      ),
    );
    const page = await context.newPage();
    page.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type()) || printedByBrowser.test(message.text())) return;
      complaints.push(`${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
    await prepare?.(page);
    await page.goto(`${url}${path}`, { waitUntil });
    return page;
  };
  return { url, output: server.output, browser, operator, open };
}

/** Calls the API with a token and returns `data`; fails unless it succeeds. */
export const callAs =
  (url: string, token: string): Operator['api'] =>
  async <T>(method: string, path: string, body?: unknown) => {
    const answer = await callServer<{ data: T }>(url, method, path, token, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };

const standards: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** Rules that depend on colors. */
const colors: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/** Fails if the page as shown, or an element of it, violates WCAG 2.2 A or AA. */
export async function assertAccessible(
  page: Page,
  state: string,
  rules = standards,
  within = 'html',
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async ([options, selector]) => {
      const { axe: checker } = globalThis as unknown as { axe: typeof import('axe-core') };
      const found = await checker.run(selector, { ...options, resultTypes: ['violations'] });
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    },
    [rules, within] as const,
  );
  assert.deepEqual(violations, [], state);
}

/** Checks both themes, between which only colors differ; with `picture`, also saves a screenshot of each. */
export async function assertAccessibleInThemes(
  page: Page,
  state: string,
  picture?: string,
  within?: string,
): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    const rules = colorScheme === 'dark' ? colors : standards;
    await assertAccessible(page, `${state}, ${colorScheme}`, rules, within);
    if (picture !== undefined) await shot(page, `${picture}-${colorScheme}`);
  }
}

/** What tests leave behind; git ignores test-results/. */
const resultsDir = process.env.SCREENSHOTS ?? 'test-results';
/** `npm test -- PATTERN` sets it. */
const traces = process.env.TRACE === 'on';

/** Saves a screenshot. */
export async function shot(page: Page, name: string): Promise<void> {
  await mkdir(resultsDir, { recursive: true });
  await page.screenshot({ path: `${resultsDir}/${name}.png`, animations: 'disabled' });
}

/** Of a failed test: a picture of each page and, if asked for, a trace of each context (npx playwright show-trace FILE). */
async function keepEvidence(test: string, contexts: readonly BrowserContext[]): Promise<void> {
  const name = `failed-${test.replaceAll(/[^a-z0-9]+/gi, '-').slice(0, 100)}`;
  for (const [index, context] of contexts.entries()) {
    if (traces) await context.tracing.stop({ path: `${resultsDir}/${name}-${index}.zip` });
    for (const [at, page] of context.pages().entries())
      // A page that hangs must not hide the failure.
      await shot(page, `${name}-${index}-${at}`).catch((error: unknown) => console.log(error));
  }
}

/** The name and text of the file that `act` downloads. */
export async function downloaded(
  page: Page,
  act: () => Promise<unknown>,
): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const name = download.suggestedFilename();
  const content = Buffer.concat(chunks);
  const hasMark = content.subarray(0, 3).equals(Buffer.from('\ufeff'));
  assert.equal(hasMark, name.endsWith('.csv'), `the byte order mark of ${name}`);
  return { name, text: new TextDecoder().decode(content) };
}
