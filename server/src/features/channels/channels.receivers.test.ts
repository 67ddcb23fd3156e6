// On both engines: what became of a mail at each address is a column of the message and of the channel.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Channel } from '@quartermaster/contract/channels/channels.schema';
import { mailing } from '../../../test/mailing.ts';
import { startPlainMailServer } from '../../../test/plain-mail-server.ts';
import { startRecordingServer } from '../../../test/recording-server.ts';
import { send } from '../../../test/send-due.ts';
import { type Client, type TestApp, startApp } from '../../../test/test-app.ts';
import { alertOf, deliveriesOf, tell } from '../../../test/told.ts';

const old = await startPlainMailServer();
const modern = await startPlainMailServer(['SMTPUTF8', '8BITMIME']);
const receiver = await startRecordingServer();
const settings = { EGRESS_ALLOW: '127.0.0.0/8' };
const app = await startApp({ ...mailing(old), ...settings });
const other = await startApp({ ...mailing(modern), ...settings });

type One = { data: { channel: Channel } };

async function channelOf(where: TestApp, type: string, config: object) {
  const user = await where.user();
  const { id: ownerId } = await where.ownerOf(user);
  const made = await user.call<One>('POST', '/channels', { name: 'Ops', type, config });
  assert.equal(made.status, 201, made.text);
  const { id } = made.body.data.channel;
  await where.db
    .updateTable('mail_recipients')
    .set({ confirmedAt: Date.now() })
    .where('ownerId', '=', ownerId)
    .execute();
  return {
    user,
    id,
    tell: () => tell(where.db, ownerId, [alertOf()], { channelIds: [id] }),
    /** Sends what waits, as if its time had come. */
    send: async () => {
      await where.db.updateTable('deliveries').set({ nextAt: 0 }).where('ownerId', '=', ownerId).execute();
      await where.db.updateTable('channels').set({ waitUntil: 0 }).where('ownerId', '=', ownerId).execute();
      await send(where);
    },
  };
}
const channelIn = async (user: Client, id: string) =>
  (await user.call<One>('GET', `/channels/${id}`)).body.data.channel;
const latest = async (user: Client) => (await deliveriesOf(user))[0] ?? assert.fail('no message');
/** The mails that named an address, and the other way round. */
const sentTo = ({ accepted }: typeof old, address: string) =>
  accepted.filter(({ to }) => to.includes(address)).map(({ text }) => text);
const headerOf = (text: string, name: string) =>
  new RegExp(`^${name}: ((?:.|\n )*)`, 'mi').exec(text)?.[1]?.replaceAll('\n', '') ?? '';

let names = 0;
const addresses = (count: number) => Array.from({ length: count }, () => `one-${(names += 1)}@example.net`);

describe('a mail to several addresses', () => {
  for (const [status, host] of [
    [451, 'greylisted'],
    [450, 'busy'],
    [452, 'full'],
  ] as const)
    test(`is tried again for the one that is refused for now with ${status} (${host})`, async () => {
      const [first = '', second = ''] = addresses(2);
      old.answers.set(second, status);
      const where = await channelOf(app, 'mail', { to: [first, second] });
      await where.tell();
      await send(app);
      const waiting = await latest(where.user);
      assert.deepEqual([waiting.state, waiting.sentAt, waiting.nextAt !== null], ['waiting', null, true]);
      assert.equal(
        waiting.attempts[0]?.message,
        `The mail server accepted the mail; ${second} is refused for now (${status})`,
      );
      const { state, lastError } = await channelIn(where.user, where.id);
      assert.deepEqual([state, lastError], ['ok', `${second} is refused for now (${status})`]);
      // Another message does not wait for it.
      await where.tell();
      await send(app);
      assert.equal(sentTo(old, first).length, 2);
      await where.send();
      assert.equal(sentTo(old, first).length, 2, 'once each');
      old.answers.delete(second);
      await where.send();
      assert.deepEqual([sentTo(old, first).length, sentTo(old, second).length], [2, 2]);
      const ids = (address: string) =>
        sentTo(old, address)
          .map((text) => headerOf(text, 'Message-ID'))
          .toSorted();
      assert.deepEqual(ids(second), ids(first));
      assert.deepEqual(headerOf(sentTo(old, second)[0] ?? '', 'To'), `${first}, ${second}`);
      const states = (await deliveriesOf(where.user)).map((each) => each.state);
      assert.deepEqual(states, ['sent', 'sent']);
      assert.equal((await channelIn(where.user, where.id)).lastError, null);
    });

  test('names the one that is refused for good at the channel, which fails after three', async () => {
    const [first = '', second = '', third = ''] = addresses(3);
    old.answers.set(second, 550).set(third, 451);
    const where = await channelOf(app, 'mail', { to: [first, second, third] });
    await where.tell();
    await send(app);
    assert.equal((await latest(where.user)).state, 'waiting');
    old.answers.delete(third);
    await where.send();
    assert.equal((await latest(where.user)).state, 'sent');
    assert.deepEqual([sentTo(old, first).length, sentTo(old, third).length], [1, 1]);
    assert.equal(old.commands.filter((line) => line === `RCPT TO:<${second}>`).length, 1, 'not again');
    const kept = await channelIn(where.user, where.id);
    assert.match(kept.lastError ?? '', new RegExp(`${second} is refused \\(550\\)`));
    assert.deepEqual(
      kept.recipients.map(({ refusal }) => refusal),
      [null, 'is refused (550)', null],
    );
    for (let n = 0; n < 2; n += 1) {
      await where.tell();
      await send(app);
      assert.equal((await latest(where.user)).state, 'sent');
    }
    assert.equal((await channelIn(where.user, where.id)).state, 'failing');
    await where.user.call('PUT', `/channels/${where.id}`, { config: { to: [first, third] } });
    await where.tell();
    await send(app);
    const { state, lastError, recipients } = await channelIn(where.user, where.id);
    assert.deepEqual(
      [state, lastError, recipients.map(({ refusal }) => refusal)],
      ['ok', null, [null, null]],
    );
  });

  test('that none takes waits as a whole, and goes to all that take it later', async () => {
    const [first = '', second = ''] = addresses(2);
    old.answers.set(first, 550).set(second, 554);
    const where = await channelOf(app, 'mail', { to: [first, second] });
    await where.tell();
    await send(app);
    const { state, attempts } = await latest(where.user);
    assert.deepEqual(
      [state, attempts.map(({ status, message }) => [status, message])],
      ['waiting', [[554, 'The mail server answered 554']]],
    );
    assert.match(
      (await channelIn(where.user, where.id)).lastError ?? '',
      /one-\d+@\S+ is refused \(550\), one-\d+@\S+ is refused \(554\)/,
    );
    old.answers.delete(first);
    old.answers.set(second, 451);
    await where.send();
    old.answers.delete(second);
    await where.send();
    assert.equal((await latest(where.user)).state, 'sent');
    assert.deepEqual([sentTo(old, first).length, sentTo(old, second).length], [1, 1]);
    assert.deepEqual((await channelIn(where.user, where.id)).lastError, null);
  });

  test('is tried again for the deferred one alone, also where nobody has it yet', async () => {
    const [first = '', second = ''] = addresses(2);
    old.answers.set(first, 451).set(second, 550);
    const where = await channelOf(app, 'mail', { to: [first, second] });
    await where.tell();
    await send(app);
    await where.send();
    assert.equal((await latest(where.user)).state, 'waiting');
    old.answers.delete(first);
    await where.send();
    assert.equal((await latest(where.user)).state, 'sent');
    assert.equal(old.commands.filter((line) => line === `RCPT TO:<${second}>`).length, 1);
    assert.equal(sentTo(old, first).length, 1);
  });
});

describe('to a mail server without SMTPUTF8', () => {
  const isAscii = (text: string) => /^[\x00-\x7f]*$/.test(text);

  for (const [international, domain, wire] of [
    ['jörg@example.net', 'ops@bücher.example', 'ops@xn--bcher-kva.example'],
    ['почта@example.net', 'ops@пример.example', 'ops@xn--e1afmkfd.example'],
    ['用户@例え.example', 'ops@例え.example', 'ops@xn--r8jz45g.example'],
  ] as const)
    test(`nothing goes beyond ASCII: not ${international}, but ${domain}`, async () => {
      old.commands.length = 0;
      old.accepted.length = 0;
      const where = await channelOf(app, 'mail', { to: ['ops@example.net', international, domain] });
      await where.tell();
      await send(app);
      assert.equal((await latest(where.user)).state, 'sent');
      assert.deepEqual(old.accepted[0]?.to, ['ops@example.net', wire]);
      assert.ok(isAscii(old.commands.join('') + (old.accepted[0]?.text ?? '')));
      assert.equal(headerOf(old.accepted[0]?.text ?? '', 'To'), `ops@example.net, ${wire}`);
      const words = 'is refused: this mail server does not take international addresses';
      const { lastError, recipients } = await channelIn(where.user, where.id);
      assert.equal(lastError, `${international} ${words}`);
      assert.deepEqual(
        recipients.map(({ refusal }) => refusal),
        [null, words, null],
      );
    });

  test('an address beyond ASCII alone waits, and says why', async () => {
    const where = await channelOf(app, 'mail', { to: ['çağla@example.net'] });
    await where.tell();
    await send(app);
    const { state, attempts } = await latest(where.user);
    assert.deepEqual(
      [state, attempts[0]?.message],
      ['waiting', 'This mail server does not take international addresses'],
    );
  });

  test('one with SMTPUTF8 takes both', async () => {
    const where = await channelOf(other, 'mail', { to: ['ops@example.net', 'jörg@example.net'] });
    await where.tell();
    await send(other);
    assert.equal((await latest(where.user)).state, 'sent');
    const jörg = Buffer.from('jörg@example.net').toString('latin1');
    assert.deepEqual(modern.accepted[0]?.to, ['ops@example.net', jörg]);
    assert.ok(modern.commands.some((line) => line.startsWith('MAIL FROM') && line.includes('SMTPUTF8')));
  });
});

describe('a Telegram group that became a supergroup', () => {
  test('gets its messages under the new id, which the channel says until it is taken', async () => {
    const url = `${receiver.url}/telegram`;
    const path = '/telegram/bot1:T/sendMessage';
    const moved = { migrate_to_chat_id: -1001557910000 };
    const body = JSON.stringify({ ok: false, error_code: 400, parameters: moved });
    receiver.answer(path, ({ body: sent }) =>
      sent.includes('-1001557910000') ? { status: 200 } : { status: 400, body },
    );
    const where = await channelOf(app, 'telegram', { url, token: '1:T', chatId: '-42' });
    await where.tell();
    await send(app);
    const said = 'The group became a supergroup: its chat id is now -1001557910000';
    const { state, attempts } = await latest(where.user);
    assert.deepEqual([state, attempts[0]?.message], ['sent', `${said}; Telegram answered 200 OK`]);
    const { lastError, newChatId } = await channelIn(where.user, where.id);
    assert.deepEqual([lastError, newChatId], [said, '-1001557910000']);
    await where.tell();
    await send(app);
    const chats = () =>
      receiver.at(path).map((each) => (JSON.parse(each.body) as { chat_id: string }).chat_id);
    assert.deepEqual(chats(), ['-42', newChatId, newChatId]);
    await where.user.call('PUT', `/channels/${where.id}`, { config: { chatId: newChatId } });
    const taken = await channelIn(where.user, where.id);
    assert.deepEqual([taken.lastError, taken.newChatId, taken.config['chatId']], [null, null, newChatId]);
    await where.tell();
    await send(app);
    assert.deepEqual(chats().slice(3), [newChatId]);
  });
});

describe('Apprise', () => {
  test('with a service that failed is sent again, and says so', async () => {
    receiver.answer('/apprise', { status: 424 });
    const where = await channelOf(app, 'apprise', { url: `${receiver.url}/apprise`, key: 'k' });
    await where.tell();
    await send(app);
    assert.equal((await latest(where.user)).state, 'waiting');
    assert.match(
      (await channelIn(where.user, where.id)).lastError ?? '',
      /some services of this key failed; the others get it again/,
    );
    receiver.answer('/apprise', { status: 200 });
    await where.send();
    assert.equal((await latest(where.user)).state, 'sent');
  });
});
