import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Alert } from '@quartermaster/contract/alerts/alerts.schema';
import { endAccess } from '../../access/end-access.ts';
import { queueDigest } from '../../deliveries/queue.ts';
import { reachOf } from '../../deliveries/reach.ts';
import { join } from '../../../test/api-tokens.ts';
import { createRecord } from '../../../test/records.ts';
import { startMailbox } from '../../../test/mailbox.ts';
import { scopedMember } from '../../../test/scoped-member.ts';
import { type Client, startApp } from '../../../test/test-app.ts';
import { send } from '../../../test/send-due.ts';
import { alertOf, deliveriesOf, raise, tell } from '../../../test/told.ts';

const mailbox = await startMailbox();
const app = await startApp({
  PUBLIC_URL: 'https://inventory.example.com',
  SMTP_URL: mailbox.url,
  MAIL_FROM: 'Quartermaster <inventory@example.com>',
});
const user = await app.user();
const { id: ownerId } = await app.ownerOf(user);
const domain = await createRecord(user, 'domains');
const dayMs = 86_400_000;

/** An alert about the domain. */
async function raised(): Promise<Alert> {
  const alert = alertOf({ area: 'domains', recordId: domain.id, name: 'acme.example' });
  await raise(app.db, ownerId, alert);
  return alert;
}
const set = (id: string, state: string) =>
  app.db.updateTable('alerts').set({ state }).where('ownerId', '=', ownerId).where('id', '=', id).execute();

/** Tells a person of a new alert; returns the mail and the token of its link. */
async function told(to: Client = user) {
  const alert = await raised();
  await tell(app.db, ownerId, [alert], { userIds: [to.userId] });
  await send(app);
  const mail = mailbox.to(to.email).at(-1) ?? '';
  const [, token = ''] = /https:\/\/inventory\.example\.com\/acknowledge\/([\w-]+)/.exec(mail) ?? [];
  return { alert, mail, token };
}
type Acknowledged = { data: { alert: object }; error?: { code: string } };
const link = (method: 'GET' | 'POST', token: string) =>
  app.call<Acknowledged>(method, `/acknowledge/${token}`);
const isNowhere = async (token: string, why: string) => {
  for (const method of ['GET', 'POST'] as const) {
    const { status, body } = await link(method, token);
    assert.deepEqual([status, body.error?.code], [404, 'NOT_FOUND'], why);
  }
};

describe('a message to a person', () => {
  test('names what expires, has the key in its Message-ID, and links to the record', async () => {
    const { mail, token } = await told();
    const [row] = await deliveriesOf(user);
    assert.match(mail, /^Subject: Quartermaster: acme\.example: domain expires in 7 days\r?$/m);
    assert.match(mail, new RegExp(`^Message-ID: <${row?.key ?? '?'}@inventory\\.example\\.com>\r?$`, 'm'));
    assert.match(mail, /The date is 9 March 2027\./);
    assert.match(mail, /http:\/\/localhost:4000\/domains\/1/);
    assert.ok(token.length > 40 && token.length <= 200, String(token.length));
    assert.deepEqual([row?.state, row?.userId, row?.attempts[0]?.status], ['sent', user.userId, 250]);
  });

  test('has subjects by the day, in one line', async () => {
    for (const [fields, subject] of [
      [{ daysLeft: 1 }, 'acme.example: domain expires in 1 day'],
      [{ daysLeft: 0, what: 'tls' }, 'acme.example: TLS certificate expires today'],
      [{ daysLeft: -1, what: 'key' }, 'acme.example: API key expired 1 day ago'],
      [{ daysLeft: -3, what: 'other', label: 'Contract' }, 'acme.example: Contract expired 3 days ago'],
      [{ kind: 'registration-lost', what: null }, 'acme.example: no longer registered'],
      [{ name: 'a\r\nBcc: x@example.com' }, 'a Bcc: x@example.com: domain expires in 7 days'],
    ] as const) {
      const alert = await raised();
      await tell(app.db, ownerId, [{ ...alert, ...fields }], { userIds: [user.userId] });
      await send(app);
      const mail = mailbox.to(user.email).at(-1) ?? '';
      assert.ok(mail.includes(`\nSubject: Quartermaster: ${subject}\r\n`), mail);
      assert.doesNotMatch(mail, /^Bcc:/m);
    }
  });

  test('goes only to members who may see the record then', async () => {
    const member = await scopedMember(app, user, 'EDITOR');
    const alert = await raised();
    const hidden = mailbox.to(member.email).length;
    await tell(app.db, ownerId, [alert], { userIds: [member.userId] });
    await send(app);
    assert.equal(mailbox.to(member.email).length, hidden);
    const [row] = await deliveriesOf(user, `&alertId=${alert.id}`);
    assert.deepEqual(
      [row?.state, row?.attempts[0]?.message],
      ['dropped', 'Not sent: the person does not see the record, or it is gone'],
    );
    const stranger = await app.user();
    await tell(app.db, ownerId, [alert], { userIds: [stranger.userId] });
    await send(app);
    assert.deepEqual(mailbox.to(stranger.email), []);
    const recipients = { channelIds: [], userIds: [user.userId, member.userId, stranger.userId] };
    assert.deepEqual((await reachOf(app.db, app.config, ownerId, recipients)).userIds, [
      user.userId,
      member.userId,
    ]);
    assert.deepEqual((await reachOf(app.db, { mail: null }, ownerId, recipients)).userIds, []);
  });

  test('that the mail server refuses is tried again with the same Message-ID', async () => {
    const alert = await raised();
    mailbox.refuse(451, 'Not now, ada@example.com');
    await tell(app.db, ownerId, [alert], { userIds: [user.userId] });
    await send(app);
    mailbox.refuse(null);
    const [failed] = await deliveriesOf(user, `&alertId=${alert.id}`);
    assert.deepEqual(
      failed?.attempts.map(({ status, message }) => [status, message]),
      [[451, 'The mail server answered 451']],
    );
    await app.db.updateTable('deliveries').set({ nextAt: 0 }).where('state', '=', 'waiting').execute();
    await send(app);
    assert.match(mailbox.to(user.email).at(-1) ?? '', new RegExp(`<${failed?.key ?? '?'}@`));
  });
});

describe('many messages to a person', () => {
  test('are one with a list of what they see then', async () => {
    const member = await scopedMember(app, user, 'EDITOR');
    const own = await createRecord(member, 'domains');
    const alerts = await Promise.all(Array.from({ length: 25 }, raised));
    const seen = alertOf({ area: 'domains', recordId: own.id, name: 'seen.example' });
    await raise(app.db, ownerId, seen);
    const userIds = [user.userId, member.userId];
    await tell(app.db, ownerId, [...alerts, seen], { userIds });
    await send(app);
    const [all = '', ...others] = mailbox.to(user.email).slice(-1);
    assert.deepEqual(others, []);
    assert.match(all, /^Subject: Quartermaster: 26 alerts, the most urgent about acme\.example\r?$/m);
    assert.equal(all.split('\nAcknowledge: ').length, 27);
    const [mail = '', ...more] = mailbox.to(member.email);
    assert.deepEqual(more, []);
    assert.match(mail, /^Subject: Quartermaster: seen\.example: domain expires in 7 days\r?$/m);
    assert.doesNotMatch(mail, /acme/);
    const [, token = ''] = /\/acknowledge\/([\w-]+)/.exec(mail) ?? [];
    assert.equal((await link('POST', token)).status, 200);
    await tell(app.db, ownerId, alerts, { userIds: [member.userId] });
    await send(app);
    assert.equal(mailbox.to(member.email).length, 1);
    assert.equal((await deliveriesOf(user))[0]?.state, 'dropped');
  });
});

describe('what a member with a scope does not see', () => {
  test('is named in no digest that was made before, and by no message about the server itself', async () => {
    const member = await scopedMember(app, user, 'EDITOR');
    const own = await createRecord(member, 'domains');
    const records = [own, domain].map(({ id: recordId }) => ({ area: 'domains' as const, recordId }));
    for (const named of [records.slice(0, 1), records]) {
      const digest = { subject: 'Dates', text: 'acme.example', records: named };
      await app.db.transaction().execute((tx) => queueDigest(tx, ownerId, member.userId, digest));
      await send(app);
    }
    const server = alertOf({ kind: 'channel-failing', what: null, name: 'Chat' });
    await raise(app.db, ownerId, server);
    await tell(app.db, ownerId, [server], { userIds: [user.userId, member.userId] });
    await send(app);
    assert.equal(mailbox.to(member.email).length, 1);
    assert.deepEqual(
      (await deliveriesOf(user)).slice(0, 4).map(({ event, state }) => `${event} ${state}`),
      ['alert.crossed dropped', 'alert.crossed sent', 'digest dropped', 'digest sent'],
    );
    const [, token = ''] = /\/acknowledge\/([\w-]+)/.exec(mailbox.to(user.email).at(-1) ?? '') ?? [];
    assert.equal((await link('GET', token)).status, 200);
    const about = { ownerId, alertId: server.id, userId: member.userId, distance: null };
    await isNowhere(app.services.links.linkTo(about, Date.now()).split('/').at(-1) ?? '', 'of the server');
  });
});

describe('the link to acknowledge', () => {
  test('shows one alert, changes nothing when it is opened, and acknowledges it once', async () => {
    const { alert, token } = await told();
    const shown = { name: 'acme.example', what: 'domain', date: '2027-03-09' };
    const before = await app.db.selectFrom('alerts').selectAll().where('id', '=', alert.id).execute();
    assert.deepEqual((await link('GET', token)).body, { data: { alert: { ...shown, state: 'OPEN' } } });
    assert.deepEqual(
      await app.db.selectFrom('alerts').selectAll().where('id', '=', alert.id).execute(),
      before,
    );
    for (let times = 0; times < 2; times += 1)
      assert.deepEqual((await link('POST', token)).body, {
        data: { alert: { ...shown, state: 'ACKNOWLEDGED' } },
      });
    const events = await app.db
      .selectFrom('alert_events')
      .selectAll()
      .where('alertId', '=', alert.id)
      .execute();
    assert.deepEqual(
      events.map(({ event, actorId, actorEmail }) => [event, actorId, actorEmail]),
      [['acknowledged', user.userId, user.email]],
    );
    assert.ok(!app.logs().includes(token));
    assert.match(app.logs(), /"path":"\/api\/acknowledge\/:token"/);
  });

  test('leads nowhere once the access of its person has ended; a later message has one that works', async () => {
    const client = await app.user();
    await join(app, user, client, 'EDITOR');
    const { token } = await told(client);
    assert.equal((await link('GET', token)).status, 200);
    await app.db.transaction().execute((tx) => endAccess(tx, client.userId));
    await isNowhere(token, 'of access that ended');
    const { token: later } = await told(client);
    assert.equal((await link('GET', later)).status, 200);
  });

  test('that is forged, over, of a closed alert or of a person who left leads nowhere', async () => {
    const { alert, token } = await told();
    for (const [at, character] of [...token].entries())
      if (at % 9 === 0)
        await isNowhere(token.slice(0, at) + (character === 'A' ? 'B' : 'A') + token.slice(at + 1), 'forged');
    await isNowhere(`${token}A`, 'longer');
    await isNowhere('x', 'short');
    const about = { ownerId, alertId: alert.id, userId: user.userId, distance: 7 };
    const tokenAt = (at: number, more = {}) =>
      app.services.links
        .linkTo({ ...about, ...more }, at)
        .split('/')
        .at(-1) ?? '';
    assert.equal((await link('GET', tokenAt(Date.now() - 29.9 * dayMs))).status, 200);
    await isNowhere(tokenAt(Date.now() - 30.1 * dayMs), 'over');
    const stranger = await app.user();
    const { id: theirs } = await app.ownerOf(stranger);
    await isNowhere(tokenAt(Date.now(), { userId: stranger.userId }), 'no member');
    await isNowhere(tokenAt(Date.now(), { ownerId: theirs }), 'of another workspace');
    await set(alert.id, 'CLOSED');
    await isNowhere(token, 'closed');
    await set(alert.id, 'OPEN');
    const member = await scopedMember(app, user, 'EDITOR');
    await isNowhere(tokenAt(Date.now(), { userId: member.userId }), 'not seen');
    await app.db
      .updateTable('memberships')
      .set({ scope: '[]' })
      .where('userId', '=', member.userId)
      .execute();
    assert.equal((await link('GET', tokenAt(Date.now(), { userId: member.userId }))).status, 200);
    await app.db.updateTable('users').set({ disabledAt: 1 }).where('id', '=', member.userId).execute();
    await isNowhere(tokenAt(Date.now(), { userId: member.userId }), 'disabled');
    assert.equal((await link('GET', token)).status, 200);
  });

  test('can be guessed a few times a minute, which affects no right one', async () => {
    const { token } = await told();
    const guesses = Array.from({ length: 200 }, () => link('GET', 'x'.repeat(100)));
    const statuses = new Set((await Promise.all(guesses)).map(({ status }) => status));
    assert.deepEqual(
      [...statuses].filter((status) => status !== 404),
      [429],
    );
    assert.equal((await link('POST', token)).status, 200);
    assert.equal((await link('POST', 'z'.repeat(201))).status, 404);
  });
});
