// On both engines: who agreed is a row.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Channel } from '@quartermaster/contract/channels/channels.schema';
import { limits } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { linkIn, mailing, sendMail } from '../../../test/mailing.ts';
import { startMailbox } from '../../../test/mailbox.ts';
import { send } from '../../../test/send-due.ts';
import { type Client, startApp } from '../../../test/test-app.ts';
import { alertOf, deliveriesOf, raise, tell } from '../../../test/told.ts';

const mailbox = await startMailbox();
const app = await startApp(mailing(mailbox));
const dayMs = 86_400_000;

type One = { data: { channel: Channel } };
async function channelTo(user: Client, ...to: string[]): Promise<Channel> {
  const answer = await user.call<One>('POST', '/channels', { name: 'Ops', type: 'mail', config: { to } });
  assert.equal(answer.status, 201, answer.text);
  await sendMail(app);
  return answer.body.data.channel;
}
const states = async (user: Client, id: string) =>
  (await user.call<One>('GET', `/channels/${id}`)).body.data.channel.recipients.map(({ state }) => state);
const tested = async (user: Client, id: string) =>
  (await user.call<{ data: { success: boolean; message: string } }>('POST', `/channels/${id}/test`)).body
    .data;
const askAgain = (user: Client, id: string, address: string) =>
  user.call<{ error: { message: string } }>('POST', `/channels/${id}/recipients`, { address });
const post = (path: string, token: string) =>
  app.call<{ data: { address: string; workspace: string; asker: string } }>('POST', path, { token });
/** As if everybody had been asked and mailed long ago. */
async function later(): Promise<void> {
  await app.db.deleteFrom('mail_counts').execute();
  await app.db
    .updateTable('mail_recipients')
    .set({ askedAt: Date.now() - 2 * dayMs })
    .execute();
}
let strangers = 0;
const stranger = () => `stranger-${(strangers += 1)}@example.com`;

describe("an address that is no member's", () => {
  test('gets one mail, and no other until its owner has confirmed', async () => {
    const user = await app.user();
    const { id: ownerId } = await app.ownerOf(user);
    const [first, second] = [stranger(), stranger()];
    const { id } = await channelTo(user, user.email, first, second);
    assert.deepEqual(await states(user, id), ['member', 'asked', 'asked']);
    const [asking = ''] = mailbox.to(first);
    assert.match(asking, /^Subject: Quartermaster: confirm that you want alerts\r$/m);
    assert.match(asking, new RegExp(`${user.email} asks to send alerts of the workspace .* to ${first}`));
    assert.deepEqual(await tested(user, id), {
      success: true,
      message: 'The mail server accepted the mail; 2 of 3 addresses wait for confirmation',
    });
    assert.deepEqual([mailbox.to(first).length, mailbox.to(user.email).length], [1, 1]);
    const token = linkIn(mailbox, first, 'recipient');
    const looked = await post('/recipients/question', token);
    assert.deepEqual([looked.body.data.address, looked.body.data.asker], [first, user.email]);
    assert.deepEqual(await states(user, id), ['member', 'asked', 'asked']);
    assert.equal((await post('/recipients', token)).status, 200);
    assert.equal((await post('/recipients', token)).status, 404, 'once');
    assert.deepEqual(await states(user, id), ['member', 'confirmed', 'asked']);
    const alert = alertOf();
    await raise(app.db, ownerId, alert);
    await tell(app.db, ownerId, [alert], { channelIds: [id] });
    await send(app);
    assert.deepEqual([mailbox.to(first).length, mailbox.to(second).length], [2, 1]);
    assert.match(
      mailbox.to(first)[1] ?? '',
      /^Subject: Quartermaster: example\.com: domain expires in 7 days\r$/m,
    );
    // Neither removing the address nor another channel asks again.
    await user.call('PUT', `/channels/${id}`, { config: { to: [user.email] } });
    await user.call('PUT', `/channels/${id}`, { config: { to: [user.email, second.toUpperCase()] } });
    await channelTo(user, second);
    assert.equal(mailbox.to(second).length, 1);
  });

  test('lets its messages wait, says so in the log, and gets them once confirmed', async () => {
    const user = await app.user();
    const { id: ownerId } = await app.ownerOf(user);
    const address = stranger();
    const { id } = await channelTo(user, address);
    await tell(app.db, ownerId, [alertOf()], { channelIds: [id] });
    await send(app);
    const [row] = await deliveriesOf(user);
    assert.deepEqual(
      [row?.state, row?.attempts[0]?.message],
      ['waiting', 'Not sent: 1 of 1 addresses waits for confirmation by whoever reads their mail'],
    );
    assert.equal((await post('/recipients', linkIn(mailbox, address, 'recipient'))).status, 200);
    await send(app);
    assert.equal((await deliveriesOf(user))[0]?.state, 'sent');
    assert.equal(mailbox.to(address).length, 2);
  });

  test('in a channel from before is asked with the next message, in the name of an owner', async () => {
    const user = await app.user();
    const { id: ownerId } = await app.ownerOf(user);
    const address = stranger();
    const { id } = await channelTo(user, address);
    await app.db.deleteFrom('mail_recipients').where('ownerId', '=', ownerId).execute();
    await app.db.updateTable('channels').set({ userId: null }).where('ownerId', '=', ownerId).execute();
    mailbox.received.length = 0;
    await tell(app.db, ownerId, [alertOf()], { channelIds: [id] });
    await send(app);
    await send(app);
    await tested(user, id);
    await sendMail(app);
    assert.equal(mailbox.to(address).length, 1);
    assert.match(mailbox.to(address)[0] ?? '', new RegExp(user.email));
  });

  test('is asked again once a day, three times in all', async () => {
    const user = await app.user();
    const address = stranger();
    const { id } = await channelTo(user, address);
    assert.match((await askAgain(user, id, address)).body.error.message, /within the last day/);
    const old = linkIn(mailbox, address, 'recipient');
    for (let asked = 1; asked < serverLimits.recipientAsks; asked += 1) {
      await later();
      assert.equal((await askAgain(user, id, address)).status, 200);
      await sendMail(app);
    }
    await later();
    assert.match((await askAgain(user, id, address)).body.error.message, /3 times/);
    assert.equal(mailbox.to(address).length, serverLimits.recipientAsks);
    assert.equal((await post('/recipients', old)).status, 404, 'the latest link works alone');
    assert.equal((await askAgain(user, id, stranger())).status, 404);
    const other = await app.user();
    assert.equal((await askAgain(other, id, address)).status, 404);
  });

  test('is asked by a few workspaces a day, and by an account so often an hour', async () => {
    const address = stranger();
    for (let n = 0; n < serverLimits.recipientAsks + 2; n += 1) await channelTo(await app.user(), address);
    assert.equal(mailbox.to(address).length, serverLimits.recipientAsks);
    const user = await app.user();
    const before = mailbox.received.length;
    for (let n = 0; n < 3; n += 1)
      await channelTo(user, ...Array.from({ length: limits.channelAddresses }, stranger));
    assert.equal(mailbox.received.length - before, serverLimits.mailsOfSender);
    const list = await user.call<{ data: { channels: Channel[] } }>('GET', '/channels');
    const asked = list.body.data.channels.flatMap(({ recipients }) => recipients.map(({ state }) => state));
    assert.equal(asked.filter((state) => state === 'not-asked').length, 2 * limits.channelAddresses);
  });

  test('opens its link for seven days', async () => {
    const address = stranger();
    await channelTo(await app.user(), address);
    const token = linkIn(mailbox, address, 'recipient');
    await app.db
      .updateTable('mail_recipients')
      .set({ askedAt: Date.now() - serverLimits.recipientDays * dayMs })
      .where('address', '=', address)
      .execute();
    for (const path of ['/recipients/question', '/recipients'])
      assert.equal((await post(path, token)).status, 404);
  });
});

describe('mail', () => {
  test('says no link or line break that somebody typed in its subject, nor who asks', async () => {
    const user = await app.user();
    await user.call('PUT', '/auth/me', { name: 'Win at https://evil.example/x' });
    const { id: ownerId } = await app.ownerOf(user);
    const address = stranger();
    await channelTo(user, address);
    assert.match(mailbox.to(address)[0] ?? '', /Win at \[link\] asks/);
    assert.doesNotMatch(mailbox.to(address)[0] ?? '', /evil/);
    const { id } = await channelTo(user, user.email);
    const name = 'Pay\r\nBcc: x@example.com now http://evil.example www.evil.example evil.example/pay';
    await tell(app.db, ownerId, [alertOf({ name })], { channelIds: [id] });
    await send(app);
    const [subject = ''] = /^Subject: [^]*?(?=\r\n\S)/m.exec(mailbox.to(user.email).at(-1) ?? '') ?? [];
    assert.match(
      subject,
      /^Subject: Quartermaster: Pay Bcc: x@example\.com now\s\[link\]\s\[link\]\s\[link\]/,
    );
    assert.doesNotMatch(subject, /evil/);
  });

  test('by tests, by a workspace and to an address is limited within an hour', async () => {
    const user = await app.user();
    const { id: ownerId } = await app.ownerOf(user);
    const { id } = await channelTo(user, user.email);
    const key = `workspace ${ownerId}`;
    const times = JSON.stringify(Array.from({ length: serverLimits.mailsOfWorkspace }, () => Date.now()));
    await app.db
      .insertInto('mail_counts')
      .values({ key, times, expiresAt: Date.now() + 3_600_000 })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ times }))
      .execute();
    assert.match((await tested(user, id)).message, /Too many mails/);
    await tell(app.db, ownerId, [alertOf()], { channelIds: [id] });
    await send(app);
    const [row] = await deliveriesOf(user);
    assert.deepEqual([row?.state, row?.attempts.length], ['waiting', 1]);
    assert.equal(mailbox.to(user.email).length, 0);
    await app.db.deleteFrom('mail_counts').execute();
    assert.equal((await tested(user, id)).success, true);
  });
});
