// On both engines: who is due is found by a statement of its own.
import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import type { Digest } from '@quartermaster/contract/digests/digests.schema';
import { addDays } from '@quartermaster/contract/rules/calendar';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { createFrom, validBody } from '../../../test/records.ts';
import { scopedMember } from '../../../test/scoped-member.ts';
import { type Client, startApp } from '../../../test/test-app.ts';
import { digesting } from './digests.job.ts';

const today = new Date().toISOString().slice(0, 10);
const at = (days: number, time: string): number => Date.parse(`${addDays(today, days)}T${time}:00.000Z`);
const moveTo = (days: number, time: string) => mock.timers.setTime(at(days, time));
mock.timers.enable({ apis: ['Date'], now: at(0, '06:00') });

const app = await startApp({
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'q@example.com',
  PUBLIC_URL: 'https://inventory.example.com',
});
await app.user();

type Answer = { data: { digest: Digest } };
const get = async (client: Client) => (await client.call<Answer>('GET', '/digest')).body.data.digest;
const put = (client: Client, body: object) => client.call<Answer>('PUT', '/digest', body);
const day = (days: number): string => addDays(today, days);
const domain = async (client: Client, name: string, more: object) =>
  createFrom(client, 'domains', { ...(await validBody(client, 'domains')), domain: name, tags: [], ...more });

const run = { signal: new AbortController().signal, key: 'digest', failures: 0, progress: null };
const make = (services = app.services) => digesting(services).run({ ...run, save: () => Promise.resolve() });
/** The digests of a person so far: their subjects and texts. */
async function digestsOf({ userId }: Client) {
  const rows = await app.db
    .selectFrom('deliveries')
    .select(['subject', 'told', 'channelId', 'alertId', 'event'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute();
  return rows.map(({ told, ...row }) => ({
    ...row,
    text: String((JSON.parse(told) as { text: string }).text),
  }));
}
const subjectsOf = async (client: Client) => (await digestsOf(client)).map(({ subject }) => subject);

describe('the settings of a digest', () => {
  test("are each member's own in a workspace, and change by what is sent", async () => {
    const owner = await app.user();
    const member = await scopedMember(app, owner, 'VIEWER');
    assert.deepEqual(await get(member), { every: 'day', hour: 8, weekday: 1 });
    assert.equal((await put(member, { every: 'week', weekday: 7 })).status, 200);
    assert.deepEqual(await get(member), { every: 'week', hour: 8, weekday: 7 });
    assert.deepEqual(await get(owner), { every: 'day', hour: 8, weekday: 1 });
    for (const [body, field] of [
      [{ every: 'month' }, 'every'],
      [{ hour: 24 }, 'hour'],
      [{ hour: 1.5 }, 'hour'],
      [{ hour: '8' }, 'hour'],
      [{ weekday: 0 }, 'weekday'],
    ] as const) {
      const answer = await member.call<{ error: { details: { fields: object } } }>('PUT', '/digest', body);
      assert.equal(answer.status, 400);
      assert.deepEqual(Object.keys(answer.body.error.details.fields), [field]);
    }
  });
});

describe('a digest', () => {
  test('lists what is overdue, then what comes next, but nothing of which nobody is told', async () => {
    moveTo(0, '06:00');
    const user = await app.user();
    const soon = await domain(user, 'soon.example', { expirationDate: day(60) });
    const past = await domain(user, 'past.example', { expirationDate: day(-2) });
    await domain(user, 'later.example', { expirationDate: day(62) });
    await domain(user, 'gone.example', { expirationDate: day(3), status: 'TRANSFERRED' });
    const given = await domain(user, 'given-up.example', { expirationDate: day(4) });
    const { id: ownerId } = await app.ownerOf(user);
    await app.db
      .insertInto('alerts')
      .values({
        ...{ ownerId, id: 'alert', kind: 'expiry', what: 'domain', area: 'domains', recordId: given.id },
        ...{ subject: `domain ${given.id}`, label: null, name: 'given-up.example', date: day(4) },
        ...{ endsAt: null, renewal: null, day: day(4), state: 'LET_EXPIRE', former: null, crossings: '[]' },
        ...{ isLate: 0, openSince: null, snoozedUntil: null, level: 0, raisedAt: null, closedAt: null },
        ...{ acknowledgedAt: null, actorId: null, actorName: null, actorEmail: null, createdAt: 1 },
      })
      .execute();
    const key = { area: 'domains', recordId: soon.id, what: 'key', label: 'DNS', date: day(1) };
    await user.call('POST', '/dates', key);
    moveTo(0, '07:59');
    await make();
    assert.deepEqual(await digestsOf(user), []);
    moveTo(0, '08:00');
    await make();
    const [digest, ...more] = await digestsOf(user);
    assert.deepEqual(more, []);
    const { text = '', ...rest } = digest ?? {};
    assert.deepEqual(rest, {
      subject: '3 dates within 60 days',
      channelId: null,
      alertId: null,
      event: 'digest',
    });
    const lines = text.split('\n').filter((line) => /^(- |Overdue|Next)/.test(line));
    assert.equal(lines[0], 'Overdue');
    assert.match(lines[1] ?? '', /^- past\.example: domain expired 2 days ago, \d+ \w+ \d{4}$/);
    assert.equal(lines[2], 'Next');
    assert.match(lines[3] ?? '', /^- soon\.example: API key \(DNS\) expires in 1 day, /);
    assert.match(lines[4] ?? '', /^- soon\.example: domain expires in 60 days, /);
    assert.ok(text.includes(`https://inventory.example.com/domains/${past.id}`));
    assert.ok(!text.includes('gone.example') && !text.includes('given-up.example'));
    assert.match(text, /You get this every day at 8:00 \(UTC\)/);
  });

  test('names the domain if it is the only one, but does not begin with its name', async () => {
    moveTo(0, '06:00');
    const user = await app.user();
    await domain(user, 'bücher.example', { expirationDate: day(14) });
    const other = await app.user();
    const server = await createFrom(other, 'servers', {
      ...(await validBody(other, 'servers')),
      name: 'web-1',
    });
    await other.call('POST', '/dates', { area: 'servers', recordId: server.id, what: 'other', date: day(0) });
    moveTo(0, '08:00');
    await make();
    assert.deepEqual(await subjectsOf(user), ['Domain bücher.example expires in 14 days']);
    assert.deepEqual(await subjectsOf(other), ['Date of web-1 expires today']);
  });

  test('is made once a period, by whichever process, and not when there is nothing to say', async () => {
    moveTo(0, '06:00');
    const [user, quiet, off] = [await app.user(), await app.user(), await app.user()];
    for (const client of [user, off]) await domain(client, 'a.example', { expirationDate: day(30) });
    await put(off, { every: 'off' });
    await user.call('PUT', '/alert-settings', { timeZone: 'America/New_York' });
    await put(user, { hour: 9 });
    const made = async (days: number, time: string) => {
      moveTo(days, time);
      await Promise.all([make(), make(), make()]);
      return (await digestsOf(user)).length;
    };
    // 9:00 in New York is 13:00 or 14:00, UTC.
    assert.equal(await made(0, '12:55'), 0);
    assert.equal(await made(0, '14:00'), 1);
    assert.equal(await made(0, '23:00'), 1);
    assert.equal(await made(4, '12:00'), 2, 'one for all days that were missed');
    assert.equal(await made(4, '14:00'), 3);
    assert.equal(await made(2, '14:00'), 4, 'the clock was set back to a day without');
    assert.equal(await made(4, '15:00'), 4);
    assert.deepEqual([await digestsOf(quiet), await digestsOf(off)], [[], []]);
    moveTo(0, '06:00');
    await domain(quiet, 'b.example', { expirationDate: day(30) });
    moveTo(4, '16:00');
    await make();
    assert.deepEqual(await digestsOf(quiet), [], 'its hour has passed');
  });

  test('shows what its person may see, and no more than fits', async () => {
    moveTo(0, '06:00');
    const owner = await app.user();
    await domain(owner, 'hidden.example', { expirationDate: day(3) });
    const member = await scopedMember(app, owner, 'VIEWER');
    const own = { tags: [{ type: 'client', value: 'acme' }], expirationDate: day(4) };
    const first = await domain(owner, 'seen.example', own);
    const left = await scopedMember(app, owner, 'VIEWER');
    await owner.call('DELETE', `/members/${left.userId}`);
    const registratorAccountId = first['registratorAccountId'];
    const domains = Array.from({ length: serverLimits.digestRows }, (_, n) => ({
      ...{ domain: `d${n}.example`, registratorAccountId, expirationDate: day(20), status: 'ACTIVE' },
    }));
    const imported = await owner.call('POST', '/domains/bulk-import', { domains });
    assert.equal(imported.status, 200, imported.text);
    moveTo(0, '08:00');
    await make();
    assert.deepEqual(await subjectsOf(member), ['Domain seen.example expires in 4 days']);
    assert.deepEqual(await digestsOf(left), []);
    const [{ subject, text } = { subject: '', text: '' }] = await digestsOf(owner);
    assert.equal(subject, `${serverLimits.digestRows + 2} dates within 60 days`);
    assert.ok(text.includes('And 2 more: https://inventory.example.com/expirations?within=60'));
    assert.ok(text.length < 60_000);
  });

  test('waits while mail is not set up', async () => {
    moveTo(0, '06:00');
    const user = await app.user();
    await domain(user, 'waiting.example', { expirationDate: day(3) });
    moveTo(0, '08:00');
    await make({ ...app.services, config: { ...app.config, mail: null } });
    assert.deepEqual(await digestsOf(user), []);
    moveTo(0, '09:30');
    await make();
    assert.deepEqual(await subjectsOf(user), ['Domain waiting.example expires in 3 days']);
  });
});
