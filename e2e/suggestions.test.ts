import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AlertRule } from '@quartermaster/contract/alert-rules/alert-rules.schema';
import type { Tag } from '@quartermaster/contract/rules/tags';
import type { Locator, Page } from 'playwright-core';
import {
  type OpenOptions,
  type Operator,
  assertAccessible,
  desktop,
  phone,
  shot,
  startHarness,
} from './harness.ts';
import { act, box, toastShown } from './list-steps.ts';

const { open, operator } = await startHarness();

interface Way {
  device: Pick<OpenOptions, 'viewport' | 'hasTouch'>;
  press: (what: Locator) => Promise<void>;
  /** Takes an option of the open list of an input. */
  take: (input: Locator, option: Locator) => Promise<void>;
}

const click = (what: Locator) => what.click();
const tap = (what: Locator) => what.tap();

const ways: Record<string, Way> = {
  'the mouse': {
    device: { viewport: desktop },
    press: click,
    take: (_, option) => click(option),
  },
  'arrow keys and Enter': {
    device: { viewport: desktop },
    press: (what) => what.press('Enter'),
    take: async (input, option) => {
      while ((await option.getAttribute('data-highlighted')) === null) await input.press('ArrowDown');
      await input.press('Enter');
    },
  },
  touch: {
    device: { viewport: phone, hasTouch: true },
    press: tap,
    take: (_, option) => tap(option),
  },
};

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const input = (within: Page | Locator, name: string) => within.getByRole('combobox', { name, exact: true });
const optionOf = (at: Locator, name: string) => at.page().getByRole('option', { name, exact: true });

/** Types a part of a suggestion, then chooses it. */
async function suggest({ take }: Way, at: Locator, typed: string, name: string): Promise<void> {
  await at.fill(typed);
  await take(at, optionOf(at, name));
  await optionOf(at, name).waitFor({ state: 'detached' });
}

const lima = { type: 'client', value: 'lima' };
const acme = { type: 'client', value: 'acme' };

/** Someone with two mailboxes, which have a tag each. */
async function withTags() {
  const someone = await operator();
  const created = async (email: string, tag: Tag) =>
    (
      await someone.api<{ emailAccount: { id: string } }>('POST', '/emails', {
        email,
        password: 'x',
        tags: [tag],
      })
    ).emailAccount.id;
  return { someone, ids: [await created('one@lima.example', lima), await created('two@acme.example', acme)] };
}

const tagsOf = async ({ api }: Operator, id: string | undefined) =>
  (await api<{ emailAccount: { tags: Tag[] } }>('GET', `/emails/${id}`)).emailAccount.tags.map(
    ({ type, value }) => `${type}:${value}`,
  );
const scopeOfInvitation = async ({ api }: Operator) =>
  (await api<{ invitations: { scope: Tag[] }[] }>('GET', '/invitations')).invitations.map(
    ({ scope }) => scope,
  );
const scopeOfToken = async ({ api }: Operator) =>
  (await api<{ tokens: { scope: Tag[] }[] }>('GET', '/tokens')).tokens.map(({ scope }) => scope);
const scopeOfMember = async ({ api }: Operator, email: string) =>
  (await api<{ members: { email: string; scope: Tag[] }[] }>('GET', '/members')).members.find(
    (member) => member.email === email,
  )?.scope;

/** Another member, with a scope. */
async function withMember(owner: Operator): Promise<Operator> {
  const other = await operator();
  const { url } = await owner.api<{ url: string }>('POST', '/invitations', {
    email: other.email,
    role: 'VIEWER',
    scope: [acme],
  });
  await other.api('POST', '/invitations/accept', { token: url.split('token=')[1] });
  return other;
}

for (const [name, way] of Object.entries(ways))
  describe(`Suggestions chosen by ${name}`, () => {
    test('are tags of a record, in both modes of the editor', async () => {
      const { someone, ids } = await withTags();
      const page = await open(`/emails?form=${ids[0]}`, { as: someone, ...way.device });
      const form = page.getByRole('dialog', { name: 'Edit Email Account' });
      const tags = input(form, 'Tags');
      await tags.fill('ac');
      await optionOf(tags, 'client:acme').waitFor();
      await assertAccessible(page, 'suggested tags');
      await shot(page, `suggested-tags-${way.device.hasTouch ? 'phone' : 'desktop'}`);
      await suggest(way, tags, 'ac', 'client:acme');
      await button(form, 'Remove client: acme').waitFor();
      assert.equal(await tags.inputValue(), '');
      // A type waits for its value.
      await suggest(way, tags, 'purp', 'purpose:');
      assert.equal(await tags.inputValue(), 'purpose:');
      await tags.pressSequentially('mail');
      await tags.press('Enter');
      await button(form, 'Remove purpose: mail').waitFor();
      await way.press(button(form, 'Remove client: lima'));
      await way.press(button(form, 'Advanced'));
      await suggest(way, input(form, 'Tag type'), 'cl', 'client');
      await suggest(way, input(form, 'Tag value'), 'li', 'lima');
      await way.press(button(form, 'Add'));
      await button(form, 'Remove client: lima').waitFor();
      await way.press(button(form, 'Update Email Account'));
      await form.waitFor({ state: 'detached' });
      assert.deepEqual(await tagsOf(someone, ids[0]), ['client:acme', 'purpose:mail', 'client:lima']);
    });

    test('are a tag for the selection', async () => {
      const { someone, ids } = await withTags();
      const page = await open('/emails', { as: someone, ...way.device });
      await box(page, 'one@lima.example').check();
      await way.press(act(page, 'Tag'));
      await way.press(button(page, 'Add tag'));
      const dialog = page.getByRole('dialog', { name: /^Add a tag to/ });
      await suggest(way, input(dialog, 'Tag type'), 'cl', 'client');
      await suggest(way, input(dialog, 'Tag value'), 'ac', 'acme');
      await way.press(button(dialog, 'Add tag'));
      await toastShown(page, 'Tag added to 1 email account');
      assert.deepEqual(await tagsOf(someone, ids[0]), ['client:lima', 'client:acme']);
    });

    test('are the new name of a tag', async () => {
      const { someone, ids } = await withTags();
      await someone.api('PUT', `/emails/${ids[1]}`, { tags: [acme, { type: 'env', value: 'spare' }] });
      const page = await open('/settings?section=tags', { as: someone, ...way.device });
      await way.press(button(page, 'Change env: spare'));
      const dialog = page.getByRole('dialog', { name: 'Change the tag env: spare' });
      await suggest(way, input(dialog, 'Tag type'), 'cl', 'client');
      await suggest(way, input(dialog, 'Tag value'), 'li', 'lima');
      await way.press(button(dialog, 'Merge'));
      await dialog.waitFor({ state: 'detached' });
      assert.deepEqual(await tagsOf(someone, ids[1]), ['client:acme', 'client:lima']);
    });

    test('are the scope of an invitation, of a member and of a token', async () => {
      const { someone } = await withTags();
      const other = await withMember(someone);
      const page = await open('/settings?section=members', { as: someone, ...way.device });
      const dialog = page.getByRole('dialog');
      const scope = input(dialog, 'Scope');

      await way.press(button(page, 'Invite'));
      await dialog.getByLabel('Email').fill('guest@lima.example');
      await scope.fill('li');
      await optionOf(scope, 'client:lima').waitFor();
      await assertAccessible(page, 'suggested scopes');
      await shot(page, `suggested-scope-${way.device.hasTouch ? 'phone' : 'desktop'}`);
      await suggest(way, scope, 'li', 'client:lima');
      await dialog.getByText('Sees 1 email account.').waitFor();
      await way.press(button(dialog, 'Invite'));
      await dialog.getByLabel('Link', { exact: true }).waitFor();
      assert.deepEqual(await scopeOfInvitation(someone), [[lima]]);
      await way.press(button(dialog, 'Done'));

      await way.press(button(page, `Change ${other.email}`));
      await suggest(way, scope, 'li', 'client:lima');
      await way.press(button(dialog, 'Remove client:acme'));
      await way.press(button(dialog, 'Save'));
      await dialog.waitFor({ state: 'detached' });
      assert.deepEqual(await scopeOfMember(someone, other.email), [lima]);

      await page.goto(new URL('/account?section=tokens', page.url()).href);
      await way.press(button(page, 'New token'));
      await dialog.getByLabel('Name').fill('Report');
      await suggest(way, scope, 'li', 'client:lima');
      await way.press(button(dialog, 'Make token'));
      await dialog.getByText('shown only this once').waitFor();
      assert.deepEqual(await scopeOfToken(someone), [[lima]]);
    });

    test('are the tag of an alert rule and the time zone', async () => {
      const { someone } = await withTags();
      const page = await open('/settings?section=rules', { as: someone, ...way.device });
      await way.press(button(page, 'Add rule'));
      const dialog = page.getByRole('dialog', { name: 'Add rule' });
      await dialog.getByLabel('Name').fill('Lima');
      await suggest(way, input(dialog, 'Tag'), 'li', 'client:lima');
      await dialog.getByText('This rule matches 1 email account.').waitFor();
      await way.press(button(dialog, 'Add'));
      await dialog.waitFor({ state: 'detached' });
      const { alertRules } = await someone.api<{ alertRules: AlertRule[] }>('GET', '/alert-rules');
      assert.deepEqual(alertRules.find((rule) => rule.name === 'Lima')?.tag, lima);

      await page.goto(new URL('/settings?section=quiet-hours', page.url()).href);
      const hours = page.getByRole('region', { name: 'Time zone and quiet hours' });
      await suggest(way, input(hours, 'Time zone'), 'berl', 'Europe/Berlin');
      await way.press(button(hours, 'Save'));
      await toastShown(page, 'Settings saved');
      const { settings } = await someone.api<{ settings: { timeZone: string } }>('GET', '/alert-settings');
      assert.equal(settings.timeZone, 'Europe/Berlin');
    });

    test('are, in a picker, the record that another one belongs to', async () => {
      const { someone, ids } = await withTags();
      const { hostingAccount } = await someone.api<{ hostingAccount: { id: string } }>('POST', '/hostings', {
        name: 'Main cloud',
        provider: 'Hetzner',
        emailAccountId: ids[0],
        password: 'x',
      });
      const path = `/hostings/${hostingAccount.id}`;
      const page = await open(`/hostings?form=${hostingAccount.id}`, { as: someone, ...way.device });
      await suggest(way, input(page, 'Email Account'), 'two', 'two@acme.example');
      await way.press(button(page, 'Update Hosting Account'));
      await toastShown(page, 'Hosting account updated');
      const stored = await someone.api<{ hostingAccount: { emailAccountId: string } }>('GET', path);
      assert.equal(stored.hostingAccount.emailAccountId, ids[1]);
    });
  });

test('Enter adds what was typed, although the mouse rests on a suggestion', async () => {
  const { someone, ids } = await withTags();
  const page = await open(`/emails?form=${ids[0]}`, { as: someone });
  const form = page.getByRole('dialog', { name: 'Edit Email Account' });
  const tags = input(form, 'Tags');
  await tags.fill('client');
  await optionOf(tags, 'client:acme').hover();
  await tags.press('Enter');
  await button(form, 'Remove tag: client').waitFor();
});

test('A scope with text that was not added refuses the form, by the field', async () => {
  const { someone } = await withTags();
  const other = await withMember(someone);
  const page = await open('/settings?section=members', { as: someone });
  const dialog = page.getByRole('dialog');
  const scope = input(dialog, 'Scope');
  const refused = dialog.getByRole('alert').filter({ hasText: 'Add or clear “lima” first' });

  await button(page, 'Invite').click();
  await dialog.getByLabel('Email').fill('guest@lima.example');
  await scope.fill('lima');
  await dialog.getByText('Sees every record').waitFor({ state: 'detached' });
  await button(dialog, 'Invite').click();
  await refused.waitFor();
  await assertAccessible(page, 'a refused scope');
  await shot(page, 'scope-refused');
  await page.setViewportSize(phone);
  await shot(page, 'scope-refused-phone');
  await page.setViewportSize(desktop);
  await scope.fill('client:');
  await refused.waitFor({ state: 'detached' });
  await scope.press('Enter');
  await dialog.getByText('Tag value is required').waitFor();
  await button(dialog, 'Invite').click();
  await dialog.getByText('Add or clear “client:” first').waitFor();
  assert.deepEqual(await scopeOfInvitation(someone), []);
  // A role that sees everything has no scope.
  await input(dialog, 'Role').click();
  await optionOf(scope, 'Admin').click();
  await button(dialog, 'Invite').click();
  await dialog.getByLabel('Link', { exact: true }).waitFor();
  await button(dialog, 'Done').click();

  await button(page, `Change ${other.email}`).click();
  await button(dialog, 'Remove client:acme').click();
  await scope.fill('lima');
  await button(dialog, 'Save').click();
  await refused.waitFor();
  assert.deepEqual(await scopeOfMember(someone, other.email), [acme]);

  await page.goto(new URL('/account?section=tokens', page.url()).href);
  await button(page, 'New token').click();
  await dialog.getByLabel('Name').fill('Report');
  await scope.fill('lima');
  await button(dialog, 'Make token').click();
  await refused.waitFor();
  assert.deepEqual(await scopeOfToken(someone), []);
  await scope.fill('');
  await button(dialog, 'Make token').click();
  await dialog.getByText('shown only this once').waitFor();
  assert.deepEqual(await scopeOfToken(someone), [[]]);
});
