import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { row } from './domain-steps.ts';
import { copied, select } from './list-steps.ts';
import { type Operator, assertAccessible, desktop, password, phone, shot, startHarness } from './harness.ts';
import { drawer } from './portfolio-steps.ts';

const { open, operator, url } = await startHarness();

const menu = (page: Page) => page.getByRole('button', { name: /^User menu of/ });
const settings = async (page: Page, section: string) => {
  await menu(page).click();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: section }).click();
};
/** Creates the records that a domain refers to. */
async function domainOf({ api }: Operator) {
  const { emailAccount } = await api<{ emailAccount: { id: string } }>('POST', '/emails', {
    email: 'box@read.example',
    password: 'x',
  });
  const { registratorTypes } = await api<{ registratorTypes: { id: string }[] }>('GET', '/registrator-types');
  const { registratorAccount } = await api<{ registratorAccount: { id: string } }>(
    'POST',
    '/registrator-accounts',
    { emailAccountId: emailAccount.id, registratorTypeId: registratorTypes[0]?.id, password: 'x' },
  );
  return { registratorAccountId: registratorAccount.id, status: 'ACTIVE' };
}
const local = (link: string) => link.slice(link.indexOf('/invitation'));

describe('people in a workspace', () => {
  test('are invited, register, see and copy what they may, and are removed: the leaver report names what they copied', async () => {
    const owner = await operator('owner@acme.example');
    const acme = [{ type: 'client', value: 'acme' }];
    for (const name of ['one', 'two', 'three'])
      await owner.api('POST', '/emails', {
        email: `${name}@acme.example`,
        password: `of ${name}`,
        tags: acme,
      });
    await owner.api('POST', '/emails', { email: 'box@other.example', password: 'x' });
    const page = await open('/', { as: owner });
    await settings(page, 'Members');
    await page.getByText('Members (1)').waitFor();
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByText('Email is required').waitFor();
    await dialog.getByLabel('Email').fill('ada@acme.example');
    await select(dialog.getByLabel('Role'), 'Editor');
    await dialog.getByLabel('May read secrets').check();
    await assertAccessible(page, 'invitation');
    await shot(page, 'invite');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Invitations (1)').waitFor();

    const invited = await open(local(link));
    await invited.getByRole('heading', { name: 'Create your account' }).waitFor();
    assert.ok(!invited.url().includes('token'), 'the token left the address');
    await assertAccessible(invited, 'invitation to register');
    await shot(invited, 'invitation-register');
    await invited.getByText(/^owner@acme\.example invites you to the workspace .+ as editor\./).waitFor();
    assert.equal(await invited.getByLabel('Email').inputValue(), 'ada@acme.example');
    await invited.getByLabel('Password', { exact: true }).fill(password);
    await invited.getByLabel('Confirm password').fill(password);
    await invited.getByRole('button', { name: 'Create account' }).click();
    await invited.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await invited.goto(`${url}/emails`);
    await row(invited, 'box@other.example').waitFor();
    // Whoever has nothing to set finds the workspace, who else is in it, and Leave on the account page.
    await menu(invited).click();
    await invited.getByRole('button', { name: 'Profile' }).waitFor();
    assert.equal(await invited.getByRole('button', { name: 'Settings' }).count(), 0);
    await invited.goto(`${url}/settings`);
    await invited.getByRole('heading', { name: 'Account', exact: true }).waitFor();
    await invited.getByRole('button', { name: /^2 members of / }).click();
    await invited.getByText('owner@acme.example').waitFor();
    await assertAccessible(invited, "a member's workspaces");
    await shot(invited, 'account-workspaces');
    await invited.getByRole('button', { name: /^Leave / }).click();
    await invited
      .getByRole('dialog', { name: /^Leave / })
      .getByText('Only an invitation')
      .waitFor();
    await invited.keyboard.press('Escape');

    await page.reload();
    await page.getByText('Members (2)').waitFor();
    await page.getByRole('button', { name: 'Change ada@acme.example' }).click();
    await select(dialog.getByLabel('Role'), 'Viewer');
    await dialog.getByLabel('May read secrets').uncheck();
    await dialog.getByLabel('Scope').fill('client:acme');
    await dialog.getByLabel('Scope').press('Enter');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('client:acme').waitFor();
    await shot(page, 'members');
    await page.setViewportSize(phone);
    await shot(page, 'members-phone');
    await page.setViewportSize(desktop);

    await invited.goto(`${url}/emails`);
    await row(invited, 'three@acme.example').waitFor();
    assert.equal(await invited.locator('[data-row]').count(), 3);
    const copyOf = (name: string) =>
      row(invited, `${name}@acme.example`).getByRole('button', { name: 'Copy password' });
    assert.equal(await copyOf('one').count(), 0);
    const { members } = await owner.api<{ members: { userId: string; email: string }[] }>('GET', '/members');
    const ada = members.find(({ email }) => email === 'ada@acme.example');
    await owner.api('PUT', `/members/${ada?.userId}`, { secrets: true });
    await invited.reload();
    for (const name of ['one', 'two']) assert.equal(await copied(invited, copyOf(name)), `of ${name}`);

    await page.getByRole('button', { name: 'Remove ada@acme.example' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    // Removing the member opens the list of what they saw.
    await page.waitForURL(/section=rotation/);
    const report = page.getByRole('region', { name: 'Secrets ada@acme.example has seen' });
    await report.getByText('2 secrets they saw or typed in.').waitFor();
    assert.deepEqual((await report.getByRole('listitem').getByRole('link').allInnerTexts()).toSorted(), [
      'one@acme.example',
      'two@acme.example',
    ]);
    assert.equal(await report.getByText('Copied').count(), 2);
    await assertAccessible(page, 'secrets that a former member has seen');
    await shot(page, 'leaver');
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Members' }).click();
    await page.getByText('Members (1)').waitFor();
    await page.getByRole('link', { name: 'Audit' }).click();
    for (const words of ['Member removed', 'Member changed', 'Member joined', 'Invitation created'])
      await page.getByRole('listitem').filter({ hasText: words }).first().waitFor();

    await invited.goto(`${url}/emails`);
    await invited.getByText('You are not a member of any workspace').waitFor();
    await invited.getByRole('button', { name: 'Make a workspace' }).click();
    await invited.getByRole('heading', { name: 'Dashboard' }).waitFor();
  });

  test('work in several, one in each tab, each showing only its own records', async () => {
    const person = await operator();
    await person.api('POST', '/emails', { email: 'first@example.com', password: 'x' });
    const page = await open('/emails', { as: person });
    await page.getByText('first@example.com').first().waitFor();
    await settings(page, 'Workspace');
    await page.getByRole('button', { name: 'New workspace' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Second');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await page.goto(`${url}/emails`);
    await page.getByText('No email accounts').first().waitFor();
    const { workspaces } = await person.api<{ workspaces: { id: string; name: string }[] }>(
      'GET',
      '/workspaces',
    );
    const [first] = workspaces.filter(({ name }) => name !== 'Second');

    const tab = await page.context().newPage();
    await tab.goto(`${url}/emails?workspace=${first?.id ?? ''}`);
    await tab.getByText('first@example.com').first().waitFor();
    assert.equal(new URL(tab.url()).search, '');
    await page.reload();
    await page.getByText('No email accounts').first().waitFor();
    // A record opened in a new tab stays in the workspace.
    const second = workspaces.find(({ name }) => name === 'Second')?.id ?? '';
    const headers = { authorization: `Bearer ${person.accessToken}`, 'x-workspace': second };
    const data = { email: 'second@example.com', password: 'x' };
    await page.request.post(`${url}/api/emails`, { headers, data });
    await page.reload();
    const name = page.getByRole('button', { name: 'second@example.com', exact: true });
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      name.click({ button: 'middle' }),
    ]);
    await other.getByRole('heading', { level: 1, name: 'second@example.com' }).waitFor();
    await menu(page).click();
    await page
      .getByRole('list', { name: 'Workspaces' })
      .getByRole('button', { name: first?.name ?? '' })
      .click();
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await page.goto(`${url}/emails`);
    await page.getByText('first@example.com').first().waitFor();
  });

  test('who may only read see no controls for writing', async () => {
    const [owner, viewer] = [await operator(), await operator()];
    await owner.api('POST', '/domains', { ...(await domainOf(owner)), domain: 'read.example' });
    const { url: link } = await owner.api<{ url: string }>('POST', '/invitations', {
      email: viewer.email,
      role: 'VIEWER',
    });
    const page = await open(local(link), { as: viewer });
    await page.getByRole('button', { name: 'Join the workspace' }).click();
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await page.getByText('Quick Actions').waitFor({ state: 'detached' });
    await page.goto(`${url}/domains`);
    await page.getByText('read.example').first().waitFor();
    for (const name of ['Add Domain', 'Check Expiration', 'Delete read.example'])
      await page.getByRole('button', { name }).waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'Select read.example' }).check();
    const bar = page.getByRole('group', { name: 'Selection' });
    await bar.getByRole('button', { name: 'Export selection' }).waitFor();
    for (const name of ['Delete', 'Tag', 'Set'])
      assert.equal(await bar.getByRole('button', { name, exact: true }).count(), 0, name);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'View read.example' }).click();
    const record = drawer(page);
    await record.getByRole('heading', { name: 'read.example' }).waitFor();
    for (const name of ['Edit', 'Delete'])
      assert.equal(await record.getByText(name, { exact: true }).count(), 0, name);
    assert.equal(await record.locator('input, textarea, select').count(), 0);
    await page.keyboard.press('e');
    await assertAccessible(page, 'a record that may only be read');
    await shot(page, 'view-domain');
    assert.equal(await page.getByRole('button', { name: 'Update' }).count(), 0);
    await page.keyboard.press('Escape');
    await record.waitFor({ state: 'detached' });
    // The address of a form shows the record.
    const id = await page.locator('[data-row]').first().getAttribute('data-row');
    await page.goto(`${url}/domains?form=${id}`);
    await record.getByRole('heading', { name: 'read.example' }).waitFor();
    await page.keyboard.press('Escape');
    await record.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog');
    await palette.getByRole('combobox').fill('Add ');
    await palette.getByRole('option', { name: /^Add / }).waitFor({ state: 'detached' });
  });

  test('with a scope see only records in it, and no controls for what they may not write', async () => {
    const [owner, editor] = [await operator(), await operator()];
    const hidden = await owner.api<{ emailAccount: { id: string } }>('POST', '/emails', {
      email: 'box@other.example',
      password: 'x',
      tags: [{ type: 'client', value: 'other' }],
    });
    const { url: link } = await owner.api<{ url: string }>('POST', '/invitations', {
      email: editor.email,
      role: 'EDITOR',
      scope: [{ type: 'client', value: 'acme' }],
    });
    const token = link.split('token=')[1];
    const { workspace } = await editor.api<{ workspace: { id: string } }>('POST', '/invitations/accept', {
      token,
    });
    const page = await open(`/registrator-types?workspace=${workspace.id}`, { as: editor });
    await row(page, 'Porkbun').waitFor();
    for (const name of ['Add Type', 'Delete Porkbun'])
      await page.getByRole('button', { name }).waitFor({ state: 'detached' });
    await page.goto(`${url}/emails?form=${hidden.emailAccount.id}`);
    await page.getByText('Email account not found').first().waitFor();
    assert.ok(!(await page.content()).includes('box@other.example'));
    // Opened by its address, the form waits until the scope is known.
    await page.goto(`${url}/emails?form=new`);
    const form = page.getByRole('dialog', { name: 'Add Email Account' });
    await form.getByLabel('Email').fill('box@acme.example');
    await form.getByLabel(/^Password/).fill('x');
    await form.getByText('acme').waitFor();
    await form.getByRole('button', { name: 'Create Email Account' }).click();
    await row(page, 'box@acme.example').waitFor();
  });

  test('read secrets one by one: nothing secret is in the page, the cache or the storage before it is asked for', async () => {
    const person = await operator();
    const secret = 'correct horse battery staple';
    await person.api('POST', '/emails', { email: 'vault@example.com', password: secret });
    const answers: string[] = [];
    const page = await open('/emails', {
      as: person,
      prepare: (each) => {
        each.on('response', (response) => {
          if (response.url().includes('/api/'))
            void response.text().then(
              (text) => answers.push(text),
              () => {},
            );
        });
        return Promise.resolve();
      },
    });
    await row(page, 'vault@example.com').waitFor();
    await page.getByRole('button', { name: 'Edit vault@example.com' }).click();
    const password = page.getByLabel(/^Password/);
    await password.waitFor();
    assert.equal(await password.inputValue(), '••••••••');
    assert.ok(!(await page.content()).includes(secret));
    assert.ok(!answers.join('').includes(secret), 'no answer held it');
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    assert.ok(!stored.includes(secret));
    await page.getByRole('button', { name: 'Show characters' }).click();
    await page.getByRole('button', { name: 'Hide characters' }).waitFor();
    assert.equal(await password.inputValue(), secret);
    await assertAccessible(page, 'a revealed secret');
    await page.getByLabel('Comment').fill('changed');
    const [sent] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'PUT'),
      page.getByRole('button', { name: 'Update' }).click(),
    ]);
    assert.deepEqual(sent.postDataJSON(), { comment: 'changed' });
    await page.getByText('Email account updated').waitFor();
    const copy = row(page, 'vault@example.com').getByRole('button', { name: 'Copy password' });
    assert.equal(await copied(page, copy), secret);
    await page.getByRole('button', { name: 'Edit vault@example.com' }).click();
    await page.getByRole('button', { name: 'Replace', exact: true }).click();
    await password.fill('another one');
    await page.getByRole('button', { name: 'Update' }).click();
    await page.getByText('Email account updated').nth(1).waitFor();
    assert.equal(await copied(page, copy), 'another one');
  });

  test('delete a workspace after seeing what is deleted with it', async () => {
    const person = await operator();
    const { workspace } = await person.api<{ workspace: { id: string } }>('POST', '/workspaces', {
      name: 'Gone',
    });
    const page = await open(`/settings?workspace=${workspace.id}`, { as: person });
    await page.getByText('Workspace Gone').waitFor();
    await page.getByRole('button', { name: 'Delete the workspace' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('It holds no records.').waitFor();
    assert.ok(await dialog.getByRole('button', { name: 'Delete everything' }).isDisabled());
    await dialog.getByLabel('Type Gone to confirm').fill('Gone');
    await assertAccessible(page, 'deletion of a workspace');
    await dialog.getByRole('button', { name: 'Delete everything' }).click();
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    const { workspaces } = await person.api<{ workspaces: object[] }>('GET', '/workspaces');
    assert.equal(workspaces.length, 1);
  });

  test('read their settings on a desktop and on a phone', async () => {
    const page = await open('/settings', { as: await operator() });
    for (const section of ['Workspace', 'Members', 'Audit']) {
      await page
        .getByRole('navigation', { name: 'Settings' })
        .getByRole('link', { name: section, exact: true })
        .click();
      await page
        .getByRole('heading', { level: 2, name: section === 'Workspace' ? 'General' : section })
        .waitFor();
      for (const [name, viewport, colorScheme] of [
        ['desktop', desktop, 'light'],
        ['phone', phone, 'dark'],
      ] as const) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        await assertAccessible(page, `${section} on a ${name}`);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), section);
        await shot(page, `${section.toLowerCase()}-${name}`);
      }
    }
  });
});
