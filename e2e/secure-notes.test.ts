import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, phone, shot, startHarness } from './harness.ts';
import { allBox, copied, toastShown, fromMenu } from './list-steps.ts';

const { open, operator, url } = await startHarness();

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const moves = 'Looks like a password: move it to the secure note';
type Mailbox = { emailAccount: { id: string; comment: string | null; secureNote: string | null } };

describe('a secure note', () => {
  test('is the last field of a form, and takes the comment by one press', async () => {
    const someone = await operator();
    const { emailAccount } = await someone.api<Mailbox>('POST', '/emails', {
      email: 'ops@example.com',
      password: 'stored',
      secureNote: 'Router: in the cellar',
    });
    const page = await open(`/emails?form=${emailAccount.id}`, { as: someone });
    const comment = page.getByRole('textbox', { name: 'Comment', exact: true });
    await comment.fill('Waiting for a reply');
    assert.equal(await button(page, moves).count(), 0);
    await comment.fill('PW: Sommer2024');
    await button(page, moves).waitFor();
    await assertAccessible(page, 'a comment with a password');
    const note = page.getByRole('textbox', { name: 'Secure Note' });
    assert.equal(await note.inputValue(), '••••••••');
    const last = await page
      .locator('form[novalidate] :is(input, textarea, select)')
      .last()
      .getAttribute('id');
    assert.equal(last, await note.getAttribute('id'));
    await button(page, moves).click();
    await page.waitForFunction(
      (element) => (element as HTMLTextAreaElement | null)?.value.includes('\n'),
      await note.elementHandle(),
    );
    assert.equal(await note.inputValue(), 'Router: in the cellar\nPW: Sommer2024');
    assert.equal(await comment.inputValue(), '');
    await shot(page, 'secure-note-form');
    await button(page, 'Update Email Account').click();
    await toastShown(page, 'Email account updated');
    const stored = await someone.api<Mailbox>('GET', `/emails/${emailAccount.id}`);
    assert.deepEqual(
      [stored.emailAccount.comment, stored.emailAccount.secureNote],
      [null, 'Router: in the cellar\nPW: Sommer2024'],
    );
  });

  test('is hidden on the page of a record until it is revealed, and can be copied', async () => {
    const someone = await operator();
    const note = 'first line\nsecond line';
    const { emailAccount } = await someone.api<Mailbox>('POST', '/emails', {
      email: 'ops@example.com',
      password: 'stored',
      secureNote: note,
    });
    const page = await open(`/emails/${emailAccount.id}`, { as: someone, viewport: phone });
    await page.getByText('Hidden secure note').waitFor();
    assert.equal(await page.getByText('second line').count(), 0);
    await button(page, 'Reveal secure note').click();
    await page.getByText('second line').waitFor();
    assert.equal(await page.locator('code').filter({ hasText: 'first line' }).innerText(), note);
    await assertAccessible(page, 'a revealed note');
    await shot(page, 'secure-note-page');
    assert.equal(await copied(page, button(page, 'Copy secure note')), note);
    await page.goto(`${url}/emails?record=emails:${emailAccount.id}`);
    await page.getByText('Hidden secure note').waitFor();
  });
});

describe('comments with passwords', () => {
  test('are counted on the dashboard, listed, and moved together', async () => {
    const someone = await operator();
    for (const [email, comment] of [
      ['a@example.com', 'PW: Sommer2024'],
      ['b@example.com', 'FTP: web0 / geheim'],
      ['c@example.com', 'Fine'],
    ])
      await someone.api('POST', '/emails', { email, password: 'p', comment });
    const page = await open('/', { as: someone });
    const line = page.getByRole('link', { name: /^Passwords in comments/ });
    await line.waitFor();
    assert.match(await line.innerText(), /2$/);
    await line.click();
    await page.getByText('b@example.com').waitFor();
    assert.equal(await page.locator('[data-row]').count(), 2);
    assert.match(page.url(), /secretComment=true/);
    await shot(page, 'secret-comments');
    await allBox(page).click();
    await fromMenu(page, 'More', 'Move comments to secure notes');
    await toastShown(page, 'Comment moved to the secure note of 2 email accounts');
    const { stats } = await someone.api<{ stats: { toDo: { secretComments: number } } }>(
      'GET',
      '/dashboard/stats',
    );
    assert.equal(stats.toDo.secretComments, 0);
  });

  test('are said in the preview of an import, and go to the secure note by one press', async () => {
    const someone = await operator();
    const page = await open('/import?area=emails', { as: someone });
    await page
      .getByLabel('Or paste')
      .fill('Email,Password,Comment,FTP pw\na@example.com,p,PW: Sommer2024,lion\nb@example.com,p,Fine,');
    await button(page, 'Read the text').click();
    await page.getByRole('heading', { name: 'Columns' }).waitFor();
    await button(page, 'Put it in the secure note: FTP pw').click();
    await button(page, 'Put it in the secure note: FTP pw').waitFor({ state: 'detached' });
    await button(page, 'Preview 2 rows').click();
    await button(page, moves).click();
    await page.getByText('They go to the secure note.').waitFor();
    await assertAccessible(page, 'a preview with passwords in comments');
    await shot(page, 'secret-comments-preview');
    await button(page, /^Import 2/).click();
    await page.getByRole('heading', { name: /^2 email accounts imported/ }).waitFor();
    const { emailAccounts } = await someone.api<{ emailAccounts: Mailbox['emailAccount'][] }>(
      'GET',
      '/emails?sortBy=email&sortOrder=asc',
    );
    assert.deepEqual(
      emailAccounts.map(({ comment, secureNote }) => [comment, secureNote]),
      [
        [null, 'lion\nPW: Sommer2024'],
        ['Fine', null],
      ],
    );
  });
});
