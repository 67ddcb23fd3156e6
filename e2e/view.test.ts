import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { button, count, row, seeded, withAccount } from './domain-steps.ts';
import { assertAccessible, desktop, downloaded, phone, shot, startHarness } from './harness.ts';
import { act, allBox, bar, clipboard, focused } from './list-steps.ts';

const { open, operator } = await startHarness();

const view = (page: Page) => button(page, 'View');
const option = (page: Page, role: 'radio' | 'checkbox', name: string) =>
  page.getByRole(role, { name, exact: true });
const heightOf = async (page: Page, name: string) => (await row(page, name).boundingBox())?.height;
const headers = (page: Page) => page.getByRole('columnheader').allTextContents();

describe('view options of a list', () => {
  test('the density applies to every page and is stored', async () => {
    const { someone } = await seeded(await operator(), {
      domain: 'one.example',
      expirationDate: '2030-01-01',
    });
    const page = await open('/domains', { as: someone });
    await row(page, 'one.example').waitFor();
    assert.equal(await heightOf(page, 'one.example'), 44);
    await view(page).click();
    await option(page, 'radio', 'Compact').check({ force: true });
    assert.equal(await heightOf(page, 'one.example'), 34);
    await page.goto(page.url().replace('/domains', '/emails'));
    await row(page, 'ops@example.com').waitFor();
    assert.equal(await heightOf(page, 'ops@example.com'), 34);
    await view(page).click();
    await option(page, 'radio', 'Comfortable').check({ force: true });
    await page.reload();
    await row(page, 'ops@example.com').waitFor();
    assert.equal(await heightOf(page, 'ops@example.com'), 56);
  });

  test('columns can be hidden on each page, except the one that names the row', async () => {
    const { someone } = await seeded(await operator(), { domain: 'one.example' });
    const page = await open('/domains', { as: someone });
    const all = ['Domain', 'Status', 'Expiration Date', 'Registrator', 'Server', 'Tags', 'Comment'];
    await row(page, 'one.example').waitFor();
    assert.deepEqual(await headers(page), [...all, 'Created', 'Actions']);
    await view(page).click();
    assert.equal(await option(page, 'checkbox', 'Domain').count(), 0);
    assert.equal(await option(page, 'checkbox', 'Actions').count(), 0);
    for (const name of ['Tags', 'Comment', 'Server'])
      await option(page, 'checkbox', name).uncheck({ force: true });
    const few = ['Domain', 'Status', 'Expiration Date', 'Registrator', 'Created', 'Actions'];
    assert.deepEqual(await headers(page), few);
    await page.reload();
    await row(page, 'one.example').waitFor();
    assert.deepEqual(await headers(page), few);
    await page.goto(page.url().replace('/domains', '/emails'));
    await row(page, 'ops@example.com').waitFor();
    assert.ok((await headers(page)).includes('Tags'));
    await page.goBack();
    await row(page, 'one.example').waitFor();
    await view(page).click();
    await button(page, 'Reset columns').click();
    assert.deepEqual(await headers(page), [...all, 'Created', 'Actions']);
  });

  test('columns move by keys, dragging and the View menu; copied tables and print follow', async () => {
    const { someone } = await seeded(
      await operator(),
      { domain: 'one.example', comment: 'first' },
      { domain: 'two.example', comment: 'second' },
    );
    const page = await open('/domains', { as: someone });
    await row(page, 'one.example').waitFor();
    const usual = await headers(page);
    const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
    const order = async (...names: string[]) =>
      assert.deepEqual((await headers(page)).slice(0, names.length), names);

    await head('Server').getByRole('button').focus();
    await page.keyboard.press('Alt+ArrowLeft');
    await page.getByRole('status').getByText('Server: column 4 of 8').waitFor({ state: 'attached' });
    await page.keyboard.press('Alt+ArrowLeft');
    await focused(page, head('Server').getByRole('button'));
    await order('Domain', 'Status', 'Server', 'Expiration Date');
    // The first column stays, and the browser's history too.
    for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Alt+ArrowLeft');
    await order('Domain', 'Server', 'Status');
    assert.match(page.url(), /\/domains$/);
    await head('Tags').focus();
    await page.keyboard.press('Alt+ArrowRight');
    await order('Domain', 'Server', 'Status', 'Expiration Date', 'Registrator', 'Comment', 'Tags');

    const grip = async (name: string) => {
      const box = await head(name).boundingBox();
      assert.ok(box);
      return { x: box.x + 20, y: box.y + box.height / 2 };
    };
    const [from, to] = [await grip('Comment'), await grip('Server')];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 6 });
    await page.mouse.up();
    await order('Domain', 'Comment', 'Server', 'Status');
    assert.equal(await head('Comment').getAttribute('aria-sort'), 'none');
    assert.deepEqual(await row(page, 'one.example').locator('th, td').nth(2).allTextContents(), ['first']);
    await head('Comment').getByRole('button').click();
    await head('Comment').and(page.locator('[aria-sort=ascending]')).waitFor();
    await page.reload();
    await row(page, 'one.example').waitFor();
    await order('Domain', 'Comment', 'Server', 'Status');
    await page.emulateMedia({ media: 'print' });
    await order('Domain', 'Comment', 'Server', 'Status');
    await page.emulateMedia({ media: 'screen' });

    const table = async () => {
      await act(page, 'Copy').click();
      await button(page, 'Table').click();
      await page
        .getByText(/^Table of .* copied$/)
        .first()
        .waitFor();
      return (await clipboard(page)).split('\n')[0]?.split('\t').slice(0, 5);
    };
    const copied = ['Domain', 'Comment', 'Server', 'Server IP', 'Status'];
    await allBox(page).check();
    assert.deepEqual(await table(), copied);
    assert.match((await bar(page).getByRole('button').allTextContents()).join(), /^Clear Esc,.*,Delete$/);
    assert.equal(
      await bar(page)
        .getByRole('button')
        .filter({ hasNot: page.locator('svg') })
        .count(),
      0,
      'an action without an icon',
    );
    const toneOf = (name: string) => act(page, name).evaluate((each) => getComputedStyle(each).color);
    assert.notEqual(await toneOf('Delete'), await toneOf('Copy'));
    const { text } = await downloaded(page, () => act(page, 'Export selection').click());
    assert.match(text, /^\ufeff?Domain,Status,Expiration Date,/);
    await page.keyboard.press('Escape');

    await view(page).click();
    await button(page, 'Comment: to the right').click();
    await order('Domain', 'Server', 'Comment', 'Status');
    await focused(page, button(page, 'Comment: to the right'));
    await button(page, 'Reset columns').click();
    assert.deepEqual(await headers(page), usual);
  });

  test('invalid values in storage are ignored', async () => {
    const { someone } = await seeded(await operator(), { domain: 'one.example' });
    const page = await open('/domains', { as: someone });
    await row(page, 'one.example').waitFor();
    const all = await headers(page);
    for (const junk of ['{', '7', '["domain",3,{"a":1}]', 'null']) {
      await page.evaluate((text) => {
        for (const key of ['density', 'hiddenColumns:/domains', 'columnOrder:/domains', 'singleKeys'])
          localStorage.setItem(key, text);
      }, junk);
      await page.reload();
      await row(page, 'one.example').waitFor();
      assert.equal(await heightOf(page, 'one.example'), 44, junk);
      assert.deepEqual(await headers(page), all, junk);
    }
  });

  test("prints all matching rows; the browser's own command prints the loaded ones and says so", async () => {
    const { someone, account } = await withAccount(await operator());
    const domains = Array.from({ length: 620 }, (_, index) => ({
      domain: `site-${index}.example`,
      registratorAccountId: account,
    }));
    await someone.api('POST', '/domains/bulk-import', { domains });
    // Rows from 501 on are held back until printing, as scrolling to the end would load them too.
    const further = Promise.withResolvers<void>();
    const prepare = (page: Page) =>
      page.route(/\/api\/domains\?(.*&)?page=2/, async (route) => {
        await further.promise;
        await route.continue();
      });
    const page = await open('/domains', { as: someone, prepare });
    await count(page, '620 domains');
    const rows = page.locator('[data-row]');
    assert.ok((await rows.count()) < 100);

    // What the browser does to print, without its dialog.
    await page.evaluate(() => {
      const seen = { rows: 0 };
      Object.assign(globalThis, { seen });
      globalThis.print = () => {
        dispatchEvent(new Event('beforeprint'));
        seen.rows = document.querySelectorAll('[data-row]').length;
        dispatchEvent(new Event('afterprint'));
      };
    });
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    assert.equal(await rows.count(), 500);
    await page.getByText('500 of 620 rows').waitFor();
    await page.getByText(/^620 domains · \w+ \d+, \d+/).waitFor();
    for (const hidden of [page.getByRole('banner'), page.getByRole('search'), button(page, 'Add Domain')])
      assert.ok(!(await hidden.isVisible()));
    assert.ok(!(await button(page, 'Edit site-619.example').isVisible()));
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen' });

    further.resolve();
    await view(page).click();
    await button(page, 'Print all rows').click();
    await page.waitForFunction(() => (globalThis as unknown as { seen: { rows: number } }).seen.rows === 620);
    await count(page, '620 domains');
    assert.ok((await rows.count()) < 100);
  });

  test('shows a banner while the server does not answer; the rows stay', async () => {
    const { someone } = await seeded(await operator(), { domain: 'one.example' });
    const page = await open('/domains', { as: someone });
    await row(page, 'one.example').waitFor();
    await page.route('**/api/**', (route) => route.abort());
    await page.getByRole('columnheader', { name: 'Domain' }).getByRole('button').click();
    const offline = page.getByRole('status').filter({ hasText: "The server can't be reached." });
    await offline.waitFor();
    await row(page, 'one.example').waitFor();
    await assertAccessible(page, 'offline');
    await page.unroute('**/api/**');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await offline.waitFor({ state: 'detached' });
    await row(page, 'one.example').waitFor();
  });

  for (const [size, viewport] of Object.entries({ desktop, phone }))
    test(`view options are accessible: ${size}`, async () => {
      const { someone } = await seeded(
        await operator(),
        { domain: 'one.example', expirationDate: '2030-01-01', tags: [{ type: 'env', value: 'prod' }] },
        { domain: 'two.example', expirationDate: '2026-01-01', comment: 'Of the agency, to be renewed' },
      );
      const page = await open('/domains', { as: someone, viewport });
      await view(page).click();
      await option(page, 'radio', 'Compact').check({ force: true });
      await assertAccessible(page, 'view');
      await shot(page, `domains-view-${size}`);
      await page.keyboard.press('Escape');
      await option(page, 'radio', 'Compact').waitFor({ state: 'detached' });
      await assertAccessible(page, 'compact');
      await view(page).click();
      await button(page, 'Keyboard shortcuts').click();
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
      await assertAccessible(page, 'shortcuts');
      await shot(page, `shortcuts-${size}`);
    });
});
