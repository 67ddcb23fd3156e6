import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Proxy } from '@quartermaster/contract/entities/proxies/proxies.schema';
import type { BulkResult } from '@quartermaster/contract/api/bulk-import';
import { createFrom } from '../../../test/records.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user();

type List = { data: { proxies: Proxy[] } };
const list = async (client: Client, query = '') =>
  (await client.call<List>('GET', `/proxies${query}`)).body.data.proxies;
const names = async (client: Client, query = '') => (await list(client, query)).map(({ name }) => name);

const secret = 'canary-password';
const body = (number: number, more: object = {}) => ({
  name: `Exit ${number}`,
  ip: `8.8.4.${number}`,
  username: 'operator',
  password: secret,
  ...more,
});

describe('a proxy', () => {
  test('is HTTP at port 8080 and active by default', async () => {
    const client = await app.user();
    const { port, type, isActive, country, tags } = await createFrom(client, 'proxies', body(1));
    assert.deepEqual([port, type, isActive, country, tags], [8080, 'HTTP', true, null, []]);
  });

  test('keeps its type, port and state when others change', async () => {
    const client = await app.user();
    const own = { port: 1080, type: 'SOCKS5', isActive: false };
    const { id } = await createFrom(client, 'proxies', body(1, own));
    await client.call('PUT', `/proxies/${id}`, { name: 'Other' });
    const [proxy] = await list(client);
    assert.deepEqual([proxy?.port, proxy?.type, proxy?.isActive], [1080, 'SOCKS5', false]);
  });

  test('is stored with its IPv6 address in lower case, so that another spelling is a duplicate', async () => {
    const client = await app.user();
    const ip = '2606:4700:ABCD:0:0:0:0:F';
    assert.equal((await createFrom(client, 'proxies', body(1, { ip: ` ${ip} ` }))).ip, ip.toLowerCase());
    const second = await client.call('POST', '/proxies', body(2, { ip }));
    assert.equal(second.status, 409, second.text);
  });

  test('may share its address with one of another port or user name', async () => {
    const client = await app.user();
    await createFrom(client, 'proxies', body(1));
    await createFrom(client, 'proxies', body(1, { port: 8081 }));
    const { id } = await createFrom(client, 'proxies', body(1, { username: 'other' }));
    const clash = await client.call<{ error: { details: { fields: object } } }>('PUT', `/proxies/${id}`, {
      username: 'operator',
    });
    assert.equal(clash.status, 409);
    assert.deepEqual(clash.body.error.details.fields, {
      ip: 'A proxy with this IP address, port and username already exists',
    });
  });

  test("keeps its password exactly as sent, and sealed in the database's row", async () => {
    const client = await app.user();
    const password = '  with spaces  ';
    const { id } = await createFrom(client, 'proxies', body(1, { password }));
    assert.equal((await list(client))[0]?.password, password);
    const row = await app.db.selectFrom('proxies').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    assert.ok(!JSON.stringify(row).includes('with spaces'));
  });
});

describe('proxy lists', () => {
  let client: Client;
  before(async () => {
    client = await app.user();
    const tags = (value: string) => [{ type: 'client', value }];
    await createFrom(client, 'proxies', body(1, { country: 'Germany', tags: tags('Acme') }));
    await createFrom(client, 'proxies', body(2, { country: 'Germany', type: 'SOCKS5', isActive: false }));
    await createFrom(client, 'proxies', body(3, { country: 'France', type: 'SOCKS5', tags: tags('Acme') }));
    await createFrom(client, 'proxies', body(4, { type: 'SOCKS5', port: 1080 }));
  });

  test('are filtered by type, country and state', async () => {
    assert.deepEqual(await names(client, '?type=SOCKS5'), ['Exit 4', 'Exit 3', 'Exit 2']);
    assert.deepEqual(await names(client, '?country=Germany'), ['Exit 2', 'Exit 1']);
    assert.deepEqual(await names(client, '?country=germ'), []);
    assert.deepEqual(await names(client, '?isActive=false'), ['Exit 2']);
    assert.deepEqual(await names(client, '?isActive=true&country=Germany&type=HTTP'), ['Exit 1']);
    for (const query of ['type=FTP', 'isActive=1']) {
      const answer = await client.call<{ error: { code: string } }>('GET', `/proxies?${query}`);
      assert.deepEqual([answer.status, answer.body.error.code], [400, 'VALIDATION_ERROR'], query);
    }
  });

  test('are searched by address with port, type and country', async () => {
    assert.deepEqual(await names(client, '?search=8.8.4.4:1080'), ['Exit 4']);
    assert.deepEqual(await names(client, '?search=france'), ['Exit 3']);
    assert.deepEqual(await names(client, `?search=${secret}`), []);
  });

  test('are sorted with those without a country last', async () => {
    assert.deepEqual((await names(client, '?sortBy=country&sortOrder=asc')).at(0), 'Exit 3');
    for (const order of ['asc', 'desc'])
      assert.deepEqual((await names(client, `?sortBy=country&sortOrder=${order}`)).at(-1), 'Exit 4');
  });

  test('have stats by type, country and tag, most first', async () => {
    const { body: answer } = await client.call<{ data: { stats: unknown } }>('GET', '/proxies/stats');
    assert.deepEqual(answer.data.stats, {
      totalProxies: 4,
      activeProxies: 3,
      proxyTypes: [
        { key: 'SOCKS5', label: 'SOCKS5', count: 3 },
        { key: 'HTTP', label: 'HTTP', count: 1 },
      ],
      proxiesByCountry: [
        { key: 'Germany', label: 'Germany', count: 2 },
        { key: 'France', label: 'France', count: 1 },
      ],
      tagsByType: [{ type: 'client', values: [{ value: 'Acme', count: 2 }] }],
    });
    const tags = await client.call<{ data: unknown }>('GET', '/proxies/tags');
    assert.deepEqual(tags.body.data, { tags: [{ type: 'client', values: ['Acme'] }] });
  });

  test('have stats when there are none', async () => {
    const { body: answer } = await (await app.user()).call<{ data: object }>('GET', '/proxies/stats');
    const none = { totalProxies: 0, activeProxies: 0, proxyTypes: [], proxiesByCountry: [], tagsByType: [] };
    assert.deepEqual(answer.data, { stats: none });
  });

  test('are exported as filtered, without a password', async () => {
    const { text, headers } = await client.call('GET', '/proxies/export?country=Germany');
    assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8');
    assert.equal(headers.get('content-disposition'), 'attachment; filename="proxies.csv"');
    const [header, second, first, ...rest] = text.split('\r\n');
    assert.equal(header, 'Name,IP,Port,Type,Username,Country,Status,Tags,Comment,Created At');
    assert.match(second ?? '', /^Exit 2,8\.8\.4\.2,8080,SOCKS5,operator,Germany,Inactive,,,2/);
    assert.match(first ?? '', /^Exit 1,8\.8\.4\.1,8080,HTTP,operator,Germany,Active,client:Acme,,2/);
    assert.deepEqual(rest, ['']);
    const json = await client.call<unknown[]>('GET', '/proxies/export?format=json');
    assert.equal(json.body.length, 4);
    for (const file of [text, json.text]) assert.ok(!file.includes(secret));
  });
});

describe('an import of proxies', () => {
  const bulk = async (client: Client, proxies: unknown[], more: object = {}) =>
    (await client.call<{ data: BulkResult }>('POST', '/proxies/bulk-import', { proxies, ...more })).body.data;
  const duplicate = 'A proxy with this IP address, port and username already exists';

  test('stores good rows, reports bad ones and skips duplicates', async () => {
    const client = await app.user();
    await createFrom(client, 'proxies', body(1));
    const ip = '2606:4700:0:0:0:0:0:A';
    const rows = [
      body(1),
      body(2, { type: 'SOCKS5', port: 1080, country: 'Japan', tags: [{ type: 'env', value: 'prod' }] }),
      body(3, { ip }),
      body(4, { ip: ip.toLowerCase() }),
      body(5, { ip: 'nowhere', port: 0 }),
      'no row',
    ];
    const { errors, ...counts } = await bulk(client, rows);
    assert.deepEqual(counts, { imported: 2, skipped: 2, failed: 2 });
    assert.deepEqual(errors[0], {
      index: 4,
      message: 'Invalid IP address format, Port must be between 1 and 65535',
    });
    assert.equal(errors[1]?.index, 5);
    assert.deepEqual((await names(client)).toSorted(), ['Exit 1', 'Exit 2', 'Exit 3']);
    assert.deepEqual(await names(client, '?tags=env:prod&search=japan'), ['Exit 2']);
    assert.ok((await list(client)).every(({ password }) => password === secret));
  });

  test('reports duplicates unless they are to be skipped', async () => {
    const client = await app.user();
    await createFrom(client, 'proxies', body(1));
    const result = await bulk(client, [body(1), body(2), body(2)], { skipDuplicates: false });
    assert.deepEqual(result, {
      imported: 1,
      skipped: 0,
      failed: 2,
      errors: [
        { index: 0, message: duplicate },
        { index: 2, message: duplicate },
      ],
    });
  });
});
