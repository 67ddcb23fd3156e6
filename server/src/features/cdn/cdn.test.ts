import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { CdnAccount } from '@quartermaster/contract/entities/cdn/cdn.schema';
import { cdnProviders } from '@quartermaster/contract/catalog/cdn-providers';
import { createFrom, createRecord, validBody } from '../../../test/records.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user();

type Item = { data: { cdnAccount: CdnAccount } };
type Refusal = { error: { message: string; details: { fields: Record<string, string> } } };

const providers = async (client: Client, query: string) =>
  (
    await client.call<{ data: { cdnAccounts: CdnAccount[] } }>('GET', `/cdn?${query}`)
  ).body.data.cdnAccounts.map(({ provider }) => provider);
const add = async (client: Client, body: object) =>
  createFrom(client, 'cdn', { ...(await validBody(client, 'cdn')), ...body });
const read = async (client: Client, id: string) =>
  (await client.call<Item>('GET', `/cdn/${id}`)).body.data.cdnAccount;
const fieldsOf = async (client: Client, method: string, path: string, body: object) =>
  (await client.call<Refusal>(method, path, body)).body.error.details.fields;

describe('CDN accounts', () => {
  let client: Client;
  let emailAccountId: string;
  before(async () => {
    client = await app.user();
    const mailbox = { ...(await validBody(client, 'emails')), email: 'Edge@Cdn.example' };
    emailAccountId = (await createFrom(client, 'emails', mailbox)).id;
    const purpose = (value: string) => [{ type: 'purpose', value }];
    await add(client, { emailAccountId, tags: purpose('static') });
    await add(client, {
      emailAccountId,
      provider: 'maxcdn',
      apiCredentials: { clientId: 'x', clientSecret: 'y' },
      isActive: false,
      tags: purpose('static'),
    });
    await add(client, { tags: purpose('video') });
  });

  test('stats count providers, mailboxes and tags', async () => {
    const { stats } = (
      await client.call<{
        data: { stats: Record<string, unknown> & { accountsByEmail: { key: string }[] } };
      }>('GET', '/cdn/stats')
    ).body.data;
    const { accountsByEmail, ...others } = stats;
    assert.deepEqual(others, {
      totalAccounts: 3,
      activeAccounts: 2,
      accountsByProvider: [
        { key: 'cloudflare', label: 'Cloudflare', count: 2 },
        { key: 'maxcdn', label: 'MaxCDN/StackPath', count: 1 },
      ],
      tagsByType: [
        {
          type: 'purpose',
          values: [
            { value: 'static', count: 2 },
            { value: 'video', count: 1 },
          ],
        },
      ],
    });
    assert.deepEqual(accountsByEmail[0], { key: emailAccountId, label: 'Edge@Cdn.example', count: 2 });
    assert.equal(accountsByEmail.length, 2);
  });

  test('filters select by provider, mailbox and activity', async () => {
    assert.deepEqual(await providers(client, 'provider=maxcdn'), ['maxcdn']);
    assert.deepEqual(await providers(client, `emailAccountId=${emailAccountId}`), ['maxcdn', 'cloudflare']);
    assert.deepEqual(await providers(client, 'isActive=true'), ['cloudflare', 'cloudflare']);
    assert.equal((await client.call('GET', '/cdn?provider=nobody')).status, 400);
  });

  test('search finds the provider by both of its names, and the mailbox', async () => {
    for (const words of ['stackpath', 'MAXCDN'])
      assert.deepEqual(await providers(client, `search=${words}`), ['maxcdn']);
    assert.deepEqual(await providers(client, 'search=edge@cdn'), ['maxcdn', 'cloudflare']);
  });

  test('form data lists mailboxes, proxies and tags', async () => {
    const proxy = await createRecord(client, 'proxies');
    const { data } = (
      await client.call<{
        data: { emailAccounts: { id: string }[]; proxies: object[]; availableTags: object[] };
      }>('GET', '/cdn/form-data')
    ).body;
    assert.deepEqual(data.emailAccounts[0], { id: emailAccountId, email: 'Edge@Cdn.example' });
    assert.deepEqual(data.proxies, [{ id: proxy.id, name: proxy.name, ip: proxy.ip, port: proxy.port }]);
    assert.deepEqual(data.availableTags, [{ type: 'purpose', values: ['static', 'video'] }]);
    const { body } = await client.call<{ data: { tags: object[] } }>('GET', '/cdn/tags');
    assert.deepEqual(body.data.tags, data.availableTags);
  });
});

describe('a CDN account', () => {
  test('has exactly one way to sign in, also once a change is made', async () => {
    const client = await app.user();
    const body = await validBody(client, 'cdn');
    const both = { authentication: 'Cannot use both Google Login and password authentication' };
    const neither = {
      password: 'Password is required when not using Google Login',
      authentication:
        'Please select an authentication method: either enter a password or enable Google Login',
    };
    assert.deepEqual(await fieldsOf(client, 'POST', '/cdn', { ...body, isGoogleLogin: true }), both);
    assert.deepEqual(await fieldsOf(client, 'POST', '/cdn', { ...body, password: null }), neither);
    const { id } = await createFrom(client, 'cdn', body);
    assert.deepEqual(await fieldsOf(client, 'PUT', `/cdn/${id}`, { isGoogleLogin: true }), both);
    assert.deepEqual(await fieldsOf(client, 'PUT', `/cdn/${id}`, { password: '' }), neither);
    await client.call('PUT', `/cdn/${id}`, { isGoogleLogin: true, password: '' });
    const { isGoogleLogin, password } = await read(client, id);
    assert.deepEqual([isGoogleLogin, password], [true, null]);
    assert.deepEqual(await fieldsOf(client, 'PUT', `/cdn/${id}`, { isGoogleLogin: false }), neither);
  });

  test('must have what its provider requires; errors name all of it and each field', async () => {
    const client = await app.user();
    const body = await validBody(client, 'cdn');
    for (const [provider, { fields }] of Object.entries(cdnProviders)) {
      const required = Object.entries(fields).filter(([, field]) => field.required);
      const each = Object.fromEntries(
        required.map(([name, { label }]) => [`apiCredentials.${name}`, `${label} is required`]),
      );
      assert.deepEqual(await fieldsOf(client, 'POST', '/cdn', { ...body, provider, apiCredentials: {} }), {
        apiCredentials: 'At least one API credential is required',
        ...each,
      });
      if (required.length === 0) continue;
      const labels = required.map(([, { label }]) => label).join(', ');
      assert.deepEqual(
        await fieldsOf(client, 'POST', '/cdn', { ...body, provider, apiCredentials: { note: 'x' } }),
        { apiCredentials: `Required fields missing: ${labels}`, ...each },
      );
    }
    const other = { ...body, provider: 'other', apiCredentials: { endpoint: 'nowhere' } };
    assert.deepEqual(await fieldsOf(client, 'POST', '/cdn', other), {
      'apiCredentials.endpoint': 'API Endpoint must be a valid URL',
    });
  });

  test('loses its credentials when its provider changes', async () => {
    const client = await app.user();
    const { id } = await add(client, { provider: 'fastly', apiCredentials: { apiToken: 'old' } });
    assert.deepEqual(await fieldsOf(client, 'PUT', `/cdn/${id}`, { provider: 'other' }), {
      apiCredentials: 'At least one API credential is required',
    });
    assert.equal((await read(client, id)).provider, 'fastly');
    await client.call('PUT', `/cdn/${id}`, {
      provider: 'keycdn',
      apiCredentials: { apiKey: ' as sent ', x: '' },
    });
    assert.deepEqual((await read(client, id)).apiCredentials, { apiKey: ' as sent ' });
  });

  test('shows its mailbox and its proxy, and outlives the deleted proxy', async () => {
    const client = await app.user();
    const created = await createRecord(client, 'cdn', { optional: true });
    const account = await read(client, created.id);
    assert.deepEqual(Object.keys(account.emailAccount), ['id', 'email']);
    assert.deepEqual(Object.keys(account.proxy ?? {}), ['id', 'name', 'ip', 'port']);
    await client.call('DELETE', `/proxies/${account.proxyId ?? ''}`);
    const { proxyId, proxy } = await read(client, created.id);
    assert.deepEqual([proxyId, proxy], [null, null]);
  });

  test('is exported with the names of its credentials and without the credentials', async () => {
    const client = await app.user();
    const apiCredentials = {
      email: 'canary@example.com',
      apiKey: 'never in a file',
      apiToken: 'nor this',
      zoneId: 'nor that',
    };
    const password = 'not even this';
    await add(client, { apiCredentials, password, tags: [{ type: 'env', value: 'prod' }], comment: null });
    const { text, headers } = await client.call('GET', '/cdn/export');
    assert.match(headers.get('content-disposition') ?? '', /filename="cdn-accounts\.csv"/);
    const [head, row] = text.split('\r\n');
    assert.equal(
      head,
      'Provider,Email Account,Authentication Method,Proxy,Status,API Credentials,Tags,Comment,Created At',
    );
    assert.match(
      row ?? '',
      /^Cloudflare,mailbox-\d+@example\.com,Password,,Active,"email, apiKey \+2 more",env:prod,,\d{4}-/,
    );
    const json = await client.call('GET', '/cdn/export?format=json');
    for (const secret of [...Object.values(apiCredentials), password])
      assert.ok(![text, json.text].join().includes(secret), secret);
  });
});
