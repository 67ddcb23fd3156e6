import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Operator, assertAccessible, phone, shot, startHarness } from './harness.ts';
import { select } from './list-steps.ts';

const { open, operator } = await startHarness();

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, text: string) => page.locator('tbody tr[data-row]', { hasText: text });

async function mailboxes(someone: Operator, ...names: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) {
    const body = { email: `${name}@example.com`, password: 'Secret-1', comment: 'first' };
    ids.push((await someone.api<{ emailAccount: { id: string } }>('POST', '/emails', body)).emailAccount.id);
  }
  return ids;
}

describe('what was done', () => {
  test('a deletion is undone from its toast, and listed with Undo', async () => {
    const someone = await operator();
    await mailboxes(someone, 'one', 'two');
    const page = await open('/emails', { as: someone });
    await row(page, 'one@example.com')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await row(page, 'one@example.com').waitFor({ state: 'detached' });
    await button(page, 'Undo').click();
    await row(page, 'one@example.com').waitFor();
    await page.getByText('Undone: 1 record').waitFor();

    await page.goto(new URL('/history', page.url()).href);
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    await page.getByText('Undone', { exact: true }).first().waitFor();
    await assertAccessible(page, 'the history');
    await shot(page, 'history');
    await page.getByLabel('What was done').click();
    await page.getByText('Also automatic', { exact: true }).waitFor();
    await page.getByRole('option', { name: 'Deletions', exact: true }).click();
    const acts = page.getByRole('button', { expanded: false });
    await acts.filter({ hasText: /undid/i }).waitFor({ state: 'detached' });
    await acts.filter({ hasText: /delet/i }).first().click();
    await page.getByText('one@example.com').nth(1).waitFor();
    await assertAccessible(page, 'an act of the history');
    await shot(page, 'history-act');
    const from = page.getByLabel('From');
    await from.focus();
    await page.keyboard.type('01022099');
    assert.doesNotMatch(page.url(), /from=/, 'a day counts once it is typed');
    await page.getByText('one@example.com').nth(1).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/from=2099-01-02/);
    await page.getByText('Nothing like that here').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('button', { expanded: false }).first().waitFor();
    await page.setViewportSize(phone);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await shot(page, 'history-phone');
  });

  test('Ctrl+Z names the last act and asks about what has changed since', async () => {
    const someone = await operator();
    const ids = await mailboxes(someone, 'one', 'two');
    await someone.api('POST', '/emails/bulk-actions', {
      records: { ids },
      do: { action: 'addTag', tag: { type: 'client', value: 'acme' } },
    });
    const [id = ''] = ids;
    await someone.api('PUT', `/emails/${id}`, { comment: 'mine' });
    const page = await open('/emails', { as: someone });
    await row(page, 'two@example.com').waitFor();
    let previews = 0;
    page.on('request', (request) => {
      if (request.postData()?.includes('dryRun')) previews += 1;
    });
    // The search has an undo of its own.
    await page.getByRole('searchbox').press('Control+z');
    await row(page, 'two@example.com').getByRole('checkbox').press('Control+z');
    await dialog(page)
      .getByRole('heading', { name: /^Undo ‘.+’\?$/ })
      .waitFor();
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    await dialog(page).getByRole('button', { name: 'Undo 1 record' }).click();
    await page.getByText('Undone: 1 record').waitFor();
    assert.equal(previews, 1, 'what an undo would do is asked for once');
    const comment = async () =>
      (await someone.api<{ emailAccount: { comment: string } }>('GET', `/emails/${id}`)).emailAccount.comment;
    assert.equal(await comment(), 'first');

    // Somebody has changed the comment since the edit, so its undo has a conflict.
    await someone.api('PUT', `/emails/${id}`, { comment: 'later' });
    await page.goto(new URL('/history?kind=edit', page.url()).href);
    await page
      .getByRole('button', { expanded: false })
      .filter({ hasText: /comment/i })
      .nth(1)
      .click();
    const act = page.getByRole('listitem').filter({ has: page.getByRole('button', { expanded: true }) });
    const change = act.getByRole('listitem').filter({ hasText: 'one@example.com' });
    await change.waitFor();
    const undo = await act.getByRole('button', { name: 'Undo', exact: true }).boundingBox();
    const below = await change.boundingBox();
    assert.ok(undo && below && undo.y < below.y, 'Undo is at the head');
    await act.getByRole('button', { name: 'Undo', exact: true }).click();
    await dialog(page).getByText('1 changed since').waitFor();
    await assertAccessible(page, 'an undo with a conflict');
    await shot(page, 'undo-dialog');
    await select(dialog(page).getByLabel('What to do with one@example.com'), 'Undo anyway');
    await dialog(page).getByRole('button', { name: 'Undo 1 record' }).click();
    await page.getByText('Undone: 1 record').waitFor();
    assert.equal(await comment(), 'first');
  });

  test('is kept as long as Settings says, which refuses other numbers of days', async () => {
    const owner = await operator();
    const page = await open('/settings?section=workspace', { as: owner });
    const panel = page.locator('form', { hasText: 'Days that the history is kept' });
    const [history, secrets] = [/^Days that the history/, /^Days that secrets/].map((label) =>
      panel.getByLabel(label),
    );
    assert.ok(history && secrets);
    assert.deepEqual([await history.inputValue(), await secrets.inputValue()], ['730', '90']);
    await history.fill('a year');
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByText('The history must be kept for 1 to 36500 days').waitFor();
    await history.fill('365');
    await secrets.fill('30');
    await panel.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Workspace saved').waitFor();
    await assertAccessible(page, 'the workspace');
    await shot(page, 'settings-workspace');
    const { workspaces } = await owner.api<{ workspaces: Record<string, unknown>[] }>('GET', '/workspaces');
    assert.deepEqual(
      workspaces.map(({ historyDays, deletedSecretDays }) => [historyDays, deletedSecretDays]),
      [[365, 30]],
    );
    await page.setViewportSize(phone);
    await shot(page, 'settings-workspace-phone');
  });

  test('the trash finds, restores and empties', async () => {
    const someone = await operator();
    const ids = await mailboxes(someone, 'one', 'two', 'three');
    await someone.api('POST', '/emails/bulk-actions', { records: { ids }, do: { action: 'delete' } });
    const page = await open('/trash', { as: someone });
    const deleted = page.getByRole('region', { name: 'Deleted records' }).getByRole('listitem');
    await deleted.nth(2).waitFor();
    await assertAccessible(page, 'the trash');
    await shot(page, 'trash');
    await page.getByLabel('Search the trash').fill('tw');
    await page.waitForURL(/search=tw/);
    await page.keyboard.type('o');
    await deleted.nth(1).waitFor({ state: 'detached' });
    await button(page, 'Restore').click();
    await page.getByText('Nothing like that here').waitFor();
    await page.getByLabel('Search the trash').fill('');
    await deleted.nth(1).waitFor();
    // The address of a deleted record offers to restore it.
    await page.goto(new URL(`/emails/${ids[0] ?? ''}`, page.url()).href);
    await page.getByText('This email account was deleted.').waitFor();
    await button(page, 'Restore').click();
    await page.getByRole('link', { name: 'History' }).first().click();
    await page
      .getByText(/^Created by/)
      .first()
      .waitFor();
    await assertAccessible(page, 'the history of a record');
    await shot(page, 'record-history');
    await page.goto(new URL('/trash', page.url()).href);
    await deleted.first().waitFor();
    await page.setViewportSize(phone);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await shot(page, 'trash-phone');
    await button(page, 'Empty trash').click();
    await dialog(page).getByRole('button', { name: 'Empty trash' }).click();
    await page.getByText('1 record purged').waitFor();
    await page.getByText('The trash is empty').waitFor();
    const { emailAccounts } = await someone.api<{ emailAccounts: { email: string }[] }>('GET', '/emails');
    assert.deepEqual(
      emailAccounts.map(({ email }) => email).sort(),
      ['two@example.com', 'one@example.com'].sort(),
    );
  });
});

describe('the impact of a record', () => {
  test('stands on its page and in the question before it is deleted', async () => {
    const someone = await operator();
    const [id = ''] = await mailboxes(someone, 'root');
    const { registratorTypes } = await someone.api<{ registratorTypes: { id: string }[] }>(
      'GET',
      '/registrator-types?search=Porkbun',
    );
    const { registratorAccount } = await someone.api<{ registratorAccount: { id: string } }>(
      'POST',
      '/registrator-accounts',
      { emailAccountId: id, registratorTypeId: registratorTypes[0]?.id, isGoogleLogin: true },
    );
    await someone.api('POST', '/domains', {
      domain: 'far.example',
      registratorAccountId: registratorAccount.id,
    });
    const page = await open(`/emails/${id}?tab=impact`, { as: someone });
    await page.getByText('Required by:').waitFor();
    await page.getByText('Can be reset with this mailbox:').first().waitFor();
    await assertAccessible(page, 'the impact of a record');
    await shot(page, 'record-impact');
    // Beside a list, a link stays there.
    await page.goto(new URL(`/emails?record=emails:${id}&tab=impact`, page.url()).href);
    await dialog(page).getByRole('link', { name: 'far.example' }).click();
    await dialog(page).getByRole('heading', { name: 'far.example' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/emails');
    await page.goto(new URL(`/emails/${id}?tab=impact`, page.url()).href);
    await page.getByText('Required by:').waitFor();
    await page.goto(new URL('/emails', page.url()).href);
    await row(page, 'root@example.com')
      .getByRole('button', { name: /^Delete/ })
      .click();
    const question = page.getByRole('alertdialog');
    await question.getByText('Can be reset with this mailbox:').waitFor();
    await shot(page, 'delete-impact');
  });
});
