import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { copied, focused, optionsOf, select } from './list-steps.ts';
import { type Operator, assertAccessible, downloaded, phone, shot, startHarness } from './harness.ts';
import { pick } from './domain-steps.ts';

const { open, operator } = await startHarness();

interface User {
  id?: string;
  username: string;
  password: string;
  sshKey: string | null;
  isDefault: boolean;
}
interface Stored {
  id: string;
  name: string;
  country: string | null;
  users: User[];
}
const stored = async (someone: Operator): Promise<Stored[]> =>
  (await someone.api<{ servers: Stored[] }>('GET', '/servers')).servers;
const hosting = async (someone: Operator, name = 'Main cloud', more = {}): Promise<string> => {
  const mails = await someone.api<{ emailAccounts: { id: string }[] }>('GET', '/emails');
  const emailAccountId =
    mails.emailAccounts[0]?.id ??
    (
      await someone.api<{ emailAccount: { id: string } }>('POST', '/emails', {
        email: 'ops@example.com',
        password: 'x',
      })
    ).emailAccount.id;
  const body = { name, provider: 'Hetzner', emailAccountId, ...more };
  return (await someone.api<{ hostingAccount: { id: string } }>('POST', '/hostings', body)).hostingAccount.id;
};
const root = { username: 'root', password: 'hunter22hunter', isDefault: true };
const withoutId = ({ id, ...rest }: User) => {
  assert.equal(typeof id, 'string');
  return rest;
};
const server = async (someone: Operator, hostingId: string, name: string, more = {}): Promise<string> =>
  (
    await someone.api<{ server: { id: string } }>('POST', '/servers', {
      name,
      hostingId,
      users: [root],
      ...more,
    })
  ).server.id;

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const choose = async (page: Page, label: string, typed: string) => {
  await page.getByRole('combobox', { name: label }).fill(typed);
  await page.getByRole('option', { name: typed }).click();
};
const user = (page: Page, number: number) => page.getByRole('region', { name: `User ${number}` });
const alerts = (page: Page) => page.getByRole('alert').allTextContents();
const rows = (page: Page) => page.locator('tbody tr[data-row]');
const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');

describe('servers', () => {
  test('creates a server with two users, with every validation message on the way', async () => {
    const someone = await operator();
    await hosting(someone);
    await hosting(someone, 'Closed', { isActive: false });
    const page = await open('/servers', { as: someone });
    await page.getByText('No servers found.', { exact: true }).waitFor();
    for (const card of ['Total Servers', 'Active', 'Inactive', 'Maintenance'])
      await page.getByText(card, { exact: true }).first().waitFor();
    await shot(page, 'servers-empty');
    await button(page, 'Create your first server').click();
    await page.getByRole('heading', { name: 'Create Server', level: 1 }).waitFor();
    assert.equal(await page.getByRole('table').count(), 0, 'the form replaces the list');
    assert.equal(await field(page, 'Server Name').getAttribute('placeholder'), 'Web Server 01');
    assert.equal(await page.getByRole('button', { name: /^Remove/ }).count(), 0);
    await user(page, 1).getByText('Default', { exact: true }).waitFor();

    const create = button(page, 'Create Server');
    await field(page, 'IP Address').fill('2001:db8::1');
    await field(page, 'Panel URL').fill('panel');
    await create.click();
    await page.getByText('Hosting account is required').waitFor();
    assert.deepEqual(await alerts(page), [
      'Name is required',
      'Hosting account is required',
      'Invalid IP address format',
      'Invalid URL format',
      'User 1: Username is required',
      'User 1: Password is required',
    ]);
    await page.getByText('User 1: Username is required, User 1: Password is required').waitFor();
    await focused(page, field(page, 'Server Name'));
    await assertAccessible(page, 'server with errors');
    await shot(page, 'server-form-errors');
    // Editing a field removes its message, and no other.
    await button(page, 'Add User').click();
    await user(page, 2).getByLabel('Default user').check();
    await user(page, 1).getByLabel('Username').fill('root');
    await page.getByText('User 1: Username is required').waitFor({ state: 'detached' });
    await user(page, 1).getByText('User 1: Password is required').waitFor();
    await button(page, 'Remove User 2').click();

    await field(page, 'Server Name').fill('Web Server 01');
    await page.getByRole('button', { name: 'Show hosting account choices' }).click();
    await page.getByRole('option', { name: 'Main cloud' }).waitFor();
    assert.equal(await page.getByRole('option', { name: 'Closed' }).count(), 0, 'only active ones');
    await page.getByRole('option', { name: 'Main cloud' }).click();
    await select(page.getByLabel('Country'), 'Germany');
    assert.equal((await optionsOf(page.getByLabel('Country'))).length, 11);
    await field(page, 'IP Address').fill('203.0.113.10');
    await field(page, 'Panel URL').fill('https://panel.example.com');
    await user(page, 1).getByLabel('Username').fill('root');
    await user(page, 1).getByLabel('Password').fill('s3cret');

    await button(page, 'Add User').click();
    await focused(page, user(page, 2).getByLabel('Username'));
    await user(page, 2).getByLabel('Username').fill('bad; name');
    await user(page, 2).getByLabel('Password').fill('pw');
    await user(page, 2)
      .getByText(/^User 2: Username may only hold/)
      .waitFor();
    await user(page, 2).getByLabel('Username').fill('deploy');
    await user(page, 2).getByLabel('SSH Key (Optional)').fill('line one\nline two');
    await user(page, 1).getByLabel('Default user').uncheck();
    await create.click();
    await page.getByText('At least one user must be marked as default').waitFor();
    await user(page, 2).getByLabel('Default user').check();
    await user(page, 1).getByLabel('Default user').check();
    assert.equal(await user(page, 2).getByLabel('Default user').isChecked(), false, 'one default only');
    await button(page, 'Remove User 1').click();
    await user(page, 2).waitFor({ state: 'detached' });
    assert.equal(await user(page, 1).getByLabel('Username').inputValue(), 'deploy');
    assert.ok(await user(page, 1).getByLabel('Default user').isChecked(), 'the first becomes the default');
    await button(page, 'Add User').click();
    await user(page, 2).getByLabel('Username').fill('root');
    await user(page, 2).getByLabel('Password').fill(' s3cret ');
    const [sent] = await Promise.all([
      page.waitForRequest(
        (request) => request.method() === 'POST' && new URL(request.url()).pathname === '/api/servers',
      ),
      create.click(),
    ]);
    const { users: sentUsers } = sent.postDataJSON() as { users: object[] };
    assert.deepEqual(Object.keys(sentUsers[1] ?? {}), ['username', 'password', 'isDefault']);
    await page.getByText('Server created').waitFor();

    const [saved] = await stored(someone);
    assert.deepEqual(saved?.users.map(withoutId), [
      { username: 'deploy', password: 'pw', sshKey: 'line one\nline two', isDefault: true },
      { username: 'root', password: ' s3cret ', sshKey: null, isDefault: false },
    ]);
    const row = rows(page).first();
    await row.getByText('Main cloud · Hetzner').waitFor();
    await row.getByText('ssh -i ~/.ssh/web-server-01_deploy deploy@203.0.113.10').waitFor();
    await row.getByRole('button', { name: 'Copy SSH command of root' }).click();
    assert.equal(await clipboard(page), 'ssh root@203.0.113.10');
    assert.equal(await copied(page, row.getByRole('button', { name: 'Copy password of deploy' })), 'pw');
    assert.ok(!(await row.textContent())?.includes('s3cret'));
    await row.getByRole('link', { name: 'panel.example.com' }).waitFor();
  });

  test('an edit keeps untouched fields, reports a duplicate, and offers a draft after Escape', async () => {
    const someone = await operator();
    const hostingId = await hosting(someone);
    await server(someone, hostingId, 'Taken');
    await server(someone, hostingId, 'web', { country: 'Iceland', status: 'INACTIVE' });
    const page = await open('/servers', { as: someone });
    await page.getByRole('button', { name: 'Edit web' }).click();
    await page.getByRole('heading', { name: 'Edit Server' }).waitFor();
    assert.equal(await page.getByLabel('Country').inputValue(), 'Iceland');
    await field(page, 'Server Name').fill('Taken');
    await button(page, 'Update Server').click();
    await page.getByText('A server with this name already exists').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('table').waitFor();
    await button(page, 'Restore draft').click();
    await page.getByRole('heading', { name: 'Edit Server' }).waitFor();
    assert.equal(await field(page, 'Server Name').inputValue(), 'Taken');
    await field(page, 'Server Name').fill('web-2');
    await select(page.getByLabel('Status'), 'Maintenance');
    await button(page, 'Update Server').click();
    await rows(page).getByText('Maintenance').waitFor();
    const saved = (await stored(someone)).find(({ name }) => name === 'web-2');
    assert.equal(saved?.country, 'Iceland');
    assert.deepEqual(saved.users.map(withoutId), [{ ...root, sshKey: null }]);
  });

  test('a server with many users: from the fourth on they are folded, a stored key is masked, buttons stay in view', async () => {
    const someone = await operator();
    const users = ['root', 'deploy', 'backup', 'audit'].map((username, index) => ({
      username,
      password: 'x',
      sshKey: index === 1 ? 'stored key' : undefined,
      isDefault: index === 0,
    }));
    await server(someone, await hosting(someone), 'web', { users });
    const page = await open('/servers', { as: someone });
    await page.getByRole('button', { name: 'Edit web' }).click();
    await user(page, 4).getByText('audit', { exact: true }).waitFor();
    assert.equal(await user(page, 4).getByLabel('Username').isVisible(), false);
    await button(page, 'Unfold User 4').click();
    assert.equal(await user(page, 4).getByLabel('Username').inputValue(), 'audit');
    await button(page, 'Fold User 4').click();
    const key = user(page, 2).getByLabel('SSH Key (Optional)');
    assert.equal(await key.inputValue(), '••••••••');
    // So that the page's header covers no half of a button.
    await user(page, 2).evaluate((block) => scrollBy(0, block.getBoundingClientRect().top - 70));
    await assertAccessible(page, 'a server of many users');
    await shot(page, 'server-form-users');
    await button(page, 'Show SSH key of User 2').click();
    await button(page, 'Hide SSH key of User 2').waitFor();
    assert.equal(await key.inputValue(), 'stored key');
    await page.evaluate(() => scrollTo(0, 0));
    assert.ok((await button(page, 'Update Server').boundingBox())?.y ?? 0 < 900);
    await page.setViewportSize(phone);
    await shot(page, 'server-form-phone');
    await page.getByRole('button', { name: '← Servers' }).click();
    await page.getByRole('table').or(page.locator('[data-row]')).first().waitFor();
  });

  test('45 servers are paged, filtered by the 101st hosting account, searched, and exported by the page', async () => {
    const someone = await operator();
    const first = await hosting(someone, 'Oldest account');
    const last = await hosting(someone);
    for (let number = 2; number <= 100; number += 1) await hosting(someone, `Account ${number}`);
    for (let number = 1; number <= 45; number += 1)
      await server(someone, number <= 3 ? first : last, `web-${number}`, {
        country: number % 9 === 0 ? 'Japan' : 'Finland',
        ip: `203.0.113.${number}`,
        status: number % 10 === 0 ? 'MAINTENANCE' : 'ACTIVE',
        users: ['root', 'deploy', 'backup'].map((username, index) => ({
          ...root,
          username,
          isDefault: index === 0,
        })),
      });
    const page = await open('/servers?page=2', { as: someone });
    await page.getByText('Page 2 of 3').waitFor();
    await rows(page).first().getByText('web-25').waitFor();
    assert.equal(await rows(page).count(), 20);
    await shot(page, 'servers');
    const file = await downloaded(page, () => button(page, 'Export CSV').click());
    assert.equal(file.name, 'servers.csv');
    const lines = file.text.trim().split('\r\n');
    assert.equal(
      lines[0],
      'Name,Hosting,Provider,Country,IP,Panel URL,Users,Domains,Status,Tags,Comment,Created At',
    );
    assert.equal(lines.length, 21, 'the current page');
    assert.ok(lines[1]?.startsWith('web-25,Main cloud,Hetzner,Finland,203.0.113.25,,root; deploy; backup,0'));
    assert.ok(!file.text.includes(root.password));

    const more = rows(page).first().getByRole('button', { name: '1 more user of web-25' });
    await more.click();
    await rows(page).first().getByText('ssh backup@203.0.113.25').waitFor();
    await button(page, 'Next').click();
    await page.getByText('Page 3 of 3').waitFor();
    await select(page.getByRole('combobox', { name: 'Status' }), 'Maintenance');
    await page.getByText('4 of 45').waitFor();
    assert.equal(await page.getByText(/Page \d of/).count(), 0);
    await select(page.getByRole('combobox', { name: 'Country' }), 'Japan');
    await page.getByText('0 of 45').waitFor();
    await page.getByText('No servers found.').waitFor();
    await button(page, 'Clear Filters').first().click();
    await page.getByText('Page 1 of 3').waitFor();
    await pick(page, 'Hosting', 'Oldest account (Hetzner)');
    await page.getByText('3 of 45').waitFor();
    await page.goBack();
    await page.getByText('Page 1 of 3').waitFor();
    await page.getByRole('searchbox').fill('web-3');
    await page.getByText('11 of 45').waitFor();
    await page.getByRole('searchbox').fill('nothing like it');
    await page.getByText('No servers found.').waitFor();
    await button(page, 'Clear Filters').first().click();
    await page.getByText('Page 1 of 3').waitFor();

    await button(page, 'Add Server').click();
    await choose(page, 'Hosting Account', 'Oldest account');
    await field(page, 'Server Name').fill('web-46');
    await user(page, 1).getByLabel('Username').fill('root');
    await user(page, 1).getByLabel('Password').fill('x');
    await page.keyboard.press('Control+Enter');
    await rows(page).first().getByText('web-46').waitFor();
    await rows(page).first().getByText('Oldest account · Hetzner').waitFor();
  });

  test('the skeleton says what is loading, and a failure can be retried', async () => {
    const someone = await operator();
    await server(someone, await hosting(someone), 'web');
    const page = await open('/emails', { as: someone });
    let answer: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let fails = true;
    await page.route('**/api/servers?*', async (route) => {
      if (!fails) return route.continue();
      await held;
      return route.fulfill({ status: 400, json: { error: { message: 'No luck', code: 'X' } } });
    });
    await page.getByRole('link', { name: 'Servers' }).click();
    await page.getByText('Loading servers...').waitFor();
    answer();
    await page.getByText('Failed to load servers').waitFor();
    await page.getByText('No luck').waitFor();
    fails = false;
    await button(page, 'Try Again').click();
    await rows(page).getByText('web', { exact: true }).waitFor();
  });

  test('a delete asks, says what is detached, and restores a row when refused', async () => {
    const someone = await operator();
    const serverId = await server(someone, await hosting(someone), 'web');
    const types = await someone.api<{ registratorTypes: { id: string }[] }>('GET', '/registrator-types');
    const mails = await someone.api<{ emailAccounts: { id: string }[] }>('GET', '/emails');
    const { registratorAccount } = await someone.api<{ registratorAccount: { id: string } }>(
      'POST',
      '/registrator-accounts',
      {
        emailAccountId: mails.emailAccounts[0]?.id,
        registratorTypeId: types.registratorTypes[0]?.id,
        password: 'x',
      },
    );
    await someone.api('POST', '/domains', {
      domain: 'example.com',
      registratorAccountId: registratorAccount.id,
      serverId,
    });
    const page = await open('/servers', { as: someone });
    await page.route('**/api/servers/*', (route) =>
      route.fulfill({ status: 409, json: { error: { message: 'Used by 1 probe', code: 'IN_USE' } } }),
    );
    const remove = async () => {
      await page.getByRole('button', { name: 'Delete web' }).click();
      await page.getByText('Are you sure you want to delete this server?').waitFor();
    };
    await remove();
    await page.getByText('1 domain uses it and will be detached.').waitFor();
    await button(page, 'Delete').click();
    await page.getByText('Used by 1 probe').waitFor();
    await rows(page).getByText('web', { exact: true }).waitFor();
    await page.unroute('**/api/servers/*');
    await page.getByRole('link', { name: '1 domain on web' }).click();
    await page.getByText('example.com').first().waitFor();
    await page.goBack();
    await remove();
    await button(page, 'Delete').click();
    await page.getByText('No servers found.').waitFor();
    const message = page.getByRole('dialog').filter({ hasText: 'Server deleted' });
    await message.waitFor();
    await button(page, 'Add Server').first().click();
    await focused(page, field(page, 'Server Name'));
    const [over, line] = [await message.boundingBox(), await page.locator('form > footer').boundingBox()];
    assert.ok(over && line && over.y >= line.y, 'the message covers no field of a form opened meanwhile');
  });
});
