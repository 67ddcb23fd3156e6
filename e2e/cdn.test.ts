import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertAccessible, downloaded, phone, shot, startHarness } from './harness.ts';
import { pick } from './domain-steps.ts';
import { account, button, filter, form, mailbox, row } from './cdn-steps.ts';
import { optionsOf, select } from './list-steps.ts';

const { open, operator } = await startHarness();

describe('CDN accounts', () => {
  test('search, filters, export, and a delete with what it detaches', async () => {
    const someone = await operator();
    const ops = await mailbox(someone);
    const edge = await mailbox(someone, 'edge@example.com');
    const bunny = await account(someone, { provider: 'bunnycdn', emailAccountId: ops, password: 'S3cret' });
    await account(someone, { provider: 'keycdn', emailAccountId: edge, comment: 'Video' });
    await account(someone, { provider: 'keycdn', emailAccountId: ops, isActive: false });
    const { registratorTypes } = await someone.api<{ registratorTypes: { id: string }[] }>(
      'GET',
      '/registrator-types?search=Porkbun',
    );
    const { registratorAccount } = await someone.api<{ registratorAccount: { id: string } }>(
      'POST',
      '/registrator-accounts',
      { emailAccountId: ops, registratorTypeId: registratorTypes[0]?.id, isGoogleLogin: true },
    );
    for (const domain of ['one.example', 'two.example'])
      await someone.api('POST', '/domains', {
        domain,
        registratorAccountId: registratorAccount.id,
        cdnAccountId: bunny,
      });
    const page = await open('/cdn', { as: someone });
    const shows = async (count: string, ...names: string[]) => {
      await page.getByText(count, { exact: true }).waitFor();
      for (const name of names) await row(page, name).first().waitFor();
    };
    await shows('2 of 3', 'BunnyCDN', 'KeyCDN');
    await shot(page, 'cdn');
    await page.getByText('Status: Active only', { exact: true }).waitFor();
    await button(page, 'Filters').click();
    await button(page, 'Clear Filters').waitFor();
    await filter(page, 'Status').getByText('Active only').waitFor();
    assert.deepEqual(await optionsOf(filter(page, 'Status')), [
      'All accounts',
      'Active only',
      'Inactive only',
    ]);
    await select(filter(page, 'Status'), 'All accounts');
    await shows('3 of 3', 'Inactive');
    await pick(page, 'CDN Provider', 'KeyCDN');
    await shows('2 of 3', 'KeyCDN');
    await pick(page, 'Email Account', 'ops@example.com');
    await shows('1 of 3', 'Inactive');
    await page.reload();
    await shows('1 of 3', 'Inactive');
    await button(page, 'Clear Filters').click();
    await shows('2 of 3', 'BunnyCDN');
    await filter(page, 'Status').getByText('Active only').waitFor();
    for (const [words, found] of [
      ['bunny', 'BunnyCDN'],
      ['EDGE@', 'KeyCDN'],
      ['video', 'KeyCDN'],
    ] as const) {
      await page.getByRole('searchbox', { name: 'Search' }).fill(words);
      await shows('1 of 3', found);
    }
    await page.getByRole('searchbox').fill('nowhere');
    await page.getByText('No CDN accounts match your filters. Try adjusting your search criteria.').waitFor();
    assert.ok(await button(page, 'Export').isDisabled());
    await button(page, 'Clear Filters').last().click();
    await shows('2 of 3', 'BunnyCDN');

    const file = await downloaded(page, () => button(page, 'Export').click());
    assert.equal(file.name, 'cdn-accounts.csv');
    const [head = '', first = '', second = '', ...rest] = file.text.split('\r\n');
    assert.equal(
      head,
      'Provider,Email Account,Authentication Method,Proxy,Status,API Credentials,Tags,Comment,Created At',
    );
    assert.match(first, /^KeyCDN,edge@example\.com,Google Login,,Active,apiKey,,Video,\d{4}-/);
    assert.match(second, /^BunnyCDN,ops@example\.com,Password,,Active,apiKey,,,\d{4}-/);
    assert.deepEqual(rest, ['']);
    assert.ok(!file.text.includes('S3cret'));

    await page.getByRole('button', { name: 'Delete BunnyCDN account of ops@example.com' }).click();
    const question = page.getByRole('alertdialog', {
      name: 'Are you sure you want to delete the BunnyCDN CDN account?',
    });
    await question.getByText('2 domains use it and will be detached.').waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('CDN account deleted').waitFor();
    await row(page, 'BunnyCDN').waitFor({ state: 'detached' });
    const { domains } = await someone.api<{ domains: { cdnAccountId: string | null }[] }>('GET', '/domains');
    assert.deepEqual(
      domains.map(({ cdnAccountId }) => cdnAccountId),
      [null, null],
    );
  });

  test('phone, dark theme; a failure can be dismissed', async () => {
    const someone = await operator();
    await account(someone, {
      provider: 'maxcdn',
      emailAccountId: await mailbox(someone),
      apiCredentials: { clientId: 'a', clientSecret: 'b' },
    });
    const page = await open('/cdn', { as: someone, viewport: phone, theme: 'dark' });
    await row(page, 'MaxCDN/StackPath').waitFor();
    await shot(page, 'cdn-phone-dark');
    await page.route('**/api/cdn/*', (route) =>
      route.fulfill({ status: 429, json: { error: { message: 'Too many calls', code: 'RATE_LIMITED' } } }),
    );
    const more = page.getByRole('button', { name: /^More actions on/ });
    await more.click();
    await page.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Failed to delete CDN account').waitFor();
    await page.getByText('Too many calls').waitFor();
    await row(page, 'MaxCDN/StackPath').waitFor();
    await button(page, 'Dismiss').click();
    await page.getByText('Failed to delete CDN account').waitFor({ state: 'detached' });
    await page.unroute('**/api/cdn/*');
    await more.click();
    await page.getByRole('button', { name: /^Edit/ }).click();
    await form(page).waitFor();
    await assertAccessible(page, 'CDN form on a phone');
    await shot(page, 'cdn-form-phone-dark');
  });
});
