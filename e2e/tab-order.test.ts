// Runs with --all: every page, by Tab.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { button, count, row, seeded } from './domain-steps.ts';
import { password, startHarness } from './harness.ts';
import { bar, selected, toastShown, focused } from './list-steps.ts';
import { portfolio } from './portfolio-steps.ts';

const { open, operator, url } = await startHarness();

/** Presses Tab, or another key, until the element is focused. */
async function tabTo(page: Page, what: Locator, key = 'Tab'): Promise<void> {
  await what.waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await what.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  assert.fail(`${String(what)} is not reached`);
}

/** Interactive elements that pressing Tab through the page does not reach. */
async function unreached(page: Page): Promise<string[]> {
  // Tab would miss what loads after it has passed.
  await page.locator('.pulse').first().waitFor({ state: 'detached' });
  await page.evaluate(() => {
    addEventListener('focusin', ({ target }) => (target as HTMLElement).setAttribute('data-reached', ''));
    document.activeElement?.setAttribute('data-reached', '');
  });
  const known = () => page.locator('[data-reached]').count();
  for (let last = -1, now = await known(); now > last;) {
    for (let presses = 0; presses < 8; presses += 1) await page.keyboard.press('Tab');
    [last, now] = [now, await known()];
  }
  return page.evaluate(() => {
    const top = document.querySelector('[role=dialog]:has(form)') ?? document.body;
    return (
      [...top.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => !element.matches(':disabled, [aria-hidden=true], [inert] *, [type=radio]'))
        // The field of this button opens the same list.
        .filter((element) => !element.matches('button[aria-haspopup=listbox][tabindex="-1"]'))
        .filter((element) => !element.hasAttribute('data-reached'))
        .map((element) => element.outerHTML.slice(0, 160))
    );
  });
}

describe('the whole product by keyboard alone', () => {
  test('signs in, opens menus and logs out', async () => {
    const { email } = await operator();
    const page = await open('/login');
    const { keyboard } = page;
    await focused(page, page.getByLabel('Email', { exact: true }));
    await keyboard.type(email);
    await keyboard.press('Tab');
    await keyboard.type(password);
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
    await keyboard.press('Enter');
    await page.locator('main:focus').waitFor();

    const accounts = button(page, 'Accounts');
    await tabTo(page, accounts, 'Shift+Tab');
    await keyboard.press('Enter');
    const link = page.getByRole('link', { name: 'Email Accounts', exact: true });
    await tabTo(page, link.first());
    await keyboard.press('Escape');
    await link.nth(1).waitFor({ state: 'detached' });
    await focused(page, accounts);
    await keyboard.press('Space');
    await tabTo(page, page.getByRole('link', { name: 'Registrator Types' }));
    await keyboard.press('Enter');
    await page.waitForURL(`${url}/registrator-types`);

    await tabTo(page, button(page, 'Use dark theme'));
    await keyboard.press('Enter');
    await focused(page, button(page, 'Use light theme'));
    await tabTo(page, button(page, `User menu of ${email}`));
    await keyboard.press('Enter');
    await tabTo(page, button(page, 'Logout'));
    await keyboard.press('Enter');
    await page.waitForURL(/\/login/);
  });

  test('filters, sorts, configures a list and acts on it', async () => {
    const { someone } = await seeded(
      await operator(),
      { domain: 'one.example' },
      { domain: 'two.example', status: 'BLOCKED' },
    );
    const page = await open('/domains', { as: someone });
    const { keyboard } = page;
    await count(page, '2 domains');
    await tabTo(page, page.getByRole('combobox', { name: 'Status' }));
    await keyboard.type('Blo');
    await focused(page, page.getByLabel('Find an option'));
    await keyboard.press('Enter');
    await count(page, '1 of 2');
    await tabTo(page, button(page, 'Clear Filters'));
    await keyboard.press('Enter');
    await count(page, '2 domains');

    await tabTo(page, button(page, 'View'));
    await keyboard.press('Enter');
    await tabTo(page, page.getByRole('radio', { name: 'Default' }));
    await keyboard.press('ArrowUp');
    await page.getByRole('radio', { name: 'Compact', checked: true }).waitFor();
    await tabTo(page, page.getByRole('checkbox', { name: 'Comment' }));
    await keyboard.press('Space');
    await page.getByRole('columnheader', { name: 'Comment' }).waitFor({ state: 'detached' });
    await keyboard.press('Escape');
    await focused(page, button(page, 'View'));

    const head = page.getByRole('columnheader', { name: 'Domain', exact: true });
    await tabTo(page, head.getByRole('button'));
    await keyboard.press('Enter');
    await head.and(page.locator('[aria-sort=ascending]')).waitFor();
    await tabTo(page, page.getByRole('checkbox', { name: 'Select two.example' }));
    await keyboard.press('Space');
    await selected(page, '1');
    await tabTo(page, bar(page).getByRole('button', { name: 'Tag', exact: true }));
    await keyboard.press('Enter');
    await focused(page, button(page, 'Add tag'));
    await keyboard.press('Enter');
    await focused(page, page.getByRole('dialog').getByLabel('Tag type'));
    await keyboard.type('env');
    await keyboard.press('Tab');
    await keyboard.type('staging');
    await keyboard.press('Enter');
    await row(page, 'two.example').getByText('env: staging').waitFor();
  });

  test('adds and removes users and tags in a form', async () => {
    const someone = await operator();
    await portfolio(someone);
    const page = await open('/servers', { as: someone });
    const { keyboard } = page;
    await row(page, 'Web 1').waitFor();
    await keyboard.press('n');
    await focused(page, page.getByLabel('Server Name'));
    await keyboard.type('Web 2');
    await tabTo(page, page.getByRole('combobox', { name: 'Hosting Account' }));
    await keyboard.type('Main');
    await page.getByRole('option', { name: /Main cloud/ }).waitFor();
    await keyboard.press('Enter');
    await tabTo(page, page.getByLabel('Username'));
    await keyboard.type('deploy');
    await keyboard.press('Tab');
    await keyboard.type('secret');
    await tabTo(page, button(page, 'Add User'));
    await keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: /^Remove/ }).last());
    await keyboard.press('Enter');
    await focused(page, page.getByLabel('Username'));
    const tags = page.getByRole('combobox', { name: 'Tags' });
    await tabTo(page, tags);
    await keyboard.type('env:staging');
    await keyboard.press('Enter');
    await tabTo(page, button(page, 'Remove env: staging'));
    await keyboard.press('Enter');
    await focused(page, tags);
    await keyboard.press('Control+Enter');
    await row(page, 'Web 2').waitFor();
    await toastShown(page, 'Server created');
  });

  test('Tab reaches every interactive element on the dashboard and in every list', async () => {
    const someone = await operator();
    const ids = await portfolio(someone);
    const page = await open('/', { as: someone });
    await page.getByText('Expirations in the Next 12 Months').waitFor();
    assert.deepEqual(await unreached(page), [], 'dashboard');
    for (const [area, id] of Object.entries(ids)) {
      await page.goto(`${url}/${area}`);
      await page.locator(`[data-row="${id}"]`).waitFor();
      assert.deepEqual(await unreached(page), [], area);
    }
  });

  test('Tab reaches every interactive element in every form', async () => {
    const someone = await operator();
    const ids = await portfolio(someone);
    const page = await open('/', { as: someone });
    for (const [area, id] of Object.entries(ids)) {
      await page.goto(`${url}/${area}?form=${id}`);
      await page.getByRole('button', { name: /^Update/ }).waitFor();
      if (area !== 'domains') await button(page, 'Add date').waitFor();
      assert.deepEqual(await unreached(page), [], `${area}, form`);
      assert.equal(await page.locator('select, datalist').count(), 0, `${area} has a picker of another kind`);
    }
  });
});
