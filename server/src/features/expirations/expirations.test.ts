// On both engines: all that expires is one statement of many branches.
import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import type { Expiration, ExpirationMonth } from '@quartermaster/contract/expirations/expirations.schema';
import { addDays } from '@quartermaster/contract/rules/calendar';
import { createFrom, createRecord, validBody } from '../../../test/records.ts';
import { scopedMember } from '../../../test/scoped-member.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

const today = new Date().toISOString().slice(0, 10);
// It stays noon, so that no run passes midnight.
mock.timers.enable({ apis: ['Date'], now: Date.parse(`${today}T12:00:00.000Z`) });

const app = await startApp();
await app.user();

const day = (days: number): string => addDays(today, days);
const tag = (value: string) => [{ type: 'client', value }];

async function settle(client: Client, settings: object) {
  const answer = await client.call('PUT', '/alert-settings', settings);
  assert.equal(answer.status, 200, answer.text);
}
async function list(client: Client, query = '') {
  const path = `/expirations?${query}`;
  const answer = await client.call<{ data: { expirations: Expiration[]; pagination: { total: number } } }>(
    'GET',
    path,
  );
  assert.equal(answer.status, 200, answer.text);
  const { expirations, pagination } = answer.body.data;
  if (!query.includes('limit')) assert.equal(pagination.total, expirations.length);
  return expirations;
}
const names = async (client: Client, query: string) =>
  (await list(client, query)).map(({ name, what }) => (what === 'domain' ? name : `${what} of ${name}`));
async function domain(client: Client, name: string, more: object = {}) {
  const body = { ...(await validBody(client, 'domains')), domain: name, tags: [], price: null, ...more };
  return createFrom(client, 'domains', body);
}
async function dateOn(client: Client, area: string, recordId: string, more: object) {
  const body = { area, recordId, what: 'other', ...more };
  const answer = await client.call<{ data: { date: { id: string } } }>('POST', '/dates', body);
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data.date.id;
}

describe('what expires', () => {
  test('is told with its day, source, renewal, registrar and tags', async () => {
    const user = await app.user();
    const renewal = { autoRenew: 'YES', price: 12.5, currency: 'EUR', payer: 'Acme' };
    const dated = await domain(user, 'dated.example', { expirationDate: day(5), tags: tag('a'), ...renewal });
    const registrarOf = (record: Record<string, unknown>) =>
      (record['registratorAccount'] as { registratorType: { name: string } }).registratorType.name;
    const undated = await domain(user, 'undated.example', {
      expirationDate: null,
      autoRenew: 'UNKNOWN',
      currency: null,
      payer: null,
    });
    const server = await createFrom(user, 'servers', {
      ...(await validBody(user, 'servers')),
      name: 'web-1',
      tags: [],
    });
    const dateId = await dateOn(user, 'servers', server.id, { what: 'server', date: day(-2), label: 'VPS' });
    const later = { observedAt: null, renewal: null, alertId: null, alertState: null, interval: 'YEAR' };
    const accountIdOf = (record: Record<string, unknown>) =>
      (record['registratorAccount'] as { id: string }).id;
    const none = { autoRenew: 'UNKNOWN', price: null, currency: null, payer: null };
    const typed = { state: 'dated', source: 'typed', at: null, ...later };
    const registrar = registrarOf(dated);
    // expirations.renewing.test.ts tells of the accounts.
    const listed = (await list(user)).map(({ account: _, ...rest }) => rest);
    assert.deepEqual(listed, [
      {
        id: dateId,
        what: 'server',
        area: 'servers',
        recordId: server.id,
        name: 'web-1',
        label: 'VPS',
        date: day(-2),
        daysLeft: -2,
        ...typed,
        ...none,
        tags: [],
        registrar: null,
        registratorAccountId: null,
      },
      {
        id: `${dated.id}.domain`,
        what: 'domain',
        area: 'domains',
        recordId: dated.id,
        name: 'dated.example',
        label: null,
        date: day(5),
        daysLeft: 5,
        ...typed,
        ...renewal,
        tags: tag('a'),
        registrar,
        registratorAccountId: accountIdOf(dated),
      },
      {
        id: `${undated.id}.domain`,
        what: 'domain',
        area: 'domains',
        recordId: undated.id,
        name: 'undated.example',
        label: null,
        date: null,
        at: null,
        daysLeft: null,
        state: 'unchecked',
        source: null,
        ...later,
        ...none,
        tags: [],
        registrar: registrarOf(undated),
        registratorAccountId: accountIdOf(undated),
      },
    ]);
    const file = await user.call('GET', '/expirations/export?search=dated.example&what=domain&state=dated');
    const heading =
      'Name,What,Date,Days Left,State,Source,Observed At,Registrar,Auto Renew,Price,Currency,Payer,Tags';
    const row = `dated.example,domain,${day(5)},5,dated,typed,,${registrar},YES,12.5,EUR,Acme,client:a`;
    assert.equal(file.text, `${heading}\r\n${row}\r\n`);
    const events = await user.call<{ data: { events: { subject: string; details: object }[] } }>(
      'GET',
      '/audit?action=records.exported',
    );
    assert.deepEqual(
      events.body.data.events.map(({ subject, details }) => [subject, details]),
      [['expirations', { count: 1 }]],
    );
  });

  test('is counted, sorted and selected by the calendar of the workspace', async () => {
    const user = await app.user();
    await settle(user, { timeZone: 'America/Los_Angeles' });
    await domain(user, 'typed.example', { expirationDate: '2031-03-10' });
    // The evening before in Los Angeles, on either side of the change to summer time.
    await domain(user, 'instant.example', { expirationDate: '2031-03-10T06:59:59.000Z' });
    await domain(user, 'winter.example', { expirationDate: '2031-01-10T08:00:00.000Z' });
    await domain(user, 'before.example', { expirationDate: '2031-01-10T07:59:59.000Z' });
    const server = await createRecord(user, 'servers');
    await dateOn(user, 'servers', server.id, { date: '2031-03-09', label: 'Date' });
    const shown = async (query: string) => (await list(user, query)).map(({ date, at }) => [date, at]);
    const ordered = [
      ['2031-01-09', '2031-01-10T07:59:59.000Z'],
      ['2031-01-10', '2031-01-10T08:00:00.000Z'],
      ['2031-03-09', null],
      ['2031-03-09', '2031-03-10T06:59:59.000Z'],
      ['2031-03-10', null],
    ];
    assert.deepEqual(await shown('sortBy=date'), ordered);
    assert.deepEqual(await shown('sortOrder=desc'), ordered.toReversed());
    assert.deepEqual(await shown('from=2031-01-10&to=2031-03-09'), ordered.slice(1, 4));
    assert.deepEqual(await shown('from=2031-03-10'), ordered.slice(4));
    // Instants, of which a day is in a period if a part of it is.
    const [before, at] = ['2031-01-10T07:59:59.001Z', '2031-01-10T08:00:00Z'];
    assert.deepEqual(await shown(`from=${before}&to=${at}`), ordered.slice(1, 2));
    assert.deepEqual(await shown(`to=${before}`), ordered.slice(0, 1));
    const zoned = encodeURIComponent('2031-03-09T23:59:58-07:00');
    assert.deepEqual(await shown(`from=${at}&to=${zoned}`), ordered.slice(1, 3));
    assert.deepEqual(await shown(`from=${zoned}`), ordered.slice(2));
    assert.deepEqual(await shown('limit=2&page=2'), ordered.slice(2, 4));
    await settle(user, { timeZone: 'UTC' });
    assert.deepEqual(
      (await shown('what=domain')).map(([date]) => date),
      ['2031-01-10', '2031-01-10', '2031-03-10', '2031-03-10'],
    );
  });

  test('is selected by every filter, and sorted by every order', async () => {
    const user = await app.user();
    const first = await domain(user, 'b.example', { expirationDate: day(1), tags: tag('one') });
    await domain(user, 'c.example', { expirationDate: day(30), tags: tag('two') });
    await domain(user, 'a.example', { expirationDate: null });
    await domain(user, 'old.example', { expirationDate: day(-400) });
    const proxy = await createFrom(user, 'proxies', {
      ...(await validBody(user, 'proxies')),
      name: 'bridge',
      tags: tag('one'),
    });
    await dateOn(user, 'proxies', proxy.id, { what: 'proxy', date: day(2), label: 'Plan Ü' });
    await dateOn(user, 'domains', first.id, { what: 'key', date: day(3) });
    const all = ['old.example', 'b.example', 'proxy of bridge', 'key of b.example', 'c.example', 'a.example'];
    const expected: [query: string, names: string[]][] = [
      ['', all],
      [
        'sortOrder=desc',
        ['c.example', 'key of b.example', 'proxy of bridge', 'b.example', 'old.example', 'a.example'],
      ],
      ['sortBy=what&what=key,proxy', ['key of b.example', 'proxy of bridge']],
      [
        'sortBy=createdAt',
        ['key of b.example', 'proxy of bridge', 'old.example', 'a.example', 'c.example', 'b.example'],
      ],
      ['what=key,proxy', ['proxy of bridge', 'key of b.example']],
      ['what=tls', []],
      ['area=domains', all.filter((name) => !name.includes('bridge'))],
      ['area=servers', []],
      [`recordId=${first.id}`, ['b.example', 'key of b.example']],
      ['state=unchecked', ['a.example']],
      ['state=dated,unknown', all.slice(0, 5)],
      ['state=unpublished', []],
      ['hasDate=false', ['a.example']],
      ['hasDate=false&search=example', ['a.example']],
      ['hasDate=false&sortBy=name', ['a.example']],
      ['hasDate=false&state=dated', []],
      ['hasDate=false&within=30', []],
      ['hasDate=true', all.slice(0, 5)],
      ['hasDate=true&search=example', all.slice(0, 5).filter((name) => name.endsWith('example'))],
      ['hasDate=true&state=unchecked', []],
      ['within=2', ['old.example', 'b.example', 'proxy of bridge']],
      [`from=${day(0)}&within=30`, ['b.example', 'proxy of bridge', 'key of b.example', 'c.example']],
      [`from=${day(2)}&to=${day(3)}`, ['proxy of bridge', 'key of b.example']],
      [`registratorAccountId=${String(first['registratorAccountId'])}`, ['b.example', 'key of b.example']],
      ['search=b.example', ['b.example', 'key of b.example']],
      ['search=plan', ['proxy of bridge']],
      ['search=%25', []],
      ['tags=one', ['b.example', 'proxy of bridge', 'key of b.example']],
      ['limit=2&page=3', ['c.example', 'a.example']],
    ];
    for (const [query, wanted] of expected) assert.deepEqual(await names(user, query), wanted, query);
    // Entries with equal names come in the order of their ids, which a test cannot know.
    for (const [order, wanted] of [
      ['asc', ['a.example', 'b.example', 'b.example', 'bridge', 'c.example', 'old.example']],
      ['desc', ['old.example', 'c.example', 'bridge', 'b.example', 'b.example', 'a.example']],
    ] as const)
      assert.deepEqual(
        (await list(user, `sortBy=name&sortOrder=${order}`)).map(({ name }) => name),
        wanted,
      );
    const counted = await user.call<{ data: { pagination: object } }>('GET', '/expirations?limit=4');
    assert.deepEqual(counted.body.data.pagination, { page: 1, limit: 4, total: 6, totalPages: 2 });
    for (const wrong of [
      'what=cars',
      'state=late',
      'within=-1',
      'from=soon',
      'to=2031-01-10T08:00',
      'sortBy=price',
      'area=gardens',
      'hasDate=no',
    ])
      assert.equal((await user.call('GET', `/expirations?${wrong}`)).status, 400, wrong);
  });

  test('of passwords follows the rule, from the last time that each was set', async () => {
    const user = await app.user();
    const mailbox = await createRecord(user, 'emails');
    const gone = await createRecord(user, 'emails');
    await user.call('DELETE', `/emails/${gone.id}`);
    const users = [
      { username: 'root', password: 'p1', isDefault: true },
      { username: 'key', sshKey: null, password: 'p2', isDefault: false },
    ];
    const server = await createFrom(user, 'servers', { ...(await validBody(user, 'servers')), users });
    const passwords = async () =>
      (await list(user, 'what=password')).map(({ area, label, date, daysLeft }) => [
        area,
        label,
        date,
        daysLeft,
      ]);
    assert.deepEqual(await passwords(), []);
    await settle(user, { passwordMaxAgeDays: 90 });
    const old = Date.now() - 100 * 86_400_000;
    const { id: ownerId } = await app.ownerOf(user);
    const set = (at: number) =>
      app.db
        .updateTable('secret_changes')
        .set({ at })
        .where('ownerId', '=', ownerId)
        .where('recordId', '=', mailbox.id)
        .execute();
    await set(old);
    const fresh = ['Password of root', 'Password of key'].map((label) => ['servers', label, day(90), 90]);
    const found = await passwords();
    assert.deepEqual(found[0], ['emails', 'Password', day(-10), -10]);
    const ofServer = found.slice(1).filter(([, label]) => String(label).includes(' of '));
    assert.deepEqual(ofServer.toSorted(), fresh.toSorted());
    assert.deepEqual(
      (await list(user, `within=0&recordId=${mailbox.id}`)).map(({ id, source }) => [id, source]),
      [[`${mailbox.id}.password`, null]],
    );
    await user.call('PUT', `/emails/${mailbox.id}`, { password: 'A new one 1' });
    assert.deepEqual(
      (await list(user, `recordId=${mailbox.id}`)).map(({ daysLeft }) => daysLeft),
      [90],
    );
    const counts = async () => {
      const paged = await user.call<{ data: { pagination: { total: number } } }>(
        'GET',
        '/expirations?what=password&limit=1',
      );
      const { body } = await user.call<{ data: { months: ExpirationMonth[] } }>(
        'GET',
        '/expirations/months?what=password',
      );
      return [paged.body.data.pagination.total, ...body.data.months.map(({ count }) => count)];
    };
    const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);
    const before = sumOf(await counts());
    // As the job writes them: no stamp tells of it.
    await app.db
      .deleteFrom('secret_changes')
      .where('ownerId', '=', ownerId)
      .where('recordId', '=', server.id)
      .execute();
    assert.equal(sumOf(await counts()), before - 4, 'two passwords less in the total and in the months');
    await settle(user, { passwordMaxAgeDays: null });
    assert.deepEqual(await passwords(), []);
  });

  test('is seen by members with a scope where the record is in it', async () => {
    const owner = await app.user();
    await settle(owner, { passwordMaxAgeDays: 10 });
    const hidden = await domain(owner, 'hidden.example', { expirationDate: day(1) });
    await dateOn(owner, 'domains', hidden.id, { date: day(1) });
    const editor = await scopedMember(app, owner, 'EDITOR');
    const own = await domain(editor, 'own.example', { expirationDate: day(1) });
    await dateOn(editor, 'domains', own.id, { date: day(2) });
    assert.deepEqual(await names(editor, 'area=domains'), ['own.example', 'other of own.example']);
    assert.ok(
      (await list(editor, 'what=password')).every(({ tags }) => tags.some(({ value }) => value === 'acme')),
    );
    const file = await editor.call('GET', '/expirations/export');
    assert.ok(!file.text.includes('hidden.example'));
    const { body } = await editor.call<{ data: { months: ExpirationMonth[] } }>(
      'GET',
      '/expirations/months?what=domain',
    );
    assert.equal(
      body.data.months.reduce((sum, { count }) => sum + count, 0),
      1,
    );
  });
});

test('months count what expires in them, with its cost in each currency', async () => {
  const user = await app.user();
  await settle(user, { timeZone: 'Asia/Tokyo' });
  await domain(user, 'a.example', { expirationDate: '2031-01-31', price: 10.1, currency: 'EUR' });
  // Already February in Tokyo.
  await domain(user, 'b.example', {
    expirationDate: '2031-01-31T16:00:00.000Z',
    price: 20.25,
    currency: 'USD',
  });
  const server = await createRecord(user, 'servers');
  await dateOn(user, 'servers', server.id, { date: '2031-02-01', price: 0.2, currency: 'USD' });
  await dateOn(user, 'servers', server.id, { date: '2031-02-28', price: 5 });
  const months = async (query: string) => {
    const answer = await user.call<{ data: { months: ExpirationMonth[] } }>(
      'GET',
      `/expirations/months?${query}`,
    );
    assert.equal(answer.status, 200, answer.text);
    return answer.body.data.months;
  };
  assert.deepEqual(await months('from=2031-01-01&to=2031-03-15'), [
    { month: '2031-01', count: 1, cost: [{ currency: 'EUR', amount: 10.1 }] },
    {
      month: '2031-02',
      count: 3,
      cost: [
        { currency: 'USD', amount: 20.45 },
        { currency: null, amount: 5 },
      ],
    },
    { month: '2031-03', count: 0, cost: [] },
  ]);
  assert.deepEqual(
    (await months('from=2031-02-02&to=2031-02-28')).map(({ count }) => count),
    [1],
  );
  const year = await months('');
  assert.equal(year.length, 12);
  // The calendar has years of four digits, of which the first are not those of the 20th century.
  const namesOf = async (query: string) => (await months(query)).map(({ month }) => month);
  assert.deepEqual(await namesOf('from=0099-12-31&to=0100-02-01'), ['0099-12', '0100-01', '0100-02']);
  assert.deepEqual(await namesOf('from=9999-11-30&to=9999-12-31'), ['9999-11', '9999-12']);
  assert.deepEqual(await namesOf('from=9999-11-30'), ['9999-11', '9999-12']);
  assert.deepEqual(await namesOf('from=2031-01-01&to=2030-01-01'), []);
  assert.equal((await user.call('GET', '/expirations/months?from=2031-01-01&to=2041-01-01')).status, 400);
});
