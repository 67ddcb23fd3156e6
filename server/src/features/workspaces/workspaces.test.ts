// On both engines: a workspace is deleted by statements of its own.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AuditEvent } from '@quartermaster/contract/audit/audit.schema';
import type { Invitation } from '@quartermaster/contract/invitations/invitations.schema';
import type { Member } from '@quartermaster/contract/members/members.schema';
import type { Workspace } from '@quartermaster/contract/workspaces/workspaces.schema';
import { jobRun } from '../../../test/job-run.ts';
import { type Answer, type Client, password, startApp } from '../../../test/test-app.ts';
import { enqueue } from '../../jobs/queue.ts';
import { workspaceDeletion } from './workspaces.deletion.ts';
import { createRecord } from '../../../test/records.ts';

interface Failure {
  error: { code: string; message: string; details?: { fields: Record<string, string> } };
}

const app = await startApp({ PUBLIC_URL: 'https://inventory.example.com' });
// The first user administers the installation.
const administrator = await app.user('admin@example.com');

const workspaces = async ({ call }: Client): Promise<Workspace[]> =>
  (await call<{ data: { workspaces: Workspace[] } }>('GET', '/workspaces')).body.data.workspaces;
const members = async ({ call }: Client, headers = {}): Promise<Member[]> =>
  (await call<{ data: { members: Member[] } }>('GET', '/members', undefined, headers)).body.data.members;
const first = async (client: Client): Promise<Workspace> => {
  const [workspace] = await workspaces(client);
  assert.ok(workspace);
  return workspace;
};

async function invite(inviter: Client, email: string, rights: object, headers = {}) {
  const answer = await inviter.call<{ data: { invitation: Invitation; url: string } } & Failure>(
    'POST',
    '/invitations',
    { email, ...rights },
    headers,
  );
  return { answer, token: answer.status === 201 ? (answer.body.data.url.split('#token=')[1] ?? '') : '' };
}

/** Makes a person a member of another person's default workspace. */
async function join(owner: Client, person: Client, rights: object): Promise<Record<string, string>> {
  const { token } = await invite(owner, person.email, rights);
  const { status, body } = await person.call<{ data: { workspace: Workspace } }>(
    'POST',
    '/invitations/accept',
    { token },
  );
  assert.equal(status, 200);
  return { 'x-workspace': body.data.workspace.id };
}

const refused = (answer: Answer, status: number, code: string, message?: string | RegExp) => {
  assert.equal(answer.status, status, answer.text);
  const { error } = answer.body as Failure;
  assert.equal(error.code, code);
  if (message instanceof RegExp) assert.match(error.message, message);
  else if (message !== undefined) assert.equal(error.message, message);
};

describe('workspaces', () => {
  test('begin with one of their own, named after the address', async () => {
    const client = await app.user('ada.lovelace@example.com');
    const { id, ...workspace } = await first(client);
    assert.match(id, /^[\da-f-]{36}$/);
    assert.deepEqual(workspace, {
      name: 'ada.lovelace',
      role: 'OWNER',
      secrets: true,
      scope: [],
      members: 1,
      isDefault: true,
      requireSecondFactor: false,
      historyDays: 730,
      deletedSecretDays: 90,
      currency: null,
    });
  });

  test('are separate, and selected by the header', async () => {
    const client = await app.user();
    await createRecord(client, 'emails');
    const { body } = await client.call<{ data: { workspace: Workspace } }>('POST', '/workspaces', {
      name: ' Second ',
    });
    const { workspace } = body.data;
    assert.equal(workspace.name, 'Second');
    const total = async (headers?: Record<string, string>) =>
      (await client.call<{ data: { pagination: { total: number } } }>('GET', '/emails', undefined, headers))
        .body.data.pagination.total;
    assert.deepEqual([await total(), await total({ 'x-workspace': workspace.id })], [1, 0]);
    refused(await client.call('GET', '/emails', undefined, { 'x-workspace': 'x' }), 404, 'NOT_FOUND');
    const changed = await client.call<{ data: { user: { defaultWorkspaceId: string; name: string } } }>(
      'PUT',
      '/auth/me',
      { defaultWorkspaceId: workspace.id, name: 'Ada' },
    );
    assert.equal(changed.body.data.user.defaultWorkspaceId, workspace.id);
    assert.equal(changed.body.data.user.name, 'Ada');
    assert.equal(await total(), 0);
    assert.deepEqual(
      (await workspaces(client)).map(({ name, isDefault }) => [name, isDefault]),
      [
        ['Second', true],
        [client.email.split('@')[0], false],
      ],
    );
    const other = await first(administrator);
    refused(
      await client.call('PUT', '/auth/me', { defaultWorkspaceId: other.id }),
      400,
      'VALIDATION_ERROR',
      'Workspace not found',
    );
  });

  test('and people have names without characters that programs leave out, records may', async () => {
    const client = await app.user();
    const { id } = await first(client);
    for (const [name, status] of [
      ['Ad\u3164a', 400],
      ['Ada\ufe0f', 400],
      ['A\u200dda', 400],
      ['Ada ❤️‍🔥', 200],
    ] as const)
      for (const path of ['/auth/me', `/workspaces/${id}`])
        assert.equal((await client.call('PUT', path, { name })).status, status, `${path} ${name}`);
    const record = await createRecord(client, 'hostings');
    const { status } = await client.call('PUT', `/hostings/${record.id}`, { name: 'Ad\u3164a' });
    assert.equal(status, 200);
  });

  test('are renamed, and deleted with their contents, except the last one', async () => {
    const client = await app.user();
    const { id } = await first(client);
    refused(await client.call('DELETE', `/workspaces/${id}`), 409, 'CONFLICT', /last workspace/);
    await createRecord(client, 'domains');
    const colleague = await app.user();
    const headers = await join(client, colleague, { role: 'ADMIN' });
    refused(await colleague.call('DELETE', `/workspaces/${id}`), 403, 'FORBIDDEN', /needs the role OWNER/);
    const renamed = await colleague.call<{ data: { workspace: Workspace } }>('PUT', `/workspaces/${id}`, {
      name: 'Ours',
    });
    assert.equal(renamed.body.data.workspace.name, 'Ours');
    await client.call('POST', '/workspaces', { name: 'Other' });
    const { body } = await client.call<{ data: { counts: { area: string; count: number }[] } }>(
      'DELETE',
      `/workspaces/${id}`,
    );
    assert.equal(body.data.counts.find(({ area }) => area === 'domains')?.count, 1);
    refused(await colleague.call('GET', '/domains', undefined, headers), 404, 'NOT_FOUND');
    assert.deepEqual(
      (await workspaces(client)).map(({ name }) => name),
      ['Other'],
    );
    assert.equal((await client.call('GET', '/domains')).status, 200);
    const { body: log } = await administrator.call<{ data: { events: AuditEvent[] } }>(
      'GET',
      '/installation/audit?action=workspace.deleted',
    );
    assert.equal(log.data.events[0]?.subject, 'Ours');
    assert.equal((log.data.events[0]?.details.counts as Record<string, number>).domains, 1);
    await enqueue(app.db, { kind: 'look', uniqueKey: `look ${id} dns a.example`, runAt: 0 });
    await workspaceDeletion(app.services).run(jobRun());
    const jobs = app.db.selectFrom('jobs').select('id').where('kind', '=', 'look').execute();
    assert.deepEqual(await jobs, []);
    for (const table of ['domains', 'changes', 'batches', 'record_tags', 'wrapped_keys'] as const)
      assert.deepEqual(
        await app.db.selectFrom(table).select('ownerId').where('ownerId', '=', id).execute(),
        [],
      );
    assert.equal(
      await app.db.selectFrom('workspaces').select('id').where('id', '=', id).executeTakeFirst(),
      undefined,
    );
  });
});

describe('invitations', () => {
  test("add the invited person once, with the invitation's rights", async () => {
    const [owner, person, other] = [await app.user(), await app.user(), await app.user()];
    const scope = [{ type: 'client', value: 'acme' }];
    const { answer, token } = await invite(owner, person.email.toUpperCase(), { role: 'EDITOR', scope });
    assert.equal(answer.status, 201);
    assert.ok(answer.body.data.url.startsWith('https://inventory.example.com/invitation#token='));
    const stored = await app.db.selectFrom('invitations').selectAll().execute();
    assert.ok(!JSON.stringify(stored).includes(token));
    refused(await other.call('POST', '/invitations/accept', { token }), 404, 'NOT_FOUND');
    const accepted = await person.call<{ data: { workspace: Workspace } }>('POST', '/invitations/accept', {
      token,
    });
    const { role, secrets, isDefault, members: count } = accepted.body.data.workspace;
    assert.deepEqual([role, secrets, isDefault, count], ['EDITOR', false, false, 2]);
    assert.deepEqual(accepted.body.data.workspace.scope, scope);
    refused(await person.call('POST', '/invitations/accept', { token }), 404, 'NOT_FOUND');
    refused(
      (await invite(owner, person.email, { role: 'VIEWER' })).answer,
      409,
      'CONFLICT',
      /already a member/,
    );
    const seen = (await members(owner)).find(({ userId }) => userId === person.userId);
    assert.ok(seen?.lastSeenAt);
    const ownView = await members(person, { 'x-workspace': accepted.body.data.workspace.id });
    assert.deepEqual(
      ownView.map(({ lastSeenAt, secondFactor }) => [lastSeenAt, secondFactor]),
      [
        [null, null],
        [null, null],
      ],
    );
  });

  test('see only the roles of other members, unless they manage them', async () => {
    const [owner, editor, viewer] = [await app.user(), await app.user(), await app.user()];
    const scope = [{ type: 'client', value: 'acme' }];
    const headers = await join(owner, editor, { role: 'EDITOR', secrets: true, scope });
    await join(owner, viewer, { role: 'VIEWER' });
    const seenBy = async (client: Client) =>
      Object.fromEntries(
        (await members(client, headers)).map(({ userId, role, secrets, scope: tags }) => [
          userId,
          [role, secrets, tags],
        ]),
      );
    const all = {
      [owner.userId]: ['OWNER', true, []],
      [editor.userId]: ['EDITOR', true, scope],
      [viewer.userId]: ['VIEWER', false, []],
    };
    assert.deepEqual(await seenBy(owner), all);
    assert.deepEqual(await seenBy(editor), { ...all, [viewer.userId]: ['VIEWER', null, null] });
    assert.deepEqual(await seenBy(viewer), { ...all, [editor.userId]: ['EDITOR', null, null] });
  });

  test('override a closed registration, and create no further workspace', async () => {
    const owner = await app.user();
    const { token } = await invite(owner, 'new@example.com', { role: 'VIEWER' });
    const registered = await app.call<{ data: { tokens: { accessToken: string } } }>(
      'POST',
      '/auth/register',
      {
        email: 'new@example.com',
        password,
        invitation: token,
      },
    );
    assert.equal(registered.status, 201, registered.text);
    const { accessToken } = registered.body.data.tokens;
    const list = await app.call<{ data: { workspaces: Workspace[] } }>(
      'GET',
      '/workspaces',
      undefined,
      accessToken,
    );
    assert.deepEqual(
      list.body.data.workspaces.map(({ role, isDefault, members: count }) => [role, isDefault, count]),
      [['VIEWER', true, 2]],
    );
    const wrong = await app.call('POST', '/auth/register', {
      email: 'someone@example.com',
      password,
      invitation: token,
    });
    refused(wrong, 404, 'NOT_FOUND');
  });

  test("never exceed the inviter's role, and are void once the inviter may no longer invite", async () => {
    const [owner, admin, person] = [await app.user(), await app.user(), await app.user()];
    const headers = await join(owner, admin, { role: 'ADMIN' });
    refused(
      (await invite(admin, person.email, { role: 'OWNER' }, headers)).answer,
      403,
      'FORBIDDEN',
      /needs the role OWNER/,
    );
    const { token } = await invite(admin, person.email, { role: 'EDITOR' }, headers);
    await owner.call('PUT', `/members/${admin.userId}`, { role: 'EDITOR' });
    refused(await person.call('POST', '/invitations/accept', { token }), 404, 'NOT_FOUND');
    refused((await invite(admin, 'x@example.com', { role: 'VIEWER' }, headers)).answer, 403, 'FORBIDDEN');
  });

  test('end when they are withdrawn, and after a week', async () => {
    const [owner, person] = [await app.user(), await app.user()];
    const { answer, token } = await invite(owner, person.email, { role: 'EDITOR' });
    const { id } = answer.body.data.invitation;
    assert.equal((await owner.call('DELETE', `/invitations/${id}`)).status, 200);
    refused(await person.call('POST', '/invitations/accept', { token }), 404, 'NOT_FOUND');
    const late = await invite(owner, person.email, { role: 'EDITOR' });
    const { createdAt, expiresAt } = late.answer.body.data.invitation;
    assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 7 * 86_400_000);
    await app.db
      .updateTable('invitations')
      .set({ expiresAt: Date.now() - 1 })
      .execute();
    refused(await person.call('POST', '/invitations/accept', { token: late.token }), 404, 'NOT_FOUND');
    assert.equal((await owner.call('GET', '/invitations')).text, '{"data":{"invitations":[]}}');
  });
});

describe('members', () => {
  test('have rights that take effect with the next request', async () => {
    const [owner, person] = [await app.user(), await app.user()];
    const headers = await join(owner, person, { role: 'VIEWER' });
    const create = () => person.call('POST', '/emails', { email: 'a@example.com', password: 'x' }, headers);
    refused(await create(), 403, 'FORBIDDEN', /yours is VIEWER$/);
    const change = (body: object) =>
      owner.call<{ data: { member: Member } }>('PUT', `/members/${person.userId}`, body);
    assert.equal((await change({ role: 'EDITOR' })).body.data.member.role, 'EDITOR');
    assert.equal((await create()).status, 201);
    const scope = [{ type: 'client', value: 'acme' }];
    assert.deepEqual((await change({ scope })).body.data.member.scope, scope);
    for (const [body, field, message] of [
      [{ role: 'ADMIN', scope }, 'scope', 'Only viewers and editors can have a scope'],
      [{ role: 'ADMIN', secrets: false }, 'secrets', 'Admins and owners always read secrets'],
      [{ role: 'KING' }, 'role', 'Role must be one of: VIEWER, EDITOR, ADMIN, OWNER'],
    ] as const) {
      const answer = await change(body);
      refused(answer, 400, 'VALIDATION_ERROR', message);
      assert.deepEqual((answer.body as unknown as Failure).error.details?.fields, { [field]: message });
    }
    const promoted = (await change({ role: 'ADMIN' })).body.data.member;
    assert.deepEqual([promoted.secrets, promoted.scope], [true, []]);
    const demoted = (await change({ role: 'EDITOR' })).body.data.member;
    assert.deepEqual([demoted.secrets, demoted.scope], [false, []]);
    assert.equal((await owner.call('DELETE', `/members/${person.userId}`)).status, 200);
    refused(await create(), 404, 'NOT_FOUND');
  });

  test('always include an owner; only owners add and remove owners', async () => {
    const [owner, admin] = [await app.user(), await app.user()];
    const headers = await join(owner, admin, { role: 'ADMIN' });
    for (const [target, body] of [
      [admin.userId, { role: 'OWNER' }],
      [owner.userId, { role: 'VIEWER' }],
    ] as const)
      refused(
        await admin.call('PUT', `/members/${target}`, body, headers),
        403,
        'FORBIDDEN',
        /needs the role OWNER/,
      );
    refused(await admin.call('DELETE', `/members/${owner.userId}`, undefined, headers), 403, 'FORBIDDEN');
    refused(
      await owner.call('PUT', `/members/${owner.userId}`, { role: 'ADMIN' }),
      409,
      'CONFLICT',
      /needs an owner/,
    );
    refused(await owner.call('DELETE', `/members/${owner.userId}`), 409, 'CONFLICT', /needs an owner/);
    assert.equal((await owner.call('PUT', `/members/${admin.userId}`, { role: 'OWNER' })).status, 200);
    assert.equal(
      (await admin.call('PUT', `/members/${owner.userId}`, { role: 'VIEWER' }, headers)).status,
      200,
    );
    const alone = await first(owner);
    refused(await owner.call('DELETE', `/members/${owner.userId}`), 409, 'CONFLICT', /last workspace/);
    await owner.call('POST', '/workspaces', { name: 'Own' });
    assert.equal(
      (await owner.call('DELETE', `/members/${owner.userId}`, undefined, { 'x-workspace': alone.id })).status,
      200,
    );
    assert.deepEqual(
      (await workspaces(owner)).map(({ name, isDefault }) => [name, isDefault]),
      [['Own', true]],
    );
  });

  test('are recorded in the audit of their workspace, which its managers read', async () => {
    const [owner, person] = [await app.user(), await app.user()];
    const headers = await join(owner, person, { role: 'EDITOR' });
    await owner.call('PUT', `/members/${person.userId}`, { secrets: true });
    refused(await person.call('GET', '/audit', undefined, headers), 403, 'FORBIDDEN');
    const read = async (query = '') =>
      (await owner.call<{ data: { events: AuditEvent[] } }>('GET', `/audit${query}`)).body.data.events;
    const events = await read();
    assert.deepEqual(
      events.map(({ action, subject, actor }) => [action, subject, actor?.email]),
      [
        ['member.changed', person.email, owner.email],
        ['member.joined', person.email, person.email],
        ['invitation.created', person.email, owner.email],
      ],
    );
    assert.match(events[0]?.address ?? '', /127\.0\.0\.1/);
    assert.equal((await read('?action=member.joined')).length, 1);
    assert.equal((await read(`?actorId=${person.userId}`)).length, 1);
    assert.equal((await read('?to=2020-01-01')).length, 0);
    assert.equal((await read('?limit=1&page=2'))[0]?.action, 'member.joined');
  });
});
