import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startMailbox } from '../server/test/mailbox.ts';
import { assertAccessible, phone, shot, startHarness } from './harness.ts';

const mailbox = await startMailbox();
const { open, operator } = await startHarness({
  settings: { SMTP_URL: mailbox.url, MAIL_FROM: 'Quartermaster <inventory@acme.example>' },
  expectedWarning: /a test mail could not be sent/,
});
const administrator = await operator('admin@acme.example');

describe('mail in the settings of the installation', () => {
  test('can be tried, and shows what the mail server answered', async () => {
    const page = await open('/settings?section=installation', { as: administrator });
    const button = page.getByRole('button', { name: 'Send a test mail' });
    await button.click();
    await page.getByText('The mail server accepted a mail to admin@acme.example').waitFor();
    assert.equal(mailbox.to('admin@acme.example').length, 1);
    mailbox.refuse(550, '5.7.1 Relaying to <admin@acme.example> denied');
    await button.click();
    await page.getByText('Not sent: 550 5.7.1 Relaying to <…> denied').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Test mail sent' }).nth(1).waitFor();
    await page.reload();
    await page.getByText('The last failure was: 550 5.7.1 Relaying to <…> denied').waitFor();
    await assertAccessible(page, 'mail');
    await shot(page, 'mail');
    await page.setViewportSize(phone);
    await shot(page, 'mail-phone');
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), phone.width);
  });
});
