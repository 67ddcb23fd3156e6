import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  type Operator,
  assertAccessible,
  assertAccessibleInThemes,
  desktop,
  downloaded,
  phone,
  startHarness,
} from './harness.ts';
import { clipboard } from './list-steps.ts';

const { open, operator } = await startHarness();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, name: string) => page.locator('[data-row]').filter({ hasText: name });
const field = (page: Page, label: RegExp) => page.getByRole('dialog').getByLabel(label).first();
const stat = (page: Page, label: string, value: string) =>
  page
    .locator('main')
    .getByText(new RegExp(`^${label}${value}$`))
    .or(page.getByText(label, { exact: true }).locator('..').getByText(value, { exact: true }))
    .first()
    .waitFor();

async function withMailboxes(someone: Operator, count: number): Promise<Operator> {
  for (let index = 0; index < count; index += 1)
    await someone.api('POST', '/emails', {
      email: `box-${index}@example.com`,
      password: `Secret-${index}`,
      comment: index === 0 ? 'The first of all' : '',
      loginUrl: index === 0 ? 'https://mail.example.com/login' : '',
      tags: index < 2 ? [{ type: 'client', value: 'Acme' }] : [],
    });
  return someone;
}

describe('email accounts', () => {
  test('creates an account from the empty state, with every message; edits and deletes it', async () => {
    const page = await open('/emails', { as: await operator() });
    await page.getByText('No email accounts yet').waitFor();
    await assertAccessible(page, 'empty');
    await button(page, 'Add First Email Account').click();
    await button(page, 'Create Email Account').click();
    await page.getByText('Email is required').waitFor();
    await page.getByText('Password is required').waitFor();
    await field(page, /^Email/).fill('no address');
    await field(page, /^Login URL/).fill('javascript:alert(1)');
    await button(page, 'Create Email Account').click();
    await page.getByText('Invalid email format').waitFor();
    await page.getByText('Invalid URL format').waitFor();
    await assertAccessible(page, 'form with errors');
    await field(page, /^Email/).fill('ops@example.com');
    await page.getByText('Invalid email format').waitFor({ state: 'detached' });
    await field(page, /^Password/).fill('  kept as typed  ');
    await field(page, /^Login URL/).fill('https://mail.example.com');
    await page.getByPlaceholder('type:value, then Enter').fill('env:prod');
    await page.keyboard.press('Enter');
    await button(page, 'Advanced').click();
    await assertAccessible(page, 'advanced tag editor');
    await page.keyboard.press('Control+Enter');
    await row(page, 'ops@example.com').waitFor();
    await stat(page, 'Total Accounts', '1');

    await row(page, 'ops@example.com').getByRole('button', { name: 'Copy password' }).click();
    await row(page, 'ops@example.com').getByText('✓ Copied').waitFor();
    assert.equal(await clipboard(page), '  kept as typed  ');
    const link = row(page, 'ops@example.com').getByRole('link', { name: 'Open' });
    assert.equal(await link.getAttribute('rel'), 'noopener noreferrer');

    await row(page, 'ops@example.com').getByRole('button', { name: /^Edit/ }).click();
    await page.getByRole('heading', { name: 'Edit Email Account' }).waitFor();
    await field(page, /^Login URL/).fill('');
    await field(page, /^Comment/).fill('Changed');
    await button(page, 'Update Email Account').click();
    await row(page, 'Changed').waitFor();
    assert.equal(await link.count(), 0);

    await row(page, 'ops@example.com')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await page.getByText('Are you sure you want to delete this email account?').waitFor();
    await assertAccessible(page, 'delete question');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await row(page, 'ops@example.com')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No email accounts yet').waitFor();
  });

  test('are searched, counted and exported; filters without a match are cleared', async () => {
    const someone = await withMailboxes(await operator(), 4);
    const page = await open('/emails', { as: someone });
    await stat(page, 'Total Accounts', '4');
    await stat(page, 'Unique Tags', '1');
    const search = page.getByPlaceholder('Search by email, tags, or comments...');
    for (const [words, found] of [
      ['BOX-3', '1'],
      ['acme', '2'],
      ['first of', '1'],
      ['Secret-1', '0'],
    ] as const) {
      await search.fill(words);
      await stat(page, 'Filtered Results', found);
    }
    await page.getByText('No matching accounts found').waitFor();
    await assertAccessible(page, 'no match');
    await button(page, 'Clear Search').click();
    await stat(page, 'Filtered Results', '4');
    const file = await downloaded(page, () => button(page, 'Export').click());
    assert.equal(file.name, 'email-accounts.csv');
    assert.equal(file.text.split('\r\n')[0], 'Email,Login URL,Tags,Comment,Created At');
    assert.equal(file.text.split('\r\n').length, 6);
    assert.ok(!file.text.includes('Secret-'));
  });

  test('a duplicate address shows its error at the field and keeps the input', async () => {
    const page = await open('/emails?form=new', { as: await withMailboxes(await operator(), 1) });
    await field(page, /^Email/).fill('BOX-0@example.com');
    await field(page, /^Password/).fill('x');
    await button(page, 'Create Email Account').click();
    await page.getByText('An email account with this address already exists').waitFor();
    assert.equal(await field(page, /^Email/).inputValue(), 'BOX-0@example.com');
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Add Email Account' }).waitFor({ state: 'detached' });
    await button(page, 'Restore draft').click();
    assert.equal(await field(page, /^Email/).inputValue(), 'BOX-0@example.com');
  });

  test('an account in use is not deleted, and the message says what uses it', async () => {
    const someone = await withMailboxes(await operator(), 1);
    const { emailAccounts } = await someone.api<{ emailAccounts: { id: string }[] }>('GET', '/emails');
    const { registratorTypes } = await someone.api<{ registratorTypes: { id: string }[] }>(
      'GET',
      '/registrator-types',
    );
    await someone.api('POST', '/registrator-accounts', {
      emailAccountId: emailAccounts[0]?.id,
      registratorTypeId: registratorTypes[0]?.id,
      isGoogleLogin: true,
    });
    const page = await open('/emails', { as: someone });
    await row(page, 'box-0')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Used by 1 registrator account').first().waitFor();
    await row(page, 'box-0').waitFor();
  });

  test('a failed load shows an error and can be retried', async () => {
    const page = await open('/login', { as: await withMailboxes(await operator(), 1) });
    await page.getByText('Dashboard').first().waitFor();
    await page.route('**/api/emails?*', (route) =>
      route.fulfill({ status: 404, json: { error: { message: 'Out of order', code: 'NOT_FOUND' } } }),
    );
    await page
      .getByRole('link', { name: /Email Accounts/ })
      .first()
      .click();
    await page.getByText('Failed to load email accounts').waitFor();
    await page.getByText('Out of order').waitFor();
    await page.unroute('**/api/emails?*');
    await button(page, 'Try Again').click();
    await row(page, 'box-0').waitFor();
  });

  test('are accessible on a desktop and a phone', async () => {
    const someone = await withMailboxes(await operator(), 3);
    for (const viewport of [desktop, phone]) {
      const page = await open('/emails', { as: someone, viewport });
      await row(page, 'box-0').waitFor();
      await assertAccessibleInThemes(page, `list ${viewport.width}`);
      await button(page, 'Add Email Account').click();
      await field(page, /^Email/).waitFor();
      await assertAccessibleInThemes(page, `form ${viewport.width}`);
    }
  });
});
