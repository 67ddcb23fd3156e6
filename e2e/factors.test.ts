import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { unconfirmedOnce } from './confirmation-steps.ts';
import { freePort } from '../server/test/free-port.ts';
import { startIdentityProvider } from '../server/test/identity-provider.ts';
import { totpCode } from '../server/test/totp-code.ts';
import { type Operator, assertAccessible, desktop, password, phone, shot, startHarness } from './harness.ts';

// Passkeys belong to a named host, and the provider returns to PUBLIC_URL.
const port = await freePort();
const address = `http://localhost:${port}`;
const provider = await startIdentityProvider(address);
const { open, operator, url } = await startHarness({
  settings: { PORT: String(port), ...provider.settings },
  address,
});
const administrator = await operator();

/** The previous step's code is valid too, so there are two valid codes without waiting. */
const stepMs = 30_000;
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const dashboard = (page: Page) => page.getByRole('heading', { name: 'Dashboard' }).waitFor();

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^User menu of/ }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('heading', { name: 'Sign in to Quartermaster' }).waitFor();
}
async function signIn(page: Page, { email }: Operator): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
}

/** Gives the page's browser a virtual authenticator that verifies its user at once. */
async function withDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

describe('a second factor', () => {
  test('is set up, and signs in by a code or a recovery code', async () => {
    const ada = await operator();
    const page = await open('/account?section=security', { as: ada });
    await page.getByRole('button', { name: 'Set up' }).click();
    const setUp = dialog(page, 'Set up your authenticator app');
    await setUp.getByRole('img', { name: 'QR code' }).waitFor();
    await assertAccessible(page, 'authenticator');
    await shot(page, 'authenticator');
    const secret = await setUp.locator('code').innerText();
    await setUp.getByLabel('Code').fill('1');
    await page.keyboard.press('Enter');
    await setUp.getByText('The code is wrong').waitFor();
    await setUp.getByLabel('Code').fill(totpCode(secret, Date.now() - stepMs));
    await page.keyboard.press('Enter');

    const kept = dialog(page, 'Your recovery codes');
    await kept.waitFor();
    const codes = await kept.getByRole('listitem').allInnerTexts();
    assert.equal(new Set(codes).size, 10);
    await assertAccessible(page, 'recovery codes');
    await shot(page, 'recovery-codes');
    await page.mouse.click(5, 5);
    assert.ok(await kept.isVisible(), 'what is shown once does not go by a click beside it');
    await kept.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('10 left').waitFor();

    await signOut(page);
    await signIn(page, ada);
    assert.equal(await page.getByRole('button', { name: 'Create one' }).count(), 0);
    await assertAccessible(page, 'second step');
    await shot(page, 'second-step');
    const code = page.getByLabel('Code');
    await code.fill('2');
    await page.keyboard.press('Enter');
    await page.getByText('The code is wrong').waitFor();
    await code.fill(totpCode(secret));
    await page.keyboard.press('Enter');
    await dashboard(page);

    await signOut(page);
    await signIn(page, ada);
    await code.fill(codes[0] ?? '');
    await page.keyboard.press('Enter');
    await dashboard(page);
    await page.goto(`${url}/account?section=security`);
    await page.getByText('9 left').waitFor();
  });

  test('can be a passkey, which signs in without a password and confirms an identity', async () => {
    const grace = await operator();
    const page = await open('/account?section=security', { as: grace });
    await withDevice(page);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await dialog(page, 'Add a passkey').getByLabel('Name').fill('My laptop');
    await page.keyboard.press('Enter');
    await dialog(page, 'Your recovery codes').getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('My laptop').waitFor();

    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await dashboard(page);

    await signOut(page);
    await signIn(page, grace);
    await assertAccessible(page, 'second step by passkey');
    // The code's field has the focus.
    await page.keyboard.press('Enter');
    await dashboard(page);

    await page.goto(`${url}/account?section=security`);
    await unconfirmedOnce(page, '**/api/auth/totp/recovery-codes');
    await page.getByRole('button', { name: 'Replace them' }).click();
    const confirmation = dialog(page, 'Confirm that it is you');
    await confirmation.getByLabel('Or a code').waitFor();
    await assertAccessible(page, 'confirmation by passkey');
    await shot(page, 'confirmation-passkey');
    await confirmation.getByRole('button', { name: 'Use your passkey' }).click();
    await dialog(page, 'Your recovery codes').getByRole('button', { name: 'I have saved them' }).click();

    await page.getByRole('button', { name: 'Remove My laptop' }).click();
    await dialog(page, 'Remove the passkey My laptop?').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('My laptop', { exact: true }).waitFor({ state: 'detached' });
  });

  test('required by a workspace can be set up in it, and nothing else done without one', async () => {
    const owner = await operator();
    const { workspaces } = await owner.api<{ workspaces: { id: string; name: string }[] }>(
      'GET',
      '/workspaces',
    );
    await owner.api('PUT', `/workspaces/${workspaces[0]?.id}`, { requireSecondFactor: true });
    const page = await open('/domains', { as: owner });
    await page.getByText(`${workspaces[0]?.name} requires a second factor`).waitFor();
    await assertAccessible(page, 'no second factor');
    await shot(page, 'needs-factor');
    assert.equal(await page.getByRole('button', { name: 'Add Domain' }).count(), 0);
    await page.getByRole('link', { name: 'Set up a second factor' }).click();
    await page.getByRole('button', { name: 'Set up' }).waitFor();
    const { secret } = await owner.api<{ secret: string }>('POST', '/auth/totp');
    await owner.api('POST', '/auth/totp/confirm', { code: totpCode(secret) });
    await page.getByRole('link', { name: 'Domains' }).click();
    await page.getByRole('button', { name: 'Add Domain' }).waitFor();
  });
});

describe('an identity provider', () => {
  test('signs in, and is linked with an account', async () => {
    provider.signsIn({ sub: 'joan', email: 'joan@example.com' });
    const page = await open('/login');
    await page.getByRole('button', { name: 'Sign in with Corner' }).click();
    await page.getByRole('button', { name: 'User menu of joan@example.com' }).waitFor();
    assert.equal(page.url(), `${url}/`);
    await page.goto(`${url}/account?section=security`);
    await page.getByText('You have none. The administrator of this installation').waitFor();
    assert.equal(await page.getByLabel('Current password').count(), 0);
    await shot(page, 'account-no-password');

    const known = await operator();
    provider.signsIn({ sub: 'known', email: known.email });
    const other = await open('/login');
    await other.getByRole('button', { name: 'Sign in with Corner' }).click();
    await other.getByText('An account with your address exists').waitFor();
    await assertAccessible(other, 'refused by its address');
    const linking = await open('/account?section=security', { as: known });
    assert.equal(await linking.getByText('removes no linked sign-in').count(), 0);
    await unconfirmedOnce(linking, '**/api/auth/identities');
    await linking.getByRole('button', { name: 'Link this account' }).click();
    // The provider has led back to a page without the frame of the others.
    const confirmation = dialog(linking, 'Confirm that it is you');
    await confirmation.getByLabel('Password', { exact: true }).fill(password);
    await confirmation.getByRole('button', { name: 'Confirm' }).click();
    await linking.getByText('Account linked', { exact: true }).first().waitFor();
    assert.equal(linking.url(), `${url}/account?section=security`);
    const linked = linking.getByRole('list', { name: 'Linked sign-ins' }).getByRole('listitem');
    await linked.getByText('never used').waitFor();
    await linking.getByText('this account has 1').waitFor();
    await linked.scrollIntoViewIfNeeded();
    await assertAccessible(linking, 'linked sign-ins');
    await shot(linking, 'linked-sign-ins');
    await linking.setViewportSize(phone);
    await linked.scrollIntoViewIfNeeded();
    await shot(linking, 'linked-sign-ins-phone');
    assert.equal(await linking.evaluate(() => document.documentElement.scrollWidth), phone.width);
    await linking.setViewportSize(desktop);
    await other.getByRole('link', { name: 'Back to sign-in' }).click();
    await other.getByRole('button', { name: 'Sign in with Corner' }).click();
    await other.getByRole('button', { name: `User menu of ${known.email}` }).waitFor();

    await linking.reload();
    await linked.getByText('last used').waitFor();
    await linked.getByRole('button', { name: 'Remove the sign-in linked' }).click();
    const removal = linking.getByRole('dialog', { name: 'Remove the sign-in linked' });
    await removal.getByRole('button', { name: 'Remove' }).click();
    await linked.waitFor({ state: 'detached' });
    await other.reload();
    await other.getByRole('heading', { name: 'Sign in to Quartermaster' }).waitFor();
  });

  test('is unlinked from an account by an administrator, too', async () => {
    const person = await operator();
    provider.signsIn({ sub: 'unknown', email: person.email });
    const own = await open('/account?section=security', { as: person });
    await own.getByRole('button', { name: 'Link this account' }).click();
    await own.getByText('Account linked', { exact: true }).first().waitFor();

    const page = await open('/settings?section=accounts', { as: administrator });
    await page.getByRole('button', { name: `Linked sign-ins of ${person.email}` }).click();
    const linked = dialog(page, `Linked sign-ins of ${person.email}`);
    await linked.getByText('never used').waitFor();
    await assertAccessible(page, 'identities of an account');
    await shot(page, 'account-identities');
    await page.setViewportSize(phone);
    await shot(page, 'account-identities-phone');
    await page.setViewportSize(desktop);
    await linked.getByRole('button', { name: 'Remove the sign-in linked' }).click();
    await linked.getByText('None is left').waitFor();
    await linked.getByRole('button', { name: 'Close' }).click();
    await page
      .getByRole('button', { name: `Linked sign-ins of ${person.email}` })
      .waitFor({ state: 'detached' });
    await own.reload();
    await own.getByRole('heading', { name: 'Sign in to Quartermaster' }).waitFor();
  });

  test('tells a person who cancelled that they did', async () => {
    provider.cancels();
    const page = await open('/login');
    await page.getByRole('button', { name: 'Sign in with Corner' }).click();
    await page.getByText('You cancelled the sign-in').waitFor();
    await assertAccessible(page, 'cancelled sign-in');
    await shot(page, 'cancelled-sign-in');
  });
});
