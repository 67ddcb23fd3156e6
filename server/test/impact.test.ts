// On both engines: what a deletion would reach is one statement.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Impact } from '@quartermaster/contract/api/impact';
import { type RecordBody, createFrom, createRecord, fixtureOf } from './records.ts';
import { scopeTag, scopedMember } from './scoped-member.ts';
import { type Client, startApp } from './test-app.ts';

const app = await startApp();
const user = await app.user();
const made: Record<string, RecordBody> = {};
const of = (name: string) => made[name]?.id ?? assert.fail(name);
const tags = [scopeTag];

async function impact(path: string, client: Client = user): Promise<Impact> {
  const answer = await client.call<{ data: Impact }>('GET', path);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
}
/** `direction area strength depth via`, and whether it can be reset, of each node by name. */
const told = ({ nodes }: Impact) =>
  Object.fromEntries(
    nodes.map(({ name, direction, strength, canReset, depth, via }) => [
      name,
      [direction, strength, canReset, depth, via?.name],
    ]),
  );

before(async () => {
  const create = async (name: string, area: string, more: Record<string, unknown>) => {
    const { valid, needs } = fixtureOf(area);
    const references: Record<string, string> = {};
    for (const [field, target] of Object.entries(needs))
      if (!(field in more)) references[field] = (await createRecord(user, target)).id;
    const number = 100 + Object.keys(made).length;
    made[name] = await createFrom(user, area, { ...valid(number), tags, ...references, ...more });
  };
  await create('mailbox', 'emails', { email: 'root@impact.example' });
  await create('type', 'registrator-types', { name: 'Impact registrar' });
  await create('proxy', 'proxies', { name: 'Exit' });
  await create('account', 'registrator-accounts', {
    emailAccountId: of('mailbox'),
    registratorTypeId: of('type'),
    proxyId: of('proxy'),
  });
  await create('hosting', 'hostings', { name: 'Host', emailAccountId: of('mailbox') });
  await create('server', 'servers', { name: 'web-1', hostingId: of('hosting') });
  const registratorAccountId = of('account');
  await create('both', 'domains', { domain: 'both.example', registratorAccountId, serverId: of('server') });
  await create('one', 'domains', { domain: 'one.example', registratorAccountId });
  await create('hidden', 'domains', { domain: 'hidden.example', registratorAccountId, tags: [] });
});

test('a mailbox takes its accounts with it, and all behind them, each by its strongest path', async () => {
  const answer = await impact(`/emails/${of('mailbox')}/impact`);
  assert.deepEqual(
    answer.roots.map(({ id, name }) => [id, name]),
    [[of('mailbox'), 'root@impact.example']],
  );
  assert.deepEqual(told(answer), {
    'Impact registrar': ['usedBy', 'requires', true, 1, 'root@impact.example'],
    Host: ['usedBy', 'requires', true, 1, 'root@impact.example'],
    'web-1': ['usedBy', 'requires', true, 2, 'Host'],
    // Its server would only be detached, its registrator account is required.
    'both.example': ['usedBy', 'requires', true, 2, 'Impact registrar'],
    'one.example': ['usedBy', 'requires', true, 2, 'Impact registrar'],
    'hidden.example': ['usedBy', 'requires', true, 2, 'Impact registrar'],
  });
  assert.equal(answer.truncated, false);
  assert.deepEqual(
    answer.counts.find(({ area }) => area === 'domains'),
    { area: 'domains', direction: 'usedBy', requires: 3, uses: 0, canReset: 3 },
  );
  const account = answer.nodes.find(({ id }) => id === of('account'));
  assert.ok(account?.secretFields.includes('password'));
});

test('a path is as weak as its weakest reference, and never changes its direction', async () => {
  assert.deepEqual(told(await impact(`/servers/${of('server')}/impact`)), {
    'both.example': ['usedBy', 'uses', false, 1, 'web-1'],
    Host: ['uses', 'requires', false, 1, 'web-1'],
    'root@impact.example': ['uses', 'requires', false, 2, 'Host'],
  });
  const ofProxy = told(await impact(`/proxies/${of('proxy')}/impact`));
  assert.deepEqual(ofProxy['Impact registrar'], ['usedBy', 'uses', false, 1, 'Exit']);
  assert.deepEqual(ofProxy['one.example'], ['usedBy', 'uses', false, 2, 'Impact registrar']);
  assert.equal(ofProxy['root@impact.example'], undefined);
});

test('several records are asked for at once, and are no part of what breaks', async () => {
  const records = [
    { area: 'servers', id: of('server') },
    { area: 'domains', id: of('both') },
  ];
  const { status, body } = await user.call<{ data: Impact }>('POST', '/impact', { records });
  assert.equal(status, 200);
  assert.deepEqual(new Set(body.data.roots.map(({ name }) => name)), new Set(['web-1', 'both.example']));
  assert.equal(told(body.data)['both.example'], undefined);
  const account = body.data.nodes.find(({ id }) => id === of('account'));
  assert.deepEqual(
    [account?.direction, account?.strength, account?.via?.name],
    ['uses', 'requires', 'both.example'],
  );
  assert.equal((await user.call('POST', '/impact', { records: [] })).status, 400);
});

test('a scope ends paths, and a file has what the answer has', async () => {
  const member = await scopedMember(app, user, 'VIEWER');
  const seen = told(await impact(`/emails/${of('mailbox')}/impact`, member));
  assert.equal(seen['hidden.example'], undefined);
  assert.ok(seen['one.example']);
  assert.equal((await member.call('GET', `/domains/${of('hidden')}/impact`)).status, 404);
  const file = await user.call('GET', `/emails/${of('mailbox')}/impact/export`);
  assert.match(file.headers.get('content-disposition') ?? '', /email-accounts-impact\.csv/);
  assert.match(file.text, /usedBy,requires,domains,one\.example,2,Impact registrar,Yes,/);
});

test('a thousand records are asked for at once, and an id that no column holds is refused in words', async () => {
  const own = await app.user();
  const account = await createRecord(own, 'registrator-accounts');
  const domains = Array.from({ length: 1000 }, (_, n) => ({
    domain: `n${n}.many.example`,
    registratorAccountId: account.id,
  }));
  await own.call('POST', '/domains/bulk-import', { domains, skipDuplicates: false });
  const listed = await own.call<{ data: { domains: RecordBody[] } }>('GET', '/domains?limit=1000');
  const records = listed.body.data.domains.map(({ id }) => ({ area: 'domains', id }));
  const answer = await own.call<{ data: Impact }>('POST', '/impact', { records });
  assert.equal(answer.status, 200, answer.text);
  const { roots, nodes } = answer.body.data;
  assert.equal(roots.length, 1000);
  const node = nodes.find(({ id }) => id === account.id);
  assert.deepEqual([node?.direction, node?.strength, node?.depth], ['uses', 'requires', 1]);
  const file = await own.call('GET', `/registrator-accounts/${account.id}/impact/export`);
  assert.equal(file.text.match(/many\.example/g)?.length, 1000);

  for (const id of ['a\0b', '\ud800']) {
    const refused = await own.call('POST', '/impact', { records: [{ area: 'domains', id }] });
    assert.equal(refused.status, 400, refused.text);
    assert.match(refused.text, /can't be stored/);
  }
});
