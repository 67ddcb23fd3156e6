import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { assertAccessible, phone, shot, startHarness } from './harness.ts';
import { addPortfolio } from './secret-steps.ts';

const { open, operator } = await startHarness();

const ignored = ['data-1p-ignore', 'data-lpignore', 'data-bwignore', 'data-form-type'];

/** What a password manager does: it writes into every field that looks like one, as if a person had typed. */
const fillLikeManager = (form: Locator) =>
  form.evaluate((element) => {
    const setter = (field: HTMLElement) =>
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value')?.set;
    const fields = element.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      'input[type=password], input[readonly], textarea[readonly]',
    );
    for (const field of fields) {
      setter(field)?.call(field, 'filled by a manager');
      for (const type of ['input', 'change', 'blur']) field.dispatchEvent(new Event(type, { bubbles: true }));
    }
    return element.querySelectorAll('input[type=password]').length;
  });

const formOf = (page: Page) =>
  page
    .locator('form')
    .filter({ has: page.locator('button[type=submit]') })
    .last();
const sentBy = async (page: Page, act: () => Promise<unknown>) => {
  const [request] = await Promise.all([page.waitForRequest((one) => one.method() === 'PUT'), act()]);
  return request.postDataJSON() as Record<string, unknown>;
};

describe('a stored secret in a form', () => {
  test('is in no editable field, in every form of a record, until Replace is pressed', async () => {
    const someone = await operator();
    const records = await addPortfolio(someone);
    const page = await open('/', { as: someone });
    for (const [area, { id, secrets }] of Object.entries(records)) {
      await page.goto(page.url().replace(/(:\d+)\/.*/, `$1/${area}?form=${id}`));
      const form = formOf(page);
      await form.getByRole('button', { name: 'Replace', exact: true }).first().waitFor();
      assert.equal(await form.getByRole('button', { name: 'Replace', exact: true }).count(), secrets, area);
      assert.equal(await fillLikeManager(form), 0, `${area} has no password field`);
      await form.getByLabel('Comment').fill('filled');
      const save = () => page.keyboard.press('Control+Enter');
      assert.deepEqual(await sentBy(page, save), { comment: 'filled' }, area);
    }
  });

  test('says that it will be replaced until it is saved, can be undone, and tells managers to stay away', async () => {
    const someone = await operator();
    const { proxies } = await addPortfolio(someone);
    const page = await open(`/proxies?form=${proxies.id}`, { as: someone });
    const form = formOf(page);
    const password = form.getByRole('textbox', { name: 'Password', exact: true });
    const [replace, undo] = ['Replace', 'Undo'].map((name) =>
      form.getByRole('button', { name, exact: true }),
    );
    assert.ok(replace && undo);
    await replace.waitFor();
    assert.equal(await password.isEditable(), false);
    await assertAccessible(page, 'a stored secret');
    await shot(page, 'stored-secret');

    await replace.click();
    await form.getByText('will be replaced').waitFor();
    assert.deepEqual([await password.inputValue(), await password.isEditable()], ['', true]);
    assert.ok(await password.evaluate((input) => input === document.activeElement), 'has the focus');
    await assertAccessible(page, 'a secret to be replaced');
    await shot(page, 'replaced-secret');
    for (const name of ['Password', 'Username', 'Name']) {
      const field = form.getByRole('textbox', { name, exact: true });
      for (const attribute of ignored)
        assert.notEqual(await field.getAttribute(attribute), null, `${name}: ${attribute}`);
      assert.match((await field.getAttribute('autocomplete')) ?? '', /^(off|new-password)$/);
    }
    await password.fill('typed');
    await undo.click();
    await form.getByText('will be replaced').waitFor({ state: 'hidden' });
    assert.deepEqual([await password.inputValue(), await password.isEditable()], ['••••••••', false]);
    assert.ok(await replace.evaluate((button) => button === document.activeElement));

    await page.keyboard.press('Enter');
    await page.keyboard.type(' new one ');
    await page.setViewportSize(phone);
    await shot(page, 'replaced-secret-phone');
    assert.deepEqual(await sentBy(page, () => page.keyboard.press('Enter')), { password: ' new one ' });
    await form.waitFor({ state: 'hidden' });
    const { proxy } = await someone.api<{ proxy: { password: string } }>('GET', `/proxies/${proxies.id}`);
    assert.equal(proxy.password, ' new one ');
  });

  test('that is required is refused when left empty after Replace; a draft says that it will be replaced', async () => {
    const someone = await operator();
    const { emails } = await addPortfolio(someone);
    const page = await open(`/emails?form=${emails.id}`, { as: someone });
    const form = formOf(page);
    await form.getByRole('button', { name: 'Replace', exact: true }).click();
    await form.getByRole('button', { name: 'Update' }).click();
    await form.getByText('Password is required').waitFor();
    await form.getByRole('textbox', { name: 'Password', exact: true }).fill('typed');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Restore draft' }).click();
    await form.getByText('will be replaced').waitFor();
    await form.getByRole('button', { name: 'Undo', exact: true }).click();
    await form.getByRole('button', { name: 'Update' }).click();
    await form.waitFor({ state: 'hidden' });
    const path = `/emails/${emails.id}`;
    const { emailAccount } = await someone.api<{ emailAccount: { password: string } }>('GET', path);
    assert.equal(emailAccount.password, 'stored mailbox');
  });
});
