// On both engines: what a calendar told is kept by statements of its own.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AuditEvent } from '@quartermaster/contract/audit/audit.schema';
import type { Calendar } from '@quartermaster/contract/calendars/calendars.schema';
import { addDays } from '@quartermaster/contract/rules/calendar';
import { limits } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { confirmedAt } from '../../../test/confirmations.ts';
import { createFrom, createRecord, validBody } from '../../../test/records.ts';
import { scopedMember } from '../../../test/scoped-member.ts';
import { type Client, startApp } from '../../../test/test-app.ts';
import { endAccess } from '../../access/end-access.ts';

const publicUrl = 'https://inventory.example.com:8443';
const app = await startApp({ PUBLIC_URL: publicUrl });
await app.user();
const day = (days: number): string => addDays(new Date().toISOString().slice(0, 10), days);
const compact = (date: string): string => date.replaceAll('-', '');

type Made = { calendar: Calendar; url: string };
async function make(client: Client, body: object = {}): Promise<Made> {
  const answer = await client.call<{ data: Made }>('POST', '/calendars', { name: 'Renewals', ...body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data;
}
const listed = async (client: Client) =>
  (await client.call<{ data: { calendars: Calendar[] } }>('GET', '/calendars')).body.data.calendars;
const pathOf = ({ url }: Made) => url.replace(publicUrl, '');
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(app.url + path, { method, headers });

/** The events of a calendar by their UIDs, read as RFC 5545 says. */
async function eventsOf(made: Made): Promise<Record<string, Record<string, string>>> {
  const answer = await get(pathOf(made));
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  assert.ok(text.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n') && text.endsWith('END:VCALENDAR\r\n'));
  const physical = text.slice(0, -2).split('\r\n');
  for (const line of physical) assert.ok(Buffer.byteLength(line) <= 75 && !/[\r\n]/.test(line), line);
  const lines = text.slice(0, -2).replaceAll('\r\n ', '').split('\r\n');
  const events: Record<string, Record<string, string>> = {};
  let event: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (line === 'BEGIN:VEVENT') event = {};
    else if (line === 'END:VEVENT') events[event['UID'] ?? ''] = event;
    else event[line.slice(0, colon)] = line.slice(colon + 1);
  }
  return events;
}
const domain = async (client: Client, name: string, more: object = {}) =>
  createFrom(client, 'domains', { ...(await validBody(client, 'domains')), domain: name, tags: [], ...more });

describe('a calendar', () => {
  test('has the dates as all-day events that link to their records', async () => {
    const user = await app.user();
    const soon = await domain(user, 'soon.example', { expirationDate: day(5) });
    const past = await domain(user, 'vergänglich.example', { expirationDate: day(-700) });
    await domain(user, 'undated.example', { expirationDate: null });
    const server = await createFrom(user, 'servers', {
      ...(await validBody(user, 'servers')),
      name: 'a; ü, b',
    });
    const date = { area: 'servers', recordId: server.id, what: 'hosting', label: 'Plan', date: day(9) };
    const added = await user.call<{ data: { date: { id: string } } }>('POST', '/dates', date);
    const made = await make(user, { name: 'Ops, and more' });
    assert.match(made.url, /^https:\/\/inventory\.example\.com:8443\/calendar\/[\w-]{43}\.ics$/);
    const events = await eventsOf(made);
    const uid = (id: string) => `${id}@inventory.example.com`;
    const ids = [`${soon.id}.domain`, added.body.data.date.id, `${past.id}.domain`];
    assert.deepEqual(Object.keys(events), ids.map(uid));
    const { DTSTAMP: stamp, ...first } = events[uid(ids[0] ?? '')] ?? {};
    assert.match(stamp ?? '', /^\d{8}T\d{6}Z$/);
    assert.deepEqual(first, {
      UID: uid(`${soon.id}.domain`),
      SEQUENCE: '0',
      'DTSTART;VALUE=DATE': compact(day(5)),
      'X-MICROSOFT-CDO-ALLDAYEVENT': 'TRUE',
      'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT': 'TRUE',
      SUMMARY: 'soon.example: Domain expires',
      TRANSP: 'TRANSPARENT',
      'URL;VALUE=URI': `${publicUrl}/domains/${soon.id}`,
    });
    assert.equal(events[uid(ids[1] ?? '')]?.['SUMMARY'], 'a\\; ü\\, b: Hosting (Plan) expires');
    assert.equal(events[uid(ids[2] ?? '')]?.['SUMMARY'], 'vergänglich.example: Domain expires');
    const answer = await get(pathOf(made));
    const text = await answer.text();
    for (const line of ['NAME:Ops\\, and more', 'REFRESH-INTERVAL;VALUE=DURATION:P1D', 'PRODID:'])
      assert.ok(text.includes(`\r\n${line}`), text);
    assert.equal(answer.headers.get('content-type'), 'text/calendar; charset=utf-8');
    assert.equal(answer.headers.get('cache-control'), 'private');
    assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
  });

  test('is answered once for each change: 304 to who has it', async () => {
    const user = await app.user();
    const { id } = await domain(user, 'tagged.example', { expirationDate: day(5) });
    const made = await make(user);
    const etag = (await get(pathOf(made))).headers.get('etag') ?? '';
    assert.match(etag, /^"[\w-]{43}"$/);
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await get(pathOf(made), { 'if-none-match': known });
      assert.deepEqual([again.status, await again.text()], [304, '']);
      assert.equal(again.headers.get('etag'), etag);
    }
    const head = await get(pathOf(made), {}, 'HEAD');
    assert.deepEqual([head.status, head.headers.get('etag')], [200, etag]);
    await user.call('PUT', `/domains/${id}`, { domain: 'renamed.example' });
    const renamed = await get(pathOf(made), { 'if-none-match': etag });
    assert.equal(renamed.status, 200);
    assert.ok((await renamed.text()).includes('renamed.example'));
  });

  test('keeps the id of a date that moves, and cancels one that goes away', async () => {
    const user = await app.user();
    const moving = await domain(user, 'moving.example', { expirationDate: day(5) });
    const going = await domain(user, 'going.example', { expirationDate: day(6) });
    const made = await make(user);
    const of = async ({ id }: { id: string }) =>
      (await eventsOf(made))[`${id}.domain@inventory.example.com`] ?? {};
    assert.deepEqual([(await of(moving))['SEQUENCE'], (await of(going))['SEQUENCE']], ['0', '0']);
    await user.call('PUT', `/domains/${moving.id}`, { expirationDate: day(370) });
    await user.call('DELETE', `/domains/${going.id}`);
    const moved = await of(moving);
    assert.deepEqual([moved['SEQUENCE'], moved['DTSTART;VALUE=DATE']], ['1', compact(day(370))]);
    const { SUMMARY: summary, STATUS: status, ...gone } = await of(going);
    assert.deepEqual(
      [summary, status, gone['DTSTART;VALUE=DATE']],
      ['Cancelled', 'CANCELLED', compact(day(6))],
    );
    assert.equal((await of(moving))['SEQUENCE'], '1');
    const events = app.db.updateTable('calendar_events').where('calendarId', '=', made.calendar.id);
    await events
      .set({ goneAt: Date.now() - 31 * 86_400_000 })
      .where('goneAt', 'is not', null)
      .execute();
    assert.deepEqual(await of(going), {});
    await user.call('POST', '/trash/restore', { ids: [going.id] });
    assert.deepEqual([(await of(going))['SEQUENCE'], (await of(going))['STATUS']], ['0', undefined]);
  });

  test('selects by its filters, which follow a tag that gets another name', async () => {
    const user = await app.user();
    const tags = [{ type: 'client', value: 'a, b' }];
    const one = await domain(user, 'one.example', { expirationDate: day(5), tags });
    await domain(user, 'two.example', { expirationDate: day(5) });
    const proxy = await createFrom(user, 'proxies', { ...(await validBody(user, 'proxies')), tags });
    const key = { area: 'proxies', recordId: proxy.id, what: 'key', date: day(9) };
    const added = await user.call<{ data: { date: { id: string } } }>('POST', '/dates', key);
    const ids = async (body: object) =>
      Object.keys(await eventsOf(await make(user, body))).map((uid) => uid.split('@')[0]);
    const both = [`${one.id}.domain`, added.body.data.date.id];
    assert.deepEqual(await ids({ what: 'key' }), both.slice(1));
    assert.deepEqual(await ids({ what: ['domain', 'key'], tags: 'client:a%2C b' }), both);
    assert.deepEqual(await ids({ what: 'domain', tagsAny: ['client:c', 'client:a%2C b'] }), both.slice(0, 1));
    assert.deepEqual(await ids({ registratorAccountId: one['registratorAccountId'] }), both.slice(0, 1));
    const followed = await make(user, { tags: 'client:a%2C b' });
    await user.call('POST', '/tags/change', { ...tags[0], to: { type: 'client', value: 'c' } });
    const [latest, , any] = await listed(user);
    assert.deepEqual([latest?.tags, latest?.tagsAny, any?.tagsAny], ['client:c', null, 'client:c']);
    assert.equal(Object.keys(await eventsOf(followed)).length, 2);
    for (const wrong of [
      { what: 'cars' },
      { tags: 'x'.repeat(limits.filter + 1) },
      { name: ' ' },
      { name: 1 },
    ])
      assert.equal((await user.call('POST', '/calendars', { name: 'x', ...wrong })).status, 400);
  });

  test('shows what its person may see by now, and no secret', async () => {
    const owner = await app.user();
    await owner.call('PUT', '/alert-settings', { passwordMaxAgeDays: 90 });
    const hidden = await domain(owner, 'hidden.example', { expirationDate: day(3) });
    const member = await scopedMember(app, owner, 'VIEWER');
    const own = { tags: [{ type: 'client', value: 'acme' }], expirationDate: day(3) };
    const seen = await domain(owner, 'seen.example', own);
    const mailbox = await createFrom(owner, 'emails', {
      ...(await validBody(owner, 'emails')),
      ...{ password: 'Very-Secret-1', tags: own.tags },
    });
    const made = await make(member);
    const text = await (await get(pathOf(made))).text();
    assert.ok(!text.includes(hidden.id) && !text.includes('hidden') && !text.includes('Very-Secret'));
    assert.ok(text.includes(`${seen.id}.domain@`) && text.includes(`${mailbox.id}.password@`), text);
    await owner.call('PUT', `/domains/${seen.id}`, { tags: [] });
    const left = await (await get(pathOf(made))).text();
    assert.ok(!left.includes('seen.example'));
    assert.match(left, new RegExp(`${seen.id}.domain@[^]*STATUS:CANCELLED`));
  });
});

describe('the address of a calendar', () => {
  test('is answered once, listed without its token, and ends when it is removed', async () => {
    const user = await app.user();
    const made = await make(user, { what: 'domain' });
    const token = made.url.split('/').at(-1)?.replace('.ics', '') ?? '';
    const rows = await app.db.selectFrom('calendars').selectAll().execute();
    assert.ok(!JSON.stringify([rows, await listed(user)]).includes(token));
    assert.deepEqual(await listed(user), [{ ...made.calendar, lastReadAt: null }]);
    await get(pathOf(made));
    const readAt = Date.parse((await listed(user))[0]?.lastReadAt ?? '');
    assert.ok(Math.abs(Date.now() - readAt) < 60_000);
    const other = await app.user();
    assert.equal((await other.call('DELETE', `/calendars/${made.calendar.id}`)).status, 404);
    assert.deepEqual(await listed(other), []);
    assert.equal((await user.call('DELETE', `/calendars/${made.calendar.id}`)).status, 200);
    assert.equal((await get(pathOf(made))).status, 404);
    const { body } = await user.call<{ data: { events: AuditEvent[] } }>('GET', '/audit');
    assert.deepEqual(
      body.data.events.slice(0, 2).map(({ action, subject }) => [action, subject]),
      [
        ['calendar.ended', 'Renewals'],
        ['calendar.created', 'Renewals'],
      ],
    );
    assert.ok(!app.logs().includes(token), 'the token is in the log');
    assert.ok(app.logs().includes('"path":"/calendar/:token.ics"'));
  });

  test('needs a recent confirmation; a person has some', async () => {
    const user = await app.user();
    for (let count = 0; count < serverLimits.calendars; count += 1) await make(user);
    const full = await user.call<{ error: object }>('POST', '/calendars', { name: 'x' });
    assert.equal(full.status, 409, full.text);
    const other = await app.user();
    await confirmedAt(app, other);
    assert.match((await other.call('POST', '/calendars', { name: 'x' })).text, /CONFIRM_REQUIRED/);
  });

  test('ends with the membership, and with what lets a person act', async () => {
    const owner = await app.user();
    const [leaving, reset, disabled] = [
      await scopedMember(app, owner, 'EDITOR'),
      await scopedMember(app, owner, 'EDITOR'),
      await scopedMember(app, owner, 'EDITOR'),
    ];
    const made = [await make(leaving), await make(reset), await make(disabled), await make(owner)];
    const statuses = () => Promise.all(made.map(async (each) => (await get(pathOf(each))).status));
    assert.deepEqual(await statuses(), [200, 200, 200, 200]);
    await owner.call('DELETE', `/members/${leaving.userId}`);
    await app.db.transaction().execute((tx) => endAccess(tx, reset.userId));
    await app.db.updateTable('users').set({ disabledAt: 1 }).where('id', '=', disabled.userId).execute();
    assert.deepEqual(await statuses(), [404, 404, 404, 200]);
    const kept = await app.db.selectFrom('calendar_events').select('calendarId').execute();
    assert.ok(!kept.some(({ calendarId }) => calendarId === made[0]?.calendar.id));
  });

  test('can be guessed a few times a minute, which holds up nobody who has it', async () => {
    const made = await make(await app.user());
    await createRecord(await app.user(), 'emails');
    for (const path of ['/calendar/x', `/calendar/${'x'.repeat(201)}.ics`, '/calendar/', '/calendar'])
      assert.equal((await get(path)).status, 404, path);
    const secret = 'short-guess';
    const statuses: number[] = [];
    for (let count = 0; count <= serverLimits.wrongLinks; count += 1)
      statuses.push((await get(`/calendar/${secret}.ics`)).status);
    assert.ok(
      statuses.slice(0, 50).every((status) => status === 404),
      String(statuses),
    );
    const limited = await get('/calendar/other.ics');
    assert.equal(limited.status, 429);
    assert.match(limited.headers.get('retry-after') ?? '', /^\d+$/);
    assert.equal((await get(pathOf(made))).status, 200);
    await get(`/calendar/${secret}/more`);
    assert.ok(!app.logs().includes(secret));
  });
});
