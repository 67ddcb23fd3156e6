import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, password, phone, startHarness } from './harness.ts';

const { open, operator, url } = await startHarness();

const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value);
};
const path = (page: Page) => page.url().slice(url.length);

describe('sign-in and registration', () => {
  test('a protected page asks for a sign-in and returns afterwards', async () => {
    const { email } = await operator();
    const page = await open('/emails?search=x');
    await page.getByRole('heading', { name: 'Sign in to Quartermaster' }).waitFor();
    await page.getByText('Manage your infrastructure with ease').waitFor();
    await assertAccessible(page, 'sign-in');
    await fill(page, { Email: email, Password: password });
    await page.getByRole('button', { name: /^Sign in$/i }).click();
    await page.getByRole('heading', { name: 'Email Accounts' }).waitFor();
    assert.equal(path(page), '/emails?search=x');
  });

  test('show every validation message, and that a sign-in was refused', async () => {
    const page = await open('/login');
    const submit = page.locator('form button[type=submit]');
    await submit.click();
    await page.getByText('Email is required').waitFor();
    await page.getByText('Password is required').waitFor();
    await fill(page, { Email: 'no address' });
    await submit.click();
    await page.getByText('Email is invalid').waitFor();
    await fill(page, { Email: 'nobody@example.com', Password: 'Wrong-Horse-1' });
    await submit.click();
    await page.getByText('Invalid email or password').waitFor();
    await assertAccessible(page, 'refused sign-in');
    await fill(page, { Password: 'x' });
    await page.getByText('Invalid email or password').waitFor({ state: 'hidden' });

    await page
      .getByRole('button', { name: /create|register|sign up/i })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    await fill(page, { Email: 'new@example.com', Password: 'short' });
    await submit.click();
    await page.getByText('Password must be at least 8 characters').waitFor();
    await page.getByText('Please confirm your password').waitFor();
    await fill(page, { Password: 'alllowercase' });
    await submit.click();
    await page.getByText('Password must contain uppercase, lowercase, and number').waitFor();
    await fill(page, { Password: password });
    await page.getByLabel('Confirm password').fill('different');
    await submit.click();
    await page.getByText('Passwords do not match').waitFor();
    await assertAccessible(page, 'registration with errors');

    await page.route('**/api/auth/*', (route) => route.fulfill({ status: 400, body: '' }));
    await page.getByLabel('Confirm password').fill(password);
    await submit.click();
    await page.getByText('Registration failed').waitFor();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await fill(page, { Email: 'nobody@example.com', Password: password });
    await submit.click();
    await page.getByText('Login failed').waitFor();
  });

  test('registering signs in, the menu shows the user, and logging out ends every tab', async () => {
    await operator(); // The first user is the administrator.
    const page = await open('/login');
    await page
      .getByRole('button', { name: /create|register|sign up/i })
      .first()
      .click();
    await fill(page, { Email: 'walker@example.com', Password: password });
    await page.getByLabel('Confirm password').fill(password);
    await page.locator('form button[type=submit]').click();
    await page.getByText('walker', { exact: false }).first().waitFor();
    const other = await page.context().newPage();
    await other.goto(`${url}/emails`);
    await other.getByRole('heading', { name: 'Email Accounts' }).waitFor();
    await page.getByRole('button', { name: 'User menu of walker@example.com' }).click();
    await page.getByText('walker@example.com', { exact: true }).waitFor();
    await page.getByText('user', { exact: true }).waitFor();
    await assertAccessible(page, 'user menu');
    await page.getByText('Logout').click();
    await page.getByRole('heading', { name: 'Sign in to Quartermaster' }).waitFor();
    await other.getByRole('heading', { name: 'Sign in to Quartermaster' }).waitFor();
    assert.equal(
      await page.evaluate(() => localStorage.length - (localStorage.getItem('theme') === null ? 0 : 1)),
      0,
    );
  });

  test('a sign-out that did not reach the server ends the session at the next start', async () => {
    const someone = await operator();
    const page = await open('/emails', { as: someone });
    await page.route('**/api/auth/logout', (route) => route.abort());
    await page.getByRole('button', { name: /^User menu of/ }).click();
    await page.getByText('Logout').click();
    await page.getByRole('heading', { name: 'Sign in to Quartermaster' }).waitFor();
    await someone.api('GET', '/auth/me');
    await page.unroute('**/api/auth/logout');
    const [ended] = await Promise.all([page.waitForResponse('**/api/auth/logout'), page.reload()]);
    assert.equal(ended.status(), 200);
    const { refreshToken } = someone;
    await assert.rejects(
      someone.api('POST', '/auth/refresh', { refreshToken }),
      /TOKEN_EXPIRED|UNAUTHORIZED/,
    );
    await page.waitForFunction(() => localStorage.getItem('leftSession') === null);
  });

  test('an expired access token is refreshed once for two tabs, and the page continues', async () => {
    const someone = await operator();
    const stale = `${someone.accessToken.split('.')[0] ?? ''}.${Buffer.from(JSON.stringify({ exp: 1 })).toString('base64url')}.x`;
    const page = await open('/emails', { as: { ...someone, accessToken: stale } });
    await page.getByRole('heading', { name: 'Email Accounts' }).waitFor();
    assert.notEqual(await page.evaluate(() => localStorage.getItem('accessToken')), stale);
    const fresh = await page.evaluate(() => localStorage.getItem('refreshToken'));
    assert.notEqual(fresh, someone.refreshToken);
  });

  test('a session that ended leads back to the list as it was, with its open form', async () => {
    const someone = await operator();
    const { emailAccount } = await someone.api<{ emailAccount: { id: string } }>('POST', '/emails', {
      email: 'ops@example.com',
      password,
    });
    const list = '/emails?search=ops&sortBy=email&sortOrder=desc';
    const form = `${list}&form=${emailAccount.id}`;
    const ended = (page: Page) => page.getByRole('heading', { name: 'Sign in to Quartermaster' }).waitFor();
    const page = await open(list, { as: someone });
    const signInAgain = async () => {
      await fill(page, { Email: someone.email, Password: password });
      await page.getByRole('button', { name: /^Sign in$/i }).click();
    };

    // The server refuses a request, and the refresh too.
    const search = page.getByRole('searchbox');
    await page.getByRole('button', { name: 'Edit ops@example.com' }).waitFor();
    await page.route('**/api/**', (route) =>
      route.fulfill({ status: 401, json: { error: { message: 'Ended', code: 'TOKEN_EXPIRED' } } }),
    );
    await search.fill('ops@');
    await page.getByRole('columnheader', { name: 'Email' }).getByRole('button').click();
    await ended(page);
    await page.unroute('**/api/**');
    await signInAgain();
    await page.waitForURL(`${url}/emails?search=ops%40`);
    assert.equal(await search.inputValue(), 'ops@');

    // Another tab signs out.
    await page.goto(`${url}${form}`);
    const dialog = page.getByRole('dialog', { name: 'Edit Email Account' });
    await dialog.getByLabel('Comment').fill('Typed before the end');
    const other = await page.context().newPage();
    await other.goto(`${url}/emails`);
    await other.getByRole('button', { name: /^User menu of/ }).click();
    await other.getByText('Logout').click();
    await ended(page);
    await signInAgain();
    await dialog.waitFor();
    assert.equal(path(page), form);
    assert.equal(await dialog.getByLabel('Comment').inputValue(), 'Typed before the end');

    // The server has ended the session, and the page is reloaded.
    const token = await page.evaluate(() => localStorage.getItem('accessToken'));
    await fetch(`${url}/api/auth/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
    await page.reload();
    await ended(page);
    await signInAgain();
    await dialog.waitFor();
    assert.equal(path(page), form);
  });

  test('leaving a page while its session loads does not end the session', async () => {
    const someone = await operator();
    const page = await open('/login');
    const asksWho = () => page.waitForRequest('**/api/auth/me');
    await page.route('**/api/auth/me', () => undefined);
    await page.evaluate(
      ([access, refresh]) => {
        localStorage.setItem('accessToken', access ?? '');
        localStorage.setItem('refreshToken', refresh ?? '');
      },
      [someone.accessToken, someone.refreshToken],
    );
    await Promise.all([asksWho(), page.reload()]);
    for (let times = 0; times < 5; times += 1) await Promise.all([asksWho(), page.reload()]);
    await page.unroute('**/api/auth/me');
    await page.goto(`${url}/emails`);
    await page.getByRole('heading', { name: 'Email Accounts' }).waitFor();
  });

  test('loading the session is retried once, then gives up', async () => {
    const someone = await operator();
    let asked = 0;
    const cutOff = (times: number) => (page: Page) =>
      page.route('**/api/auth/me', (route) => ((asked += 1) <= times ? route.abort() : route.continue()));
    const page = await open('/emails', { as: someone, prepare: cutOff(1) });
    await page.getByRole('heading', { name: 'Email Accounts' }).waitFor();
    asked = 0;
    const other = await open('/emails', { as: someone, prepare: cutOff(2) });
    await other.getByRole('heading', { name: 'Sign in to Quartermaster' }).waitFor();
    assert.equal(asked, 2);
  });

  test('an unknown path leads to the dashboard; /login redirects when signed in', async () => {
    const someone = await operator();
    const page = await open('/nowhere/at/all', { as: someone, viewport: phone, theme: 'dark' });
    await page.waitForURL(`${url}/`);
    await page.goto(`${url}/login`);
    await page.waitForURL(`${url}/`);
    await assertAccessible(page, 'dashboard on a phone');
  });
});
