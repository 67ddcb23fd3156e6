// On both engines: names are found in SQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply, choose, preview, rowsOf, some } from '../../../test/imports.ts';
import { createFrom, validBody } from '../../../test/records.ts';
import { createAccount } from '../../../test/registrators.ts';
import { scopeTag, scopedMember } from '../../../test/scoped-member.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user();

type Body = Record<string, unknown>;

const create = async (client: Client, area: string, body: Body = {}): Promise<Body & { id: string }> =>
  createFrom(client, area, { ...(await validBody(client, area)), ...body });

const types = async (client: Client): Promise<Map<string, string>> => {
  type Answer = { data: { registratorTypes: { id: string; name: string }[] } };
  const { body } = await client.call<Answer>('GET', '/registrator-types?includeGlobal=true&limit=100');
  return new Map(body.data.registratorTypes.map(({ id, name }) => [name, id]));
};

async function account(client: Client, registrar: string, email: string): Promise<string> {
  const { id: emailAccountId } = await create(client, 'emails', { email });
  const registratorTypeId = (await types(client)).get(registrar);
  const { id } = await createAccount(client, { emailAccountId, registratorTypeId });
  return id;
}

/** What each row of a file of domains makes of a reference, or why it makes nothing. */
async function outcomes(client: Client, field: string, header: string, cells: readonly string[]) {
  const lines = cells.map((cell, at) => `row${at}.example;${cell}`);
  const found = await preview(app, client, 'domains', 'x.csv', [header, ...lines].join('\n'));
  const mapped = await choose(client, found, { mapping: found.mapping });
  return (await rowsOf(client, mapped)).map(
    ({ errors, changes }) =>
      errors[0]?.message ?? changes.find((each) => each.field === field)?.after ?? null,
  );
}

test('a registrar is known by its name, its host and other spellings, its account where it is the only one', async () => {
  const user = await app.user();
  await account(user, 'Gandi', 'ops@acme.example');
  const spellings = [
    'Gandi',
    'GANDI SAS',
    'gandi.net',
    'https://admin.gandi.net/domain',
    'Gandi S.A.S. (ops@acme.example)',
    'gandi / OPS@acme.example',
    'Gándi',
  ];
  assert.deepEqual(
    await outcomes(user, 'registratorAccountId', 'Domain;Registrar', spellings),
    spellings.map(() => 'Gandi (ops@acme.example)'),
  );
  await account(user, 'Amazon Route 53', 'aws@acme.example');
  await account(user, 'IONOS', 'web@acme.example');
  await account(user, 'Cloudflare Registrar', 'cf@acme.example');
  assert.deepEqual(
    await outcomes(user, 'registratorAccountId', 'Domain;Registrar', [
      'Amazon Registrar, Inc.',
      'AWS',
      '1&1 Internet SE',
      'ionos.de',
      'dash.cloudflare.com',
      'CLOUDFLARE, INC.',
    ]),
    [
      'Amazon Route 53 (aws@acme.example)',
      'Amazon Route 53 (aws@acme.example)',
      'IONOS (web@acme.example)',
      'IONOS (web@acme.example)',
      'Cloudflare Registrar (cf@acme.example)',
      'Cloudflare Registrar (cf@acme.example)',
    ],
  );
});

test('of several that fit none is taken, and the error names them; the login tells accounts apart', async () => {
  const user = await app.user();
  await account(user, 'OpenSRS', 'one@acme.example');
  await account(user, 'Hover', 'two@acme.example');
  await account(user, 'Hover', 'three@acme.example');
  const [several, hover] = await outcomes(user, 'registratorAccountId', 'Domain;Registrar', [
    'Tucows Domains Inc.',
    'hover.com',
  ]);
  assert.match(several ?? '', /^Several registrator accounts are named Tucows Domains Inc\.: /);
  for (const name of ['OpenSRS (one@acme.example)', 'Hover (two@acme.example)', 'Hover (three@acme.example)'])
    assert.ok(several?.includes(name), several ?? '');
  assert.match(hover ?? '', /: Hover \((two|three)@acme\.example\), Hover \((two|three)@acme\.example\)$/);
  assert.deepEqual(
    await outcomes(user, 'registratorAccountId', 'Domain;Registrar;Registrar Email', [
      'Tucows Domains Inc.;one@acme.example',
      'hover.com;Three <THREE@acme.example>',
    ]),
    ['OpenSRS (one@acme.example)', 'Hover (three@acme.example)'],
  );
});

test('a server is known by its name in any spelling and by its address, which may stand in place of the name', async () => {
  const user = await app.user();
  await account(user, 'Gandi', 'ops@acme.example');
  await create(user, 'servers', { name: 'Büro Web', ip: '203.0.113.5' });
  await create(user, 'servers', { name: 'twin-1', ip: '203.0.113.9' });
  await create(user, 'servers', { name: 'twin-2', ip: '203.0.113.9' });
  const cells = [
    'Büro Web',
    'buro  WEB',
    '203.0.113.5',
    'root@203.0.113.5:22',
    'http://203.0.113.5/',
    '203.0.113.9',
  ];
  const found = await outcomes(
    user,
    'serverId',
    'Domain;Server;Registrar',
    cells.map((cell) => `${cell};Gandi`),
  );
  assert.deepEqual(
    found.slice(0, 5),
    cells.slice(0, 5).map(() => 'Büro Web (203.0.113.5)'),
  );
  assert.match(found[5] ?? '', /^Several servers are named 203\.0\.113\.9: twin-[12] .*, twin-[12] /);
  assert.deepEqual(await outcomes(user, 'serverId', 'Domain;Server IP;Registrar', ['203.0.113.5;Gandi']), [
    'Büro Web (203.0.113.5)',
  ]);
});

test('one name in several spellings is created once, by the first of them', async () => {
  const user = await app.user();
  const file = `Domain;Registrar;Registrar Email;Registrator Password;Email Password
a.example;Hostpoint AG;ops@acme.example;one;two
b.example;hostpoint;OPS@acme.example;;
c.example;HOSTPOINT.ch;ops@acme.example;;`;
  const first = await preview(app, user, 'domains', 'x.csv', file);
  assert.deepEqual(
    first.missing.map(({ name, rows }) => [name, rows]),
    [['Hostpoint AG (ops@acme.example)', 3]],
  );
  const second = await choose(user, first, { options: { references: 'create' } });
  assert.deepEqual(some(second.counts), { create: 3 }, JSON.stringify(await rowsOf(user, second, 'error')));
  const servers = `Name;Hosting;Provider;User;Password
web-1;Hetzner Online;Hetzner;root;a
web-2;hetzner  ONLINE;Hetzner;root;b
web-3;Hétzner Online;Hetzner;root;c`;
  const third = await preview(app, user, 'servers', 'y.csv', servers);
  assert.deepEqual(
    third.missing.map(({ name, rows }) => [name, rows]),
    [['Hetzner Online (Hetzner)', 3]],
  );
});

test('a server named by a new address is created once, with it, and with what is given for all', async () => {
  const user = await app.user();
  await account(user, 'Gandi', 'ops@acme.example');
  const { name } = await create(user, 'hostings');
  const cells = ['203.0.113.40', 'root@203.0.113.40:22', 'http://203.0.113.40/', 'ssh://203.0.113.40'];
  const lines = cells.map((cell, at) => `row${at}.example;Gandi;${cell}`);
  const first = await preview(
    app,
    user,
    'domains',
    'x.csv',
    ['Domain;Registrar;Server', ...lines].join('\n'),
  );
  const mapping = { Server: 'server.name' };
  const references = await choose(user, first, { mapping, options: { references: 'create' } });
  assert.deepEqual(
    references.missing.map(({ name: missing, rows }) => [missing, rows]),
    [['203.0.113.40', 4]],
  );
  assert.deepEqual(
    references.needs.map(({ target, secret, rows }) => [target, secret, rows]),
    [
      ['server.hosting.name', false, 4],
      ['server.users.username', false, 4],
      ['server.users.password', true, 4],
    ],
  );
  const values = { 'server.hosting.name': String(name), 'server.users.username': 'root' };
  const named = await choose(user, references, { options: { values } });
  assert.deepEqual(
    named.needs.map(({ target }) => target),
    ['server.users.password'],
  );
  const ready = await choose(user, named, { options: { values: { 'server.users.password': 'xyzzy' } } });
  assert.deepEqual(some(ready.counts), { create: 4 });
  assert.equal((await apply(user, ready)).status, 200);
  type Servers = { data: { servers: { name: string; ip: string }[] } };
  const { body } = await user.call<Servers>('GET', '/servers');
  assert.deepEqual(
    body.data.servers.map((each) => [each.name, each.ip]),
    [['203.0.113.40', '203.0.113.40']],
  );
});

test('a reference for all rows leaves records that have another', async () => {
  const user = await app.user();
  const [{ id: own }, { id: given }] = [
    await create(user, 'registrator-accounts'),
    await create(user, 'registrator-accounts'),
  ];
  const known = await user.call('POST', '/domains', { domain: 'known.example', registratorAccountId: own });
  assert.equal(known.status, 201, known.text);
  const first = await preview(app, user, 'domains', 'x.csv', 'Domain\nknown.example\nnew.example');
  const ready = await choose(user, first, { options: { values: { registratorAccountId: String(given) } } });
  assert.deepEqual(some(ready.counts), { create: 1, same: 1 });
});

test('a mailbox is known by the address in a text', async () => {
  const user = await app.user();
  await create(user, 'emails', { email: 'ops@bücher.example' });
  const file = `Registrar;Email;Password
Porkbun;mailto:ops@bücher.example;x
Gandi SAS;Ops <OPS@xn--bcher-kva.example>;y`;
  const found = await preview(app, user, 'registrator-accounts', 'x.csv', file);
  assert.deepEqual(some(found.counts), { create: 2 }, JSON.stringify(found.missing));
});

test('what a person picks for a name is taken for it in later files, until they choose something else', async () => {
  const user = await app.user();
  await account(user, 'Gandi', 'ops@acme.example');
  const { id } = await create(user, 'servers', { name: 'web-01', ip: '203.0.113.5' });
  const file = (name: string) => `Domain;Registrar;server.name\na.example;Gandi;${name}`;
  const open = (name: string, client = user) => preview(app, client, 'domains', 'x.csv', file(name));
  const choiceOf = async (name: string) => (await open(name)).missing.map(({ choice }) => choice);
  const mapping = { 'server.name': 'server.name' };
  const first = await choose(user, await open('old box'), { mapping });
  assert.deepEqual(
    first.missing.map(({ choice }) => choice),
    [null],
  );
  const picked = await choose(user, first, { options: { references: { 'server:old box': id } } });
  assert.deepEqual(some(picked.counts), { create: 1 });
  const second = await open('Old  Box');
  assert.deepEqual([second.state, some(second.counts)], ['ready', { create: 1 }]);
  assert.deepEqual(second.options.references, { 'server:Old  Box': id });
  const [row] = await rowsOf(user, second);
  assert.equal(row?.changes.find(({ field }) => field === 'serverId')?.after, 'web-01 (203.0.113.5)');
  assert.equal((await apply(user, second)).body.data.counts?.create, 1);
  assert.deepEqual(await choiceOf('another box'), [null]);
  const member = await app.user();
  assert.notDeepEqual(
    (await open('old box', member)).missing.find(({ path }) => path === 'server')?.choice,
    id,
  );
  await choose(user, await open('old box'), { options: { references: { 'server:old box': 'fail' } } });
  assert.deepEqual(await choiceOf('old box'), [null]);
  await choose(user, await open('old box'), { options: { references: { 'server:old box': id } } });
  assert.deepEqual(await choiceOf('old box'), [id]);
  await user.call('DELETE', `/domains/${String((await rowsOf(user, second))[0]?.recordId)}`);
  assert.equal((await user.call('DELETE', `/servers/${id}`)).status, 200);
  assert.deepEqual(await choiceOf('old box'), [null]);
});

test('a hundred picks of a kind are remembered', async () => {
  const user = await app.user();
  await account(user, 'Gandi', 'ops@acme.example');
  const { id } = await create(user, 'servers');
  const names = Array.from({ length: 120 }, (_, at) => `box ${at}`);
  const lines = names.map((name, at) => `d${at}.example;Gandi;${name}`);
  const file = ['Domain;Registrar;server.name', ...lines].join('\n');
  const references = Object.fromEntries(names.map((name) => [`server:${name}`, id]));
  await choose(user, await preview(app, user, 'domains', 'x.csv', file), {
    mapping: { 'server.name': 'server.name' },
    options: { references },
  });
  const again = await preview(app, user, 'domains', 'x.csv', file);
  assert.equal(again.missing.filter(({ choice }) => choice === id).length, 100);
});

test('a member with a scope is told nothing of records outside it', async () => {
  const owner = await app.user();
  await account(owner, 'Gandi', 'ops@acme.example');
  const tags = [scopeTag];
  await create(owner, 'servers', { name: 'hidden', ip: '203.0.113.7', tags: [] });
  await create(owner, 'servers', { name: 'seen', ip: '203.0.113.8', tags });
  const client = await scopedMember(app, owner, 'EDITOR');
  const found = await preview(
    app,
    client,
    'domains',
    'x.csv',
    'Domain;server.name\na.example;203.0.113.7\nb.example;203.0.113.8',
  );
  assert.deepEqual(
    found.missing.filter(({ path }) => path === 'server').map(({ name }) => name),
    ['203.0.113.7'],
  );
});
