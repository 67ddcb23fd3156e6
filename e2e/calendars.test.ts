import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, phone, shot, startHarness } from './harness.ts';
import { clipboard, select, toastShown } from './list-steps.ts';

const { open, operator, url } = await startHarness();
const owner = await operator('owner@calendars.example');

const panel = (page: Page, name: RegExp) => page.getByRole('region', { name });
const feedOf = (address: string) => fetch(address.replace(/^https?:\/\/[^/]+/, url));

describe('on the account page', () => {
  test('a digest is set by hour, weekday or not at all', async () => {
    await owner.api('PUT', '/alert-settings', { timeZone: 'Europe/Berlin' });
    const page = await open('/account?section=notifications', { as: owner });
    const digest = panel(page, /^Digest$/);
    await digest.getByText('In the time zone of the workspace: Europe/Berlin').waitFor();
    await digest.getByText('Mail is not set up: digests wait').waitFor();
    await select(digest.getByLabel('How often'), 'Every week');
    await select(digest.getByLabel('Weekday'), 'Friday');
    await select(digest.getByLabel('Hour'), '17:00');
    await digest.scrollIntoViewIfNeeded();
    await assertAccessible(page, 'a digest');
    await shot(page, 'account-digest');
    await digest.getByRole('button', { name: 'Save' }).press('Enter');
    await toastShown(page, 'Digest saved');
    assert.deepEqual(await owner.api('GET', '/digest'), { digest: { every: 'week', hour: 17, weekday: 5 } });
    await page.reload();
    assert.match((await digest.innerText()) + (await digest.getByLabel('Hour').inputValue()), /17:00/);
    await select(digest.getByLabel('How often'), 'Never');
    await digest.getByText('Single messages about what is near still come.').waitFor();
    await digest.getByRole('button', { name: 'Save' }).click();
    await toastShown(page, 'Digest saved');
  });

  test('calendars are made with filters, shown once, and removed', async () => {
    await owner.api('POST', '/emails', {
      email: 'tagged@example.com',
      password: 'p',
      tags: [{ type: 'client', value: 'acme' }],
    });
    const page = await open('/account?section=notifications', { as: owner });
    const calendars = panel(page, /^Calendars/);
    await calendars.getByText('A calendar program reads what expires in owner').waitFor();
    await calendars.getByRole('button', { name: 'New calendar' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create calendar' }).click();
    await dialog.getByText('Name is required').waitFor();
    await dialog.getByLabel('Name').fill('Renewals');
    await dialog.getByRole('combobox', { name: 'What' }).click();
    await page.getByRole('option', { name: 'Domain', exact: true }).click();
    await dialog.getByRole('combobox', { name: 'Tags' }).click();
    await page.getByRole('option', { name: /acme/ }).click();
    await dialog.getByText('Tags: client:acme').waitFor();
    await assertAccessible(page, 'a new calendar');
    await shot(page, 'calendars-new');
    await dialog.getByRole('button', { name: 'Create calendar' }).click();
    await dialog.getByText('shown only this once').waitFor();
    await shot(page, 'calendars-address');
    const address = await dialog.getByRole('textbox', { name: 'Address' }).inputValue();
    await dialog.getByRole('button', { name: 'Copy address' }).click();
    assert.equal(await clipboard(page), address);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    await calendars.getByText('never read').waitFor();
    assert.ok(!(await page.content()).includes(address));

    assert.equal((await feedOf(address)).status, 200);
    await page.reload();
    const row = calendars.getByRole('listitem').filter({ hasText: 'Renewals' });
    await row.getByText(/^last read /).waitFor();
    for (const words of ['Domain', 'client:acme']) await row.getByText(words, { exact: true }).waitFor();
    await calendars.scrollIntoViewIfNeeded();
    await assertAccessible(page, 'calendars');
    await shot(page, 'calendars');
    await page.setViewportSize(phone);
    await calendars.scrollIntoViewIfNeeded();
    await assertAccessible(page, 'calendars on a phone');
    await shot(page, 'calendars-phone');
    await row.getByRole('button', { name: 'Remove the calendar Renewals' }).press('Enter');
    await dialog.getByText("It can't be brought back").waitFor();
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await toastShown(page, 'The calendar Renewals was removed');
    await row.waitFor({ state: 'detached' });
    assert.equal((await feedOf(address)).status, 404);
  });
});
