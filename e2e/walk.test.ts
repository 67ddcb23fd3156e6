// Runs with --all: it goes through the first hour of an installation.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import papa from 'papaparse';
import type { Page } from 'playwright-core';
import { assertAccessible, callAs, downloaded, password, phone, shot, startHarness } from './harness.ts';

const { open, url } = await startHarness({});
const examples = new URL('../examples/domains.csv', import.meta.url);

interface ExampleRow {
  Domain: string;
  'Expiration Date': string;
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
    // As entered before the dates were known, for Check Expiration to correct.
    status: 'ACTIVE',
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

    await page.getByRole('searchbox').fill('käsekontor-shop');
    const shop = page.getByRole('row', { name: /käsekontor-shop\.example/ });
    await shop.getByRole('button', { name: /^Edit/ }).click();
    await page.getByRole('heading', { name: 'Edit Domain' }).waitFor();
    await page.getByPlaceholder('type:value, then Enter').fill('owner:Käsekontor');
    await page.keyboard.press('Enter');
    await page.getByLabel('Comment').fill('Renewed by the client');
    await shot(page, 'domain-form');
    await page.getByRole('button', { name: 'Update Domain' }).click();
    await shop.getByText('Renewed by the client').waitFor();

    const file = await downloaded(page, () =>
      page.getByRole('button', { name: 'Export', exact: true }).click(),
    );
    assert.equal(file.name, 'domains.csv');
    const rows = papa.parse<string[]>(file.text.trim()).data;
    assert.equal(rows[0]?.[0], 'Domain');
    assert.ok(rows.slice(1).every(([name]) => name?.includes('xn--ksekontor')));
    assert.ok(file.text.includes('owner:Käsekontor'));
    assert.ok(!file.text.includes('Secret'));

    await shop.getByRole('button', { name: /^Delete/ }).click();
    // The row disappears before the server answers.
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await deleted;
    await shop.waitFor({ state: 'detached' });
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

/** Thirty domains of three clients, as a spreadsheet is copied. */
const thirty = [
  ['Domain', 'Registrar', 'Login', 'Expires', 'Client'],
  ...Array.from({ length: 30 }, (_, n) => [
    `shop-${n}.example`,
    n % 2 === 0 ? 'Porkbun' : 'Namecheap',
    'ops@agency.example',
    new Date(Date.now() + (20 + 11 * n) * 86_400_000).toISOString().slice(0, 10),
    ['Acme', 'Blue', 'Cobalt'][n % 3],
  ]),
]
  .map((cells) => cells.join('\t'))
  .join('\n');

describe('the first hour', () => {
  test('leads from a new account to 30 domains, a server and a colleague who sees one client', async () => {
    const page = await open('/login');
    await page.getByRole('button', { name: 'Create one' }).click();
    await page.getByLabel('Email', { exact: true }).fill('nora@agency.example');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.locator('form button[type=submit]').click();
    await page.getByText('Welcome, nora').waitFor();
    await shot(page, 'hour-1-dashboard');

    let actions = 0;
    const act = async (what: Promise<unknown>) => {
      actions += 1;
      await what;
    };

    await act(page.getByRole('main').getByRole('link', { name: 'Import' }).click());
    await act(page.getByLabel('Or paste').fill(thirty));
    await act(page.getByRole('button', { name: 'Read the text' }).click());
    await page.getByRole('button', { name: 'Create all' }).waitFor();
    await shot(page, 'hour-2-columns');
    await act(page.getByRole('button', { name: 'Create all' }).click());
    await act(page.getByLabel('Registrator account › Email account › Password').fill('Mailbox-1'));
    await act(page.keyboard.press('Enter'));
    await act(page.getByRole('button', { name: 'Google login instead' }).click());
    await page.getByText('30 new, 0 changed, 0 with errors').waitFor();
    await shot(page, 'hour-3-ready');
    await act(page.keyboard.press('Control+Enter'));
    await page.getByRole('button', { name: 'Import 30' }).waitFor();
    await shot(page, 'hour-4-preview');
    await act(page.keyboard.press('Control+Enter'));
    await page.getByRole('heading', { name: /^30 domains imported/ }).waitFor();
    await shot(page, 'hour-5-done');

    const { keyboard } = page;
    await act(page.getByRole('link', { name: 'Servers', exact: true }).first().click());
    await page.getByText('No servers found').waitFor();
    await act(keyboard.press('n'));
    await act(page.getByLabel(/^Server Name/).fill('Web 1'));
    await act(page.getByRole('combobox', { name: 'Hosting Account' }).click());
    await act(page.getByRole('option', { name: '+ New hosting account' }).click());
    const hosting = page.getByRole('dialog', { name: 'Add Hosting Account' });
    await act(hosting.getByRole('button', { name: 'Hetzner' }).click());
    const mailbox = hosting.getByRole('combobox', { name: 'Email Account' });
    await act(mailbox.click());
    await page.locator('[role=option][data-highlighted]', { hasText: 'ops@agency.example' }).waitFor();
    await act(keyboard.press('Enter'));
    await shot(page, 'hour-6-hosting');
    await act(keyboard.press('Control+Enter'));
    await hosting.waitFor({ state: 'detached' });
    await act(page.getByLabel(/^IP/).fill('203.0.113.10'));
    await shot(page, 'hour-7-server');
    await act(page.getByLabel(/^Username/).fill('root'));
    await act(page.getByLabel(/^Password/).fill('Server-1'));
    await act(keyboard.press('Control+Enter'));
    await page.locator('[data-row]', { hasText: 'Web 1' }).waitFor();
    await shot(page, 'hour-8-servers');

    await act(keyboard.press('Control+k'));
    await act(keyboard.type('invite'));
    await page.getByRole('option', { name: 'Invite members' }).waitFor();
    await shot(page, 'hour-9-palette');
    await act(keyboard.press('Enter'));
    await page.getByText('Members (1)').waitFor();
    await act(page.getByRole('button', { name: 'Invite', exact: true }).click());
    const invite = page.getByRole('dialog');
    await act(invite.getByLabel('Email').fill('carl@agency.example'));
    await act(invite.getByLabel('Scope').fill('client:Acme'));
    await act(keyboard.press('Enter'));
    await invite.getByText('Sees 10 domains').waitFor();
    await shot(page, 'hour-10-invite');
    await act(invite.getByRole('button', { name: 'Invite' }).click());
    const link = await invite.getByLabel('Link', { exact: true }).inputValue();

    const colleague = await open(link.slice(link.indexOf('/invitation')));
    await act(colleague.getByLabel('Password', { exact: true }).fill(password));
    await act(colleague.getByLabel('Confirm password').fill(password));
    await act(colleague.getByRole('button', { name: 'Create account' }).click());
    await colleague.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await shot(colleague, 'hour-11-colleague');
    await act(colleague.getByRole('link', { name: 'Domains', exact: true }).first().click());
    await colleague.getByRole('search').getByText('10 domains').waitFor();
    await shot(colleague, 'hour-12-colleague');
    assert.ok(actions <= 40, `${actions} actions`);
  });
});
