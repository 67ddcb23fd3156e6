import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, desktop, phone, shot, startHarness } from './harness.ts';
import { clipboard, focused } from './list-steps.ts';
import { drawer, input, mailbox, palette, portfolio, secrets } from './portfolio-steps.ts';

const { open, operator, url } = await startHarness();

const option = (page: Page, name: string | RegExp) =>
  palette(page).getByRole('option', { name, ...(typeof name === 'string' && { exact: true }) });
const highlighted = (page: Page, name: string | RegExp) =>
  option(page, name).and(page.locator('[data-highlighted]')).waitFor();
const closed = (page: Page) => palette(page).waitFor({ state: 'detached' });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

async function summon(page: Page, typed = ''): Promise<void> {
  await page.locator('h1').waitFor();
  await page.keyboard.press('Control+k');
  await focused(page, input(page));
  if (typed !== '') await page.keyboard.type(typed);
}

/** Runs an action of the record with this name. */
async function act(page: Page, record: string, action: string, key = 'ArrowRight'): Promise<void> {
  await summon(page, record);
  await highlighted(page, new RegExp(`^${record}`));
  await page.keyboard.press(key);
  await option(page, action).waitFor();
  await page.keyboard.type(action);
  await highlighted(page, action);
  await page.keyboard.press('Enter');
  await closed(page);
}

describe('command palette', () => {
  test('opens pages and runs actions by keyboard alone', async () => {
    const page = await open('/', { as: await operator() });
    await heading(page, 'Dashboard');
    await summon(page, 'serv');
    await highlighted(page, 'Servers');
    await page.keyboard.press('Enter');
    await heading(page, 'Servers');
    await closed(page);
    await page.locator('main:focus').waitFor();

    await summon(page, 'add em');
    await highlighted(page, 'Add Email Account');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Add Email Account' }).waitFor();
    await page.locator('input[name=email]:focus').waitFor();
    await page.keyboard.press('Escape');

    await summon(page, 'check exp');
    await highlighted(page, 'Check Expiration');
    await page.keyboard.press('Enter');
    await page.getByText('All domain statuses are up to date').waitFor();
    await summon(page, 'dark');
    await highlighted(page, 'Use dark theme');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Use light theme' }).waitFor();
    await summon(page, 'keyboard');
    await highlighted(page, 'Keyboard shortcuts');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await summon(page, 'log');
    await highlighted(page, 'Logout');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${url}/login`);
  });

  test('finds pages and sections by other words, and More has the pages without a link', async () => {
    const page = await open('/nowhere/at/all', { as: await operator() });
    await page.getByText('This page does not exist').waitFor();
    assert.equal(page.url(), `${url}/`);
    await assertAccessible(page, 'an unknown address');
    await page.reload();
    await page.getByRole('region', { name: 'To do' }).waitFor();
    assert.equal(await page.getByText('This page does not exist').count(), 0, 'it is said once');
    await page.goto(`${url}/nowhere`);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('This page does not exist').waitFor({ state: 'detached' });
    await summon(page, 'audit');
    await highlighted(page, 'Audit in Settings');
    await page.keyboard.press('Enter');
    await page.waitForURL(/settings\?section=audit$/);
    await summon(page, 'ics');
    await option(page, 'Notifications in Account').waitFor();
    await shot(page, 'palette-related');
    await page.keyboard.press('Escape');
    await closed(page);
    const more = page.getByRole('button', { name: 'More', exact: true });
    await more.click();
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('list').getByRole('link');
    assert.deepEqual(await links.allInnerTexts(), ['Alerts', 'Changes', 'Map', 'Import', 'History', 'Trash']);
    await shot(page, 'more');
    await links.filter({ hasText: 'Map' }).click();
    await heading(page, 'Map');
    await page.setViewportSize({ width: 768, height: 900 });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('link', { name: 'Trash' }).click();
    await heading(page, 'Trash');
  });

  test('keys typed while its code loads go to the palette, not to the page', async () => {
    const page = await open('/domains', { as: await operator() });
    await page.getByText('No domains found').waitFor();
    const held = Promise.withResolvers<undefined>();
    await page.route(/palette/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('next');
    for (const key of ['Backspace', 'Backspace', 'w', ' ', 'Enter']) await page.keyboard.press(key);
    held.resolve(undefined);
    await focused(page, input(page));
    await page.keyboard.type('x');
    assert.equal(await input(page).inputValue(), 'new x');
    await page.keyboard.press('Escape');
    await closed(page);
    assert.equal(await page.getByRole('dialog').count(), 0, 'no form has opened');
    await page.keyboard.press('n');
    await page.getByRole('dialog', { name: 'Add Domain' }).waitFor();
  });

  test('opens and closes by its shortcut and its button, and returns the focus', async () => {
    const page = await open('/domains', { as: await operator() });
    const search = page.getByRole('searchbox');
    await search.focus();
    await summon(page);
    await page.keyboard.press('Control+k');
    await closed(page);
    await focused(page, search);
    const button = page.getByRole('banner').getByRole('button', { name: 'Search or run a command' });
    await button.click();
    await focused(page, input(page));
    await page.keyboard.press('Escape');
    await closed(page);
    await focused(page, button);
  });

  test('opens a record on its page, also from a page with an open form', async () => {
    const someone = await operator();
    await portfolio(someone);
    const page = await open('/', { as: someone });
    await summon(page, 'ops@');
    await highlighted(page, mailbox);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: mailbox }).waitFor();
    assert.match(page.url(), /\/emails\/[0-9a-f-]{36}$/);
    await page.keyboard.press('e');
    await page.getByRole('dialog', { name: 'Edit Email Account' }).waitFor();
    await page.locator('input[name=email]:focus').waitFor();

    // Above the form: Escape closes only the palette.
    await summon(page, 'shop.ex');
    await highlighted(page, /^shop\.example/);
    await page.keyboard.press('Escape');
    await closed(page);
    await page.getByRole('dialog', { name: 'Edit Email Account' }).waitFor();
    await summon(page, 'shop.ex');
    await highlighted(page, /^shop\.example/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'shop.example' }).waitFor();
    await summon(page, 'Porkbun');
    await highlighted(page, /^Porkbun/);
    await page.keyboard.press('Enter');
    await heading(page, 'Porkbun');
    // Nobody changes a global type here.
    await page.getByText('Global', { exact: true }).first().waitFor();
    assert.equal(await page.getByRole('link', { name: 'Edit' }).count(), 0);
  });

  test('Enter before the results arrive opens the first one', async () => {
    const someone = await operator();
    await portfolio(someone);
    const page = await open('/', { as: someone });
    await summon(page, 'shop');
    await highlighted(page, /^shop\.example/);
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/search?q=Web*', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await input(page).fill('Web 1');
    await page.keyboard.press('Enter');
    await option(page, /^shop\.example/).waitFor();
    answer.resolve();
    await heading(page, 'Web 1');
  });

  test('copies from a record, opens it and follows its references', async () => {
    const someone = await operator();
    const ids = await portfolio(someone);
    const page = await open('/', { as: someone });
    await act(page, mailbox, 'Copy password');
    await page.getByText('Password copied').waitFor();
    assert.equal(await clipboard(page), secrets.mailbox);
    await act(page, 'Exit 1', 'Copy password', 'Tab');
    await page.getByText('Password copied').nth(1).waitFor();
    assert.equal(await clipboard(page), secrets.proxy);
    await act(page, 'Web 1', 'Copy SSH command of deploy', 'Control+Enter');
    await page.getByText('SSH command of deploy copied').waitFor();
    assert.equal(await clipboard(page), 'ssh deploy@203.0.113.10');
    await act(page, 'Web 1', 'Copy password of deploy');
    await page.getByText('Password of deploy copied').waitFor();
    assert.equal(await clipboard(page), secrets.server);
    await act(page, 'Web 1', 'Copy IP');
    await page.getByText('IP copied', { exact: true }).first().waitFor();
    assert.equal(await clipboard(page), '203.0.113.10');
    await summon(page, 'Web 1 pass');
    await highlighted(page, 'Copy password of deploy');
    await page.keyboard.press('Enter');
    await page.getByText('Password of deploy copied').nth(1).waitFor();
    await summon(page, 'ssh web 1');
    await highlighted(page, 'Copy SSH command of deploy');
    await page.keyboard.press('Escape');
    await closed(page);
    await act(page, 'shop.example', 'Copy name');
    await page.getByText('Name copied').waitFor();
    assert.equal(await clipboard(page), 'shop.example');
    assert.equal(await page.getByText(secrets.mailbox).count(), 0);

    await act(page, 'Web 1', 'Connections');
    await drawer(page).getByRole('heading', { level: 2, name: 'Web 1' }).waitFor();
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'detached' });

    const target = 'https://panel.example.com/';
    await page.context().route(target, (route) => route.fulfill({ contentType: 'text/html', body: 'panel' }));
    const [panel] = await Promise.all([
      page.context().waitForEvent('page'),
      act(page, 'Web 1', 'Open panel'),
    ]);
    await panel.waitForURL(target);
    assert.equal(await panel.evaluate('window.opener === null && document.referrer === ""'), true);
    await panel.close();

    await someone.api('PUT', `/servers/${ids.servers}`, { ip: null });
    await act(page, 'Web 1', 'Copy SSH command of deploy');
    await page.getByText('That server has no IP address yet').waitFor();
    await summon(page, mailbox);
    await option(page, /^ops@example/)
      .first()
      .waitFor();
    await palette(page).locator('[data-tip="More actions"]').first().click();
    await option(page, 'Open login page').waitFor();
    await palette(page).getByRole('button', { name: 'Back' }).click();
    await highlighted(page, mailbox);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await highlighted(page, mailbox);
    assert.equal(await input(page).inputValue(), mailbox);
  });

  test('shows all matches in their list, and filters by a tag', async () => {
    const someone = await operator();
    const ids = await portfolio(someone, ['shop.example', 'workshop.example', 'other.example']);
    const tags = [{ type: 'client', value: 'acme' }];
    await someone.api('PUT', `/domains/${ids.domains}`, { tags });
    const page = await open('/', { as: someone });
    await summon(page, 'shop');
    await option(page, 'Show all 2 in Domains').click();
    await heading(page, 'Domains');
    assert.equal(new URL(page.url()).searchParams.get('search'), 'shop');
    await page.getByText('workshop.example').first().waitFor();
    assert.equal(await page.locator('[data-row]').count(), 2);
    await summon(page, 'acme');
    await highlighted(page, 'Filter by client: acme');
    await page.keyboard.press('Enter');
    await page.waitForURL((address) => address.searchParams.get('tags') === 'client:acme');
    await page.getByRole('searchbox').and(page.locator('[value=""]')).waitFor();
    await page.waitForFunction(() => document.querySelectorAll('[data-row]').length === 1);
  });

  test('names are rendered as text, with the match highlighted', async () => {
    const someone = await operator();
    const ids = await portfolio(someone, ['xn--mnchen-3ya.de']);
    const hostile = '<img src=x onerror=alert(1)><b>Web</b>';
    await someone.api('PUT', `/servers/${ids.servers}`, { name: hostile });
    const page = await open('/', { as: someone });
    await summon(page, '<b>web');
    await highlighted(page, /onerror/);
    assert.equal(await palette(page).locator('mark').first().textContent(), '<b>Web');
    assert.equal(await palette(page).locator('img, b').count(), 0);
    await page.keyboard.press('ArrowRight');
    await palette(page).getByText(hostile).waitFor();
    assert.equal(await palette(page).locator('img, b').count(), 0);
    await page.keyboard.press('Escape');
    await input(page).fill('münch');
    await highlighted(page, /^münchen\.de/);
  });

  test('reports no results, a failure and an unreachable server', async () => {
    const someone = await operator();
    const page = await open('/', { as: someone });
    await summon(page, 'nothing like it');
    await palette(page).getByRole('status').getByText('Nothing found for “nothing like it”').waitFor();
    await page.route('**/api/search?*', (route) =>
      route.fulfill({ status: 429, json: { error: { message: 'Too many at once', code: 'RATE_LIMITED' } } }),
    );
    await input(page).fill('dom');
    await palette(page).getByRole('alert').getByText('Too many at once').waitFor();
    await option(page, 'Domains').waitFor();
    await assertAccessible(page, 'failed');
    await page.unroute('**/api/search?*');
    await palette(page).getByRole('button', { name: 'Try Again' }).click();
    await palette(page).getByRole('alert').waitFor({ state: 'detached' });
    await palette(page)
      .getByRole('status')
      .getByText(/^\d+ results$/)
      .waitFor();
  });

  for (const [size, viewport] of Object.entries({ desktop, phone }))
    test(`is accessible: ${size}`, async () => {
      const someone = await operator();
      await portfolio(someone, ['shop.example', 'workshop.example']);
      const page = await open('/domains', { as: someone, viewport });
      if (viewport === phone) {
        await page.getByRole('button', { name: 'Open menu' }).click();
        await page.getByRole('navigation').getByRole('button', { name: 'Search or run a command' }).click();
      } else await summon(page);
      await option(page, 'Dashboard').waitFor();
      await assertAccessible(page, 'nothing typed');
      await input(page).fill('shop');
      await option(page, /^shop\.example/).waitFor();
      await palette(page)
        .getByRole('status')
        .getByText(/results/)
        .waitFor();
      await assertAccessible(page, 'found');
      await shot(page, `palette-${size}`);
      await palette(page).locator('[data-tip="More actions"]').first().click();
      await option(page, 'Open website').waitFor();
      await assertAccessible(page, 'actions');
      await shot(page, `palette-actions-${size}`);
      await palette(page).getByRole('button', { name: 'Back' }).click();
      await input(page).fill('nothing like it');
      await palette(page).getByText('Nothing found for').waitFor();
      await assertAccessible(page, 'nothing found');
      assert.ok(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'));
      if (viewport === phone) await palette(page).getByRole('button', { name: 'Close' }).click();
      else await page.keyboard.press('Escape');
      await closed(page);
    });
});
