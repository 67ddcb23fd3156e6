import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Operator, assertAccessible, downloaded, shot, startHarness } from './harness.ts';
import { clipboard, focused, select } from './list-steps.ts';
import { pick } from './domain-steps.ts';

const { open, operator } = await startHarness();

interface Stored {
  id: string;
  name: string;
  provider: string;
  websiteUrl: string | null;
  apiCredentials: Record<string, string>;
}
const stored = async (someone: Operator): Promise<Stored[]> =>
  (await someone.api<{ hostingAccounts: Stored[] }>('GET', '/hostings')).hostingAccounts;
const mailbox = async (someone: Operator, email = 'ops@example.com'): Promise<string> =>
  (await someone.api<{ emailAccount: { id: string } }>('POST', '/emails', { email, password: 'x' }))
    .emailAccount.id;
const account = async (someone: Operator, body: Record<string, unknown>): Promise<string> =>
  (await someone.api<{ hostingAccount: { id: string } }>('POST', '/hostings', body)).hostingAccount.id;

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });
const choose = async (page: Page, label: string, typed: string, option = typed) => {
  await page.getByRole('combobox', { name: label }).fill(typed);
  await page.getByRole('option', { name: option }).click();
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const alerts = (page: Page) => page.getByRole('alert').allTextContents();
const rows = (page: Page) => page.locator('tbody tr[data-row]');

describe('hosting accounts', () => {
  test('creates an account from a preset, with every validation message on the way', async () => {
    const someone = await operator();
    await mailbox(someone);
    const page = await open('/hostings', { as: someone });
    await page.getByText('No hosting accounts found').waitFor();
    for (const card of ['Total Accounts', 'Active', 'With API', 'Providers'])
      await page.getByText(card, { exact: true }).first().waitFor();
    await shot(page, 'hostings-empty');
    await button(page, 'Add Hosting Account').click();
    await page.getByRole('heading', { name: 'Add Hosting Account', level: 1 }).waitFor();
    assert.equal(await page.getByRole('table').count(), 0, 'the form replaces the list');
    assert.ok(await page.getByLabel('Hosting account is active').isChecked());

    const create = button(page, 'Create Hosting Account');
    await create.click();
    await page.getByText('Email account is required').waitFor();
    assert.deepEqual(await alerts(page), [
      'Name is required',
      'Provider is required',
      'Email account is required',
    ]);
    await focused(page, field(page, 'Name'));
    await field(page, 'Website URL').fill('no address');
    await field(page, 'Name').fill('Main cloud');
    await page.getByText('Invalid URL format').waitFor();
    await page.getByText('Name is required').waitFor({ state: 'hidden' });

    await button(page, 'DigitalOcean').click();
    assert.equal(await field(page, 'Provider').inputValue(), 'DigitalOcean');
    assert.equal(await field(page, 'Website URL').inputValue(), 'https://cloud.digitalocean.com');
    await choose(page, 'Email Account', 'ops@');
    await page.getByLabel('Account has API access').check();
    await create.click();
    await page.getByText('API Token is required for DigitalOcean').waitFor();
    assert.deepEqual(await alerts(page), ['API Token is required for DigitalOcean']);
    await assertAccessible(page, 'hosting account with errors');
    await shot(page, 'hosting-form-errors');
    await page.getByLabel('API Token').fill('dop_v1_secret');

    await button(page, 'AWS').click();
    await create.click();
    await page.getByText('Region is required for AWS').waitFor();
    await page.getByText('Access Key ID is required for AWS').waitFor();
    await page.getByText('Secret Access Key is required for AWS').waitFor();
    await button(page, 'DigitalOcean').click();
    assert.equal(await page.getByLabel('API Token').inputValue(), 'dop_v1_secret', 'kept for its provider');
    await page.getByLabel('Use Google Login').check();
    await create.click();
    await page.getByText('Hosting account created').waitFor();
    const row = rows(page).first();
    await row.getByText('Main cloud').waitFor();
    await row.getByText('Google Login', { exact: true }).waitFor();
    await row.getByRole('link', { name: 'cloud.digitalocean.com' }).waitFor();
    await row.getByText('Configured').waitFor();
    assert.deepEqual((await stored(someone))[0]?.apiCredentials, { apiToken: 'dop_v1_secret' });
    await row.getByRole('button', { name: 'Copy website URL' }).click();
    assert.equal(await clipboard(page), 'https://cloud.digitalocean.com');
  });

  test('free credential names of another provider survive a rename', async () => {
    const someone = await operator();
    await mailbox(someone);
    const page = await open('/hostings?form=new', { as: someone });
    await field(page, 'Name').fill('Dedicated');
    await field(page, 'Provider').fill('OVH');
    await field(page, 'Website URL').fill('ovh.example');
    await choose(page, 'Email Account', 'ops@');
    await page.getByLabel('Account has API access').check();
    await page.getByLabel('Credential name').fill('appKey');
    await page.getByLabel('Value', { exact: true }).fill('first');
    await button(page, 'Add Credential').click();
    await page.getByLabel('Value', { exact: true }).nth(1).fill(' second ');
    await button(page, 'Create Hosting Account').click();
    await page.getByText('Credential name is required').waitFor();
    await page.getByLabel('Credential name').nth(1).fill('appKey');
    await button(page, 'Create Hosting Account').click();
    await page.getByText('This credential already exists').waitFor();
    await assertAccessible(page, 'free credentials');
    await page.getByLabel('Credential name').nth(1).fill('appSecret');
    await button(page, 'Create Hosting Account').click();
    await page.getByText('Hosting account created').waitFor();

    await page.getByRole('button', { name: 'Edit Dedicated' }).click();
    await page.getByRole('heading', { name: 'Edit Hosting Account' }).waitFor();
    await field(page, 'Provider').fill('OVHcloud');
    await page.getByLabel('Hosting account is active').uncheck();
    await button(page, 'Update Hosting Account').click();
    await rows(page).getByText('Inactive').waitFor();
    // The focus returns to the button that opened the form.
    await focused(page, page.getByRole('button', { name: 'Edit Dedicated' }));
    const [saved] = await stored(someone);
    assert.equal(saved?.provider, 'OVHcloud');
    assert.equal(saved.websiteUrl, 'https://ovh.example');
    assert.deepEqual(saved.apiCredentials, { appKey: 'first', appSecret: 'second' });
  });

  test('offers the 101st mailbox, but only active proxies; a duplicate shows its error at the field', async () => {
    const someone = await operator();
    for (let number = 1; number <= 101; number += 1) await mailbox(someone, `box-${number}@example.com`);
    const proxy = { ip: '198.51.100.7', username: 'u', password: 'p', type: 'HTTP' };
    await someone.api('POST', '/proxies', { ...proxy, name: 'Exit', port: 8080 });
    const { proxy: off } = await someone.api<{ proxy: { id: string } }>('POST', '/proxies', {
      ...proxy,
      name: 'Retired',
      port: 8081,
    });
    await someone.api('PUT', `/proxies/${off.id}`, { isActive: false });
    const page = await open('/hostings?form=new', { as: someone });
    await button(page, 'Vultr').click();
    await field(page, 'Name').fill('Oldest');
    await choose(page, 'Email Account', 'box-1@');
    await page.getByRole('button', { name: 'Show proxy choices' }).click();
    await page.getByRole('option', { name: 'Exit' }).waitFor();
    assert.equal(await page.getByRole('option', { name: 'Retired' }).count(), 0);
    await page.getByRole('option', { name: 'Exit' }).click();
    await page.keyboard.press('Control+Enter');
    await rows(page).getByText('box-1@example.com').waitFor();
    await rows(page).getByText('198.51.100.7:8080').waitFor();

    await button(page, 'Add Hosting Account').click();
    await button(page, 'Vultr').click();
    await field(page, 'Name').fill('oldest');
    await choose(page, 'Email Account', 'box-2@');
    await button(page, 'Create Hosting Account').click();
    await page.getByText('A hosting account with this name already exists').waitFor();
    assert.equal(await field(page, 'Name').inputValue(), 'oldest', 'nothing typed is lost');
    await page.keyboard.press('Escape');
    await page.getByRole('table').waitFor();
  });

  test('45 accounts are paged, filtered, searched, exported, and link to their servers', async () => {
    const someone = await operator();
    const emailAccountId = await mailbox(someone);
    for (let number = 1; number <= 45; number += 1)
      await account(someone, {
        name: `Account ${number}`,
        provider: number % 3 === 0 ? 'Hetzner' : 'OVH',
        hasApiAccess: number % 3 === 0,
        ...(number % 3 === 0 && { apiCredentials: { apiToken: 'never-in-a-file' } }),
        isActive: number % 5 !== 0,
        emailAccountId,
        tags: number === 1 ? [{ type: 'env', value: 'lab' }] : [],
      });
    const page = await open('/hostings', { as: someone });
    await page.getByText('Page 1 of 3').waitFor();
    assert.equal(await rows(page).count(), 20);
    await rows(page).first().getByText('Account 45').waitFor();
    await shot(page, 'hostings');
    assert.ok(await button(page, 'Previous').isDisabled());
    await button(page, 'Next').click();
    await page.getByText('Page 2 of 3').waitFor();
    await button(page, 'Next').click();
    await page.getByText('Account 1', { exact: true }).waitFor();
    assert.equal(await rows(page).count(), 5);
    assert.ok(await button(page, 'Next').isDisabled());

    await pick(page, 'Provider', 'Hetzner');
    await page.getByText('15 of 45').waitFor();
    assert.equal(await page.getByText(/Page \d of/).count(), 0, 'one page has no pager');
    await select(page.getByRole('combobox', { name: 'Status' }), 'Inactive');
    await page.getByText('3 of 45').waitFor();
    const file = await downloaded(page, () => button(page, 'Export CSV').click());
    assert.equal(file.name, 'hosting-accounts.csv');
    const lines = file.text.trim().split('\r\n');
    assert.equal(
      lines[0],
      'Name,Provider,Website URL,Email Account,Google Login,API Access,Proxy,Servers,Status,Tags,Comment,Created At,Updated At',
    );
    assert.equal(lines.length, 4);
    assert.ok(!file.text.includes('never-in-a-file'));
    await select(page.getByRole('combobox', { name: 'API Access' }), 'Without API');
    await page.getByText('No hosting accounts found').waitFor();
    await button(page, 'Clear Filters').first().click();
    await page.getByText('Page 1 of 3').waitFor();
    await page.getByRole('searchbox').fill('lab');
    await page.getByText('1 of 45').waitFor();
    const all = await downloaded(page, async () => {
      await button(page, 'Clear Filters').click();
      await page.getByText('Page 1 of 3').waitFor();
      await button(page, 'Export CSV').click();
    });
    assert.equal(all.text.trim().split('\r\n').length, 46);
    await page.getByRole('link', { name: '0 servers in Account 45' }).click();
    await page.getByRole('heading', { name: 'Servers' }).waitFor();
    await page.getByText('Hosting: Account 45 (Hetzner)').waitFor();
  });

  test('an account with servers is not deleted, and the message says why; one without is', async () => {
    const someone = await operator();
    const emailAccountId = await mailbox(someone);
    const hostingId = await account(someone, { name: 'In use', provider: 'OVH', emailAccountId });
    await account(someone, { name: 'Spare', provider: 'OVH', emailAccountId });
    const users = [{ username: 'root', password: 'p', isDefault: true }];
    await someone.api('POST', '/servers', { name: 'web', hostingId, users });
    const page = await open('/hostings', { as: someone });
    await page.getByRole('button', { name: 'Delete In use' }).click();
    await page.getByText('Are you sure you want to delete this hosting account?').waitFor();
    await page.getByText('1 server uses it.').waitFor();
    await button(page, 'Delete').click();
    await page.getByText('Failed to delete hosting account').waitFor();
    await page.getByText('Used by 1 server').waitFor();
    await rows(page).getByText('In use').waitFor();
    await page.getByRole('button', { name: 'Delete Spare' }).click();
    await button(page, 'Delete').click();
    await page.getByText('Hosting account deleted').waitFor();
    assert.equal(await rows(page).count(), 1);
  });
});
