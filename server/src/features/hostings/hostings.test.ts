import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Hosting } from '@quartermaster/contract/entities/hostings/hostings.schema';
import { hostingPresets } from '@quartermaster/contract/catalog/hosting-presets';
import { createFrom, createRecord, validBody } from '../../../test/records.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user();

type Item = { data: { hostingAccount: Hosting } };
type Refusal = { error: { message: string; details: { fields: Record<string, string> } } };

const names = async (client: Client, query: string) =>
  (
    await client.call<{ data: { hostingAccounts: Hosting[] } }>('GET', `/hostings?${query}`)
  ).body.data.hostingAccounts.map(({ name }) => name);
const add = async (client: Client, body: object) =>
  createFrom(client, 'hostings', {
    ...(await validBody(client, 'hostings')),
    hasApiAccess: false,
    apiCredentials: {},
    ...body,
  });
const fieldsOf = async (client: Client, id: string, body: object) =>
  (await client.call<Refusal>('PUT', `/hostings/${id}`, body)).body.error.details.fields;
const read = async (client: Client, id: string) =>
  (await client.call<Item>('GET', `/hostings/${id}`)).body.data.hostingAccount;

describe('hosting accounts', () => {
  let client: Client;
  let emailAccountId: string;
  before(async () => {
    client = await app.user();
    const mailbox = { ...(await validBody(client, 'emails')), email: 'Ops@Hosting.example' };
    emailAccountId = (await createFrom(client, 'emails', mailbox)).id;
    await add(client, { name: 'b', provider: 'Селектел', emailAccountId, isActive: false });
    await add(client, { name: 'A', provider: 'aws-like', hasApiAccess: true });
    await add(client, { name: 'c', provider: 'Vultr' });
    await add(client, { name: 'd', provider: 'Vultr', hasApiAccess: true, apiCredentials: { apiKey: 'x' } });
  });

  test('stats are data itself, providers with most accounts first', async () => {
    const { body } = await client.call('GET', '/hostings/stats');
    assert.deepEqual(body, {
      data: {
        total: 4,
        active: 3,
        withApiAccess: 2,
        byProvider: [
          { key: 'Vultr', label: 'Vultr', count: 2 },
          { key: 'aws-like', label: 'aws-like', count: 1 },
          { key: 'Селектел', label: 'Селектел', count: 1 },
        ],
      },
    });
    const empty = await (await app.user()).call('GET', '/hostings/stats');
    assert.deepEqual(empty.body, { data: { total: 0, active: 0, withApiAccess: 0, byProvider: [] } });
  });

  test('filters select by provider, mailbox, API access and activity', async () => {
    assert.deepEqual(await names(client, 'provider=Vultr'), ['d', 'c']);
    assert.deepEqual(await names(client, `emailAccountId=${emailAccountId}`), ['b']);
    assert.deepEqual(await names(client, 'hasApiAccess=true'), ['d', 'A']);
    assert.deepEqual(await names(client, 'isActive=false'), ['b']);
    assert.deepEqual(await names(client, 'provider=Vultr&hasApiAccess=false'), ['c']);
    assert.equal((await client.call('GET', '/hostings?isActive=yes')).status, 400);
  });

  test('search finds providers and mailboxes in any case; sorting regards no case', async () => {
    assert.deepEqual(await names(client, 'search=СЕЛЕКТЕЛ'), ['b']);
    assert.deepEqual(await names(client, 'search=ops@HOSTING'), ['b']);
    assert.deepEqual(await names(client, 'sortBy=name&sortOrder=asc'), ['A', 'b', 'c', 'd']);
    assert.deepEqual((await names(client, 'sortBy=provider&sortOrder=asc'))[0], 'A');
  });

  test('a name is taken in any case', async () => {
    const answer = await client.call<Refusal>('POST', '/hostings', {
      ...(await validBody(client, 'hostings')),
      name: 'a',
    });
    assert.equal(answer.status, 409);
    assert.deepEqual(answer.body.error.details.fields, {
      name: 'A hosting account with this name already exists',
    });
  });
});

describe('a hosting account', () => {
  test('shows its mailbox, its proxy and its number of servers', async () => {
    const client = await app.user();
    const created = await createRecord(client, 'hostings', { optional: true });
    for (let count = 0; count < 2; count += 1)
      await createFrom(client, 'servers', {
        ...(await validBody(client, 'servers')),
        hostingId: created.id,
      });
    const hosting = await read(client, created.id);
    assert.deepEqual(hosting._count, { servers: 2 });
    assert.deepEqual(Object.keys(hosting.emailAccount), ['id', 'email']);
    assert.deepEqual(Object.keys(hosting.proxy ?? {}), ['id', 'name', 'ip', 'port']);
    assert.equal(hosting.proxy?.id, hosting.proxyId);
    const inUse = await client.call<Refusal>('DELETE', `/hostings/${created.id}`);
    assert.equal(inUse.body.error.message, 'Used by 2 servers');
  });

  test('with a preset needs its required credentials once API access is on', async () => {
    const client = await app.user();
    const body = { ...(await validBody(client, 'hostings')), hasApiAccess: true };
    for (const { provider, fields } of hostingPresets) {
      const labels = Object.values(fields).map(({ label }) => label);
      const answer = await client.call<Refusal>('POST', '/hostings', {
        ...body,
        provider,
        apiCredentials: {},
      });
      assert.equal(
        answer.body.error.message,
        labels.map((label) => `${label} is required for ${provider}`).join(', '),
      );
    }
    const { id } = await createFrom(client, 'hostings', {
      ...body,
      hasApiAccess: false,
      apiCredentials: { apiToken: ' ' },
    });
    assert.deepEqual((await read(client, id)).apiCredentials, {});
    assert.deepEqual(await fieldsOf(client, id, { hasApiAccess: true }), {
      'apiCredentials.apiToken': 'API Token is required for DigitalOcean',
    });
  });

  test('loses its credentials when its provider changes', async () => {
    const client = await app.user();
    const { id } = await createRecord(client, 'hostings');
    assert.deepEqual(await fieldsOf(client, id, { provider: 'Hetzner' }), {
      'apiCredentials.apiToken': 'API Token is required for Hetzner',
    });
    await client.call('PUT', `/hostings/${id}`, { provider: 'DigitalOcean', comment: 'same provider' });
    assert.deepEqual(Object.keys((await read(client, id)).apiCredentials), ['apiToken']);
    await client.call('PUT', `/hostings/${id}`, { provider: 'Cellar & Sons' });
    assert.deepEqual((await read(client, id)).apiCredentials, {});
    await client.call('PUT', `/hostings/${id}`, { apiCredentials: { anything: ' as sent ', blank: '' } });
    assert.deepEqual((await read(client, id)).apiCredentials, { anything: ' as sent ' });
  });

  test('is exported with its columns and without its credentials', async () => {
    const client = await app.user();
    const secret = 'never in a file';
    await add(client, { name: '=1+1', provider: 'Vultr', apiCredentials: { apiKey: secret }, tags: [] });
    const { text, headers } = await client.call('GET', '/hostings/export');
    assert.match(headers.get('content-disposition') ?? '', /filename="hosting-accounts\.csv"/);
    const [head, row] = text.split('\r\n');
    assert.equal(
      head,
      'Name,Provider,Website URL,Email Account,Google Login,API Access,Proxy,Servers,Status,Tags,Comment,Created At,Updated At',
    );
    assert.match(
      row ?? '',
      /^'=1\+1,Vultr,https:\/\/cloud\.example\.com,mailbox-\d+@example\.com,Yes,No,,0,Active,,Comment \d+,/,
    );
    const json = await client.call('GET', '/hostings/export?format=json');
    assert.ok(![text, json.text].join().includes(secret));
    assert.equal((await client.call('GET', '/hostings/export?provider=AWS')).text, `${head ?? ''}\r\n`);
  });
});
