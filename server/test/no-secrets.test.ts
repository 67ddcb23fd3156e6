import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Role } from '@quartermaster/contract/api/permissions';
import { fixtures } from './fixtures/all.ts';
import { type Body, type RecordBody, createFrom, fixtureOf, validBody, withAt } from './records.ts';
import { type Answer, type Client, password, startApp } from './test-app.ts';

/** Generated from the server's list of endpoints: none gives secrets to a member without the right to read them. */
const app = await startApp();
const administrator = await app.user();
const owner = await app.user('owner@example.com');
const member = await app.user('member@example.com');
const canary = 'xyzzycanary';

const records: Record<string, RecordBody> = {};
for (const area of Object.keys(fixtures)) {
  const { secrets, answered = [], crud, change } = fixtureOf(area);
  let body: Body = await validBody(owner, area, { optional: true });
  for (const path of secrets)
    if (!answered.includes(path)) body = withAt(body, path, `${canary} ${area} ${path}`);
  records[area] = await createFrom(owner, area, body);
  // Also in the history, and replaced by other canaries.
  const { comment } = change;
  await owner.call('PUT', `${crud.path}/${records[area].id}`, {
    ...body,
    ...(comment !== undefined && { comment }),
  });
}
const { id: workspace } = await app.ownerOf(owner);
await owner.call('POST', '/work-lists', { name: 'Rotate', area: 'emails', ids: [records.emails?.id] });

/** Makes the person a member without secrets and signs in again, since the first session is cached for some seconds. */
async function as(role: Role): Promise<Client['call']> {
  const membership = {
    workspaceId: workspace,
    userId: member.userId,
    role,
    secrets: 0,
    createdAt: 0,
  } as const;
  await app.db
    .insertInto('memberships')
    .values(membership)
    .onConflict((conflict) => conflict.columns(['workspaceId', 'userId']).doUpdateSet({ role, secrets: 0 }))
    .execute();
  const { email } = member;
  const { body } = await app.call<{ data: { tokens: { accessToken: string } } }>('POST', '/auth/login', {
    email,
    password,
  });
  const { accessToken } = body.data.tokens;
  return (method, path, sent) => app.call(method, path, sent, accessToken, { 'x-workspace': workspace });
}

const hasNone = ({ text, headers }: Answer, what: string) => {
  assert.ok(!text.includes(canary), `${what} shows a secret`);
  assert.ok(!JSON.stringify([...headers]).includes(canary), `${what} shows a secret in its headers`);
};

/** Bodies valid enough to be answered with the record. */
function bodyOf(method: string, path: string, area: string): unknown {
  if (method === 'GET' || method === 'DELETE') return undefined;
  if (path.endsWith('/reveal')) return { field: fixtureOf(area).secrets[0] ?? 'password' };
  if (path.endsWith('/bulk-actions'))
    return {
      records: { ids: [records[area]?.id] },
      do: { action: 'addTag', tag: { type: 'a', value: 'b' } },
    };
  return {};
}

describe('a member without secrets', () => {
  for (const role of ['VIEWER', 'EDITOR'] as const)
    test(`as ${role} gets none from any endpoint, asked for in any way`, async () => {
      const call = await as(role);
      for (const { method, path, access } of app.services.api.endpoints) {
        if (access === 'public' || path === '/auth/logout' || path.startsWith('/workspaces/{id}')) continue;
        if (method === 'DELETE') continue;
        const area = Object.keys(fixtures).find((each) => path.startsWith(fixtureOf(each).crud.path)) ?? '';
        const target = path
          .replace('{id}', records[area]?.id ?? workspace)
          .replaceAll(/\{\w+\}/g, member.userId);
        for (const query of [
          '',
          '?limit=1000',
          `?search=${canary}`,
          `?q=${canary}`,
          '?secrets=omit',
          '?format=json',
        ])
          hasNone(
            await call(method, `${target}${query}`, bodyOf(method, path, area)),
            `${method} ${path}${query}`,
          );
      }
      for (const [area, { id }] of Object.entries(records)) {
        const { crud, secrets } = fixtureOf(area);
        const read = await call<{ data: Record<string, { secretFields?: string[] }> }>(
          'GET',
          `${crud.path}/${id}`,
        );
        assert.ok(Array.isArray(read.body.data[crud.itemKey]?.secretFields), read.text);
        for (const field of ['password', ...secrets])
          assert.equal((await call('POST', `${crud.path}/${id}/reveal`, { field })).status, 403);
      }
    });

  test('finds nothing by filters or orders that differs with a secret', async () => {
    const call = await as('VIEWER');
    for (const area of Object.keys(fixtures)) {
      const { crud } = fixtureOf(area);
      const { body } = await call<{ data: { pagination: { total: number } } }>(
        'GET',
        `${crud.path}?search=${canary}`,
      );
      assert.equal(body.data.pagination.total, 0, area);
    }
  });

  test('cannot make secrets readable by redefining them', async () => {
    const call = await as('EDITOR');
    const field = { label: 'API key', required: true };
    const account = records['registrator-accounts'];
    assert.ok(account);
    const path = `/registrator-types/${String(account['registratorTypeId'])}`;
    const put = (person: Client['call'], target: string, sent: object) =>
      person<{ error?: { code: string; message: string } }>('PUT', target, sent);
    for (const type of ['string', 'email', 'url']) {
      const { status, body, text } = await put(call, path, { apiFields: { apiKey: { ...field, type } } });
      assert.deepEqual([status, body.error?.code], [403, 'FORBIDDEN'], text);
      assert.match(body.error?.message ?? '', /apiKey.*needs the right to read secrets/);
    }
    // Not in two steps either: without an API, no credential is described.
    assert.equal((await put(call, path, { hasApi: false })).status, 200);
    const described = { hasApi: true, apiFields: { apiKey: { ...field, type: 'string' } } };
    assert.equal((await put(call, path, described)).status, 403);
    // Nor through another type: credentials are kept unless others are sent.
    const { id: registratorTypeId } = await createFrom(owner, 'registrator-types', {
      name: 'Other',
      ...described,
    });
    const target = `/registrator-accounts/${account.id}`;
    assert.equal((await put(call, target, { registratorTypeId })).status, 403);
    hasNone(await call('GET', target), 'the account');
    const moved = await put(call, target, { registratorTypeId, apiCredentials: { apiKey: 'Another' } });
    assert.equal(moved.status, 200, moved.text);
    hasNone(await call('GET', target), 'the account');
    // What no account has is described as one likes.
    assert.equal((await put(call, path, described)).status, 200);
    // A person who may read a secret may also expose it.
    const next = { ...(await validBody(owner, 'registrator-accounts')), registratorTypeId };
    const secret = { apiCredentials: { apiKey: canary, token: canary } };
    await createFrom(owner, 'registrator-accounts', { ...next, ...secret });
    const both = { ...described.apiFields, token: described.apiFields.apiKey };
    const other = `/registrator-types/${registratorTypeId}`;
    assert.equal((await put(call, other, { apiFields: both })).status, 403);
    assert.equal((await put(owner.call, other, { apiFields: both })).status, 200);
    // Global types concern everyone: their administrator must not expose credentials in other workspaces.
    const shared = { name: 'Shared', isGlobal: true, hasApi: true };
    const global = await createFrom(administrator, 'registrator-types', {
      ...shared,
      apiFields: { apiKey: { ...field, type: 'password' } },
    });
    const body = { ...(await validBody(owner, 'registrator-accounts')), registratorTypeId: global.id };
    await createFrom(owner, 'registrator-accounts', { ...body, apiCredentials: { apiKey: canary } });
    const everyones = `/registrator-types/${global.id}`;
    assert.equal((await put(administrator.call, everyones, described)).status, 403);
    assert.equal((await put(administrator.call, everyones, { name: 'Renamed' })).status, 200);
  });

  test('leaves no row in the secret log, since no secret left the server', async () => {
    const { body } = await owner.call<{ data: { pagination: { total: number } } }>(
      'GET',
      `/secret-views?actorId=${member.userId}`,
    );
    assert.equal(body.data.pagination.total, 0);
  });
});
