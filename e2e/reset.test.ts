import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startMailbox } from '../server/test/mailbox.ts';
import { assertAccessible, password, phone, shot, startHarness } from './harness.ts';

const mailbox = await startMailbox();
const { open, operator, url } = await startHarness({
  settings: {
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'qm@example.com',
    PUBLIC_URL: 'https://inventory.example.com',
  },
});
const next = 'Better-Horse-2';

/** The path and token of the mailed link, once the server has sent it. */
async function linkTo(page: Page, address: string, name: string): Promise<string> {
  for (;;) {
    const text = mailbox.to(address).find((mail) => mail.includes(`/${name}#token=`)) ?? '';
    const [, path] = /https:\/\/inventory\.example\.com(\/[\w/]+#token=[\w-]+)/.exec(text) ?? [];
    if (path !== undefined) return path;
    await page.waitForTimeout(100);
  }
}

describe('a link that is mailed', () => {
  test('replaces a forgotten password', async () => {
    const someone = await operator('ada@example.com');
    const page = await open('/login');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('Email is required').waitFor();
    await page.getByLabel('Email').fill(someone.email);
    await assertAccessible(page, 'forgotten password');
    await shot(page, 'forgot');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByRole('heading', { name: 'Check your mailbox' }).waitFor();
    await shot(page, 'forgot-sent');

    await page.goto(`${url}${await linkTo(page, someone.email, 'reset')}`);
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    assert.ok(!page.url().includes('token'), 'the token left the address');
    await page.getByLabel('New password').fill('short');
    await page.getByRole('button', { name: 'Save the password' }).click();
    await page.getByText('Password must be at least 8 characters').waitFor();
    await page.setViewportSize(phone);
    await assertAccessible(page, 'new password on a phone');
    await shot(page, 'reset-phone');
    await page.getByLabel('New password').fill(next);
    await page.getByRole('button', { name: 'Save the password' }).click();
    await page.getByRole('heading', { name: 'Your password has been changed' }).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Email').fill(someone.email);
    await page.getByLabel('Password', { exact: true }).fill(next);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await assert.rejects(someone.api('GET', '/auth/me'), /TOKEN_EXPIRED/);
  });

  test('reports when it is incomplete or used', async () => {
    const page = await open('/reset');
    await page.getByText('This link is not complete').waitFor();
    await page.goto(`${url}/address`);
    await page.getByText('This link is not complete').waitFor();
    const other = await open('/address#token=x');
    await other.getByRole('button', { name: 'Confirm' }).click();
    await other.getByText('The link is not valid any more').waitFor();
  });

  test('confirms a new address', async () => {
    const someone = await operator('old@example.com');
    const page = await open('/account', { as: someone });
    const panel = page.getByRole('region', { name: 'Address', exact: true });
    await panel.getByLabel('Email').fill('new@example.com');
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByText('new@example.com takes effect when the link sent to it is opened').waitFor();
    const other = await open(await linkTo(page, 'new@example.com', 'address'));
    await other.getByRole('button', { name: 'Confirm' }).click();
    await other.getByRole('heading', { name: 'Your address has been changed' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'User menu of new@example.com' }).waitFor();
    const signedIn = await someone.api<{ user: { email: string } }>('POST', '/auth/login', {
      email: 'new@example.com',
      password,
    });
    assert.equal(signedIn.user.email, 'new@example.com');
  });

  test('keeps the old address when somebody else asked for a new one', async () => {
    const someone = await operator('owner@example.com');
    await someone.api('PUT', '/auth/me', { email: 'thief@example.com' });
    const cut = await open('/address/void');
    await cut.getByText('This link is not complete').waitFor();
    const page = await open(await linkTo(cut, someone.email, 'address/void'));
    await page.getByRole('heading', { name: 'Keep your address' }).waitFor();
    assert.ok(!page.url().includes('token'), 'the token left the address');
    await assertAccessible(page, 'voiding a change of address');
    await shot(page, 'void-address');
    await page.getByRole('button', { name: 'Stop the change' }).click();
    await page.getByRole('heading', { name: 'Your address stays' }).waitFor();
    await page.setViewportSize(phone);
    await assertAccessible(page, 'a change of address that was voided, on a phone');
    await shot(page, 'void-address-phone');
    const late = await open(await linkTo(page, 'thief@example.com', 'address'));
    await late.getByRole('button', { name: 'Confirm' }).click();
    await late.getByText('The link is not valid any more').waitFor();
    assert.equal((await someone.api<{ pendingEmail: null }>('GET', '/auth/me')).pendingEmail, null);
    await page.getByRole('link', { name: 'Go to your account' }).click();
    await page.waitForURL(/\/login/);
  });
});
