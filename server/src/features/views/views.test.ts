import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { View } from '@quartermaster/contract/views/views.schema';
import { join } from '../../../test/api-tokens.ts';
import { type Client, password, startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user();

type Failure = { error: { code: string; message: string; details?: { fields: Record<string, string> } } };
const view = { area: 'domains', name: 'No server', query: 'serverId=none&sortBy=domain' };
const create = (client: Client, body: unknown = view) =>
  client.call<{ data: { view: View } }>('POST', '/views', body);
const list = async (client: Client) =>
  (await client.call<{ data: { views: View[] } }>('GET', '/views')).body.data.views;

describe('saved views', () => {
  test('are saved under a name, changed and deleted', async () => {
    const client = await app.user();
    assert.deepEqual(await list(client), []);
    const { status, body } = await create(client);
    assert.equal(status, 201);
    const { id, createdAt, updatedAt } = body.data.view;
    assert.deepEqual(body.data.view, { ...view, id, createdAt, updatedAt });
    const other = (await create(client, { ...view, name: 'Acme', query: '' })).body.data.view;
    assert.deepEqual(await list(client), [other, body.data.view]);
    const renamed = await client.call<{ data: { view: View } }>('PUT', `/views/${id}`, { name: '  Zed  ' });
    assert.equal(renamed.status, 200);
    assert.equal(renamed.body.data.view.name, 'Zed');
    assert.equal(renamed.body.data.view.query, view.query);
    assert.deepEqual((await client.call('DELETE', `/views/${other.id}`)).body, { data: { id: other.id } });
    assert.equal((await client.call('DELETE', `/views/${other.id}`)).status, 404);
    assert.deepEqual(await list(client), [renamed.body.data.view]);
  });

  test('have names that are unique in their area, for one person', async () => {
    const [client, other] = [await app.user(), await app.user()];
    await create(client);
    const again = await client.call<Failure>('POST', '/views', view);
    assert.equal(again.status, 409);
    assert.deepEqual(again.body.error.details?.fields, { name: 'A view with this name already exists' });
    assert.equal((await create(client, { ...view, area: 'servers' })).status, 201);
    assert.equal((await create(other)).status, 201);
    const { id } = (await create(client, { ...view, name: 'Other' })).body.data.view;
    assert.equal((await client.call('PUT', `/views/${id}`, { name: view.name })).status, 409);
  });

  test('are refused in words beyond their limits', async () => {
    const client = await app.user();
    for (const [body, field, message] of [
      [{ ...view, area: 'clouds' }, 'area', /^Area must be one of: domains, /],
      [{ ...view, name: ' ' }, 'name', /^Name is required$/],
      [{ ...view, name: 'x'.repeat(101) }, 'name', /^Name must be less than 100 characters$/],
      [{ ...view, query: undefined }, 'query', /^Query must be text$/],
      [{ ...view, query: 'x'.repeat(2001) }, 'query', /^Query must be less than 2000 characters$/],
    ] as const) {
      const answer = await client.call<Failure>('POST', '/views', body);
      assert.equal(answer.status, 400, answer.text);
      assert.match(answer.body.error.details?.fields[field] ?? '', message);
    }
    for (let n = 0; n < 100; n += 1)
      assert.equal((await create(client, { ...view, name: `View ${n}` })).status, 201);
    const answer = await client.call<Failure>('POST', '/views', view);
    assert.equal(answer.status, 409);
    assert.equal(answer.body.error.message, 'Maximum 100 views allowed');
  });

  test('belong to one member in one workspace', async () => {
    const [owner, member] = [await app.user(), await app.user()];
    const { id: workspaceId } = await app.ownerOf(owner);
    const { userId } = member;
    await app.db
      .insertInto('memberships')
      .values({ workspaceId, userId, role: 'VIEWER', createdAt: 0 })
      .execute();
    await app.db.updateTable('users').set({ workspaceId }).where('id', '=', userId).execute();
    const { id } = (await create(owner)).body.data.view;
    // Sign in again: the first session is cached for some seconds.
    const credentials = { email: member.email, password };
    const { body } = await app.call<{ data: { tokens: { accessToken: string } } }>(
      'POST',
      '/auth/login',
      credentials,
    );
    const { accessToken } = body.data.tokens;
    const colleague: Client = {
      ...member,
      call: (method, path, sent) => app.call(method, path, sent, accessToken),
    };
    assert.deepEqual(await list(colleague), []);
    assert.equal((await colleague.call('PUT', `/views/${id}`, { name: 'Mine' })).status, 404);
    assert.equal((await colleague.call('DELETE', `/views/${id}`)).status, 404);
    assert.equal((await list(owner))[0]?.name, view.name);
  });

  test('of other workspaces stay when a member leaves one', async () => {
    const [owner, member] = [await app.user(), await app.user()];
    const headers = await join(app, owner, member, 'VIEWER');
    await create(member);
    const there = await member.call('POST', '/views', view, headers);
    assert.equal(there.status, 201, there.text);
    assert.equal((await member.call('DELETE', `/members/${member.userId}`, undefined, headers)).status, 200);
    assert.equal((await list(member)).length, 1);
    const { id: workspaceId } = await app.ownerOf(owner);
    const left = app.db.selectFrom('saved_views').selectAll().where('ownerId', '=', workspaceId);
    assert.deepEqual(await left.execute(), []);
  });
});
