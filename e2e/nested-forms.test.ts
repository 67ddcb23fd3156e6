import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { button, form, row } from './domain-steps.ts';
import { assertAccessibleInThemes, password, phone, shot, startHarness } from './harness.ts';
import { focused } from './list-steps.ts';

const { open, operator, url } = await startHarness();

const sheet = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const picker = (page: Page, label: string) => page.getByRole('combobox', { name: label });

describe('a record created from the form that needs it', () => {
  test('leads from nothing to the first domain on one page, by keyboard alone', async () => {
    const page = await open('/login');
    const { keyboard } = page;
    await button(page, 'Create one').click();
    await page.getByLabel('Email', { exact: true }).fill('olivia@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await button(page, 'Create account').click();
    await page.getByText('Welcome, olivia').waitFor();
    await page.getByRole('link', { name: 'Domains', exact: true }).first().click();
    await page.getByText('No domains found').waitFor();

    const started = Date.now();
    const left: string[] = [];
    page.on('framenavigated', (frame) => left.push(new URL(frame.url()).pathname));
    await keyboard.press('n');
    await focused(page, form(page).getByLabel('Domain'));
    await keyboard.type('first.example');
    await keyboard.press('Tab');
    await keyboard.press('ArrowUp');
    await page.getByRole('option', { name: '+ New registrator account' }).waitFor();
    await keyboard.press('Enter');
    const account = sheet(page, 'Add Registrator Account');
    await account.waitFor();
    await account.getByText('There is no email account to choose yet.').waitFor();
    await assertAccessibleInThemes(page, 'a form over a form', 'nested-account');
    await focused(page, picker(page, 'Email Account'));
    await keyboard.type('none of these');
    await keyboard.press('Enter');
    const mailbox = sheet(page, 'Add Email Account');
    await mailbox.getByText('Add Domain › Add Registrator Account ›').waitFor();
    await assertAccessibleInThemes(page, 'three forms', 'nested-mailbox');
    // Escape closes one form at a time.
    await keyboard.press('Escape');
    await mailbox.waitFor({ state: 'detached' });
    await focused(page, picker(page, 'Email Account'));
    await account.getByRole('button', { name: 'New email account' }).click();
    await focused(page, mailbox.locator('input[name=email]'));
    await keyboard.type('registrars@example.com');
    await keyboard.press('Tab');
    await keyboard.type('Mailbox-Secret-1');
    await keyboard.press('Control+Enter');
    await mailbox.waitFor({ state: 'detached' });
    await focused(page, picker(page, 'Email Account'));
    assert.equal(await picker(page, 'Email Account').inputValue(), 'registrars@example.com');
    await keyboard.press('Tab');
    await keyboard.type('Porkbun');
    await page.getByRole('option', { name: 'Porkbun' }).waitFor();
    await keyboard.press('Enter');
    await account.getByLabel('Use Google Login instead of password').check();
    await keyboard.press('Control+Enter');
    await account.waitFor({ state: 'detached' });
    await focused(page, picker(page, 'Registrator account'));
    assert.equal(await picker(page, 'Registrator account').inputValue(), 'Porkbun · registrars@example.com');
    assert.equal(await form(page).getByLabel('Domain').inputValue(), 'first.example');
    await keyboard.press('Control+Enter');
    await row(page, 'first.example').getByText('registrars@example.com').waitFor();
    assert.deepEqual([...new Set(left)], ['/domains']);
    assert.ok(Date.now() - started < 90_000);
  });

  test('a cancelled one leaves the form below unchanged, and keeps its draft', async () => {
    const page = await open('/servers?form=new', { as: await operator(), viewport: phone });
    await page.getByLabel('Server Name').fill('web-1');
    await page.getByLabel('Username').fill('root');
    await button(page, 'New hosting account').click();
    const hosting = sheet(page, 'Add Hosting Account');
    await hosting.getByLabel('Name').fill('Rack 1');
    await shot(page, 'nested-hosting-phone');
    // The nested form handles its own keys and saves on its own.
    await page.keyboard.press('Control+Enter');
    await hosting.getByText('Provider is required').waitFor();
    assert.equal(await page.getByText('Name is required').count(), 0);
    await page.keyboard.press('Escape');
    await hosting.waitFor({ state: 'detached' });
    await focused(page, picker(page, 'Hosting Account'));
    assert.equal(await page.getByLabel('Server Name').inputValue(), 'web-1');
    await button(page, 'Restore draft').click();
    await hosting.waitFor();
    assert.equal(await hosting.getByLabel('Name').inputValue(), 'Rack 1');
    assert.equal(page.url(), `${url}/servers?form=new`);
    await hosting.getByLabel('Provider').fill('Rackspace');
    await button(page, 'New email account').click();
    const mailbox = sheet(page, 'Add Email Account');
    await mailbox.getByLabel('Email', { exact: false }).first().fill('racks@example.com');
    await mailbox.getByLabel(/^Password/).fill('secret');
    await button(page, 'Create Email Account').click();
    await mailbox.waitFor({ state: 'detached' });
    await button(page, 'Create Hosting Account').click();
    await hosting.waitFor({ state: 'detached' });
    assert.equal(await picker(page, 'Hosting Account').inputValue(), 'Rack 1');
    await page.getByLabel(/^Password/).fill('secret');
    await page.getByRole('button', { name: 'Create Server' }).click();
    await page.locator('[data-row]').filter({ hasText: 'web-1' }).waitFor();
  });
});
