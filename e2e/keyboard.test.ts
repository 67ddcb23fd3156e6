// Runs with --all: every list and form, by keys.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Stored, button, count, form, row, seeded, withAccount } from './domain-steps.ts';
import { startHarness } from './harness.ts';
import { bar, box, clipboard, focusOn, focused, focusedRow, selected, toastShown } from './list-steps.ts';
import { drawer, portfolio } from './portfolio-steps.ts';

const { open, operator } = await startHarness();

const three = [{ domain: 'three.example' }, { domain: 'two.example' }, { domain: 'one.example' }];

describe('a list by keyboard', () => {
  test('creates, edits and deletes a record from an empty list', async () => {
    const { someone } = await withAccount(await operator());
    const page = await open('/domains', { as: someone });
    const { keyboard } = page;
    await page.getByText('No domains found').waitFor();
    await keyboard.press('n');
    await focused(page, form(page).getByLabel('Domain'));
    // In a form, letters are input.
    await keyboard.type('next.example');
    assert.equal(await form(page).getByLabel('Domain').inputValue(), 'next.example');
    await keyboard.press('Tab');
    await keyboard.type('Pork');
    await page.getByRole('option', { name: /Porkbun/ }).waitFor();
    await keyboard.press('Enter');
    await keyboard.press('Control+Enter');
    await form(page).waitFor({ state: 'detached' });
    await row(page, 'next.example').waitFor();

    await page.getByRole('region', { name: 'Domains' }).focus();
    await keyboard.press('ArrowDown');
    await focusOn(page, 'next.example');
    await keyboard.press('Enter');
    await drawer(page).waitFor();
    await keyboard.press('Escape');
    await focusOn(page, 'next.example');
    await keyboard.press('e');
    await form(page).getByLabel('Comment').waitFor();
    await form(page).getByLabel('Comment').focus();
    await keyboard.type('jkxen/?');
    await keyboard.press('Control+Enter');
    await form(page).waitFor({ state: 'detached' });
    await row(page, 'next.example').getByText('jkxen/?').waitFor();
    await focusOn(page, 'next.example');

    await keyboard.press('Delete');
    const question = page.getByRole('alertdialog');
    await question.waitFor();
    await keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await focusOn(page, 'next.example');
    await keyboard.press('Backspace');
    await focused(page, question.getByRole('button', { name: 'Cancel' }));
    await keyboard.press('Tab');
    await focused(page, question.getByRole('button', { name: 'Delete' }));
    await keyboard.press('Enter');
    await toastShown(page, 'Domain deleted');
    await page.getByText('No domains found').waitFor();
  });

  test('moves through rows, selects them and leaves the list', async () => {
    const { someone } = await seeded(await operator(), ...three);
    const page = await open('/domains', { as: someone });
    const { keyboard } = page;
    await count(page, '3 domains');
    await page.getByRole('region', { name: 'Domains' }).focus();
    await keyboard.press('j');
    await focusOn(page, 'one.example');
    await keyboard.press('End');
    await focusOn(page, 'three.example');
    await keyboard.press('k');
    await focusOn(page, 'two.example');
    await keyboard.press('x');
    await selected(page, '1');
    await keyboard.press('Shift+ArrowDown');
    await focusOn(page, 'three.example');
    await selected(page, '2');
    await keyboard.press('Space');
    await selected(page, '1');
    await keyboard.press('Home');
    await focusOn(page, 'one.example');
    await keyboard.press('Space');
    assert.ok(await box(page, 'one.example').isChecked());
    // On a button, the key activates the button.
    await keyboard.press('Tab');
    await keyboard.press('Space');
    assert.ok(!(await box(page, 'one.example').isChecked()));
    await selected(page, '1');

    await keyboard.press('b');
    await focused(page, bar(page).getByRole('button', { name: 'Set', exact: true }));
    await keyboard.press('Escape');
    await bar(page).waitFor({ state: 'detached' });
    await focused(page, page.getByRole('region', { name: 'Domains' }));
    await keyboard.press('/');
    await focused(page, page.getByRole('searchbox'));
    await keyboard.type('two');
    await count(page, '1 of 3');
    await keyboard.press('Escape');
    await count(page, '3 domains');
  });

  test("copies root's password or SSH command of a server in four actions; goes to pages by chords", async () => {
    const someone = await operator();
    const { hostings: hostingId } = await portfolio(someone);
    const users = [
      { username: 'deploy', password: 'of-deploy' },
      { username: 'root', password: 'of-root', isDefault: true },
    ];
    await someone.api('POST', '/servers', { name: 'Mail 7', hostingId, ip: '203.0.113.77', users });
    const page = await open('/servers', { as: someone });
    const { keyboard } = page;
    await row(page, 'Web 1').waitFor();
    const copies = async (actions: readonly string[], what: string, expected: string) => {
      for (const action of actions)
        if (action === 'ArrowDown') {
          await keyboard.press(action);
          await focusOn(page, 'Mail 7');
        } else await keyboard.type(action);
      await row(page, 'Mail 7').locator(`[data-copy="${what}"]`).getByText('✓ Copied').waitFor();
      assert.equal(await clipboard(page), expected);
      assert.equal(actions.length, 4);
    };
    await copies(['/', 'mail', 'ArrowDown', 'p'], 'password of root', 'of-root');
    await copies(['/', 'mail', 'ArrowDown', 's'], 'SSH command of root', 'ssh root@203.0.113.77');
    await keyboard.press('o');
    await drawer(page).waitFor();
    await keyboard.press('Escape');
    await focusOn(page, 'Mail 7');
    await keyboard.press('g');
    await keyboard.press('e');
    await page.getByRole('heading', { name: 'Email Accounts' }).waitFor();
  });

  test('focus reaches rows not rendered yet, and never hides under the table head', async () => {
    const { someone, account } = await withAccount(await operator());
    const domains = Array.from({ length: 300 }, (_, index) => ({
      domain: `site-${index}.example`,
      registratorAccountId: account,
    }));
    await someone.api('POST', '/domains/bulk-import', { domains });
    const page = await open('/domains', { as: someone });
    const { keyboard } = page;
    await count(page, '300 domains');
    await page.getByRole('region', { name: 'Domains' }).focus();
    const at = (index: number) =>
      focusedRow(page)
        .and(page.locator(`[aria-rowindex="${index + 1}"]`))
        .waitFor();
    await keyboard.press('End');
    await at(300);
    await keyboard.press('PageUp');
    await at(290);
    await keyboard.press('Home');
    await at(1);
    for (let index = 2; index <= 30; index += 1) {
      await keyboard.press('ArrowDown');
      await at(index);
    }
    for (let index = 29; index >= 5; index -= 1) {
      await keyboard.press('ArrowUp');
      await at(index);
    }
    const head = await page.getByRole('columnheader', { name: 'Domain' }).boundingBox();
    const here = await focusedRow(page).boundingBox();
    assert.ok(head && here && here.y >= head.y + head.height - 1, 'the focused row is under the head');
    // A row that scrolls out of sight passes the focus to the list, which remembers its position.
    const scrollAway = async () => {
      const list = page.getByRole('region', { name: 'Domains' });
      await list.evaluate((box) => box.scrollTo(0, 9000));
      await focused(page, list);
    };
    await scrollAway();
    await keyboard.press('ArrowDown');
    await at(6);
    // By then the element shows another row, whose value was not copied.
    await focusedRow(page).getByRole('button', { name: 'Copy domain' }).click();
    await page.getByRole('button', { name: '✓ Copied' }).waitFor();
    await scrollAway();
    assert.equal(await page.getByText('✓ Copied').count(), 0);
  });

  test('single-key shortcuts can be turned off, and the list of shortcuts says how', async () => {
    const { someone } = await seeded(await operator(), ...three);
    const page = await open('/domains', { as: someone });
    const { keyboard } = page;
    await count(page, '3 domains');
    await keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await keys.getByLabel('Single keys are shortcuts').uncheck();
    await keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await page.reload();
    await count(page, '3 domains');
    await page.getByRole('region', { name: 'Domains' }).focus();
    for (const key of ['?', 'n', 'j', '/']) await keyboard.press(key);
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.equal(await focusedRow(page).count(), 0);
    await keyboard.press('ArrowDown');
    await focusOn(page, 'one.example');
    await keyboard.press('x');
    assert.equal(await bar(page).count(), 0);
    await keyboard.press('Space');
    await selected(page, '1');
    await button(page, 'View').click();
    await button(page, 'Keyboard shortcuts').click();
    await keys.getByLabel('Single keys are shortcuts').check();
    await keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await keyboard.press('n');
    await form(page).waitFor();
  });

  test('announces the sort order; empty values come last', async () => {
    const { someone } = await seeded(
      await operator(),
      { domain: 'never.example' },
      { domain: 'late.example', expirationDate: '2031-01-01' },
      { domain: 'soon.example', expirationDate: '2029-01-01' },
    );
    const page = await open('/domains', { as: someone });
    const header = page.getByRole('columnheader', { name: 'Expiration Date' });
    const order = async () =>
      (await page.locator('[data-row]').allTextContents()).map((text) => /^\w+/.exec(text)?.[0]);
    await header.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await header.and(page.locator('[aria-sort=ascending]')).waitFor();
    await page.waitForFunction(() => document.querySelector('[data-row]')?.textContent.startsWith('soon'));
    assert.deepEqual(await order(), ['soon', 'late', 'never']);
    await page.keyboard.press('Enter');
    await header.and(page.locator('[aria-sort=descending]')).waitFor();
    await page.waitForFunction(() => document.querySelector('[data-row]')?.textContent.startsWith('late'));
    assert.deepEqual(await order(), ['late', 'soon', 'never']);
    const { domains } = await someone.api<{ domains: Stored[] }>('GET', '/domains');
    assert.equal(domains.length, 3);
  });
});
