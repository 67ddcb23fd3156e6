import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Stored, button, count, filter, row, seeded, withAccount } from './domain-steps.ts';
import { assertAccessible, desktop, downloaded, phone, shot, startHarness } from './harness.ts';
import { portfolio } from './portfolio-steps.ts';
import {
  act,
  allBox,
  bar,
  box,
  selected,
  toastShown,
  focused,
  fromMenu,
  menuOf,
  optionsOf,
  select,
} from './list-steps.ts';

const { open, operator } = await startHarness();

const three = [{ domain: 'one.example' }, { domain: 'two.example' }, { domain: 'three.example' }];

/** All actions stand beside each other, within the bar. */
async function assertOneLine(page: Page): Promise<void> {
  const buttons = await bar(page).locator('[data-actions]').getByRole('button').all();
  const boxes = await Promise.all(buttons.map((each) => each.boundingBox()));
  const whole = await bar(page).boundingBox();
  assert.ok(whole);
  assert.equal(new Set(boxes.map((each) => each?.y)).size, 1, 'in one line');
  for (const each of boxes)
    assert.ok(each && each.x >= whole.x && each.x + each.width <= whole.x + whole.width);
}

describe('bulk actions', () => {
  test('adds a tag to the selection and removes it again', async () => {
    const { someone } = await seeded(await operator(), ...three, {
      domain: 'tagged.example',
      tags: [{ type: 'env', value: 'prod' }],
    });
    const page = await open('/domains', { as: someone });
    await box(page, 'one.example').check();
    await box(page, 'tagged.example').check();
    await selected(page, '2');
    assert.ok(await allBox(page).evaluate((input: HTMLInputElement) => input.indeterminate));
    await fromMenu(page, 'Tag', 'Add tag');
    const dialog = page.getByRole('dialog', { name: 'Add a tag to 2 domains' });
    await dialog.getByRole('button', { name: 'Add tag' }).click();
    await dialog.getByText('Tag type is required').waitFor();
    await dialog.getByLabel('Tag type').fill('env');
    await dialog.getByLabel('Tag value').fill('prod');
    await page.keyboard.press('Enter');
    await toastShown(page, 'Tag added to 1 domain, 1 had it already');
    await row(page, 'one.example').getByText('env: prod').waitFor();
    await fromMenu(page, 'Tag', 'Remove tag');
    const away = page.getByRole('dialog', { name: 'Remove a tag from 2 domains' });
    assert.deepEqual(await optionsOf(away.getByLabel('Tag')), ['env: prod (2)']);
    await away.getByRole('button', { name: 'Remove tag' }).click();
    await away.getByText('Tag is required').waitFor();
    await select(away.getByLabel('Tag'), 'env: prod (2)');
    await away.getByRole('button', { name: 'Remove tag' }).click();
    await toastShown(page, 'Tag removed from 2 domains');
    await row(page, 'one.example').getByText('env: prod').waitFor({ state: 'detached' });
    await selected(page, '2');
  });

  test('sets the status of a range; the selection survives a search and a sort', async () => {
    const { someone } = await seeded(await operator(), ...three);
    const page = await open('/domains', { as: someone });
    await box(page, 'three.example').click();
    await box(page, 'one.example').click({ modifiers: ['Shift'] });
    await selected(page, '3');
    await box(page, 'two.example').uncheck();
    await page.getByRole('searchbox').fill('two');
    await count(page, '1 of 3');
    await selected(page, '2');
    await page.getByRole('searchbox').fill('');
    await page.getByRole('columnheader', { name: 'Domain' }).getByRole('button').click();
    await page
      .getByRole('columnheader', { name: 'Domain' })
      .and(page.locator('[aria-sort=ascending]'))
      .waitFor();
    assert.ok(await box(page, 'one.example').isChecked());
    assert.ok(!(await box(page, 'two.example').isChecked()));
    await fromMenu(page, 'Set', 'Set status');
    const dialog = page.getByRole('dialog', { name: 'Set the status of 2 domains' });
    await select(dialog.getByLabel('Status'), 'Blocked');
    await dialog.getByRole('button', { name: 'Set status' }).click();
    await toastShown(page, 'Set the status of 2 domains');
    const { domains } = await someone.api<{ domains: { domain: string; status: string }[] }>(
      'GET',
      '/domains',
    );
    assert.deepEqual(
      domains.filter(({ status }) => status === 'BLOCKED').map(({ domain }) => domain),
      ['three.example', 'one.example'],
    );
  });

  test('gives 25 domains another registrar account in 4 actions, with a preview', async () => {
    const { someone, account } = await withAccount(await operator());
    const { registratorTypes } = await someone.api<{ registratorTypes: { id: string }[] }>(
      'GET',
      '/registrator-types?search=Namecheap',
    );
    const { emailAccount } = await someone.api<{ emailAccount: { id: string } }>('POST', '/emails', {
      email: 'new@example.com',
      password: 'x',
    });
    const { registratorAccount: other } = await someone.api<{ registratorAccount: { id: string } }>(
      'POST',
      '/registrator-accounts',
      { emailAccountId: emailAccount.id, registratorTypeId: registratorTypes[0]?.id, isGoogleLogin: true },
    );
    const domains = Array.from({ length: 25 }, (_, index) => ({
      domain: `site-${index}.example`,
      registratorAccountId: index < 2 ? other.id : account,
    }));
    await someone.api('POST', '/domains/bulk-import', { domains });
    const page = await open('/domains', { as: someone });
    await count(page, '25 domains');
    await allBox(page).check();
    await selected(page, '25');

    let actions = 0;
    const done = async (action: Promise<unknown>) => {
      await action;
      actions += 1;
    };
    await done(act(page, 'Set').click());
    await done(button(page, 'Set registrator account').click());
    const dialog = page.getByRole('dialog', { name: 'Set the registrator account of 25 domains' });
    await dialog.getByRole('option').first().waitFor();
    await focused(page, dialog.getByRole('combobox'));
    await done(page.keyboard.type('namecheap'));
    await dialog.getByText('23 change, 2 already so').waitFor();
    await assertAccessible(page, 'another account');
    await shot(page, 'bulk-set');
    await done(page.keyboard.press('Enter'));
    assert.ok(actions <= 4, `${actions} actions`);
    await toastShown(page, 'Moved 23 domains to Namecheap, 2 already so');
    await row(page, 'site-7.example').getByText('Namecheap').waitFor();

    // With the mouse, and to no value.
    await fromMenu(page, 'Set', 'Set expiration date');
    await page.getByRole('textbox', { name: 'Expiration date' }).fill('2031-05-06');
    await page.getByRole('dialog').getByRole('button', { name: 'Set expiration date' }).click();
    await toastShown(page, 'Set the expiration date of 25 domains');
    await row(page, 'site-7.example').getByText('May 6, 2031').waitFor();
    await fromMenu(page, 'Set', 'Set server');
    await page.getByRole('option', { name: 'No server' }).click();
    await page.getByText('0 change, 25 already so').waitFor();
  });

  test('exports the selection with the columns of the list', async () => {
    const { someone } = await seeded(await operator(), ...three);
    const page = await open('/domains', { as: someone });
    await box(page, 'two.example').check();
    const { name, text } = await downloaded(page, () => act(page, 'Export selection').click());
    assert.equal(name, 'domains.csv');
    const lines = text.replace('\ufeff', '').trim().split('\r\n');
    assert.equal(lines.length, 2);
    assert.match(lines[1] ?? '', /^two\.example,ACTIVE,/);
    await act(page, 'Copy').click();
    await button(page, 'Text for a mail').click();
    const mail = page.getByRole('dialog', { name: 'Text for a mail' });
    await mail.getByText('two.example, Domain, No date', { exact: true }).waitFor();
    await mail.getByRole('button', { name: 'Cancel' }).click();
    await mail.waitFor({ state: 'detached' });
    await act(page, 'Clear Esc').click();
    await bar(page).waitFor({ state: 'detached' });
  });

  test('does not delete what others require, and names it', async () => {
    const { someone } = await withAccount(await operator());
    await someone.api('POST', '/emails', { email: 'free@example.com', password: 'x' });
    const page = await open('/emails', { as: someone });
    await allBox(page).check();
    await selected(page, '2');
    await act(page, 'Delete').click();
    const question = page.getByRole('alertdialog', {
      name: 'Are you sure you want to delete 2 email accounts?',
    });
    await question.getByText('free@example.com').waitFor();
    assert.equal(await page.locator('[data-asked]').count(), 2);
    await question.getByRole('button', { name: 'Delete 2 email accounts' }).click();
    const report = page.getByRole('alertdialog', { name: '1 email account not deleted' });
    await report.getByText('1 email account deleted.').waitFor();
    await report
      .getByRole('listitem')
      .filter({ hasText: /ops@example\.com: .*1 registrator account/ })
      .waitFor();
    await assertAccessible(page, 'report');
    await report.getByRole('button', { name: 'OK' }).click();
    await row(page, 'free@example.com').waitFor({ state: 'detached' });
    await count(page, '1 email account');
    await bar(page).waitFor({ state: 'detached' });
  });

  test('acts on all matching rows, loaded or not', async () => {
    const { someone, account } = await withAccount(await operator());
    const domains = Array.from({ length: 620 }, (_, index) => ({
      domain: `site-${index}.example`,
      registratorAccountId: account,
      status: index % 2 === 0 ? 'ACTIVE' : 'BLOCKED',
    }));
    await someone.api('POST', '/domains/bulk-import', { domains });
    const page = await open('/domains', { as: someone });
    await count(page, '620 domains');
    await allBox(page).check();
    await selected(page, '500');
    await act(page, 'Select all 620 that match').click();
    await selected(page, '620');
    // The selection belongs to the list as filtered then.
    await select(filter(page, 'Status'), 'Blocked');
    await count(page, '310 of 620');
    await bar(page).waitFor({ state: 'detached' });
    await button(page, 'Clear Filters').click();
    await count(page, '620 domains');
    await allBox(page).check();
    await act(page, 'Select all 620 that match').click();
    await selected(page, '620');

    // Delayed so that the progress shows.
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/domains/bulk-actions', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await fromMenu(page, 'Tag', 'Add tag');
    await page.getByLabel('Tag type').fill('batch');
    await page.getByLabel('Tag value').fill('one');
    await page.keyboard.press('Enter');
    await page.getByRole('progressbar', { name: 'Adding the tag to 620 domains...' }).waitFor();
    assert.ok(await act(page, 'Delete').isDisabled());
    await assertAccessible(page, 'progress');
    answer.resolve();
    await toastShown(page, 'Tag added to 620 domains');

    await page
      .getByRole('checkbox', { name: /^Select site-/ })
      .first()
      .uncheck();
    await selected(page, '499');
    await act(page, 'Delete').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 499 domains' }).click();
    await toastShown(page, '499 domains deleted');
    await focused(page, page.getByRole('region', { name: 'Domains' }));
    await count(page, '121 domains');
    const left = await someone.api<{ domains: Stored[] }>('GET', '/domains?tags=batch:one');
    assert.equal(left.domains.length, 121);
  });

  for (const [size, viewport] of Object.entries({ desktop, phone }))
    test(`selection is accessible: ${size}`, async () => {
      const { someone } = await seeded(
        await operator(),
        {
          domain: 'tagged.example',
          tags: [
            { type: 'env', value: 'prod' },
            { type: 'client', value: 'acme' },
          ],
        },
        { domain: 'expired.example', status: 'EXPIRED', expirationDate: '2026-01-01T00:00:00.000Z' },
        ...three,
      );
      const page = await open('/domains', { as: someone, viewport });
      for (const name of ['tagged.example', 'expired.example', 'two.example']) await box(page, name).check();
      await selected(page, '3');
      // So tall that neither the header nor the bar covers a row.
      await page.setViewportSize({ ...viewport, height: 1300 });
      await assertAccessible(page, 'selection');
      await shot(page, `domains-selection-${size}`);
      await act(page, 'More').click();
      await assertAccessible(page, 'a menu of the bar');
      await shot(page, `bulk-menu-${size}`);
      await page.keyboard.press('Escape');
      await page.setViewportSize(viewport);
      const labels = await bar(page).locator('[data-actions]').getByRole('button').allTextContents();
      assert.deepEqual(labels, ['Set', 'Tag', 'Copy', 'Export selection', 'More', 'Delete']);
      await assertOneLine(page);
      assert.deepEqual(await menuOf(page, 'More'), ['Check now', 'Impact']);
      for (const [menu, name, title] of [
        ['Tag', 'Add tag', 'Add a tag to 3 domains'],
        ['Tag', 'Remove tag', 'Remove a tag from 3 domains'],
        ['Set', 'Set status', 'Set the status of 3 domains'],
      ] as const) {
        await fromMenu(page, menu, name);
        await page.getByRole('dialog', { name: title }).waitFor();
        await assertAccessible(page, title);
        await page.keyboard.press('Escape');
        await page.getByRole('dialog', { name: title }).waitFor({ state: 'detached' });
      }
      await act(page, 'Delete').click();
      const question = page.getByRole('alertdialog');
      await question.getByText('You can restore them from the trash.').waitFor();
      await assertAccessible(page, 'question');
    });

  test('has domains looked up, and no toast over the bar', async () => {
    const { someone } = await seeded(await operator(), ...three);
    for (const viewport of [desktop, { width: 1024, height: 768 }, phone]) {
      const page = await open('/domains', { as: someone, viewport });
      await box(page, 'one.example').check();
      await box(page, 'two.example').check();
      await fromMenu(page, 'More', 'Check now');
      const said = page.getByText(/will be looked up next/).and(page.locator('p'));
      await said.first().waitFor();
      const [toast, below] = await Promise.all([
        said.first().locator('xpath=..').boundingBox(),
        bar(page).boundingBox(),
      ]);
      assert.ok(toast && below);
      const isApart = toast.y + toast.height <= below.y || toast.y >= below.y + below.height;
      assert.ok(isApart, `a toast over the bar at ${viewport.width}`);
      if (viewport.width > 1000) await assertOneLine(page);
      await shot(page, `bulk-toast-${viewport.width}`);
    }
  });
});

describe('the impact of records', () => {
  test('is shown of those selected, with a file, and in the question before they are deleted', async () => {
    const someone = await operator();
    await portfolio(someone, ['one.example', 'two.example']);
    await someone.api('POST', '/emails', { email: 'idle@example.com', password: 'x' });
    const page = await open('/emails', { as: someone });
    await allBox(page).check();
    await fromMenu(page, 'More', 'Impact');
    const shown = page.getByRole('dialog', { name: 'Impact of 2 email accounts' });
    await shown.getByText('Required by:').waitFor();
    await shown.getByText('Can be reset with these mailboxes:').waitFor();
    await shown.getByRole('region', { name: 'Required by' }).getByText('two.example').waitFor();
    await assertAccessible(page, 'the impact of a selection');
    await shot(page, 'bulk-impact');
    const file = await downloaded(page, () => shown.getByRole('button', { name: 'Export' }).click());
    assert.equal(file.name, 'email-accounts-impact.csv');
    assert.match(file.text, /usedBy,requires,domains,two\.example,2,/);
    await page.keyboard.press('Escape');
    await act(page, 'Delete').click();
    const question = page.getByRole('alertdialog');
    await question.getByText('Required by:').waitFor();
    await shot(page, 'bulk-delete-impact');
  });
});

describe("a mailbox's secrets to rotate", () => {
  test('are listed with those of what it can reset, unless they are unticked', async () => {
    const someone = await operator();
    await portfolio(someone);
    const page = await open('/emails', { as: someone });
    await allBox(page).check();
    await fromMenu(page, 'More', 'Rotate these');
    const asked = page.getByRole('dialog', { name: 'Rotate the secrets of 1 email account?' });
    const others = asked.getByRole('group', { name: 'What can be reset' });
    await others.getByText('And what can be reset (3 of 3)').waitFor();
    await others.getByRole('checkbox', { name: /^BunnyCDN/ }).uncheck();
    await others.getByText('And what can be reset (2 of 3)').waitFor();
    await asked.getByLabel('Name of the list').fill('Mailbox lost');
    await assertAccessible(page, 'what can be reset');
    await shot(page, 'rotate');
    await asked.getByRole('button', { name: 'Create list' }).click();
    await page.getByRole('heading', { name: 'Mailbox lost (3 open of 3)' }).waitFor();
    await page.getByText('House Registrar').first().waitFor();
    await page.getByText('password of deploy').waitFor();
    assert.equal(await page.getByText('BunnyCDN').count(), 0);
  });
});
