// On both engines: mismatches are found by a statement of their own.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Mismatch, MismatchResult } from '@quartermaster/contract/mismatches/mismatches.schema';
import { type LookedUpThere, lookedUp } from '../../../test/looked-up.ts';
import { createFrom, validBody } from '../../../test/records.ts';
import { scopeTag, scopedMember } from '../../../test/scoped-member.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user();

async function list(client: Client, query = ''): Promise<Mismatch[]> {
  const answer = await client.call<{ data: { mismatches: Mismatch[]; pagination: { total: number } } }>(
    'GET',
    `/mismatches?${query}`,
  );
  assert.equal(answer.status, 200, answer.text);
  const { mismatches, pagination } = answer.body.data;
  if (!query.includes('limit')) assert.equal(pagination.total, mismatches.length);
  return mismatches;
}
async function act(client: Client, records: object, action: object, more = {}): Promise<MismatchResult> {
  const body = { records, do: action, ...more };
  const answer = await client.call<{ data: MismatchResult }>('POST', '/mismatches/bulk-actions', body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
}
const create = async (client: Client, area: string, more: object) =>
  createFrom(client, area, { ...(await validBody(client, area)), ...more });
const domain = (client: Client, name: string, more: object = {}) =>
  create(client, 'domains', { domain: name, tags: [], expirationDate: '2030-05-01', ...more });
async function looker(client: Client) {
  const { id } = await app.ownerOf(client);
  return (record: { id: string }, found: LookedUpThere) => lookedUp(app, id, [record.id], found);
}
const dns = (values: LookedUpThere['values'] = {}): LookedUpThere => ({ kind: 'dns', source: 'dns', values });
const parts = ({ name, field, recorded, found, canTakeOver }: Mismatch) => [
  name,
  field,
  recorded,
  found,
  canTakeOver,
];
const date = async (client: Client, id: string) =>
  (await client.call<{ data: { domain: { expirationDate: string | null } } }>('GET', `/domains/${id}`)).body
    .data.domain.expirationDate;

describe('what does not match', () => {
  test('is the date by calendar day, also where none is recorded, and follows every write', async () => {
    const user = await app.user();
    const look = await looker(user);
    const other = await domain(user, 'a.example');
    const none = await domain(user, 'b.example', { expirationDate: null });
    const same = await domain(user, 'c.example');
    const found = '2031-05-01T10:00:00.000Z';
    const at = Date.parse('2026-11-20T10:00:00Z');
    await look(other, { values: { expirationDate: found }, at });
    await look(none, { values: { expirationDate: found }, source: 'whois', at });
    await look(same, { values: { expirationDate: '2030-05-01T23:00:00.000Z' } });
    assert.deepEqual(await list(user), [
      {
        id: `${other.id}.expirationDate`,
        area: 'domains',
        recordId: other.id,
        name: 'a.example',
        field: 'expirationDate',
        recorded: '2030-05-01T00:00:00.000Z',
        found,
        source: 'rdap',
        observedAt: '2026-11-20T10:00:00.000Z',
        why: 'The registry’s date is 365 days later',
        canTakeOver: true,
        state: 'open',
      },
      {
        id: `${none.id}.expirationDate`,
        area: 'domains',
        recordId: none.id,
        name: 'b.example',
        field: 'expirationDate',
        recorded: null,
        found,
        source: 'whois',
        observedAt: '2026-11-20T10:00:00.000Z',
        why: 'No date is recorded',
        canTakeOver: true,
        state: 'open',
      },
    ]);
    for (const [recordId, found] of [
      [`${same.id},${none.id}`, ['b.example']],
      [',', []],
    ] as const)
      assert.deepEqual(
        (await list(user, `recordId=${recordId}`)).map(({ name }) => name),
        found,
      );
    // By then it is the next day there.
    await user.call('PUT', '/alert-settings', { timeZone: 'Asia/Tokyo' });
    assert.deepEqual(
      (await list(user)).map(({ name }) => name),
      ['a.example', 'b.example', 'c.example'],
    );
    await user.call('PUT', '/alert-settings', { timeZone: 'UTC' });
    await user.call('PUT', `/domains/${other.id}`, { expirationDate: '2031-05-01' });
    assert.deepEqual(
      (await list(user)).map(({ name }) => name),
      ['b.example'],
    );
    await user.call('DELETE', `/domains/${none.id}`);
    assert.deepEqual(await list(user), []);
    await look(same, { values: { expirationDate: found, statuses: ['auto renew period'] } });
    const [renewed] = await list(user);
    assert.equal(renewed?.canTakeOver, false);
    assert.equal(renewed.why, 'Renewed by the registry, not confirmed by the registrar');
    const result = await act(user, { ids: [renewed.id] }, { action: 'takeOver' });
    assert.deepEqual([result.changed, result.refusals[0]?.message, result.batchId], [0, renewed.why, null]);
  });

  test('is the server by its address, the CDN by its hosts, and the registrar by its name', async () => {
    const user = await app.user();
    const look = await looker(user);
    const server = await create(user, 'servers', { name: 'old', ip: '203.0.113.5', tags: [] });
    const next = await create(user, 'servers', { name: 'new', ip: '203.0.113.9', tags: [] });
    const cloudflare = await create(user, 'cdn', {
      provider: 'cloudflare',
      apiCredentials: { email: 'a@example.com', apiToken: 'token' },
      tags: [],
    });
    const bunny = await create(user, 'cdn', {
      provider: 'bunnycdn',
      apiCredentials: { apiKey: 'key' },
      tags: [],
    });
    const type = await create(user, 'registrator-types', { name: 'GoDaddy' });
    const account = await create(user, 'registrator-accounts', { registratorTypeId: type.id, tags: [] });
    const references = { serverId: server.id, cdnAccountId: cloudflare.id, registratorAccountId: account.id };
    const one = await domain(user, 'one.example', references);
    await look(one, dns({ a: ['203.0.113.5'], aaaa: [], ns: ['ns1.example.net'], cname: [] }));
    await look(one, { values: { registrar: 'GoDaddy.com, LLC' } });
    assert.deepEqual((await list(user)).map(parts), [
      ['one.example', 'cdn', 'Cloudflare', 'ns1.example.net', false],
    ]);
    await look(one, dns({ a: ['203.0.113.9', '203.0.113.77'], ns: ['coco.bunny.net', 'kiki.bunny.net'] }));
    await look(one, { values: { registrar: 'NameCheap, Inc.' } });
    assert.deepEqual((await list(user)).map(parts), [
      ['one.example', 'cdn', 'Cloudflare', 'coco.bunny.net, kiki.bunny.net', true],
      ['one.example', 'registrar', 'GoDaddy', 'NameCheap, Inc.', false],
      ['one.example', 'server', '203.0.113.5', '203.0.113.77, 203.0.113.9', true],
    ]);
    assert.deepEqual((await list(user, 'field=server,cdn')).length, 2);
    const whyOf = async (field: string) => (await list(user, `field=${field}`))[0]?.why;
    assert.equal(
      await whyOf('registrar'),
      'The registry names another registrar; no registrator account fits',
    );
    const third = await create(user, 'servers', { name: 'third', ip: '203.0.113.77', tags: [] });
    assert.equal(
      await whyOf('server'),
      'The domain does not point to its server’s address; several servers fit',
    );
    await user.call('DELETE', `/servers/${third.id}`);
    const told = await act(user, { filter: {} }, { action: 'takeOver' }, { preview: true });
    assert.deepEqual([told.changed, told.unchanged, told.refused], [2, 0, 1]);
    const before = await list(user);
    const result = await act(user, { filter: {} }, { action: 'takeOver' });
    assert.equal(before.filter(({ canTakeOver }) => canTakeOver).length, 2, 'a preview changes nothing');
    assert.deepEqual([result.changed, result.unchanged, result.refused], [2, 0, 1]);
    const { body } = await user.call<{ data: { domain: Record<string, unknown> } }>(
      'GET',
      `/domains/${one.id}`,
    );
    assert.deepEqual([body.data.domain['serverId'], body.data.domain['cdnAccountId']], [next.id, bunny.id]);
    // Behind the recorded CDN the addresses are the CDN's.
    await user.call('PUT', `/domains/${one.id}`, { serverId: server.id });
    assert.deepEqual(
      (await list(user)).map(({ field }) => field),
      ['registrar'],
    );
    await user.call('PUT', `/registrator-types/${type.id}`, { name: 'Namecheap' });
    assert.deepEqual(await list(user), []);
    // A name that has lost letters is compared with none.
    await look(one, { values: { registrar: 'M\u{fffd}ller Domains' } });
    assert.deepEqual(await list(user), []);
    // A name that both resolvers say has no records any more points nowhere else.
    await look(one, dns({ a: ['203.0.113.77'], aaaa: [], ns: ['ns1.example.net'], cname: [] }));
    assert.deepEqual(
      (await list(user)).map(({ field }) => field),
      ['cdn', 'server'],
    );
    await look(one, dns({ a: [], aaaa: [], ns: [], cname: [] }));
    assert.deepEqual(await list(user), []);
  });

  test('is taken over in one batch that undo takes back, one, selected or all', async () => {
    const user = await app.user();
    const look = await looker(user);
    const found = { values: { expirationDate: '2031-05-01T10:00:00.000Z' } };
    const [a, b, c] = [
      await domain(user, 'a.example'),
      await domain(user, 'b.example'),
      await domain(user, 'c.example'),
    ];
    for (const each of [a, b, c]) await look(each, found);
    const ids = [`${a.id}.expirationDate`, `${b.id}.expirationDate`, `${b.id}.server`, 'nothing'];
    const result = await act(user, { ids }, { action: 'takeOver' });
    assert.deepEqual([result.changed, result.unchanged, result.refused], [2, 0, 2]);
    assert.deepEqual(
      result.refusals.map(({ message }) => message),
      ['Difference not found', 'Difference not found'],
    );
    assert.equal(await date(user, a.id), found.values.expirationDate);
    assert.deepEqual(
      (await list(user)).map(({ name }) => name),
      ['c.example'],
    );
    const undone = await user.call('POST', `/history/${result.batchId ?? ''}/undo`, {});
    assert.equal(undone.status, 200, undone.text);
    assert.equal(await date(user, a.id), '2030-05-01T00:00:00.000Z');
    assert.equal((await list(user)).length, 3);
    const history = await user.call<{ data: { batches: { label: string }[] } }>('GET', '/history?kind=bulk');
    assert.deepEqual(
      history.body.data.batches.map(({ label }) => label),
      ['Used found values for 2 domains'],
    );
    assert.equal((await act(user, { filter: { search: 'a.exam' } }, { action: 'takeOver' })).changed, 1);
    assert.deepEqual(
      (await list(user, 'limit=1&page=2')).map(({ name }) => name),
      ['c.example'],
    );
  });

  test('is ignored with a reason until what was found changes', async () => {
    const user = await app.user();
    const look = await looker(user);
    const one = await domain(user, 'a.example');
    await look(one, { values: { expirationDate: '2031-05-01T10:00:00.000Z' } });
    const ids = [`${one.id}.expirationDate`];
    assert.equal((await act(user, { ids }, { action: 'ignore' }, { preview: true })).changed, 1);
    assert.equal((await list(user)).length, 1);
    const ignored = await act(user, { ids }, { action: 'ignore', reason: ' We know ' });
    assert.deepEqual([ignored.changed, 'batchId' in ignored], [1, false]);
    assert.equal((await act(user, { ids }, { action: 'ignore', reason: 'We know' })).unchanged, 1);
    const states = async () =>
      Promise.all(
        ['', 'state=ignored', 'state=open,ignored'].map(async (query) => (await list(user, query)).length),
      );
    assert.deepEqual(await states(), [0, 1, 1]);
    assert.match((await list(user, 'state=ignored'))[0]?.why ?? '', /\(ignored: We know\)$/);
    await look(one, { values: { expirationDate: '2031-05-01T10:00:00.000Z' } });
    await look(one, { state: 'failing' });
    assert.deepEqual(await states(), [0, 1, 1], 'nothing else was found');
    assert.equal((await act(user, { filter: { state: 'ignored' } }, { action: 'unignore' })).changed, 1);
    assert.deepEqual(await states(), [1, 0, 1]);
    await act(user, { ids }, { action: 'ignore' });
    await look(one, { values: { expirationDate: '2032-05-01T10:00:00.000Z' } });
    assert.deepEqual(await states(), [1, 0, 1]);
    const history = await user.call<{ data: { batches: object[] } }>('GET', '/history?kind=bulk');
    assert.deepEqual(history.body.data.batches, []);
  });

  test('belongs to a workspace, a scope and who may write', async () => {
    const owner = await app.user();
    const look = await looker(owner);
    const inside = await domain(owner, 'in.example', { tags: [scopeTag] });
    const outside = await domain(owner, 'out.example');
    const found = { values: { expirationDate: '2031-05-01T10:00:00.000Z' } };
    await look(inside, found);
    await look(outside, found);
    const editor = await scopedMember(app, owner, 'EDITOR');
    const viewer = await scopedMember(app, owner, 'VIEWER');
    const ids = [inside, outside].map(({ id }) => `${id}.expirationDate`);
    assert.deepEqual(
      (await list(viewer)).map(({ name }) => name),
      ['in.example'],
    );
    const stranger = await app.user();
    assert.deepEqual(await list(stranger, `recordId=${inside.id}`), []);
    assert.deepEqual((await act(stranger, { ids }, { action: 'takeOver' })).changed, 0);
    assert.deepEqual((await act(stranger, { ids }, { action: 'ignore' })).refused, 2);
    const body = { records: { ids }, do: { action: 'takeOver' } };
    assert.equal((await viewer.call('POST', '/mismatches/bulk-actions', body)).status, 403);
    const result = await act(editor, { ids }, { action: 'takeOver' });
    assert.deepEqual([result.changed, result.refused, result.refusals[0]?.name], [1, 1, ids[1]]);
    assert.deepEqual(
      (await list(owner)).map(({ name }) => name),
      ['out.example'],
    );
    for (const wrong of [
      { records: { ids }, do: { action: 'drop' } },
      { records: {}, do: { action: 'takeOver' } },
      { records: { filter: { colour: 'red' } }, do: { action: 'takeOver' } },
      { records: { ids }, do: { action: 'ignore', reason: 'x'.repeat(501) } },
    ])
      assert.equal((await owner.call('POST', '/mismatches/bulk-actions', wrong)).status, 400);
    for (const wrong of ['field=colour', 'state=closed', 'area=gardens'])
      assert.equal((await owner.call('GET', `/mismatches?${wrong}`)).status, 400, wrong);
    assert.deepEqual(await list(owner, 'area=servers'), []);
  });
});
