import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { button, form, row, seeded, withAccount } from './domain-steps.ts';
import { startHarness } from './harness.ts';
import { focused } from './list-steps.ts';
import { type Portfolio, portfolio } from './portfolio-steps.ts';

const { open, operator, url } = await startHarness();

const anyForm = (page: Page) => page.locator('form[novalidate]');
const notSaved = (page: Page) => page.getByText('Your changes were not saved');

const addButtons: Record<keyof Portfolio, string> = {
  domains: 'Add Domain',
  servers: 'Add Server',
  cdn: 'Add CDN Account',
  emails: 'Add Email Account',
  proxies: 'Add Proxy',
  hostings: 'Add Hosting Account',
  'registrator-types': 'Add Type',
  'registrator-accounts': 'Add Account',
};

describe('every form', () => {
  test('Escape cancels it, silently without changes, and returns the focus', async () => {
    const someone = await operator();
    const ids = await portfolio(someone);
    const page = await open('/', { as: someone });
    const opensAndCloses = async (opener: Locator, key: string) => {
      await opener.focus();
      await page.keyboard.press(key);
      await anyForm(page).waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Escape');
      await anyForm(page).waitFor({ state: 'detached' });
      await focused(page, opener);
    };
    for (const [area, name] of Object.entries(addButtons)) {
      await page.goto(`${url}/${area}`);
      await opensAndCloses(button(page, name), 'Enter');
      await opensAndCloses(page.locator(`[data-row="${ids[area as keyof Portfolio]}"]`), 'e');
    }
    assert.equal(await notSaved(page).count(), 0);
  });

  test('letters typed while it opens are in its first field', async () => {
    const page = await open('/', { as: await operator() });
    /** All in one task, faster than anybody types. */
    const press = async (area: string, ...keys: string[]) => {
      await page.goto(`${url}/${area}`);
      await page.getByRole('search').waitFor();
      await page.evaluate((typed) => {
        for (const key of typed)
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      }, keys);
    };
    for (const [area, label] of [
      ['domains', 'Domain'],
      ['servers', 'Server Name'],
      ['registrator-accounts', 'Email Account'],
    ] as const) {
      await press(area, 'n', 'd', 'e', 'x', 'Backspace', 'l');
      const field = anyForm(page).getByLabel(new RegExp(`^${label}`));
      await focused(page, field);
      assert.equal(await field.inputValue(), 'del', area);
      await page.keyboard.type('ta');
      assert.equal(await field.inputValue(), 'delta', area);
    }
    await press('emails', 'n', 'Escape');
    await page.waitForURL((address) => address.search === '');
    await anyForm(page).waitFor({ state: 'detached' });
  });

  test('Escape closes the list of a picker, then cancels the form, and never clears a value', async () => {
    const { someone } = await seeded(await operator(), { domain: 'one.example' });
    const page = await open('/domains', { as: someone });
    const account = page.getByRole('combobox', { name: 'Registrator account' });
    await button(page, 'Edit one.example').click();
    await account.click();
    await page.getByRole('option', { name: /Porkbun/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('option', { name: /Porkbun/ }).waitFor({ state: 'detached' });
    assert.equal(await account.inputValue(), 'Porkbun · ops@example.com');
    await focused(page, account);
    await page.keyboard.press('Escape');
    await form(page).waitFor({ state: 'detached' });
    await focused(page, button(page, 'Edit one.example'));
    assert.equal(await notSaved(page).count(), 0);
  });

  test('deleting the record of an open form closes the form, and offers no draft', async () => {
    const { someone } = await withAccount(await operator());
    const page = await open('/registrator-accounts', { as: someone });
    await page.getByRole('button', { name: /^Edit / }).click();
    await anyForm(page).getByLabel('Comment').fill('Half a senten');
    await page.getByRole('button', { name: /^Delete / }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await anyForm(page).waitFor({ state: 'detached' });
    await page.waitForURL(/\/registrator-accounts$/);
    assert.equal(await notSaved(page).count(), 0);
  });

  test('messages about tags are shown together, and disappear with their cause', async () => {
    const tags = Array.from({ length: 20 }, (_, index) => ({ type: 't', value: `v${index}` }));
    const { someone } = await seeded(await operator(), { domain: 'one.example', tags });
    const page = await open('/domains', { as: someone });
    await button(page, 'Edit one.example').click();
    const input = form(page).getByRole('combobox', { name: 'Tags' });
    await input.fill('client:acme');
    await page.keyboard.press('Enter');
    await form(page).getByText('Maximum 20 tags allowed').waitFor();
    await button(page, 'Remove t: v0').click();
    await form(page).getByText('Maximum 20 tags allowed').waitFor({ state: 'detached' });
    await input.fill('');
    await button(page, 'Advanced').click();
    await button(page, 'Add').click();
    await form(page).getByText('Tag type is required').waitFor();
    await form(page).getByText('Tag value is required').waitFor();
    await form(page).getByRole('combobox', { name: 'Tag type' }).fill('client:acme');
    await button(page, 'Add').click();
    await button(page, 'Remove client: acme').waitFor();
    await page.keyboard.press('Control+Enter');
    await row(page, 'one.example').waitFor();
  });
});
