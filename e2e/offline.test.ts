import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { button, row, seeded } from './domain-steps.ts';
import { assertAccessible, startHarness } from './harness.ts';

const { open, operator, url } = await startHarness();

type Away = 'no' | 'refusing' | 'hanging';

/** Can block the API and the code of some parts. */
async function network(page: Page, code: RegExp) {
  const state = { code: 'refusing' as Away, api: 'no' as Away };
  const through = (kind: keyof typeof state) => async (route: Route) => {
    if (state[kind] === 'refusing') await route.abort();
    else if (state[kind] === 'no') await route.continue();
  };
  await page.route(code, through('code'));
  await page.route('**/api/**', through('api'));
  return {
    be: (away: Away) => Object.assign(state, { code: away, api: away }),
  };
}

const link = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });
const offline = (page: Page) => page.getByRole('status').filter({ hasText: "The server can't be reached." });
const crashed = (page: Page) => page.getByText('This page could not be shown');

describe('without a server', () => {
  test('rows stay; a dialog, a deletion and a page report it and can be retried', async () => {
    const { someone } = await seeded(await operator(), { domain: 'one.example' });
    let server: Awaited<ReturnType<typeof network>> | undefined;
    const page = await open('/domains', {
      loadsAhead: true,
      as: someone,
      prepare: async (fresh) => {
        server = await network(fresh, /(delete-dialog|servers-page)-/);
      },
    });
    const remove = row(page, 'one.example').getByRole('button', { name: /^Delete/ });
    await remove.waitFor();
    server?.be('refusing');
    await remove.click();
    const notice = page.getByRole('alert').filter({ hasText: 'This could not be opened.' });
    await notice.waitFor();
    await offline(page).waitFor();
    await assertAccessible(page, 'a dialog without its code');
    await row(page, 'one.example').waitFor();
    server?.be('no');
    await notice.getByRole('button', { name: 'Try Again' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.waitFor();

    server?.be('refusing');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Failed to delete domain').waitFor();
    await row(page, 'one.example').waitFor();

    await link(page, 'Servers').click();
    await crashed(page).waitFor();
    await page.getByRole('heading', { name: 'Servers' }).waitFor();
    await offline(page).waitFor();
    await assertAccessible(page, 'a page without its code');
    await button(page, 'Try Again').click();
    await crashed(page).waitFor();
    server?.be('no');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await button(page, 'Create your first server').waitFor();
    assert.equal(page.url(), `${url}/servers`);

    await link(page, 'Domains').click();
    await remove.click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No domains found').waitFor();
  });

  test('a server that hangs is noticed after ten seconds, on loaded pages and on others', async () => {
    const { someone } = await seeded(await operator(), { domain: 'one.example' });
    let server: Awaited<ReturnType<typeof network>> | undefined;
    const page = await open('/domains', {
      loadsAhead: true,
      as: someone,
      prepare: async (fresh) => {
        server = await network(fresh, /proxies-page-/);
      },
    });
    await row(page, 'one.example').waitFor();
    await page.clock.install();
    server?.be('hanging');
    await page.getByRole('columnheader', { name: 'Domain' }).getByRole('button').click();
    await page.clock.fastForward(10_000);
    await offline(page).waitFor();
    await row(page, 'one.example').waitFor();
    await button(page, 'Accounts').click();
    await link(page, 'Proxy').click();
    await page.getByText('Proxy Servers').waitFor();
    await page.clock.fastForward(10_000);
    await crashed(page).waitFor();
    await offline(page).waitFor();
  });

  test('replaced code makes the page reload', async () => {
    let requests = 0;
    const page = await open('/domains', {
      loadsAhead: true,
      as: await operator(),
      prepare: (fresh) =>
        fresh.route(/cdn-page-/, (route) =>
          (requests += 1) <= 2 ? route.fulfill({ status: 404, body: '' }) : route.continue(),
        ),
    });
    await page.getByText('No domains found').waitFor();
    await page.waitForRequest(/cdn-page-/);
    await link(page, 'CDN').click();
    await page.getByRole('heading', { name: 'CDN Accounts' }).waitFor();
  });
});

describe('while code loads', () => {
  test('index.html shows the header and a list, or a form where a sign-in is needed', async () => {
    const held = Promise.withResolvers<undefined>();
    const hold = (page: Page) =>
      page.route('**/assets/*.js', async (route) => {
        await held.promise;
        await route.continue();
      });
    const [page, other] = await Promise.all([
      open('/domains', { as: await operator(), prepare: hold, waitUntil: 'commit' }),
      open('/domains', { prepare: hold, waitUntil: 'commit' }),
    ]);
    await page.locator('#root > .frame').getByText('Quartermaster').waitFor();
    await other.locator('#root > .frame-form').waitFor();
    assert.ok(!(await page.locator('#root > .frame-form').isVisible()));
    assert.ok(!(await other.locator('#root > .frame').isVisible()));
    held.resolve(undefined);
    await page.getByText('No domains found').waitFor();
    assert.equal(await page.locator('.frame').count(), 0);
    await other.getByRole('heading', { name: 'Sign in to Quartermaster' }).waitFor();
    assert.equal(await other.locator('.frame-form').count(), 0);
  });

  test('the sign-in form waits for no answer of the server', async () => {
    const page = await open('/login', { prepare: (slow) => slow.route('**/api/**', () => undefined) });
    await page.getByLabel('Password', { exact: true }).fill('Correct-Horse-1');
  });

  test('a page appears at once, with its title, before its code has loaded', async () => {
    const held = Promise.withResolvers<undefined>();
    const page = await open('/domains', {
      as: await operator(),
      prepare: (fresh) =>
        fresh.route(/servers-page-/, async (route) => {
          await held.promise;
          await route.continue();
        }),
    });
    await page.getByText('No domains found').waitFor();
    await link(page, 'Servers').click();
    const waiting = page.getByRole('main').getByText('Loading Servers');
    await waiting.waitFor();
    held.resolve(undefined);
    await page.getByRole('heading', { name: 'Servers' }).waitFor();
    // The waiting page has a heading too.
    await waiting.waitFor({ state: 'detached' });
  });
});
