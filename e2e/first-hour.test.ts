import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { button } from './domain-steps.ts';
import { type Operator, assertAccessible, phone, shot, startHarness } from './harness.ts';
import { focused } from './list-steps.ts';

const { open, operator } = await startHarness();

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });
const add = (someone: Operator, path: string, body: object) => someone.api('POST', path, body);

describe('a form for a new record', () => {
  test('goes on with a blank one after Save and add another, by button and by keys', async () => {
    const someone = await operator();
    const page = await open('/emails', { as: someone });
    await button(page, 'Add Email Account').first().click();
    const form = dialog(page, 'Add Email Account');
    const email = form.getByLabel('Email', { exact: false }).first();
    await focused(page, email);
    await page.keyboard.type('first@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Secret-1');
    await form.getByRole('button', { name: 'Save and add another' }).click();
    await page.getByText('first@example.com').waitFor();
    await focused(page, email);
    assert.equal(await email.inputValue(), '');

    await page.keyboard.type('second@example.com');
    await page.keyboard.press('Control+Shift+Enter');
    await form.getByText('Password is required').waitFor();
    assert.equal(await email.inputValue(), 'second@example.com');
    await page.keyboard.type('Secret-2');
    await page.keyboard.press('Control+Shift+Enter');
    await page.getByText('second@example.com').waitFor();
    await focused(page, email);
    assert.equal(await email.inputValue(), '');
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });
    assert.equal(await page.locator('tbody tr[data-row]').count(), 2);
    assert.equal(await button(page, 'Restore draft').count(), 0);
  });

  test('takes the one possible target by opening the picker and Enter, and none unasked', async () => {
    const someone = await operator();
    await add(someone, '/emails', { email: 'only@example.com', password: 'x' });
    const page = await open('/hostings?form=new', { as: someone });
    const picker = page.getByRole('combobox', { name: 'Email Account' });
    await picker.focus();
    assert.equal(await picker.inputValue(), '');
    await page.keyboard.press('ArrowDown');
    await page.locator('[role=option][data-highlighted]', { hasText: 'only@example.com' }).waitFor();
    await page.keyboard.press('Enter');
    assert.equal(await picker.inputValue(), 'only@example.com');

    // An optional one too, whose first choice is none.
    await add(someone, '/proxies', {
      name: 'Exit 1',
      ip: '198.51.100.7',
      port: 8080,
      type: 'HTTP',
      username: 'exit',
      password: 'x',
    });
    await page.reload();
    const optional = page.getByRole('combobox', { name: 'Proxy' });
    await optional.focus();
    await page.keyboard.press('ArrowDown');
    await page.locator('[role=option][data-highlighted]', { hasText: 'Exit 1' }).waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await optional.inputValue(), 'No proxy');
    await page.keyboard.press('ArrowDown');
    await page.locator('[role=option][data-highlighted]', { hasText: 'Exit 1' }).waitFor();
    await page.keyboard.press('Enter');
    assert.match(await optional.inputValue(), /^Exit 1/);
    // And away again.
    await page.keyboard.press('ArrowDown');
    await page.locator('[role=option][data-highlighted]', { hasText: 'Exit 1' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.equal(await optional.inputValue(), 'No proxy');
  });

  test("takes a hosting's name from its preset, without an error, and leaves a typed one", async () => {
    const someone = await operator();
    const page = await open('/hostings?form=new', { as: someone });
    await button(page, 'Hetzner').click();
    assert.equal(await field(page, 'Name').inputValue(), 'Hetzner');
    await button(page, 'Vultr').click();
    assert.equal(await field(page, 'Name').inputValue(), 'Vultr');
    assert.deepEqual(await page.getByRole('alert').allTextContents(), []);
    await field(page, 'Name').fill('Main cloud');
    await button(page, 'Hetzner').click();
    assert.equal(await field(page, 'Name').inputValue(), 'Main cloud');
    assert.equal(await field(page, 'Provider').inputValue(), 'Hetzner');
  });

  test('offers the global type of the preset that was picked', async () => {
    const someone = await operator();
    await add(someone, '/emails', { email: 'only@example.com', password: 'x' });
    const page = await open('/registrator-accounts?form=new', { as: someone });
    const picker = page.getByRole('combobox', { name: 'Registrator Type' });
    await picker.fill('+');
    await page.getByRole('option', { name: '+ New registrator type' }).click();
    const form = dialog(page, 'Add Registrator Type');
    await form.getByRole('group', { name: 'Quick Setup' }).getByText('Porkbun').click();
    await form.getByText('Porkbun exists already, for everyone').waitFor();
    await shot(page, 'first-hour-global-type');
    await form.getByRole('button', { name: 'Use it' }).click();
    await form.waitFor({ state: 'hidden' });
    assert.equal(await picker.inputValue(), 'Porkbun');
  });
});

describe('the help menu', () => {
  test('lists shortcuts, documents and the version; the documents are rendered and link to one another', async () => {
    const someone = await operator();
    const page = await open('/', { as: someone });
    const menu = page.locator('header').getByRole('button', { name: 'Help' });
    await menu.click();
    await page.getByText(/^Quartermaster \d+\.\d+\.\d+$/).waitFor();
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await menu.click();
    await page.getByRole('link', { name: 'Documentation' }).click();
    await page.getByRole('heading', { name: 'Documentation', level: 1 }).waitFor();
    await page.getByRole('heading', { name: 'Backup and restore' }).waitFor();
    await assertAccessible(page, 'the documentation');
    await shot(page, 'docs');
    await page.getByRole('link', { name: 'Limits', exact: true }).first().click();
    assert.match(page.url(), /#limits$/);
    await page
      .getByRole('navigation', { name: 'Documents' })
      .getByRole('link', { name: 'Upgrading' })
      .click();
    await page.getByRole('article', { name: 'Upgrading' }).waitFor();
    await page.setViewportSize(phone);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await shot(page, 'docs-phone');
  });
});
