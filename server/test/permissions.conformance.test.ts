import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Endpoint } from '@quartermaster/contract/api/endpoint';
import {
  type Access,
  type Role,
  type TokenPermission,
  isCovered,
  needsOf,
  roles,
  tokenPermissions,
} from '@quartermaster/contract/api/permissions';
import { isGiven, makeToken } from './api-tokens.ts';
import { fixtures } from './fixtures/all.ts';
import { type RecordBody, createRecord, fixtureOf } from './records.ts';
import { refusalOf } from './refusals.ts';
import { type Client, password, startApp } from './test-app.ts';

/** Generated from the server's list of endpoints: every role may do what the contract's table says. */
const app = await startApp();
const colleague = await app.user();
const member = await app.user('member@example.com');
const records: Record<string, RecordBody> = {};
for (const area of Object.keys(fixtures)) records[area] = await createRecord(member, area);

const snapshot = async (): Promise<string[]> => {
  const lists = Object.keys(fixtures).map((area) => member.call('GET', fixtureOf(area).crud.path));
  return (await Promise.all(lists)).map(({ text }) => text);
};

/** Gives a person another role and signs in again, since the first session is cached for some seconds. */
async function as(role: string, { userId, email } = member): Promise<Client['call']> {
  await app.db.updateTable('memberships').set({ role, secrets: 0 }).where('userId', '=', userId).execute();
  const { body } = await app.call<{ data: { tokens: { accessToken: string } } }>('POST', '/auth/login', {
    email,
    password,
  });
  return (method, path, sent) => app.call(method, path, sent, body.data.tokens.accessToken);
}

const { id: workspace } = await app.ownerOf(member);
const unknown = '01a00000-0000-7000-8000-000000000000';

/** The refusal of a role without the right to read secrets. */
const refusalOfRole = (endpoint: Endpoint, role: Role) => refusalOf(endpoint, { role, secrets: false });

/** The refusal of a token, whoever made it; null if it is accepted. */
function tokenRefusalOf(access: Access, given: readonly TokenPermission[]): string | null {
  if (!isGiven(tokenPermissions, access)) return 'This needs a sign-in; an API token may not do it';
  const missing = needsOf(access).find((need) => !isCovered(given, need));
  if (missing === undefined) return null;
  return `This needs an API token with the permission ${missing}; this one has ${given.join(', ')}`;
}

describe('permissions', () => {
  const { endpoints } = app.services.api;

  for (const role of roles)
    test(`of the role ${role}`, async () => {
      const call = await as(role);
      app.services.sessions.forget();
      const before = await snapshot();
      for (const endpoint of endpoints) {
        const message = refusalOfRole(endpoint, role);
        if (message === null) continue;
        const { method, path, ofWorkspace } = endpoint;
        const id = ofWorkspace ? workspace : (records[path.split('/')[1] ?? '']?.id ?? unknown);
        const target = path.replace('{id}', id).replaceAll(/\{\w+\}/g, unknown);
        const body = method === 'GET' || method === 'DELETE' ? undefined : { surely: 'not valid' };
        const answer = await call<{ error: { code: string } }>(method, target, body);
        assert.equal(answer.status, 403, `${method} ${path}: ${answer.text}`);
        assert.deepEqual(answer.body.error, { code: 'FORBIDDEN', message });
      }
      assert.deepEqual(await snapshot(), before);
      const permitted = endpoints.filter(
        (endpoint) =>
          !['public', 'administrator'].includes(String(endpoint.access)) &&
          refusalOfRole(endpoint, role) === null,
      );
      // Signing out ends the session, so it comes last.
      const last = (path: string) => Number(path === '/auth/logout');
      for (const { method, path } of permitted.toSorted((a, b) => last(a.path) - last(b.path))) {
        // Everyone may leave a workspace, except their last one.
        const target = path.replace('{userId}', member.userId).replaceAll(/\{\w+\}/g, unknown);
        const answer = await call(method, target, method === 'GET' ? undefined : {});
        assert.ok(![401, 403].includes(answer.status), `${method} ${path}: ${answer.text}`);
      }
    });

  for (const [role, given] of [
    ...tokenPermissions.map((each) => ['OWNER', [each]] as const),
    ['VIEWER', tokenPermissions] as const,
  ])
    test(`of an API token that may ${given.join(', ')}, of a member with the role ${role}`, async () => {
      const { value } = await makeToken({ call: await as('OWNER') }, { permissions: given });
      await as(role);
      app.services.sessions.forget();
      const before = await snapshot();
      for (const endpoint of endpoints.filter(({ access }) => access !== 'public')) {
        const { method, path, access, ofWorkspace } = endpoint;
        const target = path
          .replace('{id}', ofWorkspace ? workspace : unknown)
          .replaceAll(/\{\w+\}/g, unknown);
        const body = method === 'GET' || method === 'DELETE' ? undefined : { surely: 'not valid' };
        const answer = await app.call<{ error: { message: string } }>(method, target, body, value);
        const message = tokenRefusalOf(access, given) ?? refusalOfRole(endpoint, role);
        if (message === null)
          assert.ok(![401, 403].includes(answer.status), `${method} ${path}: ${answer.text}`);
        else {
          assert.equal(answer.status, 403, `${method} ${path}: ${answer.text}`);
          assert.deepEqual(answer.body.error, { code: 'FORBIDDEN', message });
        }
      }
      assert.deepEqual(await snapshot(), before);
    });

  test('of the installation are those of its administrators', async () => {
    const administrators = endpoints.filter(({ access }) => access === 'administrator');
    assert.ok(administrators.length > 0);
    const call = await as('OWNER');
    for (const { method, path } of administrators) {
      const target = path.replaceAll(/\{\w+\}/g, unknown);
      const answer = await call(method, target, method === 'GET' ? undefined : {});
      assert.equal(answer.status, 403, `${method} ${path}: ${answer.text}`);
    }
  });

  test("are each member's own, whatever the roles of others", async () => {
    const { id: workspaceId } = await app.ownerOf(member);
    const { userId } = colleague;
    await app.db.updateTable('users').set({ workspaceId }).where('id', '=', userId).execute();
    const membership = { workspaceId, userId, role: 'VIEWER', createdAt: 0 };
    await app.db.insertInto('memberships').values(membership).execute();
    const calls = [await as('EDITOR'), await as('VIEWER', colleague)];
    const create = (call: Client['call']) => call('POST', '/emails', fixtureOf('emails').valid(1000));
    const [own, others] = await Promise.all(calls.map(create));
    assert.deepEqual([own?.status, others?.status], [201, 403]);
  });
});
