import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import papa from 'papaparse';
import type { Page } from 'playwright-core';
import { assertAccessible, callAs, downloaded, password, phone, shot, startHarness } from './harness.ts';

const { open, url } = await startHarness();
const examples = new URL('../examples/domains.csv', import.meta.url);

interface ExampleRow {
  Domain: string;
  'Expiration Date': string;
  Status: string;
  Tags: string;
  Comment: string;
}

/** The rows of the example file, in the format of the API. */
async function exampleDomains(registratorAccountId: string) {
  const { data, errors } = papa.parse<ExampleRow>(await readFile(examples, 'utf8'), {
    header: true,
    skipEmptyLines: true,
  });
  assert.deepEqual(errors, []);
  return data.map((row) => ({
    domain: row.Domain,
    registratorAccountId,
    expirationDate: row['Expiration Date'],
    status: row.Status,
    tags: row.Tags.split('; ')
      .filter((tag) => tag !== '')
      .map((tag) => {
        const [type = '', ...value] = tag.split(':');
        return { type, value: value.join(':') };
      }),
    comment: row.Comment,
  }));
}

const choose = async (page: Page, label: string, word: string) => {
  await page.getByRole('combobox', { name: label }).fill(word);
  await page
    .getByRole('option', { name: new RegExp(word, 'i') })
    .first()
    .click();
};

/** Keeps toasts out of the screenshots. */
async function closeToasts(page: Page): Promise<void> {
  const toasts = page.getByRole('button', { name: 'Close', exact: true });
  while ((await toasts.count()) > 0) await toasts.first().click();
}

describe('first use', () => {
  test('registers, imports 500 domains, exports, edits and deletes', async () => {
    const page = await open('/');
    await page.getByRole('heading', { name: 'Sign in to Quartermaster' }).waitFor();
    await shot(page, 'sign-in');
    await page.getByText('The first one becomes its administrator.').waitFor();
    await page.getByRole('button', { name: 'Create one' }).click();
    await page.getByLabel('Email', { exact: true }).fill('olivia@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.locator('form button[type=submit]').click();
    await page.getByText('Welcome, olivia').waitFor();
    const token = await page.evaluate(() => localStorage.getItem('accessToken') ?? '');
    const api = callAs(url, token);

    await page.getByRole('link', { name: 'Add Email Account' }).click();
    await page.getByRole('textbox', { name: /^Email/ }).fill('registrars@example.com');
    await page.getByLabel(/^Password/).fill('Mailbox-Secret-1');
    await page.getByLabel('Login URL').fill('https://mail.example.com/');
    await page.getByRole('button', { name: 'Create Email Account' }).click();
    await page.getByRole('row', { name: /registrars@example.com/ }).waitFor();

    await page.getByRole('button', { name: 'Accounts' }).click();
    await page.getByRole('link', { name: 'Registrator Accounts' }).click();
    await page.getByText('No registrator accounts found').waitFor();
    await page.getByRole('button', { name: 'Add First Account' }).click();
    await choose(page, 'Email Account', 'registrars@');
    await choose(page, 'Registrator Type', 'Porkbun');
    await page.getByLabel(/^Password/).fill('Registrar-Secret-1');
    await page.getByRole('checkbox', { name: /API/ }).check();
    await page.getByLabel(/^API Key/).fill('pk1_example');
    await page.getByLabel(/^Secret/).fill('sk1_example');
    await closeToasts(page);
    await shot(page, 'registrator-account-form');
    await page.getByRole('button', { name: 'Create Account' }).click();
    const account = page.getByRole('row', { name: /Porkbun/ });
    await account.getByText('Active (API)').waitFor();
    const { registratorAccounts } = await api<{ registratorAccounts: { id: string }[] }>(
      'GET',
      '/registrator-accounts',
    );

    const domains = await exampleDomains(registratorAccounts[0]?.id ?? '');
    assert.equal(domains.length, 500);
    const imported = await api<{ imported: number }>('POST', '/domains/bulk-import', { domains });
    assert.deepEqual(imported, { imported: 500, skipped: 0, failed: 0, errors: [] });

    await page.getByRole('link', { name: 'Domains', exact: true }).first().click();
    await page.getByText('Domain Expiration Alert').waitFor();
    await page.getByText('500', { exact: true }).first().waitFor();
    await closeToasts(page);
    await shot(page, 'domains');
    await page.getByRole('button', { name: 'View Expiring' }).click();
    await page.waitForURL(/expiringInDays=30/);
    const expiring = await api<{ domains: unknown[] }>('GET', '/domains/expiring');
    await page.getByText(`${expiring.domains.length} of 500`).waitFor();
    await assertAccessible(page, 'domains within 30 days');

    await page.getByRole('button', { name: 'Check Expiration' }).click();
    await page.getByText(/^Updated \d+ domain\(s\) expiration status$/).waitFor();
    await page.getByRole('button', { name: 'Check Expiration' }).click();
    await page.getByText('All domain statuses are up to date').waitFor();
    await page.getByRole('button', { name: 'Clear Filters' }).click();

    await page.getByRole('searchbox').fill('münchen');
    const munich = page.getByRole('row', { name: /münchen\.de/ });
    await munich.getByRole('button', { name: /^Edit/ }).click();
    await page.getByRole('heading', { name: 'Edit Domain' }).waitFor();
    await page.getByPlaceholder('type:value, then Enter').fill('client:Landeshauptstadt');
    await page.keyboard.press('Enter');
    await page.getByLabel('Comment').fill('Renewed by the city');
    await shot(page, 'domain-form');
    await page.getByRole('button', { name: 'Update Domain' }).click();
    await munich.getByText('Renewed by the city').waitFor();

    const file = await downloaded(page, () => page.getByRole('button', { name: 'Export' }).click());
    assert.equal(file.name, 'domains.csv');
    const rows = papa.parse<string[]>(file.text.trim()).data;
    assert.equal(rows[0]?.[0], 'Domain');
    assert.ok(rows.slice(1).every(([name]) => name?.includes('xn--mnchen')));
    assert.ok(file.text.includes('client:Landeshauptstadt'));
    assert.ok(!file.text.includes('Secret'));

    await munich.getByRole('button', { name: /^Delete/ }).click();
    // The row disappears before the server answers.
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await deleted;
    await munich.waitFor({ state: 'detached' });
    const after = await api<{ pagination: { total: number } }>('GET', '/domains?limit=1');
    assert.equal(after.pagination.total, 499);

    await page
      .getByRole('link', { name: /Quartermaster/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Expiration Alerts' }).waitFor();
    await page.getByText(/View All \d+ Alerts/).waitFor();
    await closeToasts(page);
    await shot(page, 'dashboard');
    await page.emulateMedia({ colorScheme: 'dark' });
    await shot(page, 'dashboard-dark');
    await page.goto(`${url}/domains`);
    await page.getByText('499', { exact: true }).first().waitFor();
    await shot(page, 'domains-dark');
    await page.setViewportSize(phone);
    await shot(page, 'domains-phone');
  });
});
