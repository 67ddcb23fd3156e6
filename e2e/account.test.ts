import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { unconfirmedOnce } from './confirmation-steps.ts';
import { type Operator, assertAccessible, password, phone, shot, startHarness } from './harness.ts';
import { toastShown, focused } from './list-steps.ts';

const { open, operator, url } = await startHarness();
const next = 'Better-Horse-2';

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const sections = (page: Page) => page.getByRole('navigation', { name: 'Account' });
const rows = (page: Page) => panel(page, 'Sessions').getByRole('listitem');

async function signInAs(page: Page, { email }: Operator): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

describe('the account page', () => {
  test('lists what happened to the account', async () => {
    const someone = await operator();
    await someone.api('POST', '/auth/password', { current: password, next });
    const page = await open('/account?section=security', { as: someone });
    const events = panel(page, 'Events (3)').getByRole('listitem');
    await events.getByText('Password changed').waitFor();
    assert.match(
      await events.allInnerTexts().then((texts) => texts.join()),
      /Signed in\n\n.* · [\d.a-f:]+ · Node\.js/,
    );
    await panel(page, 'Events (3)').scrollIntoViewIfNeeded();
    await assertAccessible(page, 'events of an account');
    await shot(page, 'account-events');
    await page.setViewportSize(phone);
    await panel(page, 'Events (3)').scrollIntoViewIfNeeded();
    await assertAccessible(page, 'events of an account on a phone');
    await shot(page, 'account-events-phone');
  });

  test('opens from the menu and changes name, address and password', async () => {
    const someone = await operator('ada@account.example');
    const page = await open('/', { as: someone });
    await page.getByRole('button', { name: /^User menu of/ }).click();
    await page.getByRole('button', { name: 'Profile' }).click();
    await page.getByRole('heading', { name: 'Account' }).waitFor();

    const name = panel(page, 'Name');
    await name.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
    await name.getByRole('button', { name: 'Save' }).click();
    await toastShown(page, 'Name saved');

    const address = panel(page, 'Address');
    await address.getByLabel('Email').fill('not an address');
    await address.getByRole('button', { name: 'Save' }).click();
    await address.getByText('Email is invalid').waitFor();
    await address.getByLabel('Email').fill('countess@example.com');
    await address.getByRole('button', { name: 'Save' }).click();
    await toastShown(page, 'Address saved');
    await page.getByRole('button', { name: 'User menu of countess@example.com' }).waitFor();

    await sections(page).getByRole('link', { name: 'Security' }).click();
    await page.waitForURL(/section=security$/);
    const secret = panel(page, 'Password');
    const change = secret.getByRole('button', { name: 'Change password' });
    await secret.getByLabel('Current password').fill('Wrong-Horse-1');
    await secret.getByLabel('New password').fill(next);
    await change.click();
    await secret.getByText('The password is wrong').waitFor();
    await secret.getByLabel('Current password').fill(password);
    await change.click();
    await toastShown(page, 'Password changed');
    assert.equal(await secret.getByLabel('Current password').inputValue(), '');

    await assertAccessible(page, 'account');
    await shot(page, 'account');
    const names = ['Profile', 'Security', 'Notifications', 'Workspaces', 'Tokens'];
    assert.deepEqual(await sections(page).getByRole('link').allInnerTexts(), names);
    await page.setViewportSize(phone);
    await assertAccessible(page, 'account on a phone');
    await shot(page, 'account-phone');
  });

  test('lists the sessions, and asks for a confirmation before ending them', async () => {
    const someone = await operator();
    const signIn = { email: someone.email, password };
    for (let count = 0; count < 2; count += 1) await someone.api('POST', '/auth/login', signIn);
    const page = await open('/account?section=security');
    await signInAs(page, someone);
    await rows(page).nth(3).waitFor();
    await panel(page, 'Sessions').getByText('This session').waitFor();
    await panel(page, 'Sessions').getByText('Chrome on Linux').waitFor();

    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    const end = rows(page).getByRole('button', { name: 'End the session of Node.js' }).first();
    await unconfirmedOnce(page, '**/api/auth/sessions/*');
    await end.click();
    await dialog.getByLabel('Password').fill('Wrong-Horse-1');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByText('The password is wrong').waitFor();
    await assertAccessible(page, 'confirmation');
    await shot(page, 'confirmation');
    await dialog.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await toastShown(page, 'Session ended');
    await rows(page).nth(3).waitFor({ state: 'detached' });
    assert.equal(await rows(page).count(), 3);

    // Cancelling the confirmation must send nothing.
    await unconfirmedOnce(page, '**/api/auth/sessions/*');
    await end.click();
    await dialog.getByLabel('Password').waitFor();
    await page.keyboard.press('Escape');
    await panel(page, 'Sessions').getByText('Confirm that it is you first').waitFor();
    assert.equal(await rows(page).count(), 3);

    await unconfirmedOnce(page, '**/api/auth/sessions');
    await panel(page, 'Sessions').getByRole('button', { name: 'End all other sessions' }).click();
    await dialog.getByLabel('Password').fill(password);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await toastShown(page, 'All other sessions ended');
    await rows(page).nth(1).waitFor({ state: 'detached' });
    assert.equal(await rows(page).count(), 1);
  });

  test('asks for a confirmation above another dialog, which then continues', async () => {
    const owner = await operator();
    const page = await open('/settings?section=members', { as: owner });
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const invitation = page.getByRole('dialog', { name: 'Invite a person' });
    await invitation.getByLabel('Email').fill('friend@example.com');
    await unconfirmedOnce(page, '**/api/invitations');
    await invitation.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    const input = dialog.getByLabel('Password');
    await focused(page, input);
    await page.keyboard.type(password);
    assert.equal(await input.inputValue(), password, 'the field has the focus');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Invitation for friend@example.com' }).waitFor();
    await dialog.waitFor({ state: 'hidden' });
  });

  test('leads back to itself after a sign-in', async () => {
    const someone = await operator();
    const page = await open('/account');
    await signInAs(page, someone);
    await page.getByRole('heading', { name: 'Account' }).waitFor();
    assert.equal(page.url(), `${url}/account`);
  });
});
