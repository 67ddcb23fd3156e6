// Runs with --all: it goes through every kind in one long walk.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { echoed, login, startHttpProxy, startTarget } from '../server/test/proxies.ts';
import { assertAccessible, downloaded, shot, startHarness } from './harness.ts';
import { select } from './list-steps.ts';

const { open, operator } = await startHarness({ settings: { PROXY_TEST_ALLOW_PRIVATE: 'true' } });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const row = (page: Page, name: string) => page.locator('[data-row]').filter({ hasText: name });
const choose = async (page: Page, label: string, words: string) => {
  await page.getByRole('combobox', { name: label }).fill(words);
  await page.getByRole('option', { name: words }).first().click();
};

const pages = {
  emails: 'Email Accounts',
  'registrator-accounts': 'Registrator Accounts',
  proxies: 'Proxy Servers',
  hostings: 'Hosting Accounts',
  servers: 'Servers',
  cdn: 'CDN Accounts',
  domains: 'Domains',
};
type Area = keyof typeof pages;

/** Navigates through the header. */
async function go(page: Page, area: Area): Promise<void> {
  const link = { ...pages, cdn: 'CDN', proxies: 'Proxy', hostings: 'Hostings' }[area];
  const header = page.getByRole('banner');
  if (!['domains', 'servers', 'cdn'].includes(area))
    await header.getByRole('button', { name: 'Accounts' }).click();
  await header.getByRole('link', { name: link, exact: true }).click();
  await page.getByRole('heading', { name: pages[area], exact: true }).waitFor();
}

async function ask(page: Page, area: Area, name: string): Promise<void> {
  await go(page, area);
  await row(page, name)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page.getByRole('alertdialog').waitFor();
}
/** By keyboard: what prevents a deletion may still load and move the button. */
const confirm = (page: Page) =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');

async function refused(page: Page, area: Area, name: string, words: string): Promise<void> {
  await ask(page, area, name);
  await confirm(page);
  await page.getByText(words).first().waitFor();
  await page.keyboard.press('Escape');
  await row(page, name).waitFor();
}

async function deleted(page: Page, area: Area, name: string): Promise<void> {
  await ask(page, area, name);
  await confirm(page);
  await row(page, name).waitFor({ state: 'detached' });
}

describe('the whole product', () => {
  test('connects, counts, exports and deletes one record of each kind', async () => {
    const target = await startTarget(false);
    const proxy = await startHttpProxy(false);
    const page = await open('/', { as: await operator() });

    await page.getByRole('link', { name: 'Add Email Account' }).click();
    await field(page, 'Email').fill('ops@example.com');
    await page.getByLabel(/^Password/).fill('Mailbox-Secret-1');
    await button(page, 'Create Email Account').click();
    await row(page, 'ops@example.com').waitFor();

    await go(page, 'registrator-accounts');
    await button(page, 'Add Account').click();
    await choose(page, 'Email Account', 'ops@example.com');
    await choose(page, 'Registrator Type', 'Gandi');
    await page.getByLabel('Use Google Login instead of password').check();
    await button(page, 'Create Account').click();
    await row(page, 'Gandi').waitFor();

    await go(page, 'hostings');
    await button(page, 'Add Hosting Account').click();
    await button(page, 'Hetzner').click();
    await page.getByLabel(/^Name/).fill('Main cloud');
    await choose(page, 'Email Account', 'ops@example.com');
    await page.getByLabel('Account has API access').check();
    await page.getByLabel(/^API Token/).fill('Hosting-Secret-1');
    await button(page, 'Create Hosting Account').click();
    await row(page, 'Main cloud').waitFor();

    await go(page, 'servers');
    await button(page, 'Create your first server').click();
    await page.getByPlaceholder('Web Server 01').fill('Web 1');
    await choose(page, 'Hosting Account', 'Main cloud');
    await page.getByLabel(/^IP Address/).fill('203.0.113.10');
    await page.getByLabel(/^Username/).fill('deploy');
    await page.getByLabel(/^Password/).fill('Server-Secret-1');
    await button(page, 'Create Server').click();
    await row(page, 'Web 1').getByText('ssh deploy@203.0.113.10').waitFor();

    await go(page, 'cdn');
    await button(page, 'Add First CDN Account').click();
    await choose(page, 'Email Account', 'ops@example.com');
    await select(page.getByRole('dialog').getByLabel('CDN Provider'), 'Cloudflare');
    await page.getByLabel('Use Google Login instead of password').check();
    await page.getByLabel(/^API Token/).fill('Cdn-Secret-1');
    await button(page, 'Create CDN Account').click();
    await row(page, 'Cloudflare').waitFor();

    await go(page, 'proxies');
    await button(page, 'Add Proxy').first().click();
    await field(page, 'Name').fill('Exit 1');
    await field(page, 'IP Address').fill(proxy.ip);
    await field(page, 'Port').fill(String(proxy.port));
    await field(page, 'Username').fill(login.username);
    await page.getByLabel(/^Password/).fill(login.password);
    await select(page.getByLabel('Test URL'), 'Custom URL');
    await field(page, 'Custom URL').fill(`http://target.test:${target.port}/json`);
    await button(page, 'Test Connection').click();
    await page.getByText('Connection successful!').waitFor();
    await page.getByText(echoed).waitFor();
    await shot(page, 'proxy-test');
    await button(page, 'Create Proxy').click();
    await row(page, 'Exit 1').waitFor();
    await go(page, 'registrator-accounts');
    await row(page, 'Gandi').getByRole('button', { name: /^Edit/ }).click();
    await choose(page, 'Proxy', 'Exit 1');
    await button(page, 'Update Account').click();
    await row(page, 'Gandi').getByText('Exit 1').waitFor();

    await go(page, 'domains');
    await button(page, 'Add Domain').first().click();
    await field(page, 'Domain').fill('shop.example');
    await choose(page, 'Registrator Account', 'Gandi');
    await choose(page, 'Server', 'Web 1');
    await choose(page, 'CDN Account', 'Cloudflare');
    await button(page, 'Create Domain').click();
    await row(page, 'shop.example').getByText('203.0.113.10').waitFor();
    await assertAccessible(page, 'a domain with everything');

    await page
      .getByRole('banner')
      .getByRole('link', { name: /Quartermaster/ })
      .click();
    await page.getByText('IP: 203.0.113.10').waitFor();
    await page.getByText('Status: ACTIVE').waitFor();
    const cards = await page.locator('main a').allTextContents();
    for (const label of [
      'Email Accounts',
      'Domains',
      'Servers',
      'Proxies',
      'Hostings',
      'CDN Accounts',
      'Registrator Accounts',
    ])
      assert.ok(cards.includes(`${label}1`), label);
    await shot(page, 'dashboard-with-everything');

    const files: Record<string, [Area, string]> = {
      'email-accounts.csv': ['emails', 'ops@example.com'],
      'registrator-accounts.csv': ['registrator-accounts', 'ops@example.com,Gandi'],
      'hosting-accounts.csv': ['hostings', 'Main cloud,Hetzner'],
      'servers.csv': ['servers', 'Web 1,Main cloud,Hetzner'],
      'cdn-accounts.csv': ['cdn', 'Cloudflare,ops@example.com'],
      'proxies.csv': ['proxies', `Exit 1,127.0.0.1,${proxy.port}`],
      'domains.csv': ['domains', 'shop.example,ACTIVE'],
    };
    for (const [name, [area, words]] of Object.entries(files)) {
      await go(page, area);
      const file = await downloaded(page, () =>
        page.getByRole('button', { name: /^Export(?! options)/ }).click(),
      );
      assert.equal(file.name, name);
      assert.ok(file.text.includes(words), `${name}: ${file.text}`);
      assert.doesNotMatch(file.text, /Secret|p:ss/);
    }

    await refused(
      page,
      'emails',
      'ops@example.com',
      'Used by 1 registrator account, 1 hosting account and 1 CDN account',
    );
    await refused(page, 'registrator-accounts', 'Gandi', 'Used by 1 domain');
    await refused(page, 'hostings', 'Main cloud', 'Used by 1 server');
    await ask(page, 'servers', 'Web 1');
    await page
      .getByRole('alertdialog')
      .getByText(/1 domain/)
      .waitFor();
    await assertAccessible(page, 'what will be detached');
    await shot(page, 'delete-detaches');
    await confirm(page);
    await row(page, 'Web 1').waitFor({ state: 'detached' });
    await deleted(page, 'cdn', 'Cloudflare');
    await deleted(page, 'proxies', 'Exit 1');
    await go(page, 'domains');
    await row(page, 'shop.example').getByText('Web 1').waitFor({ state: 'detached' });
    await deleted(page, 'domains', 'shop.example');
    await deleted(page, 'hostings', 'Main cloud');
    // Deleting the proxy changed the account too: an outdated row would ask again.
    await go(page, 'registrator-accounts');
    await row(page, 'Gandi').getByText('Exit 1').waitFor({ state: 'detached' });
    await deleted(page, 'registrator-accounts', 'Gandi');
    await deleted(page, 'emails', 'ops@example.com');
    await page.getByText('No email accounts yet').waitFor();
  });
});
