// On both engines: alerts are raised and listed by statements of their own.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, mock, test } from 'node:test';
import type { Expiration } from '@quartermaster/contract/expirations/expirations.schema';
import type { AlertEvent, ListedAlert } from '@quartermaster/contract/alerts/alerts.schema';
import type { BulkActionResult } from '@quartermaster/contract/api/bulk-actions';
import { addDays } from '@quartermaster/contract/rules/calendar';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { lookedUp } from '../../../test/looked-up.ts';
import { createFrom, createRecord, validBody } from '../../../test/records.ts';
import { scopedMember } from '../../../test/scoped-member.ts';
import { type Client, password, startApp } from '../../../test/test-app.ts';
import { crossWorkspace } from '../../alerts/crossing.ts';
import type { Told } from '../../deliveries/told.ts';

const start = Date.parse(`${new Date().toISOString().slice(0, 10)}T12:00:00.000Z`);
mock.timers.enable({ apis: ['Date'], now: start });
let now = start;
const pass = (days: number): void => {
  now += days * dayMs;
  mock.timers.setTime(now);
};

const app = await startApp({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'quartermaster@example.com' });
await app.user();

/** A day, counted from the first. */
const day = (days: number): string => addDays(new Date(start).toISOString().slice(0, 10), days);
const tag = (value: string) => [{ type: 'client', value }];

interface Place {
  client: Client;
  ownerId: string;
  channelId: string;
}

/** The client, who signs in again when time has passed. */
function signedIn(client: Client): Client {
  let { token } = client;
  const call: Client['call'] = async (method, path, body, headers) => {
    const answer = await app.call<never>(method, path, body, token, headers);
    if (answer.status !== 401) return answer;
    const credentials = { email: client.email, password };
    const again = await app.call<{ data: { tokens: { accessToken: string } } }>(
      'POST',
      '/auth/login',
      credentials,
    );
    assert.equal(again.status, 200, again.text);
    token = again.body.data.tokens.accessToken;
    return app.call<never>(method, path, body, token, headers);
  };
  return { ...client, call };
}
/** A workspace whose default rule tells one channel, and its owner. */
async function place(): Promise<Place> {
  const client = signedIn(await app.user());
  const { id: ownerId } = await app.ownerOf(client);
  const channelId = await channel(ownerId);
  const { status } = await client.call('PUT', `/alert-rules/${ownerId}`, { channelIds: [channelId] });
  assert.equal(status, 200);
  return { client, ownerId, channelId };
}
async function channel(ownerId: string, type = 'ntfy'): Promise<string> {
  const id = randomUUID();
  const row = {
    ownerId,
    id,
    name: 'Chat',
    type,
    config: '{}',
    sealed: '',
    isActive: 1,
    refusals: 0,
    waitUntil: 0,
    userId: null,
  } as const;
  const none = { lastSentAt: null, lastError: null, answers: '{}' };
  await app.db
    .insertInto('channels')
    .values({ ...row, ...none, createdAt: now, updatedAt: now })
    .execute();
  return id;
}
const cross = ({ ownerId }: Place) => crossWorkspace(app.services, ownerId, new AbortController().signal);
async function domain(
  { client }: Place,
  name: string,
  days: number | null,
  more: object = {},
): Promise<string> {
  const expirationDate = days === null ? null : day(days);
  const body = {
    ...(await validBody(client, 'domains')),
    domain: name,
    tags: [],
    status: 'ACTIVE',
    expirationDate,
  };
  return (await createFrom(client, 'domains', { ...body, ...more })).id;
}
async function alerts({ client }: Place, query = ''): Promise<ListedAlert[]> {
  const answer = await client.call<{ data: { alerts: ListedAlert[] } }>('GET', `/alerts?${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data.alerts;
}
async function only(where: Place, query = ''): Promise<ListedAlert> {
  const [alert, ...others] = await alerts(where, query);
  assert.ok(alert && others.length === 0, `${others.length} others`);
  return alert;
}
/** What was queued: event, distance and whether for the channel or a person. */
async function told({ ownerId, channelId }: Place): Promise<string[]> {
  const rows = await app.db
    .selectFrom('deliveries')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  const to = (row: (typeof rows)[number]) =>
    row.userId === null ? (row.channelId === channelId ? 'channel' : 'other') : 'person';
  return rows.map(
    (row) => `${row.event} ${row.distance} ${to(row)}${row.state === 'waiting' ? '' : ` ${row.state}`}`,
  );
}
const act = async ({ client }: Place, ids: string[], does: object): Promise<BulkActionResult> => {
  const answer = await client.call<{ data: BulkActionResult }>('POST', '/alerts/bulk-actions', {
    records: { ids },
    do: does,
  });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
};

describe('alerts', () => {
  test('are raised once for each distance, with the most urgent after a pause', async () => {
    const where = await place();
    const id = await domain(where, 'first.example', 65, { tags: tag('a') });
    await cross(where);
    assert.deepEqual(await alerts(where), []);
    pass(6);
    await cross(where);
    await cross(where);
    const { id: alertId, ...alert } = await only(where);
    const { expiration } = alert;
    const at = new Date(now).toISOString();
    assert.deepEqual(alert, {
      ...{ kind: 'expiry', what: 'domain', area: 'domains', recordId: id, name: 'first.example' },
      ...{ date: day(65), daysLeft: 59, distance: 60, state: 'OPEN', renewal: null, raisedAt: at },
      crossings: [{ distance: 60, at }],
      ...{ acknowledgedBy: null, acknowledgedAt: null, snoozedUntil: null, level: 0 },
      ...{ url: `${app.config.publicUrl}/domains/${id}`, label: null, change: null, wasPast: false },
      expiration,
      told: [{ channelId: where.channelId, userId: null, name: 'Chat', state: 'waiting', at: null }],
    });
    const shown = [expiration?.recordId, expiration?.date, expiration?.alertId, expiration?.account?.area];
    assert.deepEqual(shown, [id, day(65), alertId, 'registrator-accounts']);
    const listed = await where.client.call<{ data: { expirations: Expiration[] } }>('GET', '/expirations');
    assert.deepEqual(
      listed.body.data.expirations.map((each) => [each.alertId, each.alertState]),
      [[alertId, 'OPEN']],
    );
    pass(54);
    await cross(where);
    // The clock goes back, and on again.
    pass(-20);
    await cross(where);
    pass(20);
    await cross(where);
    assert.deepEqual(await told(where), [
      'alert.crossed 60 channel',
      'alert.crossed 7 channel',
      'alert.crossed 7 person',
    ]);
    pass(7);
    await cross(where);
    assert.equal((await only(where)).daysLeft, -2);
    assert.deepEqual((await told(where)).slice(3), ['alert.crossed -1 channel', 'alert.crossed -1 person']);
    const stats = await where.client.call<{ data: object }>('GET', '/alerts/stats');
    assert.deepEqual(stats.body.data, {
      stats: { open: 1, acknowledged: 0, snoozed: 0, overdue: 1, wasPast: 0 },
    });
    pass(-(now - start) / dayMs);
  });

  test('of short certificates follow shares of the lifetime, also of those that end at midnight, UTC', async () => {
    const where = await place();
    const id = await domain(where, 'short.example', null);
    const midnight = (days: number) => `${day(days)}T00:00:00.000Z`;
    // 90 days and 6 days: 12 hours are left of the second one.
    for (const [subject, notBefore, notAfter] of [
      ['short.example:443', midnight(-80), midnight(10)],
      ['www.short.example:443', midnight(-5), midnight(1)],
    ] as const)
      await lookedUp(app, where.ownerId, [id], {
        ...{ kind: 'tls', source: 'tls', subject, values: { notBefore, notAfter } },
      });
    await cross(where);
    const crossings = async () =>
      (await alerts(where)).map(({ label, crossings: each }) => [
        label,
        ...each.map(({ distance, share }) => `${distance} ${share ?? ''}`),
      ]);
    assert.deepEqual(await crossings(), [
      ['www.short.example:443', '0.5 3'],
      ['short.example:443', '18 20'],
    ]);
    assert.deepEqual((await told(where)).sort(), [
      'alert.crossed 0.5 channel',
      'alert.crossed 0.5 person',
      'alert.crossed 18 channel',
    ]);
    pass(7.5);
    await cross(where);
    assert.deepEqual((await crossings()).at(-1), ['short.example:443', '18 20', '2.7 3']);
    assert.equal((await told(where)).filter((each) => each.startsWith('alert.crossed 2.7')).length, 2);
    pass(-7.5);
  });

  test('close with their date, start over with another, and repeat nothing when it is back', async () => {
    const where = await place();
    const id = await domain(where, 'moved.example', 20);
    await cross(where);
    const first = await only(where);
    const move = async (days: number) => {
      await where.client.call('PUT', `/domains/${id}`, { expirationDate: day(days) });
      await cross(where);
    };
    await move(385);
    assert.deepEqual(await alerts(where), []);
    const closed = await where.client.call<{ data: { alert: ListedAlert & { events: AlertEvent[] } } }>(
      'GET',
      `/alerts/${first.id}`,
    );
    const { state, events } = closed.body.data.alert;
    assert.equal(state, 'CLOSED');
    const happened = events.map(({ actor, event, detail }) => [actor, event, detail]);
    const closing = [null, 'closed', 'It has another date'];
    assert.deepEqual(happened, [[null, 'raised', 'Distance 30'], closing]);
    assert.deepEqual(await told(where), ['alert.crossed 30 channel dropped']);
    await move(20);
    assert.deepEqual([(await only(where)).id, (await told(where)).length], [first.id, 1]);
    await move(6);
    assert.deepEqual((await told(where)).slice(1), ['alert.crossed 7 channel', 'alert.crossed 7 person']);
    await where.client.call('PUT', `/domains/${id}`, { status: 'TRANSFERRED' });
    await cross(where);
    assert.deepEqual(await alerts(where), []);
  });

  test('about what was past long ago when it was first seen tell nobody', async () => {
    const where = await place();
    await domain(where, 'old.example', -400);
    await domain(where, 'yesterday.example', -1);
    await cross(where);
    assert.deepEqual(
      (await alerts(where)).map(({ name, distance, wasPast }) => [name, distance, wasPast]),
      [
        ['old.example', -1, true],
        ['yesterday.example', -1, false],
      ],
    );
    assert.deepEqual(await told(where), ['alert.crossed -1 channel', 'alert.crossed -1 person']);

    const names = async (query: string) => (await alerts(where, query)).map(({ name }) => name);
    assert.deepEqual(await names('wasPast=true'), ['old.example']);
    assert.deepEqual(await names('wasPast=false'), ['yesterday.example']);
    const body = { records: { filter: { wasPast: 'true' } }, do: { action: 'acknowledge' } };
    assert.equal((await where.client.call('POST', '/alerts/bulk-actions', body)).status, 200);
    const stats = await where.client.call<{ data: object }>('GET', '/alerts/stats');
    const counts = { open: 1, acknowledged: 1, snoozed: 0, overdue: 1, wasPast: 0 };
    assert.deepEqual(stats.body.data, { stats: counts });
  });

  test('of a large import are told in one message for the channel', async () => {
    const where = await place();
    const count = 1050;
    const domains = Array.from({ length: count }, (_, at) => ({
      domain: `d${at}.example`,
      expirationDate: day(40),
    }));
    const { registratorAccountId } = await validBody(where.client, 'domains');
    const rows = domains.map((each) => ({ ...each, registratorAccountId, status: 'ACTIVE' }));
    const answer = await where.client.call('POST', '/domains/bulk-import', { domains: rows });
    assert.equal(answer.status, 200, answer.text);
    await cross(where);
    const stats = await where.client.call<{ data: { stats: { open: number } } }>('GET', '/alerts/stats');
    assert.equal(stats.body.data.stats.open, count);
    assert.equal((await told(where)).length, 1);
  });

  test('are acknowledged, snoozed, marked as not renewing and reopened', async () => {
    const where = await place();
    await domain(where, 'acted.example', 25);
    await cross(where);
    const { id } = await only(where);
    const note = { action: 'acknowledge', note: 'Renewing on Monday' };
    assert.deepEqual(await act(where, [id], note), { changed: 1, unchanged: 0, refused: 0, refusals: [] });
    assert.equal((await act(where, [id], note)).unchanged, 1);
    const acknowledged = await only(where, 'state=ACKNOWLEDGED');
    assert.equal(acknowledged.acknowledgedBy?.userId, where.client.userId);
    pass(12);
    await cross(where);
    assert.equal((await only(where, 'state=OPEN')).acknowledgedBy, null);
    const until = new Date(now + 8 * dayMs).toISOString();
    await act(where, [id], { action: 'snooze', until });
    assert.equal((await only(where)).snoozedUntil, until);
    pass(7);
    await cross(where);
    const before = ['alert.crossed 30 channel', 'alert.crossed 14 channel'];
    assert.deepEqual(await told(where), before);
    pass(1);
    await cross(where);
    assert.equal((await only(where)).state, 'OPEN');
    const woken = [...before, 'alert.crossed 7 channel', 'alert.crossed 7 person'];
    assert.deepEqual(await told(where), woken);
    await act(where, [id], { action: 'letExpire' });
    pass(6);
    await cross(where);
    assert.deepEqual(
      await told(where),
      woken.map((each) => `${each} dropped`),
    );
    await act(where, [id], { action: 'reopen' });
    await cross(where);
    assert.deepEqual([(await only(where)).state, (await told(where)).length], ['OPEN', 4]);
    const past = await where.client.call('POST', '/alerts/bulk-actions', {
      records: { filter: { kind: 'expiry' } },
      do: { action: 'snooze', until: new Date(now).toISOString() },
    });
    assert.deepEqual([past.status, JSON.stringify(past.body).includes('do.until')], [400, true]);
    pass(-(now - start) / dayMs);
  });

  test('are escalated, and wait for the end of quiet hours', async () => {
    const where = await place();
    const second = await channel(where.ownerId);
    const escalation = [2, 3, 3].map((afterDays) => ({ afterDays, channelIds: [second] }));
    await where.client.call('PUT', `/alert-rules/${where.ownerId}`, { escalation });
    await where.client.call('PUT', '/alert-settings', { quietFrom: '11:00', quietTo: '13:30' });
    await domain(where, 'escalated.example', 29);
    await cross(where);
    pass(2);
    await cross(where);
    await cross(where);
    assert.deepEqual(await told(where), ['alert.crossed 30 channel', 'alert.escalated 30 other']);
    assert.equal((await only(where)).level, 1);
    pass(1);
    await cross(where);
    assert.equal((await only(where)).level, 3);
    const rows = await app.db
      .selectFrom('deliveries')
      .selectAll()
      .where('ownerId', '=', where.ownerId)
      .execute();
    const delays = rows.map(({ nextAt, createdAt }) => Math.round((nextAt - createdAt) / 60_000)).sort();
    assert.deepEqual(delays, [90, 90, 90, 90]);
    const levels = rows.map((row) => (JSON.parse(row.told) as Told).alerts.map(({ level }) => level));
    assert.deepEqual(levels.flat().sort(), [0, 1, 2, 3], 'each message tells its own level');
    pass(-3);
  });

  test('are seen and acted on by those who see their record', async () => {
    const where = await place();
    await domain(where, 'mine.example', 5, { tags: tag('mine') });
    await domain(where, 'other.example', 5, { tags: tag('other') });
    const member = await scopedMember(app, where.client, 'EDITOR', tag('mine')[0]);
    const viewer = await scopedMember(app, where.client, 'VIEWER', tag('other')[0]);
    // A kind that carries no tags is seen by all.
    const { id: recordId } = await createRecord(where.client, 'registrator-types');
    await where.client.call('POST', '/dates', {
      ...{ area: 'registrator-types', recordId, what: 'other', date: day(6) },
    });
    const userIds = [member.userId];
    await where.client.call('PUT', `/alert-rules/${where.ownerId}`, { userIds });
    await cross(where);
    const names = async (client: Client) =>
      (await alerts({ ...where, client }, 'what=domain')).map(({ name }) => name);
    assert.deepEqual(await names(member), ['mine.example']);
    assert.deepEqual(await names(viewer), ['other.example']);
    assert.deepEqual((await told(where)).filter((each) => each.endsWith('person')).length, 2);
    const all = await alerts(where);
    const foreign = all.find(({ name }) => name === 'other.example')?.id ?? '';
    const stranger = await place();
    for (const client of [member, stranger.client]) {
      const { changed, refusals } = await act({ ...where, client }, [foreign], { action: 'letExpire' });
      assert.deepEqual(
        [changed, refusals],
        [0, [{ id: foreign, name: foreign, message: 'Alert not found' }]],
      );
      assert.equal((await client.call('GET', `/alerts/${foreign}`)).status, 404);
    }
    const asViewer = await viewer.call('POST', '/alerts/bulk-actions', {
      records: { ids: [foreign] },
      do: { action: 'reopen' },
    });
    assert.equal(asViewer.status, 403);
  });
});
