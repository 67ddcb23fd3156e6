import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AlertRule } from '@quartermaster/contract/alert-rules/alert-rules.schema';
import type { Page } from 'playwright-core';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { raised } from './alert-steps.ts';
import { seeded } from './domain-steps.ts';
import { assertAccessible, phone, shot, startHarness } from './harness.ts';
import { select, toastShown } from './list-steps.ts';

const { open, operator } = await startHarness();

const dayIn = (days: number) =>
  `${new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)}T00:00:00.000Z`;
const row = (page: Pick<Page, 'locator'>, text: string) => page.locator('[data-row]', { hasText: text });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe('alerts', () => {
  test('are in the bell, on the dashboard and on their page, where they are acted on by keys', async () => {
    const someone = await operator();
    await seeded(
      someone,
      { domain: 'soon.example', expirationDate: dayIn(5) },
      { domain: 'later.example', expirationDate: dayIn(25) },
      { domain: 'gone.example', expirationDate: dayIn(-9) },
      { domain: 'far.example', expirationDate: dayIn(300) },
    );
    await raised(someone, 3);
    const held = Promise.withResolvers<undefined>();
    const page = await open('/', {
      as: someone,
      prepare: (slow) =>
        slow.route(/\/api\/alerts\?/, async (route) => {
          await held.promise;
          await route.continue();
        }),
    });
    await page.locator('[data-skeleton-card]').first().waitFor();
    const below = page.getByRole('region', { name: 'Overview' });
    assert.equal(
      await below.count(),
      0,
      'what is below waits for the rows of the block, which would push it down',
    );
    held.resolve(undefined);
    await below.waitFor();
    const before = await below.boundingBox();
    const block = page.getByRole('region', { name: 'To renew' });
    const due = row(block, 'soon.example');
    await due.getByText('Due in 5 days', { exact: true }).waitFor();
    assert.deepEqual(await block.locator('[data-row]').count(), 2);
    await page.getByRole('region', { name: 'Recent Activity' }).waitFor();
    assert.deepEqual(await below.boundingBox(), before, 'nothing moves');
    await shot(page, 'alerts-dashboard');
    assert.equal(await block.getByRole('link', { name: /gone/ }).count(), 0);
    await button(page, 'Alerts, 2 open').click();
    await button(page, 'Acknowledge soon.example').waitFor();
    await shot(page, 'alerts-bell');
    await button(page, 'Acknowledge soon.example').click();
    await toastShown(page, '1 alert acknowledged');
    await button(page, 'Alerts, 1 open').waitFor();
    await page.getByRole('link', { name: 'All alerts' }).waitFor();
    await page.keyboard.press('Escape');
    await block.getByRole('link', { name: 'Already past when imported (1)', exact: true }).click();
    await row(page, 'gone.example').waitFor();
    assert.equal(await page.locator('[data-row]').count(), 1);
    await button(page, 'Already past when imported').click();
    await row(page, 'later.example').waitFor();
    await page.goBack();
    await page.goBack();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await keys.getByText('Alerts', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await page.waitForURL(/\/alerts$/);
    await row(page, 'later.example').waitFor();
    await assertAccessible(page, 'alerts');
    await shot(page, 'alerts-page');
    await page.getByRole('region', { name: 'Alerts', exact: true }).focus();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('z');
    await toastShown(page, '1 alert snoozed');
    await row(page, 'later.example').waitFor({ state: 'detached' });
    await button(page, 'Snoozed').click();
    await button(page, 'Actions on later.example').click();
    await button(page, 'Reopen').click();
    await row(page, 'later.example').waitFor({ state: 'detached' });
    await button(page, 'All').click();
    await page.waitForURL(/view=all/);
    await row(page, 'soon.example').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/alert=/);
    const drawer = page.getByRole('dialog', { name: 'soon.example' });
    await drawer.getByRole('link', { name: 'Open soon.example' }).waitFor();
    await drawer.getByText('Acknowledged').waitFor();
    await drawer.getByText('Nobody was told.').waitFor();
    await shot(page, 'alerts-drawer');
    await page.keyboard.press('Escape');
    await page.goto(`${new URL(page.url()).origin}/expirations`);
    await page.getByRole('checkbox', { name: 'Select gone.example' }).check();
    const selection = page.getByRole('group', { name: 'Selection' });
    await selection.getByText('1 selected').waitFor();
    await shot(page, 'alerts-selected');
    await selection.getByRole('button', { name: "Don't renew" }).click();
    await toastShown(page, '1 alert marked as not renewing');
    await selection.waitFor({ state: 'detached' });
    await row(page, 'gone.example').focus();
    await page.keyboard.press('r');
    const renewing = page.getByRole('dialog', { name: 'Renewed gone.example' });
    await renewing.getByLabel('Renewed until').waitFor();
    await assertAccessible(page, 'a renewal');
    await shot(page, 'alerts-renewed');
    const renewedUntil = await renewing.getByLabel('Renewed until').inputValue();
    assert.equal(renewedUntil.slice(0, 4), String(Number(dayIn(-9).slice(0, 4)) + 1));
    await renewing.getByLabel('Price').fill('12,50');
    await page.keyboard.press('Enter');
    await renewing.waitFor({ state: 'detached' });
    const toast = page.getByRole('dialog').filter({ hasText: 'Renewed until' });
    await toast.waitFor();
    const stored = async () => {
      const { domains } = await someone.api<{
        domains: { expirationDate: string; price: number | null }[];
      }>('GET', '/domains?search=gone.example');
      return [domains[0]?.expirationDate.slice(0, 10), domains[0]?.price];
    };
    assert.deepEqual(await stored(), [renewedUntil, 12.5]);
    await toast.getByRole('button', { name: 'Undo' }).click();
    await toastShown(page, 'Undone');
    assert.deepEqual(await stored(), [dayIn(-9).slice(0, 10), null]);
    await page.goto(`${new URL(page.url()).origin}/alerts?view=all&sortBy=name&search=gone`);
    await row(page, 'gone.example').waitFor();
    await row(page, 'soon.example').waitFor({ state: 'detached' });
    const small = await open('/alerts', { as: someone, viewport: phone, theme: 'dark' });
    await row(small, 'later.example').waitFor();
    await shot(small, 'alerts-phone');
  });

  test('have a default rule as chips, and rules for a tag', async () => {
    const someone = await operator();
    const page = await open('/settings?section=rules', { as: someone });
    const rule = page.getByRole('region', { name: 'Rules', exact: true });
    await rule.getByText('The default rule has no recipient').waitFor();
    await rule.getByRole('button', { name: '60 days before' }).click();
    await rule.getByLabel('Other days before').fill('45');
    await rule.getByRole('button', { name: 'Add a reminder' }).click();
    await rule.getByRole('button', { name: 'Save rule' }).click();
    await toastShown(page, 'Rule saved');
    await button(page, 'Add rule').click();
    const dialog = page.getByRole('dialog', { name: 'Add rule' });
    await dialog.getByLabel('Name').fill('Acme');
    await dialog.getByLabel('Tag').fill('client:acme');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const others = page.getByRole('region', { name: 'Other rules' });
    await others.getByText('client: acme').waitFor();
    await others.getByText('matches nothing yet').waitFor();
    await shot(page, 'alerts-rules');
    const rules = async () =>
      (await someone.api<{ alertRules: AlertRule[] }>('GET', '/alert-rules')).alertRules;
    assert.deepEqual(
      (await rules()).map(({ distances, tag }) => [distances.includes(60), distances.includes(45), tag]),
      [
        [false, true, null],
        [true, false, { type: 'client', value: 'acme' }],
      ],
    );
  });

  test('have rules for a record, of which a form changes what was typed alone', async () => {
    const someone = await operator();
    await seeded(someone, { domain: 'one.example' }, { domain: 'two.example' });
    const { domains } = await someone.api<{ domains: { id: string; domain: string }[] }>('GET', '/domains');
    const [one, two] = ['one.example', 'two.example'].map((name) =>
      domains.find(({ domain }) => domain === name),
    );
    const { user } = await someone.api<{ user: { id: string } }>('GET', '/auth/me');
    const config = { url: 'https://chat.example.com/hook' };
    const channel = async (name: string) =>
      (await someone.api<{ channel: { id: string } }>('POST', '/channels', { name, type: 'slack', config }))
        .channel;
    const [chat, gone] = [await channel('Chat'), await channel('Gone')];
    const made = await someone.api<{ alertRule: AlertRule }>('POST', '/alert-rules', {
      name: 'By the API',
      tag: { type: 'team:north', value: 'a: b' },
      recordId: one?.id,
      what: ['tls', 'domain'],
      distances: [400, 7, 45],
      shares: [12.5],
      singleFrom: -1,
      channelIds: [gone.id, chat.id],
      userIds: [user.id],
      escalation: [
        { afterDays: 9, channelIds: [] },
        { afterDays: 2, channelIds: [chat.id] },
      ],
      isActive: false,
    });
    await someone.api('DELETE', `/channels/${gone.id}`);
    const stored = async () =>
      (await someone.api<{ alertRule: AlertRule }>('GET', `/alert-rules/${made.alertRule.id}`)).alertRule;
    const page = await open('/settings?section=rules', { as: someone });
    const others = page.getByRole('region', { name: 'Other rules' });
    await others.getByText('one.example').waitFor();
    const edit = () => others.getByRole('button', { name: 'Edit By the API' }).click();
    const dialog = page.getByRole('dialog', { name: /^Edit / });
    const save = async () => {
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await edit();
    await dialog.getByLabel('Domain', { exact: true }).and(page.locator('[value="one.example"]')).waitFor();
    await dialog.getByText('Deleted channel').waitFor();
    await save();
    const { updatedAt: _, ...before } = made.alertRule;
    const { updatedAt: __, ...after } = await stored();
    assert.deepEqual(after, before, 'nothing is lost');

    await edit();
    await dialog.getByLabel('Deleted channel').click();
    await select(dialog.getByLabel('Domain', { exact: true }), 'two.example');
    await dialog.getByRole('button', { name: 'API key' }).click();
    await dialog.getByText('More', { exact: true }).click();
    await dialog.getByLabel('Other share in percent').fill('0');
    await dialog.getByRole('button', { name: 'Add a share' }).click();
    await dialog.getByText('A share must be above 0 and at most 100 percent').waitFor();
    await dialog.getByLabel('Other share in percent').fill('5');
    await dialog.getByLabel('Single mails to people from days before').fill('soon');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByText(/^Single messages must be a whole number/).waitFor();
    await assertAccessible(page, 'a rule');
    await shot(page, 'alerts-rule');
    await dialog.getByLabel('Single mails to people from days before').fill('3');
    await save();
    await others.getByText('two.example').waitFor();
    const { recordId, what, shares, singleFrom, channelIds, tag } = await stored();
    assert.deepEqual(
      { recordId, what, shares, singleFrom, channelIds, tag },
      {
        recordId: two?.id,
        what: ['tls', 'domain', 'key'],
        shares: [12.5, 5],
        singleFrom: 3,
        channelIds: [chat.id],
        tag: { type: 'team:north', value: 'a: b' },
      },
    );
  });
});
