// On both engines: costs are grouped and ordered by SQL, with days as texts, which each engine makes in its own way.
import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import type { Amounts, ExpirationCost } from '@quartermaster/contract/expirations/expirations.schema';
import { createFrom, createRecord, validBody } from '../../../test/records.ts';
import { scopedMember } from '../../../test/scoped-member.ts';
import { type Client, startApp } from '../../../test/test-app.ts';
import { crossWorkspace } from '../../alerts/crossing.ts';

// The twelve months from then on have a leap day.
mock.timers.enable({ apis: ['Date'], now: Date.parse('2027-11-15T12:00:00.000Z') });

const app = await startApp();
await app.user();

const tags = (...values: string[]) => values.map((value) => ({ type: 'client', value }));
const renewal = { autoRenew: 'UNKNOWN', price: null, currency: 'EUR', payer: null, tags: [] };

async function record(client: Client, area: string, more: object) {
  return createFrom(client, area, { ...(await validBody(client, area)), ...renewal, ...more });
}
const domain = (client: Client, more: object) => record(client, 'domains', more);
const server = (client: Client, more: object) => record(client, 'servers', { interval: 'YEAR', ...more });

async function answer(client: Client, query: string) {
  const { status, text, body } = await client.call<{ data: { costs: ExpirationCost[] } }>(
    'GET',
    `/expirations/costs?${query}`,
  );
  assert.equal(status, 200, text);
  return body.data.costs;
}

/** Each key with its currency, its total and the months that something is paid in, as 'acme EUR 12.5: 2028-02 12.5'. */
const sums = async (client: Client, query: string) =>
  (await answer(client, query)).map(({ key, currency, months, total }) =>
    [
      `${key} ${currency} ${total}:`,
      ...months.filter(({ amount }) => amount !== 0).map(({ month, amount }) => `${month} ${amount}`),
    ].join(' '),
  );
const byClient = 'by=tag&tagType=client';

describe('what renewals cost', () => {
  test('is summed by the values of a type of tags; several are a key of their own', async () => {
    const user = await app.user();
    const expirationDate = '2028-02-29';
    await domain(user, { expirationDate, price: 10.1, tags: tags('acme') });
    await domain(user, { expirationDate: '2028-03-01', price: 0.2, tags: tags('acme') });
    await domain(user, { expirationDate, price: 5, tags: tags('beta', 'acme') });
    await domain(user, { expirationDate, price: 6, tags: tags('acme', 'beta') });
    await domain(user, { expirationDate, price: 7, currency: 'USD', tags: tags('acme') });
    await domain(user, { expirationDate, price: 8, tags: [{ type: 'project', value: 'acme' }] });
    await domain(user, { expirationDate, price: 9, tags: tags('Émile') });
    const { id: recordId } = await record(user, 'proxies', { tags: tags('acme') });
    const date = { area: 'proxies', recordId, what: 'other', date: '2028-02-01', price: 1, currency: 'EUR' };
    assert.equal((await user.call('POST', '/dates', date)).status, 201);
    assert.deepEqual(await sums(user, byClient), [
      'acme EUR 11.3: 2028-02 11.1 2028-03 0.2',
      'acme USD 7: 2028-02 7',
      'acme, beta EUR 11: 2028-02 11',
      'Émile EUR 9: 2028-02 9',
      'null EUR 8: 2028-02 8',
    ]);
    assert.deepEqual(await sums(user, 'by=tag&tagType=%20project'), [
      'acme EUR 8: 2028-02 8',
      'null EUR 31.3: 2028-02 31.1 2028-03 0.2',
      'null USD 7: 2028-02 7',
    ]);
    assert.equal((await sums(user, 'by=tag&tagType=Client')).length, 2, 'types are matched as typed');
    const [acme] = await answer(user, byClient);
    assert.deepEqual(
      acme?.months.map(({ month }) => month),
      Array.from({ length: 12 }, (_, at) => new Date(Date.UTC(2027, 10 + at)).toISOString().slice(0, 7)),
    );
  });

  test('is summed by the registrar of a domain, whichever account it is in, and by who pays', async () => {
    const user = await app.user();
    const type = await createRecord(user, 'registrator-types');
    const account = async () =>
      (await record(user, 'registrator-accounts', { registratorTypeId: type.id })).id;
    const first = await domain(user, {
      expirationDate: '2028-01-05',
      price: 3,
      payer: 'Acme',
      registratorAccountId: await account(),
    });
    await domain(user, { expirationDate: '2028-01-31', price: 4, registratorAccountId: await account() });
    await server(user, { paidUntil: '2028-01-10', price: 20, payer: 'Beta', interval: 'MONTH' });
    const date = { area: 'domains', recordId: first.id, what: 'other', date: '2028-01-20', price: 2 };
    assert.equal((await user.call('POST', '/dates', { ...date, payer: 'Zoe' })).status, 201);
    const months = Array.from({ length: 10 }, (_, at) => `2028-${String(at + 1).padStart(2, '0')} 20`);
    assert.deepEqual(await sums(user, 'by=registrar'), [
      `${String(type['name'])} EUR 7: 2028-01 7`,
      `${String(type['name'])} null 2: 2028-01 2`,
      `null EUR 200: ${months.join(' ')}`,
    ]);
    assert.deepEqual(await sums(user, 'by=payer'), [
      'Acme EUR 3: 2028-01 3',
      `Beta EUR 200: ${months.join(' ')}`,
      'Zoe null 2: 2028-01 2',
      'null EUR 4: 2028-01 4',
    ]);
  });

  test('counts in each period from its date on, what is overdue in the first month', async () => {
    const user = await app.user();
    const cases: [object, string, string?][] = [
      [{ paidUntil: '2028-02-29', interval: 'YEAR' }, '2028-02 1 2029-02 1'],
      [{ paidUntil: '2027-11-14', interval: 'YEAR' }, '2027-11 1 2028-11 1'],
      [{ paidUntil: '2027-11-15', interval: 'YEAR' }, '2027-11 1 2028-11 1'],
      [{ paidUntil: '2027-10-31', interval: 'YEAR' }, '2027-11 1 2028-10 1 2029-10 1'],
      [{ paidUntil: '2024-02-29', interval: 'YEAR' }, '2027-11 1 2028-02 1 2029-02 1'],
      [{ paidUntil: '2029-10-31', interval: 'YEAR' }, '2029-10 1'],
      [{ paidUntil: '2029-11-01', interval: 'YEAR' }, ''],
      [{ paidUntil: '2029-08-31', interval: 'MONTH' }, '2029-08 1 2029-09 1 2029-10 1'],
      [{ paidUntil: null, interval: 'YEAR' }, '2027-11 1'],
      [{ paidUntil: '2027-09-30', interval: 'MONTH' }, '2027-11 1 2027-12 1 2028-01 1', '2028-01'],
      [{ paidUntil: null, interval: 'MONTH' }, '2027-11 1 2027-12 1 2028-01 1', '2028-01'],
      [{ paidUntil: '2027-12-31', interval: 'MONTH' }, '2027-12 1 2028-01 1', '2028-01'],
    ];
    for (const [at, [more, months, to = '2029-10']] of cases.entries()) {
      const payer = `case ${at}`;
      const { id } = await server(user, { ...more, price: 1, payer });
      const [sum, ...others] = await sums(user, `by=payer&recordId=${id}&to=${to}`);
      assert.deepEqual(
        [sum?.replace(/^.*: ?/, '') ?? '', others.length],
        [months, 0],
        `${JSON.stringify(more)} until ${to}`,
      );
    }
  });

  test('is asked for from one month to another, also past and future ones', async () => {
    const user = await app.user();
    await domain(user, { expirationDate: '2027-12-01', price: 1, payer: 'yearly' });
    await domain(user, { expirationDate: '2027-03-01', price: 1, payer: 'overdue' });
    assert.deepEqual(await sums(user, 'by=payer&from=2027-01&to=2027-12'), [
      'overdue EUR 1: 2027-03 1',
      'yearly EUR 1: 2027-12 1',
    ]);
    assert.deepEqual(await sums(user, 'by=payer&from=2030-06&to=2031-05'), [
      'overdue EUR 2: 2030-06 1 2031-03 1',
      'yearly EUR 1: 2030-12 1',
    ]);
    assert.deepEqual(await sums(user, 'by=payer&from=2028-01&to=2028-02'), ['overdue EUR 1: 2028-01 1']);
    assert.deepEqual(await answer(user, 'by=payer&from=2028-02&to=2028-01'), []);
    assert.equal((await answer(user, 'by=payer&from=2027-01&to=2031-12'))[0]?.months.length, 60);
    assert.equal((await answer(user, 'by=payer&from=9999-11'))[0]?.months.length, 2);
    assert.equal((await answer(user, 'by=payer&from=0000-01'))[0], undefined);
  });

  test('counts in the day of the calendar of the workspace', async () => {
    const user = await app.user();
    const settings = await user.call('PUT', '/alert-settings', { timeZone: 'Asia/Tokyo' });
    assert.equal(settings.status, 200, settings.text);
    // Already February in Tokyo.
    await domain(user, { expirationDate: '2028-01-31T16:00:00.000Z', price: 1 });
    assert.deepEqual(await sums(user, 'by=payer'), ['null EUR 1: 2028-02 1']);
  });

  test('is counted once of what is not renewed', async () => {
    const user = await app.user();
    const { id } = await server(user, { paidUntil: '2027-11-20', price: 3, interval: 'MONTH' });
    await server(user, { paidUntil: '2027-11-20', price: 1, interval: 'MONTH', payer: 'other' });
    const recordId = (await domain(user, { expirationDate: null })).id;
    const date = { area: 'domains', recordId, what: 'other', date: '2027-11-12', label: 'SSL', price: 2 };
    assert.equal((await user.call('POST', '/dates', { ...date, payer: 'other' })).status, 201);
    await crossWorkspace(app.services, (await app.ownerOf(user)).id, new AbortController().signal);
    for (const what of [`area=servers&recordId=${id}`, `recordId=${recordId}`]) {
      const { body } = await user.call<{ data: { alerts: { id: string }[] } }>('GET', `/alerts?${what}`);
      const ids = body.data.alerts.map((alert) => alert.id);
      assert.equal(ids.length, 1, what);
      const act = { records: { ids }, do: { action: 'letExpire' } };
      const acted = await user.call('POST', '/alerts/bulk-actions', act);
      assert.equal(acted.status, 200, acted.text);
    }
    assert.deepEqual(await sums(user, 'by=payer&to=2028-12'), [
      `other EUR 14: 2027-11 1 2027-12 1 ${Array.from({ length: 12 }, (_, at) => `2028-${String(at + 1).padStart(2, '0')} 1`).join(' ')}`,
      'other null 2: 2027-11 2',
      'null EUR 3: 2027-11 3',
    ]);
  });

  test('leaves out what has no price, and takes the currency of the workspace', async () => {
    const user = await app.user();
    await domain(user, { expirationDate: '2028-01-01', currency: null });
    assert.deepEqual(await answer(user, 'by=payer'), []);
    await domain(user, { expirationDate: '2028-01-01', price: 0, payer: 'free' });
    await domain(user, { expirationDate: '2028-01-01', price: 2, currency: null });
    await domain(user, { expirationDate: '2028-01-01', price: 3, currency: 'CHF' });
    const without = ['free EUR 0:', 'null CHF 3: 2028-01 3', 'null null 2: 2028-01 2'];
    assert.deepEqual(await sums(user, 'by=payer'), without);
    const { id } = await app.ownerOf(user);
    assert.equal((await user.call('PUT', `/workspaces/${id}`, { currency: 'CHF' })).status, 200);
    assert.deepEqual(await sums(user, 'by=payer'), ['free EUR 0:', 'null CHF 5: 2028-01 5']);
  });

  test('is of what the filters of the list leave', async () => {
    const user = await app.user();
    const soon = await domain(user, {
      domain: 'soon.example',
      expirationDate: '2027-11-20',
      price: 1,
      tags: tags('acme'),
    });
    await server(user, { name: 'web-1', paidUntil: '2028-05-01', price: 2, interval: 'YEAR' });
    await server(user, { name: 'web-2', paidUntil: null, price: 4, interval: 'YEAR' });
    const total = async (query: string) =>
      (await answer(user, `by=payer&${query}`)).reduce((sum, each) => sum + each.total, 0);
    const expected = {
      '': 7,
      'what=domain': 1,
      'area=servers': 6,
      'search=web': 6,
      'tags=client:acme': 1,
      'tagsAny=client:acme,client:beta': 1,
      'within=30': 1,
      'hasDate=false': 4,
      'hasDate=true': 3,
      'state=unknown': 4,
      'what=password': 0,
      'what=tls': 0,
      [`recordId=${soon.id}`]: 1,
      [`registratorAccountId=${String(soon['registratorAccountId'])}`]: 1,
    };
    const found = await Promise.all(
      Object.keys(expected).map(async (query) => [query, await total(query)] as const),
    );
    assert.deepEqual(Object.fromEntries(found), expected);
  });

  test('is of the records in the scope of a member, and of one workspace', async () => {
    const user = await app.user();
    const expirationDate = '2028-01-01';
    await domain(user, { expirationDate, price: 1, tags: tags('acme') });
    await domain(user, { expirationDate, price: 2, tags: tags('beta') });
    await domain(user, { expirationDate, price: 4, tags: tags('acme', 'beta') });
    const viewer = await scopedMember(app, user, 'VIEWER');
    assert.deepEqual(await sums(viewer, byClient), ['acme EUR 1: 2028-01 1', 'acme, beta EUR 4: 2028-01 4']);
    assert.deepEqual(await sums(viewer, 'by=payer'), ['null EUR 5: 2028-01 5']);
    const [registrar, ...others] = await sums(viewer, 'by=registrar');
    assert.match(registrar ?? '', / EUR \d: 2028-01 \d$/);
    assert.ok(others.length <= 1);
    assert.deepEqual(await answer(await app.user(), byClient), []);
    assert.equal((await app.call('GET', `/expirations/costs?${byClient}`)).status, 401);
  });
});

test('a wrong request for costs is refused by field', async () => {
  const user = await app.user();
  const month = (label: string) => `${label} must be a month, YYYY-MM`;
  const by = 'By must be one of: tag, registrar, payer';
  const wrong: [string, Record<string, string>][] = [
    ['', { by }],
    ['by=client', { by }],
    ['by=tag', { tagType: 'Tag type is required' }],
    ['by=tag&tagType=%20', { tagType: 'Tag type is required' }],
    [`by=tag&tagType=${'x'.repeat(1000)}`, { tagType: 'Tag type must be less than 50 characters' }],
    ['by=payer&from=2027-13', { from: month('From') }],
    ['by=payer&from=2027-1', { from: month('From') }],
    ['by=payer&from=2027-01-01&to=x', { from: month('From'), to: month('To') }],
    [`by=payer&to=${'9'.repeat(1000)}`, { to: month('To') }],
    ['by=payer&from=2027-01&to=2032-01', { to: 'Maximum 60 months at once' }],
    ['by=payer&from=0000-01&to=9999-12', { to: 'Maximum 60 months at once' }],
    [
      'by=payer&what=x',
      { what: 'What must be one of: domain, tls, hosting, server, proxy, cdn, key, other, password' },
    ],
  ];
  for (const [query, fields] of wrong) {
    const { status, body } = await user.call<{ error: { details: { fields: object } } }>(
      'GET',
      `/expirations/costs?${query}`,
    );
    assert.equal(status, 400, query);
    assert.deepEqual(body.error.details.fields, fields, query);
  }
});

test('costs of more than 1,000 keys are refused', async () => {
  const user = await app.user();
  const { id: recordId } = await domain(user, { expirationDate: null });
  const date = { area: 'domains', recordId, what: 'other', date: '2028-01-01', price: 1 };
  assert.equal((await user.call('POST', '/dates', date)).status, 201);
  const made = await app.db
    .selectFrom('dates')
    .selectAll()
    .where('recordId', '=', recordId)
    .executeTakeFirst();
  assert.ok(made);
  const more = Array.from({ length: 1000 }, (_, at) => ({ ...made, id: `${at}`, payer: `payer ${at}` }));
  for (let at = 0; at < more.length; at += 200)
    await app.db
      .insertInto('dates')
      .values(more.slice(at, at + 200))
      .execute();
  const { status, body } = await user.call<{ error: { details: { fields: object } } }>(
    'GET',
    '/expirations/costs?by=payer',
  );
  assert.deepEqual(
    [status, body.error.details.fields],
    [400, { by: 'Maximum 1,000 sums at once; filter more' }],
  );
  await app.db.deleteFrom('dates').where('id', '=', '0').execute();
  assert.equal((await answer(user, 'by=payer')).length, 1000);
});

test('the sum of the prices is of what the filters leave, each once, in each currency', async () => {
  const user = await app.user();
  const expirationDate = '2028-01-31';
  await domain(user, { expirationDate, price: 10.1, tags: tags('acme') });
  await domain(user, { expirationDate: null, price: 0.2, tags: tags('acme') });
  await domain(user, { expirationDate, price: 5, currency: 'CHF' });
  const { id: recordId } = await server(user, { paidUntil: '2027-10-01', price: 20, interval: 'MONTH' });
  const date = { area: 'servers', recordId, what: 'other', date: '2035-01-01', price: 1 };
  assert.equal((await user.call('POST', '/dates', date)).status, 201);
  const sum = async (client: Client, query: string) => {
    const { status, text, body } = await client.call<{ data: { sum: Amounts } }>(
      'GET',
      `/expirations/sum?${query}`,
    );
    assert.equal(status, 200, text);
    return body.data.sum.map(({ currency, amount }) => `${amount} ${currency}`);
  };
  const expected = {
    '': ['5 CHF', '30.3 EUR', '1 null'],
    'hasDate=false': ['0.2 EUR'],
    'from=2028-01-01&to=2028-01-31': ['5 CHF', '10.1 EUR'],
    'within=30': ['20 EUR'],
    'area=servers': ['20 EUR', '1 null'],
    'tags=client:acme&what=domain': ['10.3 EUR'],
    'what=tls,password': [],
  };
  for (const [query, sums] of Object.entries(expected)) assert.deepEqual(await sum(user, query), sums, query);
  assert.deepEqual(await sum(await scopedMember(app, user, 'VIEWER'), ''), ['10.3 EUR']);
  const { id } = await app.ownerOf(user);
  assert.equal((await user.call('PUT', `/workspaces/${id}`, { currency: 'CHF' })).status, 200);
  assert.deepEqual(await sum(user, ''), ['6 CHF', '30.3 EUR']);
});

describe('the export', () => {
  const csv = async (client: Client, query: string) => {
    const { status, text } = await client.call('GET', `/expirations/export?${query}`);
    assert.equal(status, 200, text);
    return text.replace('\ufeff', '').trimEnd().split('\r\n');
  };

  test('has a column of a type of tags, last', async () => {
    const user = await app.user();
    const expirationDate = '2028-01-01';
    await domain(user, { domain: 'a.example', expirationDate, tags: tags('beta', 'acme') });
    await domain(user, { domain: 'b.example', expirationDate, tags: tags('=1+1') });
    await domain(user, { domain: 'c.example', expirationDate });
    const plain = await csv(user, 'sortBy=name');
    const [heading, ...rows] = await csv(user, 'sortBy=name&tagType=client');
    assert.equal(heading, `${plain[0] ?? ''},client`);
    const cells = ['"acme, beta"', "'=1+1", ''];
    assert.deepEqual(
      rows,
      plain.slice(1).map((row, at) => `${row},${cells[at] ?? ''}`),
    );
    assert.ok((await csv(user, 'tagType=2'))[0]?.endsWith(',Tags,2'), 'last, though it reads as a number');
    assert.ok((await csv(user, 'tagType=%3D1%2C2'))[0]?.endsWith(`,Tags,"'=1,2"`));
    const json = await user.call<object[]>(
      'GET',
      '/expirations/export?format=json&sortBy=name&tagType=client',
    );
    assert.deepEqual(
      json.body.map((row) => Object.entries(row).at(-1)),
      [
        ['client', 'acme, beta'],
        ['client', '=1+1'],
        ['client', null],
      ],
    );
    const long = await user.call<{ error: { details: { fields: object } } }>(
      'GET',
      `/expirations/export?tagType=${'x'.repeat(51)}`,
    );
    assert.deepEqual(long.body.error.details.fields, { tagType: 'Tag type must be less than 50 characters' });
  });
});
