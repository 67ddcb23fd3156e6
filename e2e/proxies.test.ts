import assert from 'node:assert/strict';
import { copied, focused, optionsOf, select } from './list-steps.ts';
import { describe, test } from 'node:test';
import { proxyCountries } from '@quartermaster/contract/catalog/countries';
import { login } from '../server/test/proxies.ts';
import { downloaded, shot, startHarness } from './harness.ts';
import {
  alerts,
  button,
  clipboard,
  connect,
  field,
  filter,
  form,
  password,
  proxy,
  row,
  stored,
} from './proxy-steps.ts';

const { open, operator } = await startHarness();

describe('proxies', () => {
  test('creates a proxy, with every validation message on the way', async () => {
    const someone = await operator();
    const page = await open('/proxies', { as: someone });
    await page.getByRole('heading', { name: 'Proxy Servers', level: 1 }).waitFor();
    await page.getByText('No proxies found').waitFor();
    for (const card of ['Total Proxies', 'Active Proxies', 'Countries', 'Proxy Types'])
      await page.getByText(card, { exact: true }).waitFor();
    await shot(page, 'proxies-empty');
    await button(page, 'Add First Proxy').click();
    await form(page).getByRole('heading', { name: 'Add Proxy' }).waitFor();
    assert.equal(await field(page, 'Port').inputValue(), '8080');
    assert.equal(await form(page).getByLabel('Type').inputValue(), 'HTTP');
    assert.deepEqual(await optionsOf(form(page).getByLabel('Country')), ['No country', ...proxyCountries]);
    assert.equal(await form(page).getByLabel('Proxy is active').count(), 0);

    const create = button(page, 'Create Proxy');
    await field(page, 'Port').fill('0');
    await create.click();
    await form(page).getByText('Port must be between 1 and 65535').waitFor();
    assert.deepEqual(await alerts(page), [
      'Name is required',
      'IP address is required',
      'Port must be between 1 and 65535',
      'Username is required',
      'Password is required',
    ]);
    await focused(page, field(page, 'Name'));
    await field(page, 'Name').fill('x'.repeat(101));
    await field(page, 'IP Address').fill('203.0.113');
    await field(page, 'Port').fill('80.5');
    await field(page, 'Username').fill('u'.repeat(101));
    await password(page).fill('p'.repeat(256));
    await field(page, 'Comment').fill('c'.repeat(1001));
    await form(page).getByText('1001/1000').waitFor();
    await create.click();
    await form(page).getByText('Comment must be less than 1000 characters').waitFor();
    assert.deepEqual(await alerts(page), [
      'Name must be less than 100 characters',
      'Invalid IP address format',
      'Port must be between 1 and 65535',
      'Username must be less than 100 characters',
      'Password must be less than 255 characters',
      'Comment must be less than 1000 characters',
    ]);

    await field(page, 'Name').fill('  Frankfurt exit  ');
    await connect(page, '2001:db8:0:0:0:0:0:1', 1080, 'SOCKS5');
    await select(form(page).getByLabel('Country'), 'Germany');
    await field(page, 'Comment').fill('Renewed in May');
    await page.getByPlaceholder('type:value, then Enter').fill('region:eu');
    await page.keyboard.press('Enter');
    await create.click();
    await page.getByText('Proxy created').waitFor();
    const made = row(page, 'Frankfurt exit');
    await made.getByText('[2001:db8:0:0:0:0:0:1]:1080').waitFor();
    for (const words of ['SOCKS5', 'operator', 'Germany', 'region: eu', 'Active'])
      await made.getByText(words, { exact: true }).waitFor();
    await made.getByText(/^\w{3} \d+, \d{4}, \d+:\d\d [AP]M$/).waitFor();
    await made.getByRole('button', { name: 'Copy IP and port' }).click();
    assert.equal(await clipboard(page), '[2001:db8:0:0:0:0:0:1]:1080');
    assert.equal(
      await copied(page, made.getByRole('button', { name: 'Copy full proxy URL' })),
      'socks5://operator:p%3Ass%20w%C3%B6rd@[2001:db8:0:0:0:0:0:1]:1080',
    );
    await made.getByRole('button', { name: 'Copy username' }).click();
    assert.equal(await clipboard(page), login.username);
    assert.equal(await copied(page, made.getByRole('button', { name: 'Copy password' })), login.password);
  });

  test('edits a proxy; Escape cancels and keeps a draft', async () => {
    const someone = await operator();
    await proxy(someone, { name: 'Old name', country: 'Atlantis', comment: 'Old comment' });
    const page = await open('/proxies', { as: someone });
    await page.getByRole('button', { name: 'Edit Old name' }).click();
    await form(page).getByRole('heading', { name: 'Edit Proxy' }).waitFor();
    assert.equal(await form(page).getByLabel('Country').inputValue(), 'Atlantis');
    await field(page, 'Name').fill('New name');
    await page.keyboard.press('Escape');
    await button(page, 'Restore draft').click();
    assert.equal(await field(page, 'Name').inputValue(), 'New name');
    await field(page, 'Port').fill('3128');
    await field(page, 'Comment').fill('');
    await select(form(page).getByLabel('Country'), 'No country');
    await form(page).getByLabel('Proxy is active').uncheck();
    await button(page, 'Update Proxy').click();
    await row(page, 'New name').getByText('Inactive').waitFor();
    const [{ name, port: portNow, country, comment, isActive } = assert.fail()] = await stored(someone);
    assert.deepEqual([name, portNow, country, comment, isActive], ['New name', 3128, null, null, false]);
  });

  test('are searched, filtered, exported, and deleted with what that detaches', async () => {
    const someone = await operator();
    const exit = await proxy(someone, { name: 'Exit', country: 'Germany', type: 'SOCKS5' });
    await proxy(someone, { name: 'Relay', country: 'Japan', tags: [{ type: 'purpose', value: '=cmd' }] });
    const off = await proxy(someone, { name: 'Retired', country: 'Germany' });
    await someone.api('PUT', `/proxies/${off}`, { isActive: false });
    const { emailAccount } = await someone.api<{ emailAccount: { id: string } }>('POST', '/emails', {
      email: 'ops@example.com',
      password: 'x',
    });
    for (const provider of ['keycdn', 'bunnycdn'])
      await someone.api('POST', '/cdn', {
        provider,
        emailAccountId: emailAccount.id,
        isGoogleLogin: true,
        apiCredentials: { apiKey: 'k' },
        proxyId: exit,
      });
    await someone.api('POST', '/hostings', {
      name: 'Cloud',
      provider: 'OVH',
      emailAccountId: emailAccount.id,
      isGoogleLogin: true,
      proxyId: exit,
    });
    const page = await open('/proxies', { as: someone });
    await page.getByText('3 proxies', { exact: true }).waitFor();
    await shot(page, 'proxies');
    const shows = async (count: string, ...names: string[]) => {
      await page.getByText(count, { exact: true }).waitFor();
      for (const name of names) await row(page, name).waitFor();
    };
    await select(filter(page, 'Proxy Type'), 'SOCKS5');
    await shows('1 of 3', 'Exit');
    await button(page, 'Clear Filters').click();
    await select(filter(page, 'Country'), 'Germany');
    await shows('2 of 3', 'Exit', 'Retired');
    await select(filter(page, 'Status'), 'Inactive');
    await shows('1 of 3', 'Retired');
    await page.reload();
    await shows('1 of 3', 'Retired');
    await button(page, 'Clear Filters').click();
    await page.getByRole('searchbox').fill('purpose:=');
    await shows('1 of 3', 'Relay');
    const file = await downloaded(page, () => button(page, 'Export').click());
    assert.equal(file.name, 'proxies.csv');
    const [head = '', line = '', ...rest] = file.text.split('\r\n');
    assert.equal(head, 'Name,IP,Port,Type,Username,Country,Status,Tags,Comment,Created At');
    assert.match(line, /^Relay,203\.0\.113\.7,\d+,HTTP,user,Japan,Active,purpose:=cmd,,\d{4}-/);
    assert.deepEqual(rest, ['']);
    assert.ok(!file.text.includes('S3cret'));
    await page.getByRole('searchbox').fill('nowhere');
    await page.getByText('No proxies found').waitFor();
    await button(page, 'Clear Filters').last().click();

    await page.getByRole('button', { name: 'Delete Exit' }).click();
    const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this proxy?' });
    await question.getByText('1 hosting account and 2 CDN accounts use it and will be detached.').waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Proxy deleted').waitFor();
    await row(page, 'Exit').waitFor({ state: 'detached' });
    assert.deepEqual((await stored(someone)).map(({ name }) => name).sort(), ['Relay', 'Retired']);
  });
});
