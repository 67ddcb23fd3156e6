// `npm run pictures -- NAME…`: retakes the screenshots in docs/images from the demo, by default all.
import { join } from 'node:path';
import { startDemo } from './demo.js';
import { findChromium, install, load, main, root } from './setup.js';

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const folder = join(root, 'docs', 'images');

const dashboard = async (page) => {
  await page.getByRole('region', { name: 'To renew' }).waitFor();
  await page
    .getByRole('link', { name: /: \d+ domains/ })
    .first()
    .waitFor();
};
/** Waits for some rows of a list. */
const rows = (page) => page.locator('[data-row]').nth(5).waitFor();
/** Presses a button and waits for a text in the dialog that it opens. */
const opened = (name, words) => async (page) => {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').getByText(words).first().waitFor();
};

/** Opens a record by its name in a list. */
const shownRecord = (name) => async (page) => {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').getByRole('region', { name: 'Details' }).waitFor();
};
/** Waits for a picture of what is connected. */
const drawnNode = (page) => page.locator('[data-node]').first().waitFor();
const connectedPicture = (name) => async (page) => {
  await shownRecord(name)(page);
  await page.getByRole('link', { name: 'Open as a page' }).click();
  await page.getByRole('link', { name: 'Depends on it' }).click();
  await drawnNode(page);
};

/** Waits for a line of a list. */
const listed = (words) => (page) => page.getByRole('listitem').filter({ hasText: words }).first().waitFor();

/** File name, path, what to do before taking the screenshot, and viewing options. */
const pictures = [
  ['dashboard', '/', dashboard],
  ['dashboard-dark', '/', dashboard, { theme: 'dark' }],
  ['dashboard-phone', '/', dashboard, { viewport: phone }],
  ['domains', '/domains', rows],
  ['domains-dark', '/domains', rows, { theme: 'dark' }],
  ['domains-phone', '/domains', rows, { viewport: phone, theme: 'dark' }],
  ['domain-form', '/domains', opened(/^Edit velmora.example/, 'Update Domain')],
  ['connections', '/servers', opened(/^Connections of web-05-33/, 'Domains')],
  [
    'palette',
    '/domains',
    async (page) => {
      await rows(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('amberquay');
      await page
        .getByRole('option', { name: /amberquay.example/ })
        .first()
        .waitFor();
    },
    { theme: 'dark' },
  ],
  ['record', '/servers?search=web-05-33', shownRecord('web-05-33')],
  ['record-phone', '/servers?search=web-05-33', shownRecord('web-05-33'), { viewport: phone, theme: 'dark' }],
  ['picture', '/emails?search=domains%40amberquay', connectedPicture('domains@amberquay.example')],
  ['map', '/map', drawnNode, { theme: 'dark' }],
  ['expirations', '/expirations', rows],
  ['alerts', '/alerts', rows, { theme: 'dark' }],
  ['members', '/settings?section=members', listed('ines@harbor.example')],
  ['leaver', (people) => `/settings?section=rotation&person=${people.left}`, listed('Copied')],
];

async function call(demo, method, path, body, token = demo.tokens.accessToken) {
  const response = await fetch(`${demo.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { data } = await response.json();
  if (!data) throw new Error(`${method} ${path} was answered with ${response.status}`);
  return data;
}

/** Invites a person, who registers. */
async function admit(demo, email, name, rights) {
  const { url } = await call(demo, 'POST', '/invitations', { email, ...rights });
  const { user, tokens } = await call(demo, 'POST', '/auth/register', {
    email,
    password: demo.password,
    invitation: url.split('token=')[1],
  });
  await call(demo, 'PUT', '/auth/me', { name }, tokens.accessToken);
  return { id: user.id, token: tokens.accessToken };
}

/** People who work in the demo's workspace, and one who copied some passwords and left. */
async function withPeople(demo) {
  await admit(demo, 'ines@harbor.example', 'Ines Okafor', { role: 'ADMIN' });
  await admit(demo, 'tomas@harbor.example', 'Tomas Lind', { role: 'EDITOR', secrets: true });
  const { id, token } = await admit(demo, 'mara@studio.example', 'Mara Voss', {
    role: 'EDITOR',
    secrets: true,
  });
  const { emailAccounts } = await call(demo, 'GET', '/emails?limit=4&secrets=omit');
  for (const { id: email } of emailAccounts)
    await call(demo, 'POST', `/emails/${email}/reveal`, { field: 'password', via: 'copy' }, token);
  await call(demo, 'PUT', `/emails/${emailAccounts[1].id}`, { password: 'another one' });
  await call(demo, 'DELETE', `/members/${id}`);
  await admit(demo, 'client@amberquay.example', 'Amber Quay', {
    role: 'VIEWER',
    scope: [{ type: 'client', value: 'amberquay' }],
  });
  return { left: id };
}

async function take(browser, demo, people, [name, path, act, { viewport = desktop, theme = 'light' } = {}]) {
  const context = await browser.newContext({
    viewport,
    colorScheme: theme,
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  await context.addInitScript((tokens) => {
    for (const [key, value] of Object.entries(tokens)) localStorage.setItem(key, value);
  }, demo.tokens);
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  await page.goto(`${demo.url}${typeof path === 'string' ? path : path(people)}`, {
    waitUntil: 'networkidle',
  });
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
    const people = await withPeople(demo);
    const names = process.argv.slice(2);
    for (const picture of pictures)
      if (names.length === 0 || names.includes(picture[0])) await take(browser, demo, people, picture);
  } finally {
    await browser.close();
    await demo.stop();
  }
});
