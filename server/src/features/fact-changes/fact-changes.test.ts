// On both engines: changes are kept and listed by statements of their own.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FactChange } from '@quartermaster/contract/fact-changes/fact-changes.schema';
import type { Pagination } from '@quartermaster/contract/api/query';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { byToken, makeToken } from '../../../test/api-tokens.ts';
import { jobRun } from '../../../test/job-run.ts';
import { type LookedUpThere, lookedUp } from '../../../test/looked-up.ts';
import { createFrom, createRecord, validBody } from '../../../test/records.ts';
import { scopeTag, scopedMember, scopedToken } from '../../../test/scoped-member.ts';
import { type Client, startApp } from '../../../test/test-app.ts';
import { pruning } from '../../records/history/pruning.ts';

const app = await startApp();
await app.user();

interface Answer {
  data: { factChanges: FactChange[]; pagination: Pagination };
  error: { code: string; details?: { fields: Record<string, string> } };
}
const ask = (client: Client, query = '') => client.call<Answer>('GET', `/fact-changes?${query}`);
const list = async (client: Client, query = '') => {
  const { status, text, body } = await ask(client, query);
  assert.equal(status, 200, text);
  return body.data.factChanges;
};
const said = (changes: readonly FactChange[]) =>
  changes.map(({ field, before, after }) => [field, before, after]);

const at = (days: number): number => Date.now() - days * dayMs;

class Place {
  readonly client: Client;
  readonly ownerId: string;

  constructor(client: Client, ownerId: string) {
    this.client = client;
    this.ownerId = ownerId;
  }

  async domain(more: object = {}): Promise<string> {
    return (
      await createFrom(this.client, 'domains', { ...(await validBody(this.client, 'domains')), ...more })
    ).id;
  }

  looked(id: string, found: LookedUpThere): Promise<void> {
    return lookedUp(app, this.ownerId, [id], found);
  }
}

async function place(): Promise<Place> {
  const client = await app.user();
  return new Place(client, (await app.ownerOf(client)).id);
}

describe('a fact that changes keeps its former value', () => {
  test('of registration, DNS and certificate, in the form of facts, the newest first', async () => {
    const where = await place();
    const id = await where.domain({ domain: 'changes.example' });
    const registration = { registrar: 'One', statuses: ['active'], nameServers: ['ns1.example'] };
    const before: [LookedUpThere['kind'], LookedUpThere['source'], LookedUpThere['values']][] = [
      ['registration', 'rdap', { ...registration, expirationDate: '2027-01-01T00:00:00.000Z' }],
      ['dns', 'dns', { ns: ['ns1.example'], a: ['192.0.2.1'], aaaa: [], mx: [], cname: [] }],
      ['tls', 'tls', { issuer: 'One CA', names: ['a.example'], notAfter: '2027-01-01T00:00:00.000Z' }],
    ];
    const after: typeof before = [
      [
        'registration',
        'rdap',
        { ...registration, registrar: 'Two', dnssec: true, expirationDate: '2028-01-01T00:00:00.000Z' },
      ],
      [
        'dns',
        'dns',
        { ns: ['ns1.example'], a: ['192.0.2.2'], aaaa: [], mx: ['mx.example'], cname: ['x.example'] },
      ],
      ['tls', 'tls', { issuer: 'Two CA', names: ['a.example'], notAfter: '2027-06-01T00:00:00.000Z' }],
    ];
    for (const [kind, source, values] of before)
      await where.looked(id, { kind, source, values, at: at(9) } as LookedUpThere);
    assert.deepEqual(await list(where.client), [], 'a first look changes nothing');
    for (const [days, [kind, source, values]] of after.entries())
      await where.looked(id, { kind, source, values, at: at(3 - days) } as LookedUpThere);
    const changes = await list(where.client);
    assert.deepEqual(
      changes.map(({ field, source, before: was, after: is }) => [source, field, was, is]).sort(),
      [
        ['dns', 'a', ['192.0.2.1'], ['192.0.2.2']],
        ['dns', 'mx', [], ['mx.example']],
        ['rdap', 'dnssec', null, true],
        ['rdap', 'registrar', 'One', 'Two'],
        ['tls', 'issuer', 'One CA', 'Two CA'],
      ],
    );
    assert.deepEqual(
      changes.map((change) => change.at),
      changes
        .map((change) => change.at)
        .toSorted()
        .toReversed(),
    );
    const [newest] = changes;
    assert.deepEqual(newest, {
      id: newest?.id,
      at: newest?.at,
      area: 'domains',
      recordId: id,
      name: 'changes.example',
      field: 'issuer',
      subject: `${id}.example`,
      source: 'tls',
      before: 'One CA',
      after: 'Two CA',
    });
    assert.equal(new Set(changes.map((change) => change.id)).size, 5);
  });

  test('but not where nothing did, another source answers first, or what was said is only left out', async () => {
    const where = await place();
    const id = await where.domain();
    const values = { registrar: 'One', statuses: ['active'] };
    await where.looked(id, { values, at: at(3) });
    await where.looked(id, { values, at: at(2) });
    await where.looked(id, { values: { statuses: ['active'] }, at: at(2) });
    await where.looked(id, { values: { registrar: 'Two' }, source: 'whois', at: at(1) });
    await where.looked(id, { state: 'failing', at: at(1) });
    assert.deepEqual(await list(where.client), []);
    await where.looked(id, { values: { registrar: 'Three' }, source: 'whois' });
    assert.deepEqual(said(await list(where.client)), [['registrar', 'Two', 'Three']]);
  });

  test('but not the addresses of a domain with a CDN account', async () => {
    const where = await place();
    const cdn = await createRecord(where.client, 'cdn');
    const [behind, open] = [await where.domain({ cdnAccountId: cdn.id }), await where.domain()];
    for (const id of [behind, open]) {
      const { body } = await where.client.call<{ data: { domain: { domain: string } } }>(
        'GET',
        `/domains/${id}`,
      );
      const of = { kind: 'dns', source: 'dns', subject: body.data.domain.domain } as const;
      await where.looked(id, { ...of, values: { a: ['192.0.2.1'], aaaa: [], mx: [] }, at: at(1) });
      await where.looked(id, {
        ...of,
        values: { a: ['192.0.2.2'], aaaa: ['2001:db8::1'], mx: ['mx.example'] },
      });
    }
    assert.deepEqual(said(await list(where.client, `recordId=${behind}`)), [['mx', [], ['mx.example']]]);
    assert.equal((await list(where.client, `recordId=${open}`)).length, 3);
  });

  test('for as long as the history is kept, and a record names its subject', async () => {
    const where = await place();
    const id = await where.domain();
    const look = (registrar: string, days: number) =>
      where.looked(id, { values: { registrar }, subject: 'kept.example', at: at(days) });
    await look('One', 60);
    await look('Two', 50);
    await look('Three', 1);
    const historyDays = 30;
    await where.client.call('PUT', `/workspaces/${where.ownerId}`, { historyDays });
    await pruning(app.services).run(jobRun());
    assert.deepEqual(said(await list(where.client)), [['registrar', 'Two', 'Three']]);
    await where.client.call('PUT', `/domains/${id}`, { domain: 'renamed.example' });
    assert.deepEqual(await list(where.client), []);
    const rows = await app.db
      .selectFrom('fact_changes')
      .select('id')
      .where('ownerId', '=', where.ownerId)
      .execute();
    assert.deepEqual(rows, [], 'it is forgotten with the facts');
  });
});

describe('changes are seen', () => {
  test('of each record about a subject, from after its own first look on', async () => {
    const where = await place();
    const [first, second] = [await where.domain(), await where.domain()];
    const of = { subject: 'shared.example' };
    await where.looked(first, { ...of, values: { registrar: 'One' }, at: at(5) });
    await where.looked(first, { ...of, values: { registrar: 'Two' }, at: at(4) });
    await where.looked(second, { ...of, values: { registrar: 'Three' }, at: at(3) });
    const seen = async (id: string) => said(await list(where.client, `recordId=${id}`));
    assert.deepEqual(await seen(second), []);
    await where.looked(first, { ...of, values: { registrar: 'Four' }, at: at(2) });
    assert.deepEqual(await seen(second), [['registrar', 'Three', 'Four']]);
    assert.equal((await seen(first)).length, 3);
    const all = await list(where.client);
    assert.equal(new Set(all.map(({ id }) => id)).size, 4);
    await where.client.call('DELETE', `/domains/${first}`);
    assert.deepEqual(
      (await list(where.client)).map(({ recordId }) => recordId),
      [second],
    );
    await where.client.call('POST', '/trash/restore', { ids: [first] });
    assert.deepEqual(await seen(first), [], 'a record that is back is looked up anew');
  });

  test('by members and tokens within their scope, and by no other workspace', async () => {
    const [where, elsewhere] = [await place(), await place()];
    const own = await where.domain({ tags: [scopeTag] });
    const other = await where.domain();
    const theirs = await elsewhere.domain();
    for (const [of, id] of [
      [where, own],
      [where, other],
      [elsewhere, theirs],
    ] as const)
      for (const registrar of ['One', 'Two'])
        await of.looked(id, { values: { registrar }, at: at(registrar === 'One' ? 2 : 1) });
    const ids = async (client: Client, query = '') =>
      (await list(client, query)).map(({ recordId }) => recordId).sort();
    assert.deepEqual(await ids(where.client), [own, other].sort());
    assert.deepEqual(await ids(elsewhere.client), [theirs]);
    assert.deepEqual(await ids(elsewhere.client, `recordId=${own}`), []);
    const viewer = await scopedMember(app, where.client, 'VIEWER');
    assert.deepEqual(await ids(viewer), [own]);
    assert.deepEqual(await ids(viewer, `recordId=${other}`), []);
    assert.equal((await ask(viewer)).body.data.pagination.total, 1);
    assert.deepEqual(await ids(viewer, 'search=registrar'), []);
    assert.deepEqual(await ids(await scopedToken(app, where.client)), [own]);
    const made = await makeToken(where.client, { permissions: ['read'], scope: [] });
    const program = byToken(where.client, app.services.api.endpoints, app.call, made);
    assert.deepEqual(await ids(program), [own, other].sort());
    const since = new Date(at(1)).toISOString().slice(0, 10);
    const domains = await viewer.call<{ data: { domains: { id: string }[] } }>(
      'GET',
      `/domains?factChangedSince=${since}`,
    );
    assert.deepEqual(
      domains.body.data.domains.map(({ id }) => id),
      [own],
    );
  });
});

describe('lists', () => {
  test('select by record, area, field, day, tags and words, in pages', async () => {
    const where = await place();
    const shop = await where.domain({ domain: 'shop.example', tags: [{ type: 'client', value: 'Acme' }] });
    const blog = await where.domain({ domain: 'blog.example' });
    const server = await createRecord(where.client, 'servers');
    const looks: [string, LookedUpThere, LookedUpThere['values'], LookedUpThere['values']][] = [
      [shop, { subject: 'shop.example' }, { registrar: 'One' }, { registrar: 'Ärger & Söhne' }],
      [blog, { kind: 'dns', source: 'dns', subject: 'blog.example' }, { ns: ['ns1.a'] }, { ns: ['ns1.b'] }],
      [
        server.id,
        { area: 'servers', kind: 'tls', source: 'tls', subject: 'panel.example:8443' },
        { issuer: 'A' },
        { issuer: 'B' },
      ],
    ];
    for (const [days, [id, of, before, after]] of looks.entries()) {
      await where.looked(id, { ...of, ...(before && { values: before }), at: at(20) });
      await where.looked(id, { ...of, ...(after && { values: after }), at: at(10 - days) });
    }
    const ids = async (query: string) => (await list(where.client, query)).map(({ recordId }) => recordId);
    const day = (days: number) => new Date(at(days)).toISOString().slice(0, 10);
    assert.deepEqual(await ids(''), [server.id, blog, shop]);
    assert.deepEqual(await ids(`recordId=${blog}`), [blog]);
    assert.deepEqual(await ids('area=servers'), [server.id]);
    assert.deepEqual(await ids('field=registrar,ns'), [blog, shop]);
    assert.deepEqual(await ids(`from=${day(9)}&to=${day(9)}`), [blog]);
    assert.deepEqual(await ids(`to=${new Date(at(9.5)).toISOString()}`), [shop]);
    assert.deepEqual(await ids('tags=client:Acme'), [shop]);
    assert.deepEqual(await ids('tags=Beta'), []);
    for (const [search, found] of [
      ['shop', [shop]],
      ['NS1.B', [blog]],
      ['%C3%A4rger', [shop]],
      ['gardens', []],
      ['panel.example', [server.id]],
      ['shop ns1', []],
    ] as const)
      assert.deepEqual(await ids(`search=${search}`), found, search);
    const page = await ask(where.client, 'limit=2&page=2');
    assert.deepEqual(page.body.data.pagination, { page: 2, limit: 2, total: 3, totalPages: 2 });
    assert.deepEqual(
      page.body.data.factChanges.map(({ recordId }) => recordId),
      [shop],
    );
    const since = async (date: string) =>
      (
        await where.client.call<{ data: { domains: { domain: string }[]; pagination: Pagination } }>(
          'GET',
          `/domains?factChangedSince=${date}&page=1&limit=10`,
        )
      ).body.data;
    assert.deepEqual(
      (await since(day(9))).domains.map(({ domain }) => domain),
      ['blog.example'],
    );
    assert.equal((await since(day(10))).pagination.total, 2);
    assert.equal((await since(day(8))).pagination.total, 0);
    await where.looked(shop, { subject: 'shop.example', values: { registrar: 'Two' } });
    assert.equal((await since(day(8))).pagination.total, 1, 'no total of before is answered');
  });

  test('refuse a field, an area and days that are none', async () => {
    const { client } = await place();
    for (const [query, field, message] of [
      [
        'field=expirationDate',
        'field',
        /^Field must be one of: registrar, statuses, nameServers, dnssec, ns, a, /,
      ],
      ['field=ns,cname', 'field', /^Field must be/],
      ['area=gardens', 'area', /^Area must be one of/],
      ['from=tomorrow', 'from', /^Must be a day/],
      ['page=0', 'page', /^Page must be at least 1/],
    ] as const) {
      const { status, body } = await ask(client, query);
      assert.equal(status, 400, query);
      assert.match(body.error.details?.fields[field] ?? '', message);
    }
    const wrong = await client.call('GET', '/domains?factChangedSince=2027-02-30');
    assert.equal(wrong.status, 400);
  });
});
