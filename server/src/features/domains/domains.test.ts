// On both engines: lists, figures and outdated domains are statements of their own.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { AuditEvent } from '@quartermaster/contract/audit/audit.schema';
import { domains } from '@quartermaster/contract/entities/domains/domains.routes';
import type { Domain } from '@quartermaster/contract/entities/domains/domains.schema';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { createFrom, createRecord } from '../../../test/records.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user();
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

type List = { data: { domains: Domain[] } };
type Stats = { data: { stats: Record<string, unknown> } };
type Bulk = {
  data: { imported: number; skipped: number; failed: number; errors: { index: number; message: string }[] };
};

const names = async (client: Client, path: string) =>
  (await client.call<List>('GET', path)).body.data.domains.map(({ domain }) => domain);

async function addDomains(client: Client, rows: [domain: string, days: number | null, status: string][]) {
  const registratorAccountId = (await createRecord(client, 'registrator-accounts')).id;
  for (const [domain, days, status] of rows)
    await createFrom(client, 'domains', {
      domain,
      registratorAccountId,
      status,
      ...(days !== null && { expirationDate: inDays(days) }),
    });
  return registratorAccountId;
}

describe('domain stats', () => {
  let client: Client;
  let registratorAccountId: string;
  before(async () => {
    client = await app.user();
    registratorAccountId = await addDomains(client, [
      ['past-active.com', -0.5, 'ACTIVE'],
      ['long-past.com', -40, 'EXPIRED'],
      ['marked-expired.com', null, 'EXPIRED'],
      ['soon.com', 10, 'ACTIVE'],
      ['limit.com', 29.9, 'EXPIRING'],
      ['later.com', 90, 'ACTIVE'],
      ['undated.com', null, 'ACTIVE'],
      ['blocked-past.com', -5, 'BLOCKED'],
      ['transferred-soon.com', 5, 'TRANSFERRED'],
    ]);
  });

  test('each domain counts once', async () => {
    const { body } = await client.call<Stats>('GET', '/domains/stats');
    const { stats } = body.data;
    assert.deepEqual(
      [stats.totalDomains, stats.activeDomains, stats.expiringDomains, stats.expiredDomains],
      [9, 2, 2, 3],
    );
    const byStatus = stats.domainsByStatus as { key: string; label: string; count: number }[];
    assert.deepEqual(byStatus[0], { key: 'ACTIVE', label: 'ACTIVE', count: 4 });
    assert.deepEqual(
      (stats.domainsByRegistrator as { count: number }[]).map(({ count }) => count),
      [9],
    );
    assert.deepEqual([stats.domainsByServer, stats.domainsByCdn, stats.tagsByType], [[], [], []]);
    const calendar = stats.expirationCalendar as { date: string; count: number }[];
    assert.ok(calendar.some(({ date, count }) => date === inDays(90).slice(0, 10) && count === 1));
  });

  test('the filter by expiry selects what the stats count', async () => {
    for (const [word, found] of [
      ['expired', ['long-past.com', 'marked-expired.com', 'past-active.com']],
      ['expiring', ['limit.com', 'soon.com']],
      ['active', ['later.com', 'undated.com']],
      [
        'expired,expiring',
        ['limit.com', 'long-past.com', 'marked-expired.com', 'past-active.com', 'soon.com'],
      ],
      [',', []],
    ] as const)
      assert.deepEqual((await names(client, `/domains?expiry=${word}`)).toSorted(), found);
    const { status } = await client.call('GET', '/domains?expiry=late');
    assert.equal(status, 400);
  });

  test('expiring selects overdue domains too, transferred ones not, soonest first', async () => {
    const soonest = ['long-past.com', 'blocked-past.com', 'past-active.com', 'soon.com', 'limit.com'];
    assert.deepEqual(await names(client, '/domains/expiring'), soonest);
    assert.deepEqual(await names(client, '/domains/expiring?days=10'), soonest.slice(0, 4));
    assert.deepEqual((await names(client, '/domains?expiringInDays=30')).toSorted(), soonest.toSorted());
  });

  test('time-dependent stats change when a domain begins to expire, and when it has expired', async (t) => {
    const own = await app.user();
    const start = Date.now();
    t.mock.timers.enable({ apis: ['Date'], now: start });
    const soon = 5 / 1440;
    await addDomains(own, [
      ['ends.com', soon, 'ACTIVE'],
      ['nears.com', 30 + soon, 'ACTIVE'],
    ]);
    const stats = async () => {
      const { stats } = (await own.call<Stats>('GET', '/domains/stats')).body.data;
      const list = await own.call<{ data: { pagination: { total: number } } }>(
        'GET',
        '/domains?expiringInDays=30&limit=1',
      );
      return [stats.expiringDomains, stats.expiredDomains, list.body.data.pagination.total];
    };
    assert.deepEqual(await stats(), [1, 0, 1]);
    assert.deepEqual(await stats(), [1, 0, 1]);
    t.mock.timers.setTime(start + 6 * 60_000);
    assert.deepEqual(await stats(), [1, 1, 2]);
  });

  test('the dashboard alerts about the same domains', async () => {
    const { body } = await client.call<{
      data: {
        stats: {
          domains: unknown;
          overview: { totalDomains: number };
          expirationAlertsTotal: number;
          expirationAlerts: { domain: string; daysUntilExpiration: number | null }[];
        };
      };
    }>('GET', '/dashboard/stats');
    const { stats } = body.data;
    assert.deepEqual(stats.domains, { activeDomains: 2, expiringDomains: 2, expiredDomains: 3 });
    assert.equal(stats.overview.totalDomains, 9);
    assert.equal(stats.expirationAlertsTotal, 5);
    assert.deepEqual(
      stats.expirationAlerts.map(({ domain, daysUntilExpiration }) => [domain, daysUntilExpiration]),
      [
        ['long-past.com', -40],
        ['past-active.com', 0],
        ['soon.com', 10],
        ['limit.com', 30],
        ['marked-expired.com', null],
      ],
    );
  });

  test('filters select by status and by registrator account', async () => {
    assert.deepEqual(await names(client, '/domains?status=BLOCKED'), ['blocked-past.com']);
    assert.equal((await names(client, `/domains?registratorAccountId=${registratorAccountId}`)).length, 9);
    assert.deepEqual(await names(client, '/domains?registratorAccountId=none'), []);
  });

  test('a range of days selects the domains that the calendar counts', async () => {
    const day = (days: number) => inDays(days).slice(0, 10);
    const between = (query: string) => names(client, `/domains?sortBy=expirationDate&sortOrder=asc&${query}`);
    assert.deepEqual(await between(`expiresFrom=${day(10)}&expiresTo=${day(10)}`), ['soon.com']);
    assert.deepEqual(await between(`expiresFrom=${day(1)}&expiresTo=${day(89)}`), ['soon.com', 'limit.com']);
    assert.deepEqual(await between(`expiresFrom=${day(90)}`), ['later.com']);
    assert.deepEqual(await between(`expiresTo=${day(-5)}`), ['long-past.com', 'blocked-past.com']);
    assert.deepEqual(await between(`expiresFrom=${day(91)}`), []);
    for (const wrong of ['tomorrow', '2027-02-30', '2027-1-1'])
      assert.equal((await client.call('GET', `/domains?expiresFrom=${wrong}`)).status, 400, wrong);
  });

  test('sorting by date puts domains without one last either way', async () => {
    for (const order of ['asc', 'desc'])
      assert.deepEqual(
        (await names(client, `/domains?sortBy=expirationDate&sortOrder=${order}`)).slice(-2).toSorted(),
        ['marked-expired.com', 'undated.com'],
      );
  });

  test('Check Expiration brings statuses up to date, once', async () => {
    const check = async () =>
      (await client.call<{ data: { updatesApplied: number } }>('POST', '/domains/check-expiration')).body
        .data;
    assert.deepEqual(await check(), { updatesApplied: 2 });
    assert.deepEqual(await check(), { updatesApplied: 0 });
    assert.deepEqual((await names(client, '/domains?status=EXPIRED')).length, 3);
    assert.deepEqual(await names(client, '/domains?status=TRANSFERRED'), ['transferred-soon.com']);
  });

  test('form data lists the possible references of a domain', async () => {
    const { body } = await client.call<{ data: Record<string, { id: string }[]> }>(
      'GET',
      '/domains/form-data',
    );
    assert.deepEqual(
      body.data.registratorAccounts?.map(({ id }) => id),
      [registratorAccountId],
    );
    assert.deepEqual(Object.keys(body.data).toSorted(), [
      'availableTags',
      'cdnAccounts',
      'registratorAccounts',
      'servers',
    ]);
  });
});

describe('domain names', () => {
  test('typed in Unicode or in capitals they are stored in ASCII, and found in both', async () => {
    const client = await app.user();
    await addDomains(client, [['Bücher.Example', null, 'ACTIVE']]);
    for (const word of ['b%C3%BCcher', 'xn--bcher', 'XN--BCHER-KVA.EXAMPLE'])
      assert.deepEqual(await names(client, `/domains?search=${word}`), ['xn--bcher-kva.example']);
  });

  test('search finds the registrar and the mailbox of a domain too', async () => {
    const client = await app.user();
    await addDomains(client, [['found.com', null, 'ACTIVE']]);
    const [found] = (await client.call<List>('GET', '/domains')).body.data.domains;
    for (const word of [
      found?.registratorAccount.registratorType.name,
      found?.registratorAccount.emailAccount?.email,
    ])
      assert.deepEqual(await names(client, `/domains?search=${encodeURIComponent(word ?? '-')}`), [
        'found.com',
      ]);
  });
});

describe('bulk import', () => {
  const send = async (client: Client, body: object) =>
    (await client.call<Bulk>('POST', '/domains/bulk-import', body)).body.data;

  test('good rows are stored, bad ones reported, duplicates skipped or reported', async () => {
    const client = await app.user();
    const registratorAccountId = await addDomains(client, [['known.com', null, 'ACTIVE']]);
    const rows = [
      { domain: 'new.com', registratorAccountId },
      { domain: 'KNOWN.com', registratorAccountId },
      { domain: 'bad domain', registratorAccountId },
      { domain: 'new.com', registratorAccountId, status: 'BLOCKED' },
      { domain: 'other.com', registratorAccountId: '01a00000-0000-7000-8000-000000000000' },
      'no row',
    ];
    const faults = [
      { index: 2, message: 'Invalid domain format (e.g., example.com)' },
      { index: 4, message: 'Registrator account not found' },
    ];
    const skipping = await send(client, { domains: rows.slice(0, 5), defaultStatus: 'TRANSFERRED' });
    assert.deepEqual(skipping, { imported: 1, skipped: 2, failed: 2, errors: faults });
    assert.deepEqual(await names(client, '/domains?status=TRANSFERRED'), ['new.com']);
    const strict = await send(client, { domains: rows, skipDuplicates: false });
    assert.deepEqual([strict.imported, strict.skipped, strict.failed], [0, 0, 6]);
    assert.equal(strict.errors[0]?.message, 'This domain already exists');
  });

  test('ten thousand rows are one transaction and one batch of changes', async () => {
    const client = await app.user();
    const registratorAccountId = (await createRecord(client, 'registrator-accounts')).id;
    const domains = Array.from({ length: 10_000 }, (_, index) => ({
      domain: `site-${index}.example.com`,
      registratorAccountId,
      tags: [{ type: 'env', value: 'prod' }],
    }));
    assert.deepEqual(await send(client, { domains }), {
      imported: 10_000,
      skipped: 0,
      failed: 0,
      errors: [],
    });
    const batches = await app.db
      .selectFrom('changes')
      .select('batchId')
      .distinct()
      .where('tableName', '=', 'domains')
      .where('actorId', '=', client.userId)
      .execute();
    assert.equal(batches.length, 1);
    assert.ok(batches[0]?.batchId);
    const over = await client.call('POST', '/domains/bulk-import', { domains: [...domains, domains[0]] });
    assert.equal(over.status, 400);
    const csv = await client.call('GET', '/domains/export?tags=env:prod');
    assert.equal(csv.text.split('\r\n').length, 10_002);
  });
});

describe('export', () => {
  test('is a CSV of the rows that the filters select, with the columns in their order', async () => {
    const client = await app.user();
    await addDomains(client, [
      ['a.com', null, 'ACTIVE'],
      ['b.com', 10, 'BLOCKED'],
    ]);
    const { headers, text } = await client.call('GET', '/domains/export?status=BLOCKED');
    assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8');
    assert.equal(headers.get('content-disposition'), 'attachment; filename="domains.csv"');
    const [head, row, ...rest] = text.split('\r\n');
    assert.equal(head, Object.keys(domains.csv).join(','));
    assert.match(row ?? '', /^b\.com,BLOCKED,\d{4}-/);
    assert.deepEqual(rest, ['']);
    const { body } = await client.call<{ data: { events: AuditEvent[] } }>('GET', '/audit');
    assert.deepEqual(
      body.data.events.map(({ action, subject, details }) => [action, subject, details]),
      [['records.exported', 'domains', { area: 'domains', count: 1 }]],
    );
  });

  test('no cell is a formula', async () => {
    const client = await app.user();
    const id = await addDomains(client, []);
    for (const [index, comment] of ['=1+1', '+1', '-1', '@x', '"quoted", and\nlines'].entries())
      await createFrom(client, 'domains', { domain: `f${index}.com`, registratorAccountId: id, comment });
    const { text } = await client.call('GET', '/domains/export');
    for (const cell of ["'=1+1", "'+1", "'-1", "'@x", '"""quoted"", and\nlines"'])
      assert.ok(text.includes(`,${cell},`), cell);
  });

  test('is JSON on request', async () => {
    const client = await app.user();
    await addDomains(client, [['a.com', null, 'ACTIVE']]);
    const { text, headers } = await client.call('GET', '/domains/export?format=json');
    assert.equal(headers.get('content-disposition'), 'attachment; filename="domains.json"');
    assert.equal((JSON.parse(text) as { Domain: string }[])[0]?.Domain, 'a.com');
  });
});
