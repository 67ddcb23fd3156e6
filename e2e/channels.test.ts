import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startMailbox } from '../server/test/mailbox.ts';
import { startRecordingServer } from '../server/test/recording-server.ts';
import { alertOf, raise, tell, withStore } from '../server/test/told.ts';
import { assertAccessible, desktop, phone, shot, startHarness } from './harness.ts';
import { clipboard, select } from './list-steps.ts';

const DATA_DIR = await mkdtemp(join(tmpdir(), 'quartermaster-channels-'));
const [receiver, mailbox] = [await startRecordingServer(), await startMailbox()];
const { open, operator, url } = await startHarness({
  settings: { DATA_DIR, EGRESS_ALLOW: '127.0.0.0/8', SMTP_URL: mailbox.url, MAIL_FROM: 'qm@example.com' },
});
// After the server has stopped, which reads its keys there.
after(() => rm(DATA_DIR, { recursive: true, force: true }));
const owner = await operator('owner@example.com');

const section = '/settings?section=channels';
const panel = (page: Page) => page.getByRole('region', { name: 'Channels' });
const log = (page: Page) => page.getByRole('region', { name: /^Deliveries/ });
const dialog = (page: Page) => page.getByRole('dialog');

const ids = async () => {
  const { user } = await owner.api<{ user: { id: string } }>('GET', '/auth/me');
  const { workspaces } = await owner.api<{ workspaces: { id: string }[] }>('GET', '/workspaces');
  return { userId: user.id, ownerId: workspaces[0]?.id ?? '' };
};

/** Waits until a channel's message was tried so many times: the job sends within seconds. */
const attempted = async (page: Page, channelId: string, times: number) => {
  const attempts = async () => {
    const path = `/deliveries?channelId=${channelId}`;
    const { deliveries } = await owner.api<{ deliveries: { attempts: unknown[] }[] }>('GET', path);
    return deliveries[0]?.attempts.length ?? 0;
  };
  while ((await attempts()) < times) await page.waitForTimeout(100);
};

describe('channels', () => {
  test('are added, tested in words, edited without their secrets, and deleted', async () => {
    const page = await open(section, { as: owner });
    await page.getByRole('list', { name: 'First steps' }).getByText('Add a channel').waitFor();
    await panel(page).getByRole('button', { name: 'Add channel' }).click();
    await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
    await dialog(page).getByText('Name is required').waitFor();
    await select(dialog(page).getByLabel('Type'), 'Slack');
    await dialog(page).getByLabel('Name').fill('Operations');
    await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
    await dialog(page).getByText('URL is required').waitFor();
    await dialog(page).getByLabel('URL').fill('http://10.0.0.1/hook');
    await page.keyboard.press('Enter');
    await dialog(page)
      .getByText(/private, local or reserved address/)
      .waitFor();
    await dialog(page).getByLabel('URL').fill(`${receiver.url}/slack`);
    await assertAccessible(page, 'a new channel');
    await shot(page, 'channels-new');
    await page.keyboard.press('Enter');
    await dialog(page).waitFor({ state: 'detached' });
    await panel(page).getByText('Not tried yet').waitFor();
    receiver.answer('/slack', { status: 404 });
    await panel(page).getByRole('button', { name: 'Test Operations' }).click();
    await panel(page).getByText('Not sent: Slack answered 404 Not Found').waitFor();
    await panel(page).getByText('Last try failed').waitFor();
    receiver.answer('/slack', { status: 200 });
    await panel(page).getByRole('button', { name: 'Test Operations' }).click();
    await panel(page).getByText('Sent: Slack answered 200 OK').waitFor();
    await panel(page).getByText('Works').waitFor();

    await panel(page).getByRole('button', { name: 'Edit Operations' }).click();
    await dialog(page).getByText('Stored, and never shown. Left empty, it stays.').waitFor();
    await dialog(page).getByLabel('Name').fill('Night shift');
    await page.keyboard.press('Enter');
    await panel(page).getByText('Night shift').waitFor();
    await panel(page).getByRole('button', { name: 'Test Night shift' }).click();
    await panel(page).getByText('Sent: Slack answered 200 OK').waitFor();

    await panel(page).getByRole('button', { name: 'Add channel' }).click();
    await select(dialog(page).getByLabel('Type'), 'Webhook');
    await dialog(page).getByLabel('Name').fill('Receiver');
    await dialog(page).getByLabel('URL').fill(`${receiver.url}/webhook`);
    await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
    await dialog(page).getByText('It is shown only now.').waitFor();
    await dialog(page).getByRole('button', { name: 'Copy signing secret' }).click();
    await dialog(page).getByText('✓ Copied').waitFor();
    assert.match(await clipboard(page), /^whsec_/);
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await panel(page).getByRole('button', { name: 'Delete Receiver' }).click();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await panel(page).getByText('Receiver').waitFor({ state: 'detached' });
  });

  test('have a log that says what became of each message, with Retry', async () => {
    const { ownerId } = await ids();
    receiver.answer('/refuses', { status: 503 });
    const body = { name: 'Pager', type: 'slack', config: { url: `${receiver.url}/refuses` } };
    const { channel } = await owner.api<{ channel: { id: string } }>('POST', '/channels', body);
    const alert = alertOf({ name: 'acme.example' });
    await withStore(DATA_DIR, (db) => tell(db, ownerId, [alert], { channelIds: [channel.id] }));
    const page = await open('/settings', { as: owner });
    const refused = () => log(page).getByRole('listitem').filter({ hasText: 'To Pager.' });
    await attempted(page, channel.id, 1);
    await page.goto(`${url}${section}`);
    await refused().getByText('Slack answered 503 Service Unavailable').waitFor();
    await log(page).getByText('acme.example: domain expires in 7 days').first().waitFor();
    await refused().getByText('Waiting').waitFor();
    await assertAccessible(page, 'alerts');
    await shot(page, 'channels');
    receiver.answer('/refuses', { status: 200 });
    await refused()
      .getByRole('button', { name: /^Retry/ })
      .click();
    await attempted(page, channel.id, 2);
    await page.reload();
    await refused().getByText('Sent', { exact: true }).waitFor();
    const small = await open(section, { as: owner, viewport: phone, theme: 'dark' });
    await log(small).getByText('To Pager.').waitFor();
    await shot(small, 'channels-phone');
  });

  test('say the new id of a group on their card, which takes it', async () => {
    const { ownerId } = await ids();
    const parameters = { migrate_to_chat_id: -1001557910000 };
    receiver.answer('/telegram', ({ body }) =>
      body.includes('-1001557910000')
        ? { status: 200 }
        : { status: 400, body: JSON.stringify({ ok: false, error_code: 400, parameters }) },
    );
    const config = { url: `${receiver.url}/telegram`, token: '1:T', chatId: '-42' };
    const body = { name: 'Group', type: 'telegram', config };
    const { channel } = await owner.api<{ channel: { id: string } }>('POST', '/channels', body);
    const page = await open(section, { as: owner });
    await panel(page).getByRole('button', { name: 'Test Group' }).click();
    await panel(page).getByText('Sent: The group became a supergroup').waitFor();
    await page.reload();
    await panel(page).getByText('Chat moved').waitFor();
    await panel(page).getByText('its chat id is now -1001557910000').waitFor();
    await assertAccessible(page, 'a channel whose chat moved');
    await shot(page, 'channels-moved');
    const small = await open(section, { as: owner, viewport: phone, theme: 'dark' });
    await panel(small).getByText('Chat moved').waitFor();
    await shot(small, 'channels-moved-phone');
    await panel(page).getByRole('button', { name: 'Use -1001557910000' }).click();
    await panel(page).getByText('Chat moved').waitFor({ state: 'detached' });
    const { channel: taken } = await owner.api<{ channel: { config: { chatId: string } } }>(
      'GET',
      `/channels/${channel.id}`,
    );
    assert.equal(taken.config.chatId, '-1001557910000');
    await withStore(DATA_DIR, (db) =>
      db.deleteFrom('channels').where('ownerId', '=', ownerId).where('id', '=', channel.id).execute(),
    );
  });

  test('are paused after a restored backup until somebody resumes them', async () => {
    const { ownerId } = await ids();
    await withStore(DATA_DIR, (db) =>
      db.updateTable('workspaces').set({ sendingPausedAt: Date.now() }).where('id', '=', ownerId).execute(),
    );
    const page = await open(section, { as: owner });
    await page.getByText('Sending is paused').waitFor();
    await shot(page, 'channels-paused');
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Sending is paused').waitFor({ state: 'detached' });
  });
});

describe('the link in a message', () => {
  test('names the alert and acknowledges it on a press, without a sign-in', async () => {
    const { ownerId, userId } = await ids();
    const alert = alertOf({ name: 'link.example' });
    await withStore(DATA_DIR, async (db) => {
      await raise(db, ownerId, alert);
      await tell(db, ownerId, [alert], { userIds: [userId] });
    });
    const mail = () => mailbox.to(owner.email).find((text) => text.includes('link.example')) ?? '';
    const page = await open('/login');
    while (mail() === '') await page.waitForTimeout(100);
    const [, path = ''] = /\/acknowledge\/([\w-]+)/.exec(mail()) ?? [];
    await page.goto(`${url}/acknowledge/${path}`);
    await page.getByRole('heading', { name: 'link.example' }).waitFor();
    await page.getByText('Domain, Mar 9, 2027').waitFor();
    await assertAccessible(page, 'acknowledge');
    await shot(page, 'acknowledge');
    await page.getByRole('button', { name: 'Acknowledge' }).click();
    await page.getByText(/Acknowledged: nobody is told again/).waitFor();
    await page.reload();
    await page.getByText(/Acknowledged: nobody is told again/).waitFor();
    const small = await open(`/acknowledge/${path.slice(0, -1)}`, { viewport: phone, theme: 'dark' });
    await small.getByRole('heading', { name: 'This link leads nowhere' }).waitFor();
    await shot(small, 'acknowledge-phone');
  });
});

describe("an address that is no member's", () => {
  test('waits for confirmation on the card of its channel, and confirms by the link in one mail', async () => {
    const address = 'night-shift@example.com';
    const page = await open(section, { as: owner });
    await panel(page).getByRole('button', { name: 'Add channel' }).click();
    await dialog(page).getByLabel('Name').fill('Night');
    await dialog(page).getByLabel('Addresses').fill(`${owner.email}, ${address}`);
    await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
    await dialog(page).waitFor({ state: 'detached' });
    const waits = (at: Page) => panel(at).getByText(`${address} waits for confirmation`);
    await waits(page).waitFor();
    await assertAccessible(page, 'a channel that waits');
    await panel(page)
      .getByRole('button', { name: `Ask again ${address}` })
      .click();
    await panel(page).getByText('This address was asked within the last day').waitFor();
    const small = await open(section, { as: owner, viewport: phone, theme: 'dark' });
    await waits(small).waitFor();
    await shot(small, 'channels-waits-phone');
    const link = () => /\/recipient#token=([\w-]+)/.exec(mailbox.to(address)[0] ?? '')?.[1];
    while (link() === undefined) await page.waitForTimeout(100);
    for (const viewport of [desktop, phone]) {
      const stranger = await open(`/recipient#token=${link()}`, { viewport });
      await stranger.getByRole('heading', { name: 'Do you want these alerts?' }).waitFor();
      await stranger.getByText(`${owner.email} asks to mail alerts`).waitFor();
      assert.doesNotMatch(stranger.url(), /token/);
      if (viewport === desktop) await assertAccessible(stranger, 'recipient');
      else {
        await shot(stranger, 'recipient-phone');
        await stranger.getByRole('button', { name: 'Confirm' }).click();
        await stranger.getByText('You get the alerts from now on').waitFor();
      }
    }
    const again = await open(`/recipient#token=${link()}`);
    await again.getByText('Link not found').waitFor();
    await page.reload();
    await panel(page).getByText('Night', { exact: true }).waitFor();
    await waits(page).waitFor({ state: 'detached' });
  });
});
