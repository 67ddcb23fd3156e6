import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Channel } from '@quartermaster/contract/channels/channels.schema';
import { Webhook } from 'standardwebhooks';
import { storedConfig } from '../../deliveries/channel-row.ts';
import { startMailbox } from '../../../test/mailbox.ts';
import { startRecordingServer } from '../../../test/recording-server.ts';
import { scopedMember } from '../../../test/scoped-member.ts';
import { type Answer, type Client, startApp } from '../../../test/test-app.ts';

const [receiver, mailbox] = [await startRecordingServer(), await startMailbox()];
const app = await startApp({
  EGRESS_ALLOW: '127.0.0.0/8',
  SMTP_URL: mailbox.url,
  MAIL_FROM: 'Quartermaster <inventory@example.com>',
});
const strict = await startApp();
const user = await app.user();

type One = { data: { channel: Channel; signingSecret?: string }; error: { details: { fields: object } } };
const create = (body: object, client = user) =>
  client.call<One>('POST', '/channels', { name: 'Ops', ...body });
const created = async (body: object, client?: Client) => {
  const answer = await create(body, client);
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data;
};
const get = async (id: string) => (await user.call<One>('GET', `/channels/${id}`)).body.data.channel;
const put = (id: string, body: object) => user.call<One>('PUT', `/channels/${id}`, body);
const tested = async (id: string, client = user) =>
  (await client.call<{ data: { success: boolean; message: string } }>('POST', `/channels/${id}/test`)).body
    .data;
const refusedFor = ({ status, body, text }: Answer<One>): string[] => {
  assert.equal(status, 400, text);
  return Object.keys(body.error.details.fields);
};
const secretOf = (n: number) => `whsec_${Buffer.alloc(n, 7).toString('base64')}`;

/** One of each type that sends to the receiver, below its own path. */
const configs = (base: string): Record<string, object> => ({
  slack: { url: `${base}/slack/T0ken` },
  discord: { url: `${base}/discord/T0ken` },
  teams: { url: `${base}/teams/T0ken` },
  telegram: { url: `${base}/telegram`, token: '123:T0ken', chatId: '-100123' },
  ntfy: { url: `${base}/ntfy`, topic: 'ops', token: 'tk_T0ken' },
  apprise: { url: `${base}/apprise`, key: 'T0ken', tag: 'ops' },
  webhook: { url: `${base}/webhook/T0ken`, secret: secretOf(24) },
});

describe('channels', () => {
  test('answer no secret, keep the ones that are not sent, and clear those that are null', async () => {
    for (const [type, config] of Object.entries(configs(receiver.url))) {
      const { channel } = await created({ type, config });
      assert.deepEqual(await get(channel.id), channel);
      assert.equal(channel.state, 'unused');
      const renamed = await put(channel.id, { name: 'Renamed', config: {} });
      assert.equal(renamed.body.data.channel.name, 'Renamed');
      assert.deepEqual(renamed.body.data.channel.config, channel.config);
      assert.deepEqual(renamed.body.data.channel.secretFields, channel.secretFields);
      assert.ok(channel.secretFields.length > 0);
      const list = await user.call('GET', '/channels');
      for (const { text } of [renamed, list]) assert.doesNotMatch(text, /T0ken|whsec_/);
      assert.equal((await tested(channel.id)).success, true);
    }
    const { channel } = await created({ type: 'ntfy', config: configs(receiver.url)['ntfy'] });
    assert.deepEqual(channel.secretFields, ['config.token']);
    assert.deepEqual(channel.config, { url: `${receiver.url}/ntfy`, topic: 'ops', token: null });
    const cleared = await put(channel.id, { config: { token: null } });
    assert.deepEqual(cleared.body.data.channel.secretFields, []);
    assert.equal((await tested(channel.id)).success, true);
    assert.equal(receiver.at('/ntfy').at(-1)?.headers.authorization, undefined);
    const rows = await app.db.selectFrom('channels').selectAll().execute();
    assert.doesNotMatch(JSON.stringify(rows), /T0ken|whsec_/);
    const { body } = await user.call<{ data: { events: object[] } }>('GET', '/audit?action=channel.changed');
    assert.ok(body.data.events.length > 7);
    assert.doesNotMatch(JSON.stringify(body), /T0ken|whsec_/);
    assert.doesNotMatch(app.logs(), /T0ken|whsec_/);
  });

  test('without a secret that they need are not set up', async () => {
    const { channel } = await created({ type: 'slack', config: configs(receiver.url)['slack'] });
    const cleared = await put(channel.id, { config: { url: null } });
    assert.deepEqual(cleared.body.data.channel.secretFields, []);
    assert.deepEqual(await tested(channel.id), {
      success: false,
      message: 'The channel is not set up: its url is missing',
    });
  });

  test('of webhooks get a secret that is answered once, and again when it is cleared', async () => {
    const url = `${receiver.url}/signed`;
    const { channel, signingSecret = '' } = await created({ type: 'webhook', config: { url } });
    assert.equal((await tested(channel.id)).success, true);
    const [first] = receiver.at('/signed');
    assert.ok(first);
    const event = new Webhook(signingSecret).verify(first.body, first.headers as Record<string, string>) as {
      type: string;
      data: { alert: { name: string } };
    };
    assert.equal(event.type, 'alert.test');
    assert.equal(event.data.alert.name, 'example.com');
    assert.equal((await put(channel.id, { name: 'Same' })).body.data.signingSecret, undefined);
    const renewed = (await put(channel.id, { config: { secret: null } })).body.data.signingSecret ?? '';
    assert.notEqual(renewed, signingSecret);
    await tested(channel.id);
    const last = receiver.at('/signed').at(-1);
    new Webhook(renewed).verify(last?.body ?? '', last?.headers as Record<string, string>);
    const own = await created({ type: 'webhook', config: { url, secret: secretOf(32) } });
    assert.equal(own.signingSecret, undefined);
  });

  test('are refused with the field that is wrong', async () => {
    const url = 'https://example.com/hook';
    for (const [type, config, fields] of [
      ['slack', {}, ['config.url']],
      ['slack', { url: null }, ['config.url']],
      ['slack', { url: 'ftp://example.com' }, ['config.url']],
      ['slack', { url: 'https://ada:secret@example.com/hook' }, ['config.url']],
      ['slack', { url: `${url}/${'x'.repeat(2000)}` }, ['config.url']],
      ['mail', { to: [] }, ['config.to']],
      ['mail', { to: ['nobody'] }, ['config.to.0']],
      ['mail', { to: Array.from({ length: 21 }, (_, n) => `a${n}@example.com`) }, ['config.to']],
      ['telegram', { token: '1:a/../b', chatId: '1' }, ['config.token']],
      ['telegram', { token: '1:a', chatId: 'ops' }, ['config.chatId']],
      ['ntfy', { topic: 'a/b' }, ['config.topic']],
      ['apprise', { url, key: '../x' }, ['config.key']],
      ['webhook', { url, secret: 'whsec_short' }, ['config.secret']],
      ['teams', { url, bareCard: 'yes' }, ['config.bareCard']],
      ['pager', {}, ['type']],
    ] as const)
      assert.deepEqual(refusedFor(await create({ type, config })), fields);
    const { channel } = await created({ type: 'slack', config: { url } });
    assert.deepEqual(refusedFor(await put(channel.id, { type: 'discord' })), ['type']);
    assert.deepEqual(refusedFor(await put(channel.id, { config: { url: 'nothing' } })), ['config.url']);
  });

  test('at a private address are refused when saved if it is written down, else when sent', async () => {
    const owner = await strict.user();
    const { port } = new URL(receiver.url);
    for (const host of [
      '127.0.0.1',
      '10.1.2.3',
      '[::1]',
      '[fd00::1]',
      '0x7f.1',
      '2130706433',
      '169.254.169.254',
    ]) {
      const config = { url: `http://${host}:${port}/private` };
      assert.deepEqual(refusedFor(await create({ type: 'slack', config }, owner)), ['config.url'], host);
      assert.deepEqual(refusedFor(await create({ type: 'ntfy', config: { ...config, topic: 'a' } }, owner)), [
        'config.url',
      ]);
    }
    const { channel } = await created({ type: 'slack', config: { url: 'https://example.com/hook' } }, owner);
    const { sealer } = await strict.ownerOf(owner);
    // As if it had been allowed when it was saved.
    const stored = storedConfig(sealer, channel.id, 'slack', { url: `http://127.0.0.1:${port}/private` });
    await strict.db.updateTable('channels').set(stored).where('id', '=', channel.id).execute();
    assert.deepEqual(await tested(channel.id, owner), {
      success: false,
      message: 'Slack is not public: it is at a private, local or reserved address',
    });
    assert.deepEqual(receiver.at('/private'), []);
  });

  test('are for administrators, and belong to one workspace', async () => {
    const { channel } = await created({ type: 'slack', config: configs(receiver.url)['slack'] });
    for (const role of ['VIEWER', 'EDITOR'] as const) {
      const member = await scopedMember(app, user, role);
      assert.equal((await member.call('GET', '/channels')).status, 403);
      assert.equal((await member.call('POST', `/channels/${channel.id}/test`)).status, 403);
      assert.equal((await member.call('GET', '/deliveries')).status, 403);
    }
    const other = await app.user();
    assert.equal((await other.call('GET', `/channels/${channel.id}`)).status, 404);
    assert.equal((await other.call('POST', `/channels/${channel.id}/test`)).status, 404);
    assert.equal((await user.call('DELETE', `/channels/${channel.id}`)).status, 200);
    assert.equal((await user.call('GET', `/channels/${channel.id}`)).status, 404);
  });
});

describe('a test message', () => {
  const one = async (path: string, type = 'slack') => {
    const url = `${receiver.url}/${path}/T0ken`;
    const { channel } = await created({ type, config: { ...configs(receiver.url)[type], url } });
    return channel.id;
  };

  test('says what happened, without address, token or answer', async () => {
    receiver.answer('/fails', { status: 500, body: 'T0ken of the answer' });
    receiver.answer('/moved', { status: 302, headers: { location: '/elsewhere' } });
    receiver.answer('/cut', 'cut');
    receiver.answer('/nonsense', 'nonsense');
    for (const [path, message] of [
      ['fails', 'Slack answered 500 Internal Server Error'],
      ['moved', 'Slack answered 302 Found'],
      ['cut', 'Slack closed the connection'],
      ['nonsense', 'Slack answered something that is not HTTP'],
    ] as const) {
      const id = await one(path);
      assert.deepEqual(await tested(id), { success: false, message });
      const { state, lastError } = await get(id);
      assert.deepEqual([state, lastError], ['unused', message]);
    }
    assert.deepEqual(receiver.at('/elsewhere'), []);
    const id = await one('fine');
    assert.deepEqual(await tested(id), { success: true, message: 'Slack answered 200 OK' });
    const { state, lastError, lastSentAt } = await get(id);
    assert.deepEqual([state, lastError, lastSentAt !== null], ['ok', null, true]);
    assert.doesNotMatch(app.logs(), /T0ken/);
  });

  test('turns the channel off when the receiver is gone, as a message does', async () => {
    receiver.answer('/gone', { status: 410 });
    const id = await one('gone');
    assert.deepEqual(await tested(id), { success: false, message: 'Slack answered 410 Gone' });
    const { state, isActive } = await get(id);
    assert.deepEqual([state, isActive], ['failing', false]);
    receiver.answer('/gone', { status: 200 });
    await put(id, { isActive: true });
    assert.equal((await tested(id)).success, true);
    assert.equal((await get(id)).state, 'ok');
  });

  test('to Apprise with nothing configured was not sent', async () => {
    receiver.answer('/empty', { status: 204 });
    const { success, message } = await tested(await one('empty', 'apprise'));
    assert.equal(success, false);
    assert.match(message, /nothing configured/);
    assert.equal(receiver.at('/empty/T0ken/notify/T0ken').length, 1);
  });

  test('by mail needs mail to be set up', async () => {
    const config = { to: [user.email] };
    const { channel } = await created({ type: 'mail', config });
    assert.equal((await tested(channel.id)).success, true);
    assert.equal(mailbox.to(user.email).length, 1);
    mailbox.refuse(550, `No such user ${user.email}`);
    assert.deepEqual(await tested(channel.id), { success: false, message: 'The mail server answered 550' });
    mailbox.refuse(null);
    const owner = await strict.user();
    const without = await created({ type: 'mail', config }, owner);
    assert.deepEqual(await tested(without.channel.id, owner), {
      success: false,
      message: 'Mail is not set up',
    });
  });

  test('is limited to 60 a minute for a person', async () => {
    const owner = await app.user();
    const { channel } = await created({ type: 'slack', config: { url: `${receiver.url}/many` } }, owner);
    const tests = Array.from({ length: 150 }, () => owner.call('POST', `/channels/${channel.id}/test`));
    const began = performance.now();
    const statuses = (await Promise.all(tests)).map(({ status }) => status);
    const sent = statuses.filter((status) => status === 200).length;
    // One more for each second that passes.
    const most = 61 + (performance.now() - began) / 1000;
    assert.ok(sent >= 60 && sent <= most, `${sent} of ${most}`);
    assert.ok(statuses.every((status) => status === 200 || status === 429));
  });
});
