import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startRecordingServer } from '../server/test/recording-server.ts';
import { seeded } from './domain-steps.ts';
import { assertAccessible, desktop, phone, shot, startHarness } from './harness.ts';
import { select, toastShown } from './list-steps.ts';

const receiver = await startRecordingServer();
const { open, operator } = await startHarness({ settings: { EGRESS_ALLOW: '127.0.0.0/8' } });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const index = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true });
const steps = async (page: Page) => {
  const list = page.getByRole('list', { name: 'First steps' });
  await list.waitFor();
  return (await list.getByRole('listitem').allTextContents()).map((text) => text.split(', ')[1]);
};

describe('settings of alerts', () => {
  test('are four sections, with one Save at most each', async () => {
    const someone = await operator();
    const page = await open('/settings?section=alerts', { as: someone });
    await region(page, 'Channels').waitFor();
    await page.getByRole('region', { name: /^Deliveries/ }).waitFor();
    assert.equal(await index(page, 'Channels').getAttribute('aria-current'), 'page');
    for (const [section, name, panel, saves] of [
      ['channels', 'Channels', 'Channels', 0],
      ['rules', 'Rules', 'Rules', 1],
      ['checks', 'Checks', 'Checks', 1],
      ['quiet-hours', 'Quiet hours', 'Time zone and quiet hours', 1],
    ] as const) {
      await index(page, name).click();
      await page.waitForURL(new RegExp(`section=${section}$`));
      await region(page, panel).waitFor();
      assert.deepEqual(await steps(page), ['not done', 'not done', 'not done']);
      assert.equal(await page.getByRole('button', { name: /^Save/ }).count(), saves, name);
      await assertAccessible(page, name);
      await shot(page, `settings-${section}`);
    }
    const hours = region(page, 'Time zone and quiet hours');
    await hours.getByLabel('Quiet from').fill('22:00');
    await hours.getByLabel('Quiet to').fill('06:30');
    await button(page, 'Save').click();
    await toastShown(page, 'Settings saved');
    await index(page, 'Checks').click();
    await page.getByLabel('Warn when a registry has not answered for … days').fill('3');
    await page.getByLabel('Passwords expire after days').fill('365');
    // The message of the first act is still there.
    const answered = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await button(page, 'Save').click();
    await answered;
    const { settings } = await someone.api<{ settings: object }>('GET', '/alert-settings');
    const saved = { quietFrom: '22:00', quietTo: '06:30', silentAfterDays: 3, passwordMaxAgeDays: 365 };
    assert.deepEqual({ ...settings, ...saved }, settings);
    const small = await open('/settings?section=quiet-hours', {
      as: someone,
      viewport: phone,
      theme: 'dark',
    });
    await region(small, 'Time zone and quiet hours').waitFor();
    assert.equal(await small.evaluate('document.documentElement.scrollWidth'), phone.width);
    await shot(small, 'settings-quiet-hours-phone');
  });

  test('say of the first steps which are done', async () => {
    const someone = await operator();
    const config = { url: `${receiver.url}/chat` };
    const { channel } = await someone.api<{ channel: { id: string } }>('POST', '/channels', {
      ...{ name: 'Chat', type: 'slack', config },
    });
    const page = await open('/settings?section=channels', { as: someone });
    assert.deepEqual(await steps(page), ['done', 'not done', 'not done']);
    await button(page, 'Test Chat').click();
    await page.getByText('Sent: Slack answered 200 OK').waitFor();
    await page.getByRole('list', { name: 'First steps' }).getByText('done').nth(1).waitFor();
    await page.getByRole('link', { name: 'Choose it under Rules' }).click();
    await region(page, 'Rules').getByLabel('Chat').check();
    await button(page, 'Save rule').click();
    await toastShown(page, 'Rule saved');
    await page.reload();
    assert.deepEqual(await steps(page), ['done', 'done', 'done']);
    await someone.api('DELETE', `/channels/${channel.id}`);
    await page.reload();
    assert.deepEqual(await steps(page), ['not done', 'not done', 'not done']);
  });
});

describe('the dialog of a rule', () => {
  test('has its buttons in view, and says how much the rule matches', async () => {
    const someone = await operator();
    const tags = [{ type: 'client', value: 'acme' }];
    await seeded(someone, { domain: 'one.example', tags }, { domain: 'two.example', tags });
    const config = { url: `${receiver.url}/chat` };
    await someone.api('POST', '/channels', { name: 'Chat', type: 'slack', config });
    for (const viewport of [desktop, { width: 1280, height: 720 }, phone]) {
      const page = await open('/settings?section=rules', { as: someone, viewport });
      await button(page, 'Add rule').click();
      const dialog = page.getByRole('dialog', { name: 'Add rule' });
      await dialog.getByText('More', { exact: true }).click();
      for (const name of ['Cancel', 'Add']) {
        const box = await dialog.getByRole('button', { name, exact: true }).boundingBox();
        assert.ok(box && box.y > 0 && box.y + box.height <= viewport.height, `${name} is in view`);
      }
      await assertAccessible(page, 'a new rule');
      await shot(page, `rule-${viewport.width}`);
      await page.keyboard.press('Escape');
    }
    const page = await open('/settings?section=rules', { as: someone });
    await button(page, 'Add rule').click();
    const dialog = page.getByRole('dialog', { name: 'Add rule' });
    await dialog.getByLabel('Name').fill('Acme');
    await dialog.getByLabel('Tag').fill('acm');
    await dialog.getByText('This rule matches nothing yet.').waitFor();
    await page.getByRole('option', { name: 'client:acme' }).click();
    await dialog.getByText('This rule matches 2 domains.').waitFor();
    await select(dialog.getByLabel('Kind of record'), 'Servers');
    await dialog.getByText('This rule matches nothing yet.').waitFor();
    await dialog.getByLabel('Tag').fill('');
    await dialog.getByText('This rule matches nothing yet.').waitFor();
    await select(dialog.getByLabel('Kind of record'), 'Domains');
    await dialog.getByText('This rule matches 2 domains.').waitFor();
    // Enter completes the tag before it saves.
    await dialog.getByLabel('Tag').fill('acm');
    await page.getByRole('option', { name: 'client:acme' }).waitFor();
    await dialog.getByLabel('Tag').press('Enter');
    assert.equal(await dialog.getByLabel('Tag').inputValue(), 'client:acme');
    await dialog.getByLabel('Chat').check();
    await dialog.getByLabel('Owners of the workspace').check();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const others = region(page, 'Other rules');
    await others.getByText('matches 2 domains').waitFor();
    await others.getByText('To Chat · Owners of the workspace').waitFor();
    await assertAccessible(page, 'rules');
    await shot(page, 'rules');
  });
});
