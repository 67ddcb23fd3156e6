import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { may, permissions, roles } from '@quartermaster/contract/api/permissions';
import { fixtures } from './fixtures/all.ts';
import { type RecordBody, createRecord, fixtureOf } from './records.ts';
import { type Client, password, startApp } from './test-app.ts';

/** Generated from the server's list of endpoints: what each role may do is what the contract's table says. */
const app = await startApp();
const colleague = await app.user();
const member = await app.user('member@example.com');
const records: Record<string, RecordBody> = {};
for (const area of Object.keys(fixtures)) records[area] = await createRecord(member, area);

const snapshot = async (): Promise<string[]> => {
  const lists = Object.keys(fixtures).map((area) => member.call('GET', fixtureOf(area).crud.path));
  return (await Promise.all(lists)).map(({ text }) => text);
};

/** Gives a person another role and signs in again, since the first session stays cached for some seconds. */
async function as(role: string, { userId, email } = member): Promise<Client['call']> {
  await app.db.updateTable('memberships').set({ role }).where('userId', '=', userId).execute();
  const { body } = await app.call<{ data: { tokens: { accessToken: string } } }>('POST', '/auth/login', {
    email,
    password,
  });
  return (method, path, sent) => app.call(method, path, sent, body.data.tokens.accessToken);
}

describe('permissions', () => {
  const endpoints = app.services.api.endpoints.filter(({ access }) => access !== 'public');

  for (const role of roles)
    test(`of the role ${role}`, async () => {
      const call = await as(role);
      const before = await snapshot();
      for (const { method, path, access } of endpoints) {
        if (access === 'session' || access === 'public' || may(role, access)) continue;
        const target = path.replace('{id}', records[path.split('/')[1] ?? '']?.id ?? '');
        const body = method === 'GET' || method === 'DELETE' ? undefined : { surely: 'not valid' };
        const answer = await call<{ error: { code: string; message: string } }>(method, target, body);
        assert.equal(answer.status, 403, `${method} ${path}: ${answer.text}`);
        assert.deepEqual(answer.body.error, {
          code: 'FORBIDDEN',
          message: `This needs the role ${permissions[access].join(' or ')} in the workspace; yours is ${role}`,
        });
      }
      assert.deepEqual(await snapshot(), before);
      // The sign-out, which ends the session, comes last.
      const last = (path: string) => Number(path === '/auth/logout');
      for (const { method, path, access } of endpoints.toSorted((a, b) => last(a.path) - last(b.path))) {
        if (access === 'public' || (access !== 'session' && !may(role, access))) continue;
        const target = path.replace('{id}', '01a00000-0000-7000-8000-000000000000');
        const answer = await call(method, target, method === 'GET' ? undefined : {});
        assert.ok(![401, 403].includes(answer.status), `${method} ${path}: ${answer.text}`);
      }
    });

  test("are a member's own, whatever role others have in the workspace", async () => {
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
