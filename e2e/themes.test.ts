import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { button, form, inDays, row } from './domain-steps.ts';
import { type Operator, assertAccessible, assertAccessibleInThemes, phone, startHarness } from './harness.ts';
import { act, box, fromMenu } from './list-steps.ts';
import { drawer, input, mailbox, palette, portfolio } from './portfolio-steps.ts';

const { open, operator, url } = await startHarness();

/** A portfolio with domains in every state, tags and a date. */
async function inventory(): Promise<{ someone: Operator; ids: Awaited<ReturnType<typeof portfolio>> }> {
  const someone = await operator();
  const ids = await portfolio(someone);
  const add = (domain: string, more: object) =>
    someone.api('POST', '/domains', {
      domain,
      registratorAccountId: ids['registrator-accounts'],
      ...more,
    });
  await add('far.example', { expirationDate: inDays(300), comment: 'With the agency' });
  await add('xn--mnchen-3ya.de', { status: 'BLOCKED', tags: [{ type: 'client', value: 'acme' }] });
  await add('soon.example', { expirationDate: inDays(6), status: 'EXPIRING' });
  await add('overdue.example', { expirationDate: inDays(-40), status: 'EXPIRED' });
  const date = { area: 'servers', recordId: ids.servers, what: 'server', date: '2031-05-01' };
  await someone.api('POST', '/dates', date);
  return { someone, ids };
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor();

// The lists and forms of every kind are in kinds.test.ts.
describe('both themes are accessible', () => {
  test('signed out', async () => {
    const page = await open('/login');
    await heading(page, 'Sign in to Quartermaster');
    await page.locator('form button[type=submit]').click();
    await page.getByText('Password is required').waitFor();
    await assertAccessibleInThemes(page, 'sign-in with errors');
    await button(page, 'Create one').click();
    await heading(page, 'Create your account');
    await assertAccessibleInThemes(page, 'registration');
  });

  test('in a list: its banner, statuses, dialogs and panels', async () => {
    const { someone, ids } = await inventory();
    const page = await open('/domains', { as: someone });
    await row(page, 'overdue.example').waitFor();
    await page.getByText('Domain Expiration Alert').waitFor();
    await box(page, 'soon.example').check();
    await assertAccessibleInThemes(page, 'a list in every status');
    await fromMenu(page, 'Tag', 'Add tag');
    const dialog = page.getByRole('dialog', { name: 'Add a tag to 1 domain' });
    await dialog.getByRole('button', { name: 'Add tag' }).click();
    await dialog.getByText('Tag type is required').waitFor();
    await assertAccessibleInThemes(page, 'a dialog with an error', '[role=dialog]');
    await page.keyboard.press('Escape');
    await act(page, 'Delete').click();
    await page.getByRole('alertdialog').waitFor();
    await assertAccessibleInThemes(page, 'a question', '[role=alertdialog]');
    await page.keyboard.press('Escape');
    await button(page, 'View').click();
    await page.getByRole('radio', { name: 'Compact' }).waitFor();
    await assertAccessibleInThemes(page, 'the options of a list');
    await page.keyboard.press('Escape');
    await button(page, 'Insights').click();
    await page.getByText('By stored status').waitFor();
    await assertAccessibleInThemes(page, 'insights', '[aria-label=Insights]');

    await page.goto(`${url}/domains?record=domains:${ids.domains}`);
    await drawer(page).getByRole('region', { name: 'Details' }).waitFor();
    await assertAccessibleInThemes(page, 'a record beside its list', '[role=dialog]');
    await page.goto(`${url}/emails?connections=emails:${ids.emails}`);
    await drawer(page).getByText('via hosting accounts').waitFor();
    await assertAccessibleInThemes(page, 'connections', '[role=dialog]');
  });

  test('on other pages and in the palette', async () => {
    const { someone, ids } = await inventory();
    const page = await open('/', { as: someone });
    await page.getByText('Expirations in the Next 12 Months').waitFor();
    await assertAccessibleInThemes(page, 'dashboard');
    await page.keyboard.press('Control+k');
    await input(page).fill('example');
    await palette(page).getByRole('option').nth(1).waitFor();
    await assertAccessibleInThemes(page, 'palette', '[role=dialog]');
    for (const [path, words] of [
      [`/emails/${ids.emails}`, mailbox],
      ['/expirations', 'Expirations'],
      ['/map', /^Single points of failure/],
      ['/import', 'Import'],
      ['/docs', 'Documentation'],
      ['/account', 'Account'],
      ['/settings?section=members', 'Members (1)'],
      ['/settings?section=channels', 'Settings'],
      ['/settings?section=rules', 'Settings'],
      ['/settings?section=checks', 'Settings'],
      ['/settings?section=quiet-hours', 'Settings'],
      ['/settings?section=tags', 'Settings'],
    ] as const) {
      await page.goto(`${url}${path}`);
      await heading(page, words);
      await page.locator('.pulse').first().waitFor({ state: 'detached' });
      await assertAccessibleInThemes(page, path);
    }
  });

  test('and so are cards and a form with errors on a phone', async () => {
    const { someone } = await inventory();
    const page = await open('/domains', { as: someone, viewport: phone });
    await row(page, 'overdue.example').waitFor();
    await page.getByText('Domain Expiration Alert').waitFor();
    await assertAccessibleInThemes(page, 'cards');
    await button(page, 'Add Domain').click();
    await button(page, 'Create Domain').click();
    await form(page).getByText('Domain is required').waitFor();
    await assertAccessible(page, 'form with errors', 'form[novalidate]');
  });
});
