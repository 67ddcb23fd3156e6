import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertAccessible, shot, startHarness } from './harness.ts';
import {
  account,
  alerts,
  button,
  choose,
  field,
  form,
  google,
  mailbox,
  password,
  provider,
  row,
  secret,
  stored,
} from './cdn-steps.ts';
import { copied, focused, select } from './list-steps.ts';

const { open, operator } = await startHarness();

describe('CDN account form', () => {
  test('creates an account, with every validation message on the way', async () => {
    const someone = await operator();
    await mailbox(someone);
    await mailbox(someone, 'edge@example.com');
    const { proxy } = await someone.api<{ proxy: { id: string } }>('POST', '/proxies', {
      name: 'Exit',
      ip: '203.0.113.7',
      port: 3128,
      username: 'u',
      password: 'p',
    });
    const page = await open('/cdn', { as: someone });
    await page.getByRole('heading', { name: 'CDN Accounts', level: 1 }).waitFor();
    await page.getByText('Manage your CDN provider accounts and configurations').waitFor();
    for (const card of ['Total CDN Accounts', 'Active Accounts', 'CDN Providers', 'Email Accounts'])
      await page.getByText(card, { exact: true }).first().waitFor();
    await page.getByText('No CDN accounts found').waitFor();
    await page.getByText('Get started by adding your first CDN account.').waitFor();
    assert.ok(await button(page, 'Export').isDisabled());
    await shot(page, 'cdn-empty');

    await button(page, 'Add First CDN Account').click();
    await form(page).getByText('Add a new CDN account for your domains.').waitFor();
    assert.equal(await form(page).getByLabel('CDN account is active').count(), 0);
    const create = button(page, 'Create CDN Account');
    await create.click();
    await form(page).getByText('Provider is required').waitFor();
    assert.deepEqual(await alerts(page), [
      'Provider is required',
      'Email account is required',
      'Password is required when not using Google Login',
      'Please select an authentication method: either enter a password or enable Google Login',
      'At least one API credential is required',
    ]);
    await focused(page, provider(page));
    await assertAccessible(page, 'CDN account with errors');
    await select(provider(page), 'AWS CloudFront');
    await field(page, 'Region').fill('us-east-1');
    await form(page).getByText('Required fields missing: Access Key ID, Secret Access Key').waitFor();
    await field(page, 'Access Key ID').focus();
    await page.keyboard.press('Tab');
    await form(page).getByText('Access Key ID is required').waitFor();
    await shot(page, 'cdn-form-errors');

    await select(provider(page), 'Other Provider');
    assert.equal(await form(page).getByRole('link').count(), 0, 'it has no documentation');
    await form(page).getByText('At least one API credential is required').waitFor();
    await field(page, 'API Endpoint').fill('nowhere');
    await page.keyboard.press('Tab');
    await form(page).getByText('API Endpoint must be a valid URL').waitFor();
    await select(provider(page), 'AWS CloudFront');
    assert.equal(await field(page, 'Region').inputValue(), '', 'cleared with its provider');

    await select(provider(page), 'Cloudflare');
    const docs = form(page).getByRole('link', { name: 'Cloudflare API documentation' });
    assert.equal(await docs.getAttribute('rel'), 'noopener noreferrer');
    await choose(page, 'Email Account', 'edge@example.com');
    await choose(page, 'Email Account', 'ops@example.com');
    const address = field(page, 'Email');
    assert.equal(await address.inputValue(), 'ops@example.com');
    assert.equal(await address.getAttribute('readonly'), '');
    await secret(page, 'API Token').fill('  S3cretToken ');
    await password(page).fill('S3cretPassword');
    await google(page).check();
    assert.equal(await password(page).count(), 0);
    await google(page).uncheck();
    assert.equal(await password(page).inputValue(), '', 'cleared by Google Login');
    await password(page).fill('S3cretPassword');
    await choose(page, 'Proxy (Optional)', 'Exit');
    await form(page).getByLabel('Tag type').fill('env');
    await form(page).getByLabel('Tag value').fill('production');
    await page.keyboard.press('Enter');
    await field(page, 'Comment').fill('c'.repeat(1001));
    await form(page).getByText('1001/1000').waitFor();
    await create.click();
    await form(page).getByText('Comment must be less than 1000 characters').waitFor();
    assert.deepEqual(await alerts(page), ['Comment must be less than 1000 characters']);
    await field(page, 'Comment').fill('Edge team');
    const [sent] = await Promise.all([
      page.waitForRequest(
        (request) => request.method() === 'POST' && new URL(request.url()).pathname === '/api/cdn',
      ),
      create.click(),
    ]);
    assert.deepEqual(Object.keys(sent.postDataJSON() as object).sort(), [
      'apiCredentials',
      'comment',
      'emailAccountId',
      'isGoogleLogin',
      'password',
      'provider',
      'proxyId',
      'tags',
    ]);
    await page.getByText('CDN account created').waitFor();
    assert.deepEqual((await stored(someone))[0]?.apiCredentials, {
      email: 'ops@example.com',
      apiToken: 'S3cretToken',
    });

    const made = row(page, 'Cloudflare');
    for (const words of ['ops@example.com', 'Password', 'email, apiToken', 'Connected', 'Active'])
      await made.getByText(words, { exact: true }).waitFor();
    await made.getByText('env: production').waitFor();
    await made.getByText(/^\w{3} \d+, \d{4}, \d+:\d\d [AP]M$/).waitFor();
    const copies = {
      provider: 'Cloudflare',
      email: 'ops@example.com',
      password: 'S3cretPassword',
      'proxy ID': proxy.id,
      'API credentials as JSON': '{\n  "email": "ops@example.com",\n  "apiToken": "S3cretToken"\n}',
    };
    for (const [what, text] of Object.entries(copies))
      assert.equal(await copied(page, made.getByRole('button', { name: `Copy ${what}`, exact: true })), text);
  });

  test('needs only the chosen mailbox, and checks credentials while they are typed', async () => {
    const someone = await operator();
    await mailbox(someone);
    const page = await open('/cdn?form=new', {
      as: someone,
      prepare: (fresh) =>
        fresh.route('**/api/cdn/form-data', (route) => route.fulfill({ status: 400, body: '' })),
    });
    await form(page).getByText('Failed to load what can be chosen').waitFor();
    await select(provider(page), 'KeyCDN');
    // The focus stays in the field.
    await secret(page, 'API Key').fill('k');
    await secret(page, 'API Key').fill('');
    await form(page).getByText('API Key is required').waitFor();
    await secret(page, 'API Key').fill('key');
    await form(page).getByText('API Key is required').waitFor({ state: 'detached' });
    await select(provider(page), 'Cloudflare');
    await choose(page, 'Email Account', 'ops@example.com');
    assert.equal(await field(page, 'Email').inputValue(), 'ops@example.com');
    await secret(page, 'API Token').fill('token');
    await google(page).check();
    await button(page, 'Create CDN Account').click();
    await page.getByText('CDN account created').waitFor();
    assert.deepEqual((await stored(someone))[0]?.apiCredentials, {
      email: 'ops@example.com',
      apiToken: 'token',
    });
  });

  test('edits an account: another provider starts without credentials, switching back restores them', async () => {
    const someone = await operator();
    const emailAccountId = await mailbox(someone);
    await account(someone, { provider: 'keycdn', emailAccountId, password: 'old', comment: 'Old' });
    const page = await open('/cdn', { as: someone });
    await page.getByRole('button', { name: 'Edit KeyCDN account of ops@example.com' }).click();
    await form(page).getByText('Update the CDN account information below.').waitFor();
    assert.equal(await secret(page, 'API Key').inputValue(), '••••••••');
    await select(provider(page), 'BunnyCDN');
    assert.equal(await secret(page, 'API Key').inputValue(), '');
    await select(provider(page), 'KeyCDN');
    assert.equal(await secret(page, 'API Key').inputValue(), '••••••••');
    await select(provider(page), 'Fastly');
    await secret(page, 'API Token').fill('new');
    await google(page).check();
    await field(page, 'Comment').fill('');
    await form(page).getByLabel('CDN account is active').uncheck();
    await button(page, 'Update CDN Account').click();
    await page.getByText('CDN account updated').waitFor();
    await page.getByText('No CDN accounts match your filters. Try adjusting your search criteria.').waitFor();
    await button(page, 'Show All Accounts').click();
    const changed = row(page, 'Fastly');
    for (const words of ['Google Login', 'apiToken', 'No Proxy', 'Inactive'])
      await changed.getByText(words, { exact: true }).waitFor();
    const [{ apiCredentials, password: kept, isGoogleLogin, comment, isActive } = assert.fail()] =
      await stored(someone);
    assert.deepEqual(
      [apiCredentials, kept, isGoogleLogin, comment, isActive],
      [{ apiToken: 'new' }, null, true, null, false],
    );
    await changed.getByRole('button', { name: /^Edit/ }).click();
    await form(page).waitFor();
    await page.keyboard.press('Escape');
    await form(page).waitFor({ state: 'detached' });
  });
});
