import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Server } from '@quartermaster/contract/entities/servers/servers.schema';
import { asSent, createFrom, createRecord, validBody } from '../../../test/records.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user();

type Refusal = { error: { code: string; message: string; details: { fields: Record<string, string> } } };
const user = (username: string, isDefault = false) => ({
  username,
  password: 'secret',
  sshKey: null,
  isDefault,
});

const names = async (client: Client, query: string) =>
  (await client.call<{ data: { servers: Server[] } }>('GET', `/servers?${query}`)).body.data.servers.map(
    ({ name }) => name,
  );
const add = async (client: Client, body: object) =>
  createFrom(client, 'servers', { ...(await validBody(client, 'servers')), ...body });
const read = async (client: Client, id: string) =>
  (await client.call<{ data: { server: Server } }>('GET', `/servers/${id}`)).body.data.server;

describe('servers', () => {
  let client: Client;
  let hostingId: string;
  before(async () => {
    client = await app.user();
    const hosting = { ...(await validBody(client, 'hostings')), hasApiAccess: false };
    hostingId = (
      await createFrom(client, 'hostings', { ...hosting, name: 'Main Rack', provider: 'Селектел' })
    ).id;
    await add(client, { name: 'b', country: 'Japan', status: 'INACTIVE' });
    await add(client, { name: 'A', country: 'Japan', status: 'MAINTENANCE', hostingId });
    await add(client, { name: 'c', country: 'France', users: [user('Zaphod', true)] });
  });

  test('stats are data itself', async () => {
    const { body } = await client.call('GET', '/servers/stats');
    assert.deepEqual(body, { data: { total: 3, active: 1, inactive: 1, maintenance: 1 } });
  });

  test('filters select by hosting account, country and status', async () => {
    assert.deepEqual(await names(client, `hostingId=${hostingId}`), ['A']);
    assert.deepEqual(await names(client, 'country=Japan'), ['A', 'b']);
    assert.deepEqual(await names(client, 'country=Japan&status=INACTIVE'), ['b']);
    assert.equal((await client.call('GET', '/servers?status=GONE')).status, 400);
  });

  test('search finds SSH users, and the hosting account by name and provider, in any case', async () => {
    assert.deepEqual(await names(client, 'search=ZAPHOD'), ['c']);
    assert.deepEqual(await names(client, 'search=main%20rack'), ['A']);
    assert.deepEqual(await names(client, 'search=селект'), ['A']);
    assert.deepEqual(await names(client, 'sortBy=name&sortOrder=asc'), ['A', 'b', 'c']);
    assert.deepEqual((await names(client, 'sortBy=hosting&sortOrder=desc'))[0], 'A');
  });

  test('a change that does not name the users keeps them, and keeps them findable', async () => {
    const [row] = (await client.call<{ data: { servers: Server[] } }>('GET', '/servers?search=zaphod')).body
      .data.servers;
    await client.call('PUT', `/servers/${row?.id ?? ''}`, { comment: 'moved' });
    assert.deepEqual(await names(client, 'search=zaphod'), ['c']);
    await client.call('PUT', `/servers/${row?.id ?? ''}`, { users: [user('Ford', true)] });
    assert.deepEqual(await names(client, 'search=zaphod'), []);
    assert.deepEqual(await names(client, 'search=ford'), ['c']);
  });
});

describe('a server', () => {
  test('shows its hosting account and its number of domains', async () => {
    const client = await app.user();
    const { id } = await createRecord(client, 'servers');
    const domain = await createFrom(client, 'domains', {
      ...(await validBody(client, 'domains')),
      serverId: id,
    });
    const server = await read(client, id);
    assert.deepEqual(server._count, { domains: 1 });
    assert.deepEqual(Object.keys(server.hosting), ['id', 'name', 'provider']);
    assert.equal((await client.call('DELETE', `/servers/${id}`)).status, 200);
    const { body } = await client.call<{ data: { domain: { serverId: null } } }>(
      'GET',
      `/domains/${domain.id}`,
    );
    assert.equal(body.data.domain.serverId, null);
  });

  test('reports all faults of its users in one message', async () => {
    const client = await app.user();
    const body = await validBody(client, 'servers');
    const users = [{ username: '', password: 'x' }, { username: 'root' }, { username: '-oProxyCommand=id' }];
    const { error } = (await client.call<Refusal>('POST', '/servers', { ...body, users })).body;
    assert.deepEqual(error.details.fields, {
      users: 'At least one user must be marked as default',
      'users.0.username': 'User 1: Username is required',
      'users.1.password': 'User 2: Password is required',
      'users.2.username':
        'User 3: Username may only hold letters, digits and the characters . _ @ + -, and not begin with @, + or -',
      'users.2.password': 'User 3: Password is required',
    });
    assert.equal(error.message, Object.values(error.details.fields).join(', '));
  });

  test('replaces the whole list of users, names trimmed, passwords and keys as sent', async () => {
    const client = await app.user();
    const { id } = await createRecord(client, 'servers');
    const users = [
      { username: ' root ', password: ' as sent ', sshKey: '-----BEGIN\nKEY-----\n', isDefault: true },
      { username: 'deploy', password: 'x', sshKey: ' ' },
      { username: 'backup', password: 'x', sshKey: ' -----BEGIN\r\nKEY-----' },
    ];
    await client.call('PUT', `/servers/${id}`, { users });
    assert.deepEqual(asSent((await read(client, id)).users), [
      { ...users[0], username: 'root' },
      { ...users[1], sshKey: null, isDefault: false },
      { ...users[2], isDefault: false },
    ]);
  });

  test('takes new users when the stored ones cannot be opened', async () => {
    const client = await app.user();
    const { id } = await createRecord(client, 'servers');
    await app.db.updateTable('servers').set({ users: 'v1.damaged.x.y' }).where('id', '=', id).execute();
    assert.equal((await client.call('GET', `/servers/${id}`)).status, 500);
    await client.call('PUT', `/servers/${id}`, { users: [user('root', true)] });
    assert.deepEqual(asSent((await read(client, id)).users), [user('root', true)]);
  });

  test('exports the names of its users without their secrets', async () => {
    const client = await app.user();
    const secrets = ['never in a file', 'nor is this key'];
    const root = { username: 'root', password: secrets[0], sshKey: secrets[1], isDefault: true };
    await add(client, { name: 'web', users: [root, user('deploy')], tags: [{ type: 'env', value: 'prod' }] });
    const { text, headers } = await client.call('GET', '/servers/export');
    assert.match(headers.get('content-disposition') ?? '', /filename="servers\.csv"/);
    const [head, row] = text.split('\r\n');
    assert.equal(
      head,
      'Name,Hosting,Provider,Country,IP,Panel URL,Users,Domains,Status,Tags,Comment,Created At',
    );
    assert.match(
      row ?? '',
      /^web,Hosting \d+\.,DigitalOcean,Germany,192\.0\.2\.10,https:\/\/panel\.example\.com:8443,root; deploy,0,ACTIVE,env:prod,/,
    );
    const json = await client.call('GET', '/servers/export?format=json');
    for (const secret of secrets) assert.ok(![text, json.text].join().includes(secret));
  });
});

describe('the users of a server', () => {
  const sent = (username: string, more: object) => ({ username, isDefault: false, ...more });

  test('are found by id or username, and keep what an update leaves out', async () => {
    const client = await app.user();
    const body = { users: [user('root', true), { ...user('deploy'), sshKey: 'a key' }, user('old')] };
    const { id } = await add(client, body);
    const [root, deploy] = (await read(client, id)).users;
    assert.ok(root && deploy);
    const answer = await client.call('PUT', `/servers/${id}`, {
      users: [
        { id: deploy.id, ...sent('deployer', { isDefault: true }) },
        sent('root', { password: 'typed anew' }),
        sent('new', { password: 'first' }),
      ],
    });
    assert.equal(answer.status, 200, answer.text);
    const { users } = await read(client, id);
    assert.deepEqual(users.slice(0, 2), [
      { ...deploy, username: 'deployer', isDefault: true },
      { ...root, password: 'typed anew', isDefault: false },
    ]);
    assert.deepEqual(
      users.map(({ username }) => username),
      ['deployer', 'root', 'new'],
    );
    await client.call('PUT', `/servers/${id}`, {
      users: [{ id: deploy.id, ...sent('deployer', { isDefault: true, sshKey: null }) }],
    });
    assert.deepEqual((await read(client, id)).users, [
      { ...deploy, username: 'deployer', isDefault: true, sshKey: null },
    ]);
  });

  test('are found by username unless another sent user names them by id', async () => {
    const client = await app.user();
    const { id } = await add(client, { users: [user('root', true), user('deploy')] });
    const [root, deploy] = (await read(client, id)).users;
    assert.ok(root && deploy);
    const answer = await client.call('PUT', `/servers/${id}`, {
      users: [
        sent('deploy', { isDefault: true, password: 'of the new one' }),
        { id: deploy.id, ...sent('deployer', {}) },
      ],
    });
    assert.equal(answer.status, 200, answer.text);
    const [added, renamed] = (await read(client, id)).users;
    assert.equal(added?.password, 'of the new one');
    assert.ok(![root.id, deploy.id].includes(added.id));
    assert.deepEqual(renamed, { ...deploy, username: 'deployer' });
  });

  test('need a password unless one is stored', async () => {
    const client = await app.user();
    const { id } = await add(client, { users: [user('root', true)] });
    const [root] = (await read(client, id)).users;
    for (const wrong of [
      { id: root?.id, ...sent('root', { isDefault: true, password: null }) },
      { id: 'unknown', ...sent('other', { isDefault: true }) },
    ]) {
      const answer = await client.call<{ error: { details: { fields: object } } }>('PUT', `/servers/${id}`, {
        users: [wrong],
      });
      assert.deepEqual(answer.body.error.details.fields, {
        'users.0.password': 'User 1: Password is required',
      });
    }
    assert.deepEqual((await read(client, id)).users, [root]);
  });

  test('stored without ids get the same ones on every read, and keep them', async () => {
    const client = await app.user();
    const { id } = await add(client, { users: [user('root', true), user('deploy')] });
    const owner = await app.ownerOf(client);
    const stored = JSON.stringify([user('root', true), user('deploy')]);
    const users = owner.sealer.seal('servers', 'users', id, stored);
    await app.db.updateTable('servers').set({ users }).where('id', '=', id).execute();
    const first = (await read(client, id)).users;
    assert.deepEqual((await read(client, id)).users, first);
    assert.ok(first.every((each) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(each.id)));
    const [root, deploy] = first;
    await client.call('PUT', `/servers/${id}`, {
      users: [{ id: deploy?.id, ...sent('deploy', { isDefault: true }) }],
    });
    assert.deepEqual((await read(client, id)).users, [{ ...deploy, isDefault: true }]);
    assert.notEqual(root?.id, deploy?.id);
  });
});
