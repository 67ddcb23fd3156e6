import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AuditEvent } from '@quartermaster/contract/audit/audit.schema';
import { limits } from '@quartermaster/contract/rules/limits';
import type { SecretView } from '@quartermaster/contract/secret-views/secret-views.schema';
import type { ApiToken } from '@quartermaster/contract/tokens/tokens.schema';
import {
  type Made,
  callerBy,
  fromAddress,
  join,
  tokensOf,
  makeToken,
  notAccepted,
  refused,
} from '../../../test/api-tokens.ts';
import { createFrom, createRecord, validBody } from '../../../test/records.ts';
import { type Answer, type Client, startApp } from '../../../test/test-app.ts';
import { endAccess } from '../../access/end-access.ts';
import { deleteExpired } from '../../access/sessions.ts';

const app = await startApp();
const administrator = await app.user('admin@example.com');
const dayMs = 86_400_000;
const acme = { type: 'client', value: 'acme' };
const prod = { type: 'env', value: 'prod' };

type Call = Client['call'];

const by = (value: string): Call => callerBy(app.call, value);

describe('an API token', () => {
  test('is created with its value, which is shown once and not stored', async () => {
    const client = await app.user();
    const { token, value } = await makeToken(client, { name: ' Backup ' });
    const { id, createdAt, expiresAt, ...rest } = token;
    assert.match(value, new RegExp(`^qm_${id}_[\\w-]{43}$`));
    assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 365 * dayMs);
    assert.deepEqual(rest, {
      name: 'Backup',
      permissions: ['read'],
      scope: [],
      addresses: [],
      lastUsedAt: null,
      lastUsedFrom: null,
      createdBy: { userId: client.userId, name: null, email: client.email },
    });
    assert.equal((await by(value)('GET', '/emails')).status, 200);
    const { text } = await client.call('GET', '/tokens');
    const secret = value.slice(-43);
    const stored = await app.db.selectFrom('api_tokens').selectAll().where('id', '=', id).execute();
    for (const shown of [text, JSON.stringify(stored), app.logs()]) {
      assert.ok(shown.includes(id));
      assert.ok(!shown.includes(secret));
    }
    const { body } = await client.call<{ data: { events: AuditEvent[] } }>(
      'GET',
      '/audit?action=token.created',
    );
    assert.deepEqual(
      body.data.events.map(({ subject, actor, details }) => [subject, actor?.userId, details.tokenId]),
      [['Backup', client.userId, id]],
    );
  });

  test('has just its own permissions, which are independent', async () => {
    const client = await app.user();
    const { id } = await createRecord(client, 'emails');
    const body = await validBody(client, 'emails');
    const outcomes = async (permissions: ApiToken['permissions']) => {
      const call = by((await makeToken(client, { permissions })).value);
      const answers = [
        await call('GET', `/emails/${id}`),
        await call('PUT', `/emails/${id}`, body),
        await call('POST', `/emails/${id}/reveal`, { field: 'password' }),
      ];
      for (const answer of answers)
        if (answer.status !== 200)
          refused(answer, 403, 'FORBIDDEN', /needs an API token with the permission/);
      return answers.map(({ status, text }) => [status, text.includes(String(body['password']))]);
    };
    const no = [403, false];
    assert.deepEqual(await outcomes(['write']), [no, [200, false], no]);
    assert.deepEqual(await outcomes(['read']), [[200, false], no, no]);
    assert.deepEqual(await outcomes(['secrets']), [no, no, [200, true]]);
    assert.deepEqual(await outcomes(['write', 'secrets']), [no, [200, true], [200, true]]);
    assert.deepEqual(await outcomes(['secrets', 'read', 'read']), [[200, true], no, [200, true]]);
  });

  test('is named by the history, the secret log and the audit', async () => {
    const client = await app.user();
    const { token, value } = await makeToken(client, { permissions: ['read', 'write', 'secrets'] });
    const call = by(value);
    const { id } = await createFrom({ ...client, call }, 'emails', await validBody(client, 'emails'));
    for (let count = 0; count < limits.revealAlarm; count += 1)
      await call('POST', `/emails/${id}/reveal`, { field: 'password' });
    const batches = await app.db
      .selectFrom('batches')
      .selectAll()
      .where('actorId', '=', client.userId)
      .execute();
    assert.deepEqual(
      batches.map(({ principalKind, principalId }) => [principalKind, principalId]),
      [['token', token.id]],
    );
    const named = { id: token.id, name: 'Backup' };
    const views = await client.call<{ data: { secretViews: SecretView[] } }>('GET', '/secret-views');
    assert.ok(views.body.data.secretViews.length > limits.revealAlarm);
    for (const view of views.body.data.secretViews) assert.deepEqual(view.token, named);
    const audit = await client.call<{ data: { events: AuditEvent[] } }>('GET', '/audit?action=secrets.alarm');
    assert.deepEqual(
      audit.body.data.events.map((event) => [event.token, event.actor?.userId]),
      [[named, client.userId]],
    );
    assert.ok(app.logs().includes(`"tokenId":"${token.id}"`));
  });

  test('records its last use and address once a minute', async () => {
    const client = await app.user();
    const { token, value } = await makeToken(client);
    assert.equal((await fromAddress(app, '192.0.2.7', value)).status, 200);
    let used: ApiToken | undefined;
    // The use is recorded in the background.
    for (let looks = 0; looks < 500 && used?.lastUsedAt == null; looks += 1)
      used = (await tokensOf(client)).find(({ id }) => id === token.id);
    assert.equal(used?.lastUsedFrom, '192.0.2.7');
    assert.ok(Math.abs(Date.parse(used.lastUsedAt ?? '') - Date.now()) < 60_000);
    assert.equal((await fromAddress(app, '192.0.2.8', value)).status, 200);
    assert.deepEqual(await tokensOf(client), [used]);
  });

  test('belongs to one workspace', async () => {
    const [client, other] = [await app.user(), await app.user()];
    const headers = await join(app, other, client, 'ADMIN');
    const { token, value } = await makeToken(client, {}, headers);
    const { id: own } = await app.ownerOf(client);
    await createRecord(other, 'emails');
    const total = async (more?: Record<string, string>) =>
      (await by(value)<{ data: { pagination: { total: number } } }>('GET', '/emails', undefined, more)).body
        .data.pagination.total;
    assert.deepEqual([await total(), await total(headers)], [1, 1]);
    for (const id of [own, 'malformed', token.id])
      refused(await by(value)('GET', '/emails', undefined, { 'x-workspace': id }), 404, 'NOT_FOUND');
    assert.deepEqual([await tokensOf(client), (await tokensOf(client, headers)).length], [[], 1]);
  });

  test('has no role in the installation, whoever made it', async () => {
    const { value } = await makeToken(administrator, { permissions: ['read', 'write', 'secrets'] });
    const global = { name: 'Everywhere', isGlobal: true };
    refused(await by(value)('POST', '/registrator-types', global), 403, 'FORBIDDEN', /administrator/);
    assert.equal((await administrator.call('POST', '/registrator-types', global)).status, 201);
    for (const path of ['/auth/me', '/installation/audit', '/tokens', '/members', '/views'])
      refused(await by(value)('GET', path), 403, 'FORBIDDEN', /needs a sign-in; an API token may not/);
  });
});

describe("an API token never exceeds its maker's rights", () => {
  test('when it is made', async () => {
    const [owner, viewer] = [await app.user(), await app.user()];
    const headers = await join(app, owner, viewer, 'VIEWER');
    const make = (permissions: string[]) =>
      viewer.call('POST', '/tokens', { name: 'Backup', permissions }, headers);
    refused(await make(['read', 'write']), 403, 'FORBIDDEN', /needs the role EDITOR/);
    refused(await make(['secrets']), 403, 'FORBIDDEN', /needs the right to read secrets/);
    assert.equal((await make(['read'])).status, 201);
  });

  test('when its maker loses rights', async () => {
    const [owner, editor] = [await app.user(), await app.user()];
    const headers = await join(app, owner, editor, 'EDITOR', 1);
    const scoped = { permissions: ['read', 'write', 'secrets'] as const, scope: [acme] };
    const call = by((await makeToken(editor, scoped, headers)).value);
    const create = async (tags: object[]) =>
      (await createFrom(owner, 'emails', { ...(await validBody(owner, 'emails')), tags })).id;
    const [none, both, one] = [await create([]), await create([acme, prod]), await create([acme])];
    const seen = async () => {
      const answers = [none, both, one].map((id) => call('GET', `/emails/${id}`));
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    const { id: proxyId } = await createFrom(owner, 'proxies', {
      ...(await validBody(owner, 'proxies')),
      tags: [acme],
    });
    const account = await createFrom(owner, 'registrator-accounts', {
      ...(await validBody(owner, 'registrator-accounts')),
      proxyId,
      tags: [acme, prod],
    });
    const readAccount = async () => {
      type Account = { proxy: { id: string; ip: string | null; port: number | null } };
      const path = `/registrator-accounts/${account.id}`;
      const { body } = await call<{ data: { registratorAccount: Account } }>('GET', path);
      return body.data.registratorAccount;
    };
    const change = (rights: object) => owner.call('PUT', `/members/${editor.userId}`, rights);
    const reveal = () => call('POST', `/emails/${both}/reveal`, { field: 'password' });
    const write = () => call('PUT', `/emails/${both}`, { comment: 'By a program' });
    assert.deepEqual(await seen(), [404, 200, 200]);
    assert.deepEqual([(await reveal()).status, (await write()).status], [200, 200]);
    assert.notEqual((await readAccount()).proxy.ip, null);
    await change({ scope: [prod] });
    assert.deepEqual(await seen(), [404, 200, 404]);
    const { proxy } = await readAccount();
    assert.deepEqual([proxy.id, proxy.ip, proxy.port], [proxyId, null, null]);
    await change({ secrets: false });
    refused(await reveal(), 403, 'FORBIDDEN', /right to read secrets/);
    assert.match((await call('GET', `/emails/${both}`)).text, /"secretFields":\["password","secureNote"\]/);
    await change({ role: 'VIEWER' });
    refused(await write(), 403, 'FORBIDDEN', /yours is VIEWER/);
    await change({ role: 'OWNER' });
    assert.deepEqual([(await reveal()).status, (await write()).status], [200, 200]);
    assert.deepEqual(await seen(), [404, 200, 200]);
  });

  test('at once after another process ended it, for reveals and imports', async () => {
    const client = await app.user();
    const { id } = await createRecord(client, 'emails');
    const rows = [await validBody(client, 'domains')];
    const attempts: ((call: Call) => Promise<Answer>)[] = [
      (call) => call('POST', `/emails/${id}/reveal`, { field: 'password' }),
      (call) => call('POST', '/domains/bulk-import', { domains: rows }),
    ];
    for (const attempt of attempts) {
      const { token, value } = await makeToken(client, { permissions: ['read', 'write', 'secrets'] });
      const call = by(value);
      assert.equal((await call('GET', '/emails')).status, 200);
      await app.db.deleteFrom('api_tokens').where('id', '=', token.id).execute();
      notAccepted(await attempt(call));
    }
    // The same for a maker who is no longer an editor, or sees less.
    const editor = await app.user();
    const headers = await join(app, client, editor, 'EDITOR', 1);
    const sent: Call = (method, path, body) => editor.call(method, path, body, headers);
    const change = async (set: { role?: string; scope?: string }) => {
      assert.equal((await sent('GET', '/emails')).status, 200);
      await app.db.updateTable('memberships').set(set).where('userId', '=', editor.userId).execute();
    };
    const last = attempts.at(-1) as (call: Call) => Promise<Answer>;
    await change({ scope: JSON.stringify([acme]) });
    refused(await last(sent), 403, 'FORBIDDEN', /access to these records has just changed/);
    await change({ role: 'VIEWER' });
    refused(await last(sent), 403, 'FORBIDDEN', /needs the role EDITOR/);
    // And for one whose workspace now requires a second factor.
    const { id: workspaceId } = await app.ownerOf(client);
    for (const attempt of attempts) {
      const require = (requireSecondFactor: 0 | 1) =>
        app.db.updateTable('workspaces').set({ requireSecondFactor }).where('id', '=', workspaceId).execute();
      assert.equal((await client.call('GET', '/emails')).status, 200);
      await require(1);
      refused(await attempt(client.call), 403, 'FORBIDDEN', /requires a second factor/);
      await require(0);
    }
    assert.match((await client.call('GET', '/domains')).text, /"total":0/);
  });
});

describe('an API token ends', () => {
  test('when its maker or a manager of the workspace ends it', async () => {
    const [owner, editor, other] = [await app.user(), await app.user(), await app.user()];
    const headers = await join(app, owner, editor, 'EDITOR');
    await join(app, owner, other, 'EDITOR');
    const made: Made[] = [];
    for (const name of ['First', 'Second']) made.push(await makeToken(editor, { name }, headers));
    const end = (client: Client, { token }: Made) =>
      client.call('DELETE', `/tokens/${token.id}`, undefined, headers);
    const [first, second] = made as [Made, Made];
    assert.deepEqual(
      (await tokensOf(owner)).map(({ name, createdBy }) => [name, createdBy.email]),
      [
        ['Second', editor.email],
        ['First', editor.email],
      ],
    );
    assert.deepEqual(await tokensOf(other, headers), []);
    refused(await end(other, first), 404, 'NOT_FOUND', 'Token not found');
    assert.equal((await by(first.value)('GET', '/emails')).status, 200);
    assert.deepEqual([(await end(editor, first)).status, (await end(owner, second)).status], [200, 200]);
    for (const { value } of made) notAccepted(await by(value)('GET', '/emails'));
    const { body } = await owner.call<{ data: { events: AuditEvent[] } }>('GET', '/audit?action=token.ended');
    assert.deepEqual(
      body.data.events.map(({ subject, actor }) => [subject, actor?.email]),
      [
        ['Second', owner.email],
        ['First', editor.email],
      ],
    );
  });

  test("with its maker's membership; rejoining does not restore it", async () => {
    const [owner, editor] = [await app.user(), await app.user()];
    for (const remover of [owner, editor]) {
      const headers = await join(app, owner, editor, 'EDITOR');
      const { value } = await makeToken(editor, {}, headers);
      const { value: elsewhere } = await makeToken(editor);
      assert.equal((await by(value)('GET', '/emails')).status, 200);
      await remover.call('DELETE', `/members/${editor.userId}`, undefined, headers);
      notAccepted(await by(value)('GET', '/emails'));
      await join(app, owner, editor, 'EDITOR');
      notAccepted(await by(value)('GET', '/emails'));
      assert.equal((await by(elsewhere)('GET', '/emails')).status, 200);
      const { body } = await owner.call<{ data: { events: AuditEvent[] } }>(
        'GET',
        '/audit?action=token.ended',
      );
      assert.equal(body.data.events[0]?.subject, 'Backup');
      await app.db
        .deleteFrom('memberships')
        .where('workspaceId', '=', headers['x-workspace'])
        .where('userId', '=', editor.userId)
        .execute();
      app.services.sessions.forget();
    }
  });

  test('with all access of its maker, and while the account is disabled', async () => {
    const client = await app.user();
    const { value } = await makeToken(client);
    const disable = async (disabledAt: number | null) => {
      await app.db.updateTable('users').set({ disabledAt }).where('id', '=', client.userId).execute();
      app.services.sessions.forget();
    };
    await disable(1);
    notAccepted(await by(value)('GET', '/emails'));
    await disable(null);
    assert.equal((await by(value)('GET', '/emails')).status, 200);
    await app.db.transaction().execute((tx) => endAccess(tx, client.userId));
    app.services.sessions.forget();
    notAccepted(await by(value)('GET', '/emails'));
  });

  test('when it expires; it is deleted long after', async () => {
    const client = await app.user();
    const { token, value } = await makeToken(client);
    const expire = async (expiresAt: number) => {
      await app.db.updateTable('api_tokens').set({ expiresAt }).where('id', '=', token.id).execute();
      app.services.sessions.forget();
    };
    await expire(Date.now() + 60_000);
    assert.equal((await by(value)('GET', '/emails')).status, 200);
    await expire(Date.now() - 1);
    notAccepted(await by(value)('GET', '/emails'));
    await deleteExpired(app.db, Date.now());
    assert.equal((await tokensOf(client)).length, 1);
    await expire(Date.now() - 401 * dayMs);
    await deleteExpired(app.db, Date.now());
    assert.deepEqual(await tokensOf(client), []);
  });
});
