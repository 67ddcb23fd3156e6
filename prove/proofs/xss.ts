import assert from 'node:assert/strict';
import { type Page, chromium } from 'playwright-core';
import { fixtures } from '../../server/test/fixtures/all.ts';
import { type Body, createFrom, validBody } from '../../server/test/records.ts';
import type { Client } from '../../server/test/test-app.ts';
import { registerOperator } from '../operator.ts';
import { payloads } from '../payloads.ts';
import type { Proof } from '../proof.ts';

/** Replaces every string in a value with the payload. */
function filled(value: unknown, payload: string): unknown {
  if (typeof value === 'string') return payload;
  if (Array.isArray(value)) return value.map((item: unknown) => filled(item, payload));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner, payload)]));
}

/** Stores the payload in every text field that accepts it; returns how many did. */
async function plant(operator: Client, area: string, payload: string, count: number): Promise<number> {
  const { crud, needs, may } = fixtures[area] ?? {};
  const valid = await validBody(operator, area);
  const references = new Set([...Object.keys(needs ?? {}), ...Object.keys(may ?? {})]);
  const body: Body = Object.fromEntries(
    Object.entries(valid).map(([key, value]) => [key, references.has(key) ? value : filled(value, payload)]),
  );
  // Keep names unique.
  if (typeof body.name === 'string') body.name = `${payload}${count}`.slice(0, 100);
  for (let round = 0; round < 6; round += 1) {
    const answer = await operator.call<{ error?: { details?: { fields?: Record<string, string> } } }>(
      'POST',
      crud?.path ?? '',
      body,
    );
    if (answer.status === 201) return Object.keys(body).filter((key) => body[key] !== valid[key]).length;
    const refused = Object.keys(answer.body.error?.details?.fields ?? {}).map(
      (path) => path.split('.')[0] ?? '',
    );
    assert.ok(answer.status < 500 && refused.length > 0, `${area}: ${answer.text}`);
    for (const field of refused) body[field] = valid[field];
  }
  await createFrom(operator, area, valid);
  return 0;
}

interface Watch {
  hits: () => number;
  check: (where: string) => Promise<void>;
}

/** Collects whatever must not happen on the page; `check` also inspects every link. */
async function watched(page: Page, origin: string): Promise<Watch> {
  const found: string[] = [];
  await page.exposeFunction('hit', () => found.push('a payload ran'));
  await page.exposeFunction('report', (text: string) => found.push(`policy report: ${text}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      (window as unknown as { report: (text: string) => void }).report(`${violatedDirective} ${blockedURI}`);
    });
  });
  page.on('dialog', (dialog) => {
    found.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(blob|data):/.test(url)) found.push(`a request to ${url}`);
  });
  page.on('popup', (popup) => found.push(`a window: ${popup.url()}`));
  const check = async (where: string) => {
    const links = await page.$$eval('a[href], area[href], form[action], iframe, object, embed, base', (all) =>
      all.map((element) => element.getAttribute('href') ?? element.getAttribute('action') ?? element.tagName),
    );
    const bad = links.filter((href) => !/^(https?:\/\/|\/|#|\?)/.test(href) && !/^[\w./-]+$/.test(href));
    assert.deepEqual(bad, [], `links in ${where}`);
    assert.deepEqual(found, [], where);
  };
  return { hits: () => found.length, check };
}

/** Opens the connections, the deletion and the form of some rows. */
async function openAll(page: Page, area: string, rows: readonly number[], { check }: Watch): Promise<number> {
  let opened = 0;
  const close = async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor({ state: 'detached' });
  };
  for (const row of rows) {
    for (const [verb, role] of [
      ['Connections of', 'dialog'],
      ['Delete', 'alertdialog'],
    ] as const) {
      const button = page.getByRole('button', { name: new RegExp(`^${verb} `) }).nth(row);
      if ((await button.getAttribute('aria-disabled')) === 'true') continue;
      await button.click();
      await page.getByRole(role).first().waitFor();
      await check(`${verb} in ${area}`);
      opened += 1;
      await close();
    }
    const edit = page.getByRole('button', { name: /^Edit / }).nth(row);
    if ((await edit.getAttribute('aria-disabled')) === 'true') continue;
    await edit.click();
    await page.getByRole('button', { name: 'Cancel' }).first().waitFor();
    await check(`the form of ${area}`);
    opened += 1;
    await page.getByRole('button', { name: 'Cancel' }).last().click();
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .waitFor();
  }
  return opened;
}

export const xss: Proof = {
  name: 'xss',
  promise: 'Stored or linked text never runs, loads or links anything in the interface.',
  seconds: 240,
  quick: false,
  run: async (context) => {
    const server = await context.start(await context.store('sqlite'));
    const operator = await registerOperator(server.url, 'op@example.com');
    let fields = 0;
    for (const area of Object.keys(fixtures))
      for (const [index, payload] of payloads.entries())
        fields += await plant(operator, area, payload, index);

    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    });
    context.defer(() => browser.close());
    const browserContext = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    });
    await browserContext.addInitScript(
      ([accessToken, refreshToken]) => {
        localStorage.setItem('accessToken', accessToken ?? '');
        localStorage.setItem('refreshToken', refreshToken ?? '');
      },
      [operator.token, operator.refreshToken],
    );
    const page = await browserContext.newPage();
    page.setDefaultTimeout(15_000);
    const watch = await watched(page, server.url);
    let opened = 0;

    await page.goto(server.url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await watch.check('the dashboard');
    for (const area of Object.keys(fixtures)) {
      await page.goto(`${server.url}/${area}?search=%3C`);
      await page.goto(`${server.url}/${area}`);
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .waitFor();
      await watch.check(`the list of ${area}`);
      // Scroll to the end and back, so that every row is rendered.
      await page.keyboard.press('End');
      await watch.check(`the end of ${area}`);
      await page.keyboard.press('Home');
      const shown = await page.getByRole('button', { name: /^Edit / }).count();
      const rows = Array.from({ length: 3 }, () => context.between(0, Math.min(shown, 12) - 1));
      opened += await openAll(page, area, rows, watch);
      for (const menu of await page.getByRole('search').getByRole('combobox').all()) {
        await menu.click();
        await watch.check(`a menu of ${area}`);
        opened += 1;
        await page.keyboard.press('Escape');
      }
      for (const payload of payloads.filter(() => context.random() < 0.15)) {
        const text = encodeURIComponent(payload);
        await page.goto(
          `${server.url}/${area}?q=${text}&tags=${text}&form=${text}&relatedTo=${text}&sort=${text}`,
        );
        await page.getByRole('heading', { level: 1 }).waitFor();
        await watch.check(`the address of ${area} with ${payload}`);
        opened += 1;
      }
    }
    await page.keyboard.press('ControlOrMeta+k');
    const palette = page.getByRole('dialog').getByRole('combobox');
    await palette.waitFor();
    for (const word of ['<script', '<img', '<svg', 'javascript', 'onerror']) {
      await palette.fill(word);
      await page.getByRole('option').first().waitFor();
      await watch.check(`the palette with ${word}`);
      opened += 1;
    }
    return `0 executions, policy reports and foreign requests: ${payloads.length} payloads in ${fields} fields, ${opened} forms, dialogs, menus and addresses opened`;
  },
};
