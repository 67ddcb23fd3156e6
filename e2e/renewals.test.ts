import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { onePeriodOn } from '@quartermaster/contract/rules/calendar';
import { assertAccessible, phone, shot, startHarness } from './harness.ts';
import { select } from './list-steps.ts';

const { open, operator } = await startHarness();

const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe('what is paid until a day', () => {
  test('is entered with its price, shown with it, and renewed in Expirations and on its page', async () => {
    const someone = await operator();
    const { emailAccount } = await someone.api<{ emailAccount: { id: string } }>('POST', '/emails', {
      email: 'ops@example.com',
      password: 'x',
    });
    const body = { name: 'Main cloud', provider: 'Example', emailAccountId: emailAccount.id };
    await someone.api('POST', '/hostings', body);
    const page = await open('/hostings', { as: someone });
    await button(page, 'Edit Main cloud').click();
    const form = page.locator('form[novalidate]');
    const renewal = form.getByRole('group', { name: 'Renewal' });
    await renewal.getByLabel('Paid until').fill(day);
    await select(renewal.getByLabel('Auto renew'), 'No');
    await renewal.getByLabel('Price').fill('12,5');
    await renewal.getByLabel('Currency').fill('eur');
    await select(renewal.getByLabel('Interval'), 'Monthly');
    await renewal.getByLabel('Payer').fill('Acme');
    await assertAccessible(page, 'the renewal in a form');
    await shot(page, 'hosting-renewal-form');
    await button(page, 'Update Hosting Account').click();
    await form.waitFor({ state: 'detached' });
    await page.goto(new URL('/expirations?what=hosting', page.url()).href);
    const row = page.locator('[data-row]').filter({ hasText: 'Main cloud' });
    await row.getByText('€12.50').waitFor();
    await shot(page, 'hosting-expiration');
    await row.focus();
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: 'Renewed Main cloud' });
    assert.equal(await dialog.getByLabel('Renewed until').inputValue(), onePeriodOn(day, 'MONTH'));
    await page.keyboard.press('Enter');
    await page
      .getByText(/^Renewed until /)
      .first()
      .waitFor();
    await page.getByText('Main cloud', { exact: true }).first().click();
    const section = page.getByRole('region', { name: 'Renewal' });
    await section.waitFor();
    assert.match(
      (await section.innerText()).replaceAll(/\s+/g, ' '),
      /Paid until \S+ \d+, \d+ Auto renew No Price €12\.50 Interval Monthly Payer Acme/,
    );
    await button(page, 'Renewed…').first().waitFor();
    await assertAccessible(page, 'the renewal of a hosting account');
    await shot(page, 'hosting-renewal');
    await page.setViewportSize(phone);
    await shot(page, 'hosting-renewal-phone');
  });

  test('without a currency has that of the workspace, which is set in Settings', async () => {
    const someone = await operator();
    const { emailAccount } = await someone.api<{ emailAccount: { id: string } }>('POST', '/emails', {
      email: 'ops@example.com',
      password: 'x',
    });
    const body = { name: 'Main cloud', provider: 'Example', emailAccountId: emailAccount.id };
    await someone.api('POST', '/hostings', { ...body, price: 7 });
    const page = await open('/settings?section=workspace', { as: someone });
    const panel = page.getByRole('region', { name: 'General' });
    await panel.getByLabel('Currency').fill('euro');
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByText('Currency must be a code of ISO 4217, such as EUR').waitFor();
    await panel.getByLabel('Currency').fill('gbp');
    await panel.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Workspace saved').first().waitFor();
    await assertAccessible(page, 'the currency of a workspace');
    await shot(page, 'workspace-currency');
    await page.getByRole('link', { name: 'Expirations', exact: true }).click();
    await page.locator('[data-row]').filter({ hasText: 'Main cloud' }).getByText('£7.00').waitFor();
    await page.getByText('No date', { exact: true }).first().waitFor();
  });
});
