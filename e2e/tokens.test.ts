import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { callServer } from '../server/test/server-process.ts';
import { assertAccessible, phone, shot, startHarness } from './harness.ts';
import { clipboard, toastShown, select } from './list-steps.ts';

const { open, operator, url } = await startHarness();
const owner = await operator('owner@tokens.example');
const editor = await operator('editor@tokens.example');

const panel = (page: Page) => page.getByRole('region', { name: /^API tokens/ });
const rows = (page: Page) =>
  panel(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button') });
const statusOf = async (value: string) => (await callServer(url, 'GET', '/domains', value)).status;
const listed = async () =>
  (await owner.api<{ tokens: { name: string; lastUsedAt: string | null }[] }>('GET', '/tokens')).tokens;

describe('API tokens', () => {
  test('are made on the account page, shown once, and ended', async () => {
    const page = await open('/account?section=tokens', { as: owner });
    await panel(page).getByText('A token lets a script use the API in owner').waitFor();
    await panel(page).getByRole('button', { name: 'New token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Make token' }).click();
    await dialog.getByText('Name is required').waitFor();
    await dialog.getByLabel('Name').fill('Nightly report');
    await dialog.getByLabel('Write', { exact: true }).check();
    await select(dialog.getByLabel('Ends after'), '90 days');
    await dialog.getByLabel('Scope').fill('client:acme');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Accepted from').fill('127.0.0.1, nowhere');
    await assertAccessible(page, 'a new token');
    await shot(page, 'tokens-new');
    await dialog.getByRole('button', { name: 'Make token' }).click();
    await dialog.getByText(/^nowhere is not an IP address or network/).waitFor();
    await dialog.getByLabel('Accepted from').fill('127.0.0.1, 10.0.0.0/8');
    await dialog.getByRole('button', { name: 'Make token' }).click();
    await dialog.getByText('shown only this once').waitFor();
    await shot(page, 'tokens-value');
    const value = await dialog.getByRole('textbox', { name: 'Token' }).inputValue();
    assert.match(value, /^qm_[\da-f-]{36}_[\w-]{43}$/);
    await dialog.getByRole('button', { name: 'Copy token' }).click();
    await dialog.getByText('✓ Copied').waitFor();
    assert.equal(await clipboard(page), value);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    await panel(page).getByText('never used').waitFor();
    assert.ok(!(await page.content()).includes(value.slice(-43)));

    assert.equal(await statusOf(value), 200);
    // The use is recorded in the background.
    for (let looks = 0; looks < 500 && (await listed())[0]?.lastUsedAt === null; looks += 1);
    await page.reload();
    const row = rows(page).filter({ hasText: 'Nightly report' });
    for (const words of ['Read', 'Write', 'client:acme', '127.0.0.1, 10.0.0.0/8'])
      await row.getByText(words, { exact: true }).waitFor();
    await row.getByText(/^last used .* from 127\.0\.0\.1 · until /).waitFor();
    await row.getByRole('button', { name: 'End the token Nightly report' }).click();
    await page.getByRole('dialog').getByText("It can't be brought back").waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
    await toastShown(page, 'The token Nightly report has ended');
    await row.waitFor({ state: 'detached' });
    assert.deepEqual([await statusOf(value), await listed()], [401, []]);
  });

  test('are listed for managers in the settings, and for their makers on the account page', async () => {
    const invitation = { email: editor.email, role: 'EDITOR' };
    const { url: link } = await owner.api<{ url: string }>('POST', '/invitations', invitation);
    const accepted = { token: link.split('#token=')[1] };
    const { workspace } = await editor.api<{ workspace: { id: string } }>(
      'POST',
      '/invitations/accept',
      accepted,
    );
    await editor.api('PUT', '/auth/me', { defaultWorkspaceId: workspace.id, name: 'Ed Itor' });
    await editor.api('POST', '/tokens', {
      ...{
        name: 'Import of purchases',
        permissions: ['read', 'write'],
        scope: [{ type: 'env', value: 'prod' }],
      },
    });
    await owner.api('POST', '/tokens', { name: 'Backup', permissions: ['read', 'secrets'] });

    const page = await open('/settings?section=tokens', { as: owner });
    assert.equal(
      await rows(page)
        .count()
        .then(async () => (await rows(page).nth(1).waitFor(), rows(page).count())),
      2,
    );
    await rows(page)
      .filter({ hasText: 'Import of purchases' })
      .getByText(/^Ed Itor · never used/)
      .waitFor();
    await assertAccessible(page, 'the tokens of a workspace');
    await shot(page, 'tokens-settings');
    await page.setViewportSize(phone);
    await shot(page, 'tokens-settings-phone');
    await page.goto(`${url}/account?section=tokens`);
    await rows(page).first().waitFor();
    assert.equal(await rows(page).count(), 1);
    await panel(page).scrollIntoViewIfNeeded();
    await shot(page, 'tokens-account-phone');

    const other = await open('/account?section=tokens', { as: editor });
    await panel(other).getByText('Import of purchases').waitFor();
    await panel(other).getByRole('button', { name: 'New token' }).click();
    const dialog = other.getByRole('dialog');
    await dialog.getByLabel('Write', { exact: true }).waitFor();
    assert.equal(await dialog.getByLabel('Read secrets').count(), 0);
    await other.keyboard.press('Escape');
    await other.goto(`${url}/settings?section=tokens`);
    await other.waitForURL(/\/account\?section=workspaces$/);
  });
});
