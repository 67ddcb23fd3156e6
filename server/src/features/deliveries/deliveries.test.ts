// On both engines: messages are leased with locks.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Channel } from '@quartermaster/contract/channels/channels.schema';
import { dropUnsent } from '../../deliveries/dropping.ts';
import { queueDigest } from '../../deliveries/queue.ts';
import { type Behaviour, startRecordingServer } from '../../../test/recording-server.ts';
import { type Client, startApp } from '../../../test/test-app.ts';
import { send } from '../../../test/send-due.ts';
import { alertOf, deliveriesOf, raise, tell } from '../../../test/told.ts';

const receiver = await startRecordingServer();
const app = await startApp({ EGRESS_ALLOW: '127.0.0.0/8' });
const minuteMs = 60_000;

let paths = 0;
/** A new workspace with a channel to a path of its own. */
async function sceneOf(type = 'webhook', behaviour?: Behaviour) {
  const user = await app.user();
  const { id: ownerId } = await app.ownerOf(user);
  const path = `/path-${(paths += 1)}/`;
  if (behaviour) receiver.answer(path, behaviour);
  const channelId = await channelOf(user, type, path);
  return { user, ownerId, path, channelId, sent: () => receiver.at(path) };
}
async function channelOf(user: Client, type: string, path: string): Promise<string> {
  const config = { url: `${receiver.url}${path}` };
  const { body } = await user.call<{ data: { channel: Channel } }>('POST', '/channels', {
    name: 'Ops',
    type,
    config,
  });
  return body.data.channel.id;
}
const channel = async (user: Client, id: string) =>
  (await user.call<{ data: { channel: Channel } }>('GET', `/channels/${id}`)).body.data.channel;
/** As if the back-off had passed. */
async function wait(ownerId: string): Promise<void> {
  await app.db.updateTable('deliveries').set({ nextAt: 0 }).where('ownerId', '=', ownerId).execute();
  await app.db.updateTable('channels').set({ waitUntil: 0 }).where('ownerId', '=', ownerId).execute();
}
const crossJobs = async (ownerId: string) =>
  (await app.db.selectFrom('jobs').select('kind').where('uniqueKey', '=', `cross ${ownerId}`).execute())
    .length;

describe('messages', () => {
  test('are sent once, with the same key and words on every attempt', async () => {
    const { user, ownerId, path, channelId, sent } = await sceneOf('webhook', { status: 503 });
    const alert = alertOf({ name: 'münchen.example' });
    await tell(app.db, ownerId, [alert], { channelIds: [channelId] });
    await send(app);
    await send(app);
    assert.equal(sent().length, 1);
    const [failed] = await deliveriesOf(user);
    assert.equal(failed?.state, 'waiting');
    assert.deepEqual(
      failed.attempts.map(({ status, message }) => [status, message]),
      [[503, 'The webhook answered 503 Service Unavailable']],
    );
    const waits = Date.parse(failed.nextAt ?? '') - Date.parse(failed.attempts[0]?.at ?? '');
    assert.ok(waits > 0.85 * minuteMs && waits <= minuteMs, String(waits));
    receiver.answer(path, { status: 202 });
    await wait(ownerId);
    await send(app);
    await send(app);
    const [first, second] = sent();
    assert.equal(sent().length, 2);
    assert.equal(first?.body, second?.body);
    assert.equal(first?.headers['webhook-id'], second?.headers['webhook-id']);
    assert.deepEqual(JSON.parse(second?.body ?? ''), {
      type: 'alert.crossed',
      timestamp: (JSON.parse(first?.body ?? '') as { timestamp: string }).timestamp,
      data: { alert },
    });
    const [done] = await deliveriesOf(user);
    assert.equal(done?.key, second?.headers['webhook-id']);
    assert.deepEqual([done?.state, done?.nextAt, done?.alertId, done?.distance], ['sent', null, alert.id, 7]);
    assert.equal(done?.subject, 'münchen.example: domain expires in 7 days');
    assert.deepEqual(
      done.attempts.map(({ status }) => status),
      [503, 202],
    );
    assert.equal((await channel(user, channelId)).state, 'ok');
  });

  test('wait at least as long as Retry-After asks, and longer after each attempt', async () => {
    const behaviour = { status: 429, headers: { 'retry-after': '7200' } };
    const { user, ownerId, path, channelId } = await sceneOf('discord', behaviour);
    await tell(app.db, ownerId, [alertOf()], { channelIds: [channelId] });
    const waited = async () => {
      await wait(ownerId);
      const before = Date.now();
      await send(app);
      const [row] = await deliveriesOf(user);
      return (Date.parse(row?.nextAt ?? '') - before) / minuteMs;
    };
    assert.ok((await waited()) >= 120);
    receiver.answer(path, {
      status: 429,
      headers: { 'retry-after': new Date(Date.now() + 3 * 60 * minuteMs).toUTCString() },
    });
    assert.ok((await waited()) >= 179);
    receiver.answer(path, { status: 500 });
    const waits = [await waited(), await waited(), await waited()];
    for (const [index, minutes] of [4, 8, 16].entries())
      assert.ok((waits[index] ?? 0) > 0.85 * minutes && (waits[index] ?? 0) < minutes + 0.2, String(waits));
    await app.db.updateTable('deliveries').set({ attempted: 40 }).where('ownerId', '=', ownerId).execute();
    const longest = await waited();
    assert.ok(longest > 300 && longest <= 360.1, String(longest));
    for (let times = 0; times < 20; times += 1) await waited();
    assert.equal((await deliveriesOf(user))[0]?.attempts.length, 20);
  });

  test('that were taken are not sent again because the answer never ends', async () => {
    const { user, ownerId, channelId, sent } = await sceneOf('webhook', 'endless');
    await tell(app.db, ownerId, [alertOf()], { channelIds: [channelId] });
    await send(app);
    assert.deepEqual([(await deliveriesOf(user))[0]?.state, sent().length], ['sent', 1]);
  });

  test('that were refused are tried again after quiet hours, except for digests', async () => {
    const { user, ownerId, channelId } = await sceneOf('webhook', { status: 500 });
    const clock = (minutes: number) => new Date(Date.now() + minutes * minuteMs).toISOString().slice(11, 16);
    const quiet = { quietFrom: clock(-60), quietTo: clock(120) };
    assert.equal((await user.call('PUT', '/alert-settings', quiet)).status, 200);
    await tell(app.db, ownerId, [alertOf()], { channelIds: [channelId] });
    // Mail is not set up here.
    const digest = { subject: '2 dates within 60 days', text: '', records: [] };
    await app.db.transaction().execute((tx) => queueDigest(tx, ownerId, user.userId, digest));
    await send(app);
    const deliveries = await deliveriesOf(user);
    const nextAt = (event: string) => deliveries.find((each) => each.event === event)?.nextAt ?? '';
    assert.equal(nextAt('alert.crossed').slice(11), `${quiet.quietTo}:00.000Z`);
    assert.ok(Date.parse(nextAt('digest')) - Date.now() < 2 * minuteMs, nextAt('digest'));
  });

  test('are given up after 14 days, and sent again by a person', async () => {
    const { user, ownerId, path, channelId, sent } = await sceneOf('slack', { status: 404 });
    await tell(app.db, ownerId, [alertOf()], { channelIds: [channelId] });
    const [row] = await deliveriesOf(user);
    const { until, createdAt } = await app.db
      .selectFrom('deliveries')
      .select(['until', 'createdAt'])
      .where('id', '=', row?.id ?? '')
      .executeTakeFirstOrThrow();
    assert.ok(Math.abs(until - createdAt - 14 * 24 * 60 * minuteMs) < minuteMs);
    await app.db.updateTable('deliveries').set({ until: 1 }).where('ownerId', '=', ownerId).execute();
    await send(app);
    const [over] = await deliveriesOf(user, '&state=given-up');
    assert.deepEqual([over?.state, over?.nextAt, sent().length], ['given-up', null, 1]);
    await wait(ownerId);
    await send(app);
    assert.equal(sent().length, 1);
    receiver.answer(path, { status: 200 });
    const other = await app.user();
    assert.equal((await other.call('POST', `/deliveries/${over?.id}/retry`)).status, 404);
    assert.equal((await user.call('POST', `/deliveries/${over?.id}/retry`)).status, 200);
    await send(app);
    assert.equal((await deliveriesOf(user))[0]?.state, 'sent');
    assert.equal((await user.call('POST', `/deliveries/${over?.id}/retry`)).status, 409);
  });

  test('of alerts that are over are dropped, and the log says so', async () => {
    const { user, ownerId, channelId, sent } = await sceneOf();
    const [over, open] = [alertOf(), alertOf()];
    await tell(app.db, ownerId, [over, open], { channelIds: [channelId] });
    await app.db.transaction().execute((tx) => dropUnsent(tx, ownerId, [over.id]));
    await send(app);
    assert.deepEqual(
      sent().map(({ body }) => (JSON.parse(body) as { data: { alert: { id: string } } }).data.alert.id),
      [open.id],
    );
    const [dropped] = await deliveriesOf(user, `&alertId=${over.id}`);
    assert.deepEqual(
      [dropped?.state, dropped?.attempts[0]?.message],
      ['dropped', 'Not sent: the alert is over'],
    );
  });

  test('with a list are dropped once all of its alerts are over', async () => {
    const { user, ownerId, channelId } = await sceneOf('slack');
    const alerts = Array.from({ length: 120 }, () => alertOf());
    for (const alert of alerts) await raise(app.db, ownerId, alert);
    await tell(app.db, ownerId, alerts, { channelIds: [channelId], notBefore: Date.now() + minuteMs });
    const ids = alerts.map(({ id }) => id);
    const about = async (id = '') => (await deliveriesOf(user, `&alertId=${id}`)).length;
    assert.deepEqual([await about(ids[0]), await about(ids[119]), await about(alertOf().id)], [1, 1, 0]);
    const asked = [ids[119] ?? '', ids[0] ?? ''];
    const [list] = await deliveriesOf(user, `&alertId=${alertOf().id},${asked.join(',')}`);
    assert.deepEqual([list?.alertId, list?.alertIds.toSorted()], [null, asked.toSorted()]);
    assert.deepEqual((await deliveriesOf(user))[0]?.alertIds, []);
    const end = async (over: string[]) => {
      const ended = app.db.updateTable('alerts').set({ state: 'LET_EXPIRE' }).where('id', 'in', over);
      await ended.execute();
      await app.db.transaction().execute((tx) => dropUnsent(tx, ownerId, over));
      return (await deliveriesOf(user)).map(({ state }) => state);
    };
    assert.deepEqual(await end(ids.slice(0, 119)), ['waiting']);
    assert.deepEqual(await end(ids.slice(119)), ['dropped']);
  });

  test('wait until they may be sent, and while sending is paused', async () => {
    const { user, ownerId, channelId, sent } = await sceneOf();
    await tell(app.db, ownerId, [alertOf()], { channelIds: [channelId], notBefore: Date.now() + minuteMs });
    await send(app);
    assert.equal(sent().length, 0);
    await wait(ownerId);
    await app.db.updateTable('workspaces').set({ sendingPausedAt: 1 }).where('id', '=', ownerId).execute();
    await send(app);
    const paused = () => user.call<{ data: { pausedAt: string | null } }>('GET', '/deliveries/sending');
    assert.deepEqual([sent().length, (await paused()).body.data.pausedAt], [0, '1970-01-01T00:00:00.001Z']);
    const resumed = await user.call('POST', '/deliveries/sending/resume');
    assert.deepEqual(resumed.body, { data: { pausedAt: null } });
    await send(app);
    assert.deepEqual([sent().length, (await paused()).body.data.pausedAt], [1, null]);
    const { body } = await user.call<{ data: { events: object[] } }>('GET', '/audit?action=sending.resumed');
    assert.equal(body.data.events.length, 1);
  });

  test('that were due before quiet hours wait for their end, unless somebody sends them in them', async () => {
    const { user, ownerId, channelId, sent } = await sceneOf();
    const clock = (at: number) => new Date(at).toISOString().slice(11, 16);
    const [from, to] = [Date.now() - 10 * minuteMs, Date.now() + 60 * minuteMs];
    await user.call('PUT', '/alert-settings', { quietFrom: clock(from), quietTo: clock(to) });
    await tell(app.db, ownerId, [alertOf()], { channelIds: [channelId] });
    await wait(ownerId);
    const stored = app.db.updateTable('deliveries').where('ownerId', '=', ownerId);
    await stored.set({ until: Date.now() }).execute();
    await send(app);
    const [row] = await deliveriesOf(user);
    const end = new Date(Math.floor(to / minuteMs) * minuteMs).toISOString();
    assert.deepEqual([sent().length, row?.state, row?.nextAt, row?.attempts], [0, 'waiting', end, []]);
    const { until } = await app.db
      .selectFrom('deliveries')
      .select('until')
      .where('ownerId', '=', ownerId)
      .executeTakeFirstOrThrow();
    assert.equal(until, Date.parse(end) + 14 * 24 * 60 * minuteMs, 'tried for 14 days from then on');
    await user.call('POST', `/deliveries/${row?.id}/retry`);
    await send(app);
    assert.equal(sent().length, 1);
  });

  test('more than 20 at once are one with a list, for programs one each', async () => {
    const { user, ownerId, path, channelId, sent } = await sceneOf('slack');
    const webhook = await channelOf(user, 'webhook', `${path}each/`);
    const alerts = Array.from({ length: 60 }, (_, n) => alertOf({ name: `<!channel> & ${n}.example` }));
    await tell(app.db, ownerId, alerts.slice(0, 20), { channelIds: [channelId] });
    await tell(app.db, ownerId, alerts, { channelIds: [channelId, webhook] });
    await send(app);
    const [each, chat] = [receiver.at(`${path}each/`), sent().filter(({ path: at }) => !at.includes('each'))];
    assert.deepEqual([each.length, chat.length], [60, 21]);
    const list = chat.at(-1)?.body ?? '';
    assert.match(list, /&lt;!channel&gt; &amp; 0\.example/);
    assert.match(list, /and 15 more/);
    assert.doesNotMatch(list, /<!channel>/);
    const rows = await deliveriesOf(user, `&channelId=${channelId}`);
    assert.equal(
      rows.find(({ alertId }) => alertId === null)?.subject,
      '60 alerts, the most urgent about <!channel> & 0.example',
    );
  });
});

describe('a channel', () => {
  test('fails after three refusals in a row, and is all right with the next success', async () => {
    const { user, ownerId, path, channelId } = await sceneOf('slack', { status: 500 });
    await tell(app.db, ownerId, [alertOf(), alertOf(), alertOf()], { channelIds: [channelId] });
    const states: string[] = [];
    const jobs: number[] = [];
    for (let times = 0; times < 3; times += 1) {
      await wait(ownerId);
      await app.db.deleteFrom('jobs').where('uniqueKey', '=', `cross ${ownerId}`).execute();
      await send(app);
      states.push((await channel(user, channelId)).state);
      jobs.push(await crossJobs(ownerId));
    }
    assert.equal(states.at(-1), 'failing');
    assert.equal(jobs.at(-1), 1);
    assert.equal((await channel(user, channelId)).lastError, 'Slack answered 500 Internal Server Error');
    receiver.answer(path, { status: 200 });
    await app.db.deleteFrom('jobs').where('uniqueKey', '=', `cross ${ownerId}`).execute();
    await wait(ownerId);
    await send(app);
    const { state, lastError } = await channel(user, channelId);
    assert.deepEqual([state, lastError, await crossJobs(ownerId)], ['ok', null, 1]);
  });

  test('that answers 410 is turned off; what waits goes once it is on again', async () => {
    const { user, ownerId, path, channelId, sent } = await sceneOf('webhook', { status: 410 });
    await tell(app.db, ownerId, [alertOf(), alertOf()], { channelIds: [channelId] });
    await send(app);
    assert.equal(sent().length, 1);
    const off = await channel(user, channelId);
    assert.deepEqual([off.isActive, off.state], [false, 'failing']);
    receiver.answer(path, { status: 200 });
    await wait(ownerId);
    await send(app);
    assert.equal(sent().length, 1);
    await user.call('PUT', `/channels/${channelId}`, { isActive: true });
    await send(app);
    assert.equal(sent().length, 3);
    assert.deepEqual(
      (await deliveriesOf(user)).map(({ state }) => state),
      ['sent', 'sent'],
    );
  });

  test('that is deleted drops what waits for it', async () => {
    const { user, ownerId, channelId, sent } = await sceneOf();
    await tell(app.db, ownerId, [alertOf()], { channelIds: [channelId] });
    await user.call('DELETE', `/channels/${channelId}`);
    await send(app);
    const [row] = await deliveriesOf(user);
    assert.deepEqual(
      [row?.state, row?.attempts[0]?.message, sent().length],
      ['dropped', 'Not sent: the channel was deleted', 0],
    );
  });

  test('that refused one message is tried once at a time, until it takes one', async () => {
    const { user, ownerId, path, channelId, sent } = await sceneOf('webhook', { status: 503 });
    const alerts = Array.from({ length: 30 }, () => alertOf());
    await tell(app.db, ownerId, alerts, { channelIds: [channelId] });
    await send(app);
    await send(app);
    const waiting = await deliveriesOf(user, '&state=waiting');
    assert.deepEqual([sent().length, waiting.length], [1, 30]);
    for (const { nextAt } of waiting)
      assert.ok(Date.parse(nextAt ?? '') > Date.now() + 0.8 * minuteMs, nextAt ?? '');
    // A person need not wait, and the message that they name goes first.
    const asked = waiting.at(7)?.id;
    const retry = () => user.call('POST', `/deliveries/${asked}/retry`);
    await retry();
    await send(app);
    const attempts = (await deliveriesOf(user)).find(({ id }) => id === asked)?.attempts;
    assert.deepEqual(
      attempts?.map(({ status }) => status),
      [503],
    );
    assert.equal(sent().length, 2);
    receiver.answer(path, { status: 200 });
    await retry();
    await send(app);
    const done = await deliveriesOf(user, '&state=sent');
    // What was refused itself waits for as long as it did.
    assert.ok(done.length >= 29, String(done.length));
    assert.ok(done.some(({ id }) => id === asked));
  });

  test('that hangs does not hold up the others', async () => {
    const { user, ownerId, path, channelId } = await sceneOf('slack', 'hang');
    const quick = await channelOf(user, 'webhook', `/quick${path}`);
    await tell(app.db, ownerId, [alertOf()], { channelIds: [channelId] });
    await tell(app.db, ownerId, [alertOf()], { channelIds: [quick] });
    const sending = send(app);
    const started = Date.now();
    while ((await deliveriesOf(user, '&state=sent')).length === 0)
      assert.ok(Date.now() - started < 8000, 'the other channel waits');
    await sending;
    const [late] = await deliveriesOf(user, `&channelId=${channelId}`);
    assert.equal(late?.attempts[0]?.message, 'Timed out after 10 seconds');
  });
});
