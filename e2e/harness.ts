import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type TestContext, after, afterEach } from 'node:test';
import type { RunOptions } from 'axe-core';
import { type BrowserContext, type Page, chromium } from 'playwright-core';
import { type ServerProcess, callServer, startServer } from '../server/test/server-process.ts';
import { shared } from './shared.ts';

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
  /** Whether the page loads the code of others while it is idle, which costs as much as the page itself. */
  loadsAhead?: boolean;
}

export interface Harness {
  url: string;
  /** The server's output. */
  output: () => string;
  /** Registers a new operator; the first one of a server of its own is its administrator. */
  operator: (email?: string) => Promise<Operator>;
  /** Opens a page in a new browser context; the test fails if its console shows an error or a warning. */
  open: (path: string, options?: OpenOptions) => Promise<Page>;
}

interface OwnServer {
  settings?: Record<string, string>;
  /** Where the browser goes, if not to the server's address. */
  address?: string;
  expectedWarning?: RegExp;
}

/** What Node's types leave out. */
type FinishedTest = TestContext & { passed: boolean };

/** Chromium itself logs requests that fail or that a test aborts; the tests check how the interface handles them. */
const printedByBrowser =
  /^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_FAILED)/;

const sharedBrowser = shared(
  () => {
    const executablePath = process.env.CHROMIUM_PATH;
    assert.ok(executablePath, 'CHROMIUM_PATH is not set; run the tests with: npm test');
    return chromium.launch({
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
  },
  (browser) => browser.close(),
);

interface Installation extends ServerProcess {
  /** The headers of the next registration: the server limits how many may come from one address. */
  registers: () => Record<string, string>;
  end: () => Promise<void>;
}

/** The built server with an empty database. */
async function startInstallation(settings: Record<string, string>): Promise<Installation> {
  const dir = await mkdtemp(join(tmpdir(), 'quartermaster-e2e-'));
  const server = await startServer({ DATA_DIR: dir, LOG_LEVEL: 'info', ...settings });
  const end = async () => {
    assert.equal(await server.stop('SIGTERM'), 0);
    await rm(dir, { recursive: true, force: true });
  };
  return { ...server, registers: () => ({}), end };
}

/** Its administrator is nobody's operator, whichever file comes first. */
const sharedInstallation = shared(
  async () => {
    const installation = await startInstallation({ TRUST_PROXY: 'loopback' });
    await register(installation, 'administrator@example.com');
    let clients = 0;
    const registers = () => ({ 'x-forwarded-for': `2001:db8:${(clients += 1).toString(16)}::1` });
    return { ...installation, registers };
  },
  ({ end }) => end(),
);

async function register({ url, registers }: Installation, email: string) {
  const response = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...registers() },
    body: JSON.stringify({ email, password }),
  });
  assert.equal(response.status, 201, email);
  type Registered = { data: { tokens: { accessToken: string; refreshToken: string } } };
  return ((await response.json()) as Registered).data.tokens;
}

let operators = 0;

/**
 * A server and a browser for the tests of one file: the browser that all files of the process share, and the server that
 * they share unless the file describes one of its own.
 */
export async function startHarness(own?: OwnServer): Promise<Harness> {
  const browser = await sharedBrowser.use();
  const installation = own ? await startInstallation(own.settings ?? {}) : await sharedInstallation.use();
  const url = own?.address ?? installation.url;
  const printedBefore = installation.output().length;
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
    if (own) await installation.end();
    const warnings = installation
      .output()
      .slice(printedBefore)
      .split('\n')
      .filter((line) => /"level":[456]0|Warning/.test(line) && !own?.expectedWarning?.test(line));
    sharedBrowser.release();
    sharedInstallation.release();
    assert.deepEqual(warnings, [], 'the server logged a warning');
  });

  const operator: Harness['operator'] = async (email = `operator-${(operators += 1)}@example.com`) => {
    const { accessToken, refreshToken } = await register(installation, email);
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
      loadsAhead = false,
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
    if (!loadsAhead) await context.addInitScript(() => (window.requestIdleCallback = () => 0));
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
  return { url, output: installation.output, operator, open };
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

const axeSource = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Fails if the page as shown, or an element of it, violates WCAG 2.2 A or AA. */
export async function assertAccessible(
  page: Page,
  state: string,
  within = 'html',
  rules = standards,
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await axeSource);
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

/** Checks both themes, between which only colors differ. */
export async function assertAccessibleInThemes(page: Page, state: string, within?: string): Promise<void> {
  await assertAccessible(page, state, within);
  await page.emulateMedia({ colorScheme: 'dark' });
  await assertAccessible(page, `${state}, dark`, within, colors);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** What failed tests leave behind, and all tests if it is set; git ignores test-results/. */
const resultsDir = process.env.SCREENSHOTS ?? 'test-results';
/** `npm test -- PATTERN` sets it. */
const traces = process.env.TRACE === 'on';

/** Saves a screenshot for people to look at, if they asked for some. */
export async function shot(page: Page, name: string): Promise<void> {
  if (process.env.SCREENSHOTS !== undefined) await savePicture(page, name);
}

async function savePicture(page: Page, name: string): Promise<void> {
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
      await savePicture(page, `${name}-${index}-${at}`).catch((error: unknown) => console.log(error));
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
