import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { domainToASCII } from 'node:url';
import { assertAccessible, desktop, password, phone, shot, startHarness } from './harness.ts';

const { open, operator, url } = await startHarness();
const inAscii = (email: string) => {
  const [local = '', domain = ''] = email.split('@');
  return `${local}@${domainToASCII(domain)}`;
};
const owner = await operator('owner@international.example');

describe('a person with an international address', () => {
  // By the browser's own rules for type=email, the second would go to strasse.example.
  for (const email of ['anna@bücher.example', 'anna@straße.example'])
    test(`is invited, accepts and signs in again: ${email}`, async () => {
      const page = await open('/settings?section=members', { as: owner });
      await page.getByRole('button', { name: 'Invite', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Email').fill(email);
      await dialog.getByRole('button', { name: 'Invite' }).click();
      const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
      await dialog.getByText(`Send this link to ${email}.`).waitFor();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await page.getByText(email).first().waitFor();

      const invited = await open(link.slice(link.indexOf('/invitation')));
      await invited.getByLabel('Email').fill(email);
      await invited.getByLabel('Password', { exact: true }).fill(password);
      await invited.getByLabel('Confirm password').fill(password);
      await invited.getByRole('button', { name: 'Create account' }).click();
      await invited.getByRole('heading', { name: 'Dashboard' }).waitFor();
      await invited.goto(`${url}/account`);
      assert.equal(await invited.getByLabel('Email').inputValue(), email);
      await page.reload();
      await page.getByText('Invitations').waitFor({ state: 'detached' });

      for (const typed of [email, inAscii(email)]) {
        const again = await open('/login');
        await again.getByLabel('Email').fill(typed);
        await again.getByLabel('Password', { exact: true }).fill(password);
        await again.getByRole('button', { name: 'Sign in', exact: true }).click();
        await again.getByRole('heading', { name: 'Dashboard' }).waitFor();
      }
    });

  test('owns a mailbox that is shown, found and unique in Unicode', async () => {
    const email = 'box@bücher.example';
    await owner.api('POST', '/emails', { email: inAscii(email), password: 'x' });
    const page = await open('/emails', { as: owner });
    const found = page.locator('[data-row]').filter({ hasText: email });
    await found.waitFor();
    await page.getByPlaceholder(/^Search by email/).fill('bücher');
    await found.waitFor();
    await page.getByRole('button', { name: 'Add Email Account' }).first().click();
    const form = page.getByRole('dialog');
    await form
      .getByLabel(/^Email/)
      .first()
      .fill('box@BÜCHER.example');
    await form
      .getByLabel(/^Password/)
      .first()
      .fill('x');
    await form
      .getByRole('button', { name: /^(Add|Create|Save)/ })
      .first()
      .click();
    await form.getByText('An email account with this address already exists').waitFor();
    for (const [size, viewport] of Object.entries({ desktop, phone })) {
      const list = await open('/emails?ambiguousAddress=true', { as: owner, viewport });
      await list.getByText('No matching accounts found').waitFor();
      await assertAccessible(list, `ambiguous addresses, ${size}`);
      await shot(list, `ambiguous-${size}`);
    }
  });
});
