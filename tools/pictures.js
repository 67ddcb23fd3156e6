// `npm run pictures`: retakes the screenshots in docs/images from the demo.
import { join } from 'node:path';
import { startDemo } from './demo.js';
import { findChromium, install, load, main, root } from './setup.js';

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const folder = join(root, 'docs', 'images');

const dashboard = async (page) => {
  await page
    .getByRole('link', { name: /: \d+ domains/ })
    .first()
    .waitFor();
};
const domains = (page) => page.locator('[data-row]').nth(5).waitFor();
/** Presses a button and waits for a text in the dialog that it opens. */
const opened = (name, words) => async (page) => {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').getByText(words).first().waitFor();
};

/** File name, path, what to do before taking the screenshot, and viewing options. */
const pictures = [
  ['sign-in', '/login', () => undefined, { signedOut: true }],
  ['dashboard', '/', dashboard],
  ['dashboard-dark', '/', dashboard, { theme: 'dark' }],
  ['dashboard-phone', '/', dashboard, { viewport: phone }],
  ['domains', '/domains', domains],
  ['domains-dark', '/domains', domains, { theme: 'dark' }],
  ['domains-phone', '/domains', domains, { viewport: phone, theme: 'dark' }],
  ['domain-form', '/domains', opened(/^Edit velmora.example/, 'Update Domain')],
  ['connections', '/servers', opened(/^Connections of web-05-33/, 'Domains')],
  [
    'palette',
    '/domains',
    async (page) => {
      await domains(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('amberquay');
      await page
        .getByRole('option', { name: /amberquay.example/ })
        .first()
        .waitFor();
    },
    { theme: 'dark' },
  ],
];

async function take(
  browser,
  demo,
  [name, path, act, { viewport = desktop, theme = 'light', signedOut } = {}],
) {
  const context = await browser.newContext({
    viewport,
    colorScheme: theme,
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  if (!signedOut)
    await context.addInitScript((tokens) => {
      for (const [key, value] of Object.entries(tokens)) localStorage.setItem(key, value);
    }, demo.tokens);
  const page = await context.newPage();
  await page.goto(`${demo.url}${path}`, { waitUntil: 'networkidle' });
  await act(page);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
  await context.close();
  console.log(name);
}

await main(async () => {
  const executablePath = await findChromium(await install());
  const demo = await startDemo(0);
  const browser = await load('playwright-core', 'e2e').chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    for (const picture of pictures) await take(browser, demo, picture);
  } finally {
    await browser.close();
    await demo.stop();
  }
});
