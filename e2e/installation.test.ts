import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertAccessible, desktop, phone, shot, startHarness } from './harness.ts';

const { open, operator } = await startHarness({});
const administrator = await operator('admin@acme.example');
const person = await operator('ada@acme.example');
await person.api('PUT', '/auth/me', { name: 'Ada Lovelace' });
await person.api('POST', '/emails', { email: 'box@acme.example', password: 'x' });

describe('the installation', () => {
  test('shows its administrators the accounts, to disable, promote and delete them', async () => {
    const page = await open('/settings?section=accounts', { as: administrator });
    const line = page.getByRole('row').filter({ hasText: 'ada@acme.example' });
    const dialog = page.getByRole('dialog');
    await line.getByText('Enabled').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Disable admin@acme.example' }).count(), 0);
    await page.getByRole('button', { name: 'Disable ada@acme.example' }).click();
    await dialog.getByText('signed out everywhere').waitFor();
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await line.getByText('Disabled').waitFor();
    await assertAccessible(page, 'accounts');
    await shot(page, 'accounts');
    await page.setViewportSize(phone);
    await shot(page, 'accounts-phone');
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), phone.width);
    await page.setViewportSize(desktop);
    await page.getByRole('button', { name: 'Enable ada@acme.example' }).click();
    await dialog.getByRole('button', { name: 'Enable' }).click();
    await line.getByText('Enabled').waitFor();
    await page.getByRole('button', { name: 'Make ada@acme.example an administrator' }).click();
    await dialog.getByRole('button', { name: 'Make administrator' }).click();
    await line.getByText('Administrator').waitFor();

    await page.getByRole('searchbox', { name: 'Search accounts' }).fill('lovelace');
    await page.getByRole('heading', { name: 'Accounts (1)' }).waitFor();
    await page.getByRole('button', { name: 'Delete ada@acme.example' }).click();
    await dialog.getByText('ada: 1 email account').waitFor();
    await shot(page, 'account-deletion');
    const remove = dialog.getByRole('button', { name: 'Delete the account' });
    assert.ok(await remove.isDisabled());
    await dialog.getByLabel('Type ada@acme.example to confirm').fill('ada@acme.example');
    await remove.click();
    await page.getByText('No account has this').waitFor();
  });

  test('shows its state, its jobs and its audit', async () => {
    const page = await open('/settings', { as: administrator });
    await page.getByRole('link', { name: 'Installation' }).click();
    await page.getByText('SQLite').waitFor();
    await page.getByText('Update the status of domains from their expiration dates').waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Account deleted' })
      .getByText('ada@acme.example')
      .waitFor();
    await assertAccessible(page, 'installation');
    await shot(page, 'installation');
    await page.setViewportSize(phone);
    await shot(page, 'installation-phone');
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), phone.width);
  });

  test('lists its jobs by kind and state, and runs one now', async () => {
    const page = await open('/settings?section=jobs', { as: administrator });
    const line = page.getByRole('row').filter({ hasText: 'Remove history that workspaces no longer keep' });
    await line.getByText('Waiting').waitFor();
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Remove history' }).click();
    await page.getByRole('heading', { name: 'Jobs (1)' }).waitFor();
    const answered = page.waitForResponse((response) => response.url().endsWith('/run'));
    await line.getByRole('button', { name: 'Run now: Remove history' }).click();
    assert.equal((await answered).status(), 200);
    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'Stuck' }).click();
    await page.getByText('No job is like that.').waitFor();
    await page.goto(page.url());
    await line.waitFor();
    await assertAccessible(page, 'jobs');
    await shot(page, 'jobs');
    await page.setViewportSize(phone);
    await shot(page, 'jobs-phone');
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), phone.width);
  });

  test('is not shown to others', async () => {
    const other = await operator();
    const page = await open('/settings?section=accounts', { as: other });
    await page.getByRole('heading', { name: 'General' }).waitFor();
    for (const name of ['Accounts', 'Installation', 'Jobs'])
      assert.equal(
        await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).count(),
        0,
      );
  });
});
