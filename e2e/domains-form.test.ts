import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Stored, button, choose, form, row, seeded, withAccount } from './domain-steps.ts';
import { startHarness } from './harness.ts';
import { clipboard, select } from './list-steps.ts';

const { open, operator } = await startHarness();

describe('domain form', () => {
  test('creates a domain after reporting what is missing', async () => {
    const { someone } = await withAccount(await operator());
    const page = await open('/domains', { as: someone });
    await button(page, 'Add Domain').click();
    const sheet = form(page);
    const domain = sheet.getByLabel('Domain', { exact: false }).first();
    await button(page, 'Create Domain').click();
    await sheet.getByText('Domain is required').waitFor();
    await sheet.getByText('Registrator account is required').waitFor();
    await domain.fill('no domain');
    await sheet.getByText('Domain is required').waitFor({ state: 'hidden' });
    await sheet.getByLabel('Comment').fill('x'.repeat(1001));
    await sheet.getByText('Invalid domain format (e.g., example.com)').waitFor();
    await sheet.getByText('1001/1000').waitFor();
    await button(page, 'Create Domain').click();
    await sheet.getByText('Comment must be less than 1000 characters').waitFor();

    await sheet.getByLabel('Comment').fill('Landing page');
    await domain.fill(' MÜNCHEN.de ');
    await sheet.getByText('Stored as xn--mnchen-3ya.de').waitFor();
    await choose(page, 'Registrator account', 'Porkbun · ops@example.com');
    // An incomplete date is not an empty one.
    await sheet.getByLabel('Expiration date').pressSequentially('05');
    await sheet.getByLabel('Comment').click();
    await sheet.getByText('Invalid date format').waitFor();
    await sheet.getByLabel('Expiration date').fill('2031-05-01');
    await sheet.getByLabel('Tags').fill('client:acme');
    await sheet.getByLabel('Tags').press('Enter');
    await button(page, 'Create Domain').click();
    await sheet.waitFor({ state: 'hidden' });
    await page.getByText('Domain created').waitFor();

    const made = row(page, 'münchen.de');
    await made.getByText('May 1, 2031').waitFor();
    for (const words of ['Active', 'Porkbun', 'ops@example.com', 'acme', 'Landing page'])
      await made.getByText(words).first().waitFor();
    await made.getByTitle('xn--mnchen-3ya.de').waitFor();
    const link = made.getByRole('link', { name: 'Open münchen.de in a new tab' });
    assert.equal(await link.getAttribute('href'), 'https://xn--mnchen-3ya.de');
    assert.equal(await link.getAttribute('target'), '_blank');
    await made.getByRole('button', { name: 'Copy domain' }).click();
    await made.getByText('✓ Copied').waitFor();
    assert.equal(await clipboard(page), 'xn--mnchen-3ya.de');
    const { domains } = await someone.api<{ domains: Stored[] }>('GET', '/domains');
    assert.deepEqual(
      domains.map(({ domain: name, expirationDate }) => [name, expirationDate]),
      [['xn--mnchen-3ya.de', '2031-05-01T00:00:00.000Z']],
    );

    await button(page, 'Add Domain').click();
    await domain.fill('xn--mnchen-3ya.de');
    await choose(page, 'Registrator account', 'Porkbun · ops@example.com');
    await button(page, 'Create Domain').click();
    await sheet.getByText('This domain already exists').waitFor();
  });

  test('a pasted web address becomes its host, and of several names the first is taken', async () => {
    const { someone } = await withAccount(await operator());
    const page = await open('/domains?form=new', { as: someone });
    const domain = form(page).getByRole('textbox', { name: 'Domain' });
    const paste = async (text: string) => {
      await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
      await domain.focus();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.press('ControlOrMeta+V');
    };
    await paste('https://shop.example.com/cart?id=1');
    await form(page).getByText('The host of https://shop.example.com/cart?id=1').waitFor();
    assert.equal(await domain.inputValue(), 'shop.example.com');
    await paste('one.example\ntwo.example');
    await form(page).getByText('2 names were pasted; this is the first').waitFor();
    assert.equal(await domain.inputValue(), 'one.example');
    await page.keyboard.type('x');
    await form(page).getByText('2 names were pasted').waitFor({ state: 'detached' });
    await paste('plain.example');
    assert.equal(await domain.inputValue(), 'plain.example');
  });

  test('an edit keeps the time of an unchanged date and clears what was cleared', async () => {
    const late = '2031-05-01T23:30:00.000Z';
    const { someone, stored } = await seeded(await operator(), {
      domain: 'example.com',
      expirationDate: late,
      comment: 'old',
    });
    const id = stored[0]?.id ?? '';
    const page = await open('/domains', { as: someone });
    // That is May 2 in Berlin.
    await row(page, 'example.com').getByText('May 1, 2031').waitFor();
    const stands = async () => (await someone.api<{ domain: Stored }>('GET', `/domains/${id}`)).domain;
    const update = async () => {
      await button(page, 'Update Domain').click();
      await form(page).waitFor({ state: 'hidden' });
      return (await stands()).expirationDate;
    };
    await button(page, 'Edit example.com').click();
    await form(page).getByLabel('Comment').fill('new');
    assert.equal(await update(), late);
    await row(page, 'example.com').getByText('new').waitFor();
    await button(page, 'Edit example.com').click();
    await form(page).getByLabel('Expiration date').fill('2031-05-02');
    await select(form(page).getByLabel('Status'), 'Blocked');
    assert.equal(await update(), '2031-05-02T00:00:00.000Z');
    await row(page, 'example.com').getByText('Blocked').waitFor();
    await button(page, 'Edit example.com').click();
    await form(page).getByLabel('Expiration date').fill('');
    assert.equal(await update(), null);
    await row(page, 'example.com').getByText('Never').waitFor();
  });
});
