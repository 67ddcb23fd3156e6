import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Operator, assertAccessible, startHarness } from './harness.ts';
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
  test('the form refuses what is no address, clears each message with its cause, and its secret can be copied', async () => {
    const page = await open('/emails', { as: await operator() });
    await button(page, 'Add First Email Account').click();
    await button(page, 'Create Email Account').click();
    await page.getByText('Email is required').waitFor();
    await field(page, /^Email/).fill('no address');
    await field(page, /^Login URL/).fill('javascript:alert(1)');
    await button(page, 'Create Email Account').click();
    await page.getByText('Invalid email format').waitFor();
    await page.getByText('Invalid URL format').waitFor();
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
  });

  test('are searched by address, tag and comment, never by secret, and counted', async () => {
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
  });
});
