import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AuditEvent } from '@quartermaster/contract/audit/audit.schema';
import { limits } from '@quartermaster/contract/rules/limits';
import type { SecretView } from '@quartermaster/contract/secret-views/secret-views.schema';
import type { ApiToken } from '@quartermaster/contract/tokens/tokens.schema';
import { type Made, callerBy, makeToken } from '../../../test/api-tokens.ts';
import { createFrom, createRecord, validBody } from '../../../test/records.ts';
import { type Answer, type Client, startApp } from '../../../test/test-app.ts';
import { endAccess } from '../../access/end-access.ts';
import { deleteExpired } from '../../access/sessions.ts';

const app = await startApp();
const administrator = await app.user('admin@example.com');
const dayMs = 86_400_000;
const acme = { type: 'client', value: 'acme' };
const prod = { type: 'env', value: 'prod' };

interface Failure {
  error: { code: string; message: string; details?: { fields?: Record<string, string> } };
}
type Call = Client['call'];

function refused(answer: Answer, status: number, code: string, message?: string | RegExp): void {
  const { error } = answer.body as Failure;
  assert.deepEqual([answer.status, error.code], [status, code], answer.text);
  if (message instanceof RegExp) assert.match(error.message, message);
  else if (message !== undefined) assert.equal(error.message, message);
}
const notAccepted = (answer: Answer) =>
  refused(answer, 401, 'UNAUTHORIZED', /^The API token is not accepted/);

const by = (value: string): Call => callerBy(app.call, value);
const listed = async ({ call }: Pick<Client, 'call'>, headers = {}): Promise<ApiToken[]> =>
  (await call<{ data: { tokens: ApiToken[] } }>('GET', '/tokens', undefined, headers)).body.data.tokens;

/** Makes a person a member of another's workspace; answers the header that chooses it. */
async function join(owner: Client, { userId }: Client, role: string, secrets: 0 | 1 = 0) {
  const { id: workspaceId } = await app.ownerOf(owner);
  await app.db
    .insertInto('memberships')
    .values({ workspaceId, userId, role, secrets, createdAt: 0 })
    .execute();
  app.services.sessions.forget();
  return { 'x-workspace': workspaceId };
}

/** Sends a request from another address, as if the server were reached from there. */
async function from(address: string, value: string): Promise<Answer> {
  const { statusCode, headers, body } = await app.services.api.fastify.inject({
    ...{ method: 'GET', url: '/api/emails', remoteAddress: address },
    headers: { authorization: `Bearer ${value}` },
  });
  const told = new Headers({ 'retry-after': String(headers['retry-after'] ?? '') });
  return { status: statusCode, headers: told, text: body, body: JSON.parse(body) as unknown };
}

describe('an API token', () => {
  test('is made with its value, which is shown once and not stored', async () => {
    const client = await app.user();
    const { token, value } = await makeToken(client, { name: ' Backup ' });
    const { id, createdAt, expiresAt, ...rest } = token;
    assert.match(value, new RegExp(`^qm_${id}_[\\w-]{43}$`));
    assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 365 * dayMs);
    assert.deepEqual(rest, {
      ...{ name: 'Backup', permissions: ['read'], scope: [], addresses: [] },
      ...{ lastUsedAt: null, lastUsedFrom: null },
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

  test('may what it was given, each permission by itself', async () => {
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

  test('notes once a minute when it was used, and from where', async () => {
    const client = await app.user();
    const { token, value } = await makeToken(client);
    assert.equal((await from('192.0.2.7', value)).status, 200);
    let used: ApiToken | undefined;
    // It is noted beside the request.
    for (let looks = 0; looks < 500 && used?.lastUsedAt == null; looks += 1)
      used = (await listed(client)).find(({ id }) => id === token.id);
    assert.equal(used?.lastUsedFrom, '192.0.2.7');
    assert.ok(Math.abs(Date.parse(used.lastUsedAt ?? '') - Date.now()) < 60_000);
    assert.equal((await from('192.0.2.8', value)).status, 200);
    assert.deepEqual(await listed(client), [used]);
  });

  test('belongs to one workspace', async () => {
    const [client, other] = [await app.user(), await app.user()];
    const headers = await join(other, client, 'ADMIN');
    const { token, value } = await makeToken(client, {}, headers);
    const { id: own } = await app.ownerOf(client);
    await createRecord(other, 'emails');
    const total = async (more?: Record<string, string>) =>
      (await by(value)<{ data: { pagination: { total: number } } }>('GET', '/emails', undefined, more)).body
        .data.pagination.total;
    assert.deepEqual([await total(), await total(headers)], [1, 1]);
    for (const id of [own, 'malformed', token.id])
      refused(await by(value)('GET', '/emails', undefined, { 'x-workspace': id }), 404, 'NOT_FOUND');
    assert.deepEqual([await listed(client), (await listed(client, headers)).length], [[], 1]);
  });

  test('is nobody in the installation, whoever made it', async () => {
    const { value } = await makeToken(administrator, { permissions: ['read', 'write', 'secrets'] });
    const global = { name: 'Everywhere', isGlobal: true };
    refused(await by(value)('POST', '/registrator-types', global), 403, 'FORBIDDEN', /administrator/);
    assert.equal((await administrator.call('POST', '/registrator-types', global)).status, 201);
    for (const path of ['/auth/me', '/installation/audit', '/tokens', '/members', '/views'])
      refused(await by(value)('GET', path), 403, 'FORBIDDEN', /needs a sign-in; an API token may not/);
  });
});

describe('an API token never may more than its maker', () => {
  test('when it is made', async () => {
    const [owner, viewer] = [await app.user(), await app.user()];
    const headers = await join(owner, viewer, 'VIEWER');
    const make = (permissions: string[]) =>
      viewer.call('POST', '/tokens', { name: 'Backup', permissions }, headers);
    refused(await make(['read', 'write']), 403, 'FORBIDDEN', /needs the role EDITOR/);
    refused(await make(['secrets']), 403, 'FORBIDDEN', /needs the right to read secrets/);
    assert.equal((await make(['read'])).status, 201);
  });

  test('when the maker may less later', async () => {
    const [owner, editor] = [await app.user(), await app.user()];
    const headers = await join(owner, editor, 'EDITOR', 1);
    const scoped = { permissions: ['read', 'write', 'secrets'] as const, scope: [acme] };
    const call = by((await makeToken(editor, scoped, headers)).value);
    const create = async (tags: object[]) =>
      (await createFrom(owner, 'emails', { ...(await validBody(owner, 'emails')), tags })).id;
    const [none, both, one] = [await create([]), await create([acme, prod]), await create([acme])];
    const seen = async () => {
      const answers = [none, both, one].map((id) => call('GET', `/emails/${id}`));
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    const change = (rights: object) => owner.call('PUT', `/members/${editor.userId}`, rights);
    const reveal = () => call('POST', `/emails/${both}/reveal`, { field: 'password' });
    const write = () => call('PUT', `/emails/${both}`, { comment: 'By a program' });
    assert.deepEqual(await seen(), [404, 200, 200]);
    assert.deepEqual([(await reveal()).status, (await write()).status], [200, 200]);
    await change({ scope: [prod] });
    assert.deepEqual(await seen(), [404, 200, 404]);
    await change({ secrets: false });
    refused(await reveal(), 403, 'FORBIDDEN', /right to read secrets/);
    assert.match((await call('GET', `/emails/${both}`)).text, /"secretFields":\["password"\]/);
    await change({ role: 'VIEWER' });
    refused(await write(), 403, 'FORBIDDEN', /yours is VIEWER/);
    await change({ role: 'OWNER' });
    assert.deepEqual([(await reveal()).status, (await write()).status], [200, 200]);
    assert.deepEqual(await seen(), [404, 200, 200]);
  });

  test('at once where another process ended it, for a reveal and an import', async () => {
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
    // The same for who is no longer an editor, or sees less.
    const editor = await app.user();
    const headers = await join(client, editor, 'EDITOR', 1);
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
    assert.match((await client.call('GET', '/domains')).text, /"total":0/);
  });
});

describe('an API token ends', () => {
  test('when its maker or who manages the workspace ends it', async () => {
    const [owner, editor, other] = [await app.user(), await app.user(), await app.user()];
    const headers = await join(owner, editor, 'EDITOR');
    await join(owner, other, 'EDITOR');
    const made: Made[] = [];
    for (const name of ['First', 'Second']) made.push(await makeToken(editor, { name }, headers));
    const end = (client: Client, { token }: Made) =>
      client.call('DELETE', `/tokens/${token.id}`, undefined, headers);
    const [first, second] = made as [Made, Made];
    assert.deepEqual(
      (await listed(owner)).map(({ name, createdBy }) => [name, createdBy.email]),
      [
        ['Second', editor.email],
        ['First', editor.email],
      ],
    );
    assert.deepEqual(await listed(other, headers), []);
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

  test("with its maker's membership; coming back revives none", async () => {
    const [owner, editor] = [await app.user(), await app.user()];
    for (const remover of [owner, editor]) {
      const headers = await join(owner, editor, 'EDITOR');
      const { value } = await makeToken(editor, {}, headers);
      const { value: elsewhere } = await makeToken(editor);
      assert.equal((await by(value)('GET', '/emails')).status, 200);
      await remover.call('DELETE', `/members/${editor.userId}`, undefined, headers);
      notAccepted(await by(value)('GET', '/emails'));
      await join(owner, editor, 'EDITOR');
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
    assert.equal((await listed(client)).length, 1);
    await expire(Date.now() - 401 * dayMs);
    await deleteExpired(app.db, Date.now());
    assert.deepEqual(await listed(client), []);
  });
});

describe('what is no API token', () => {
  test('gets one answer, whatever is wrong with it', async () => {
    const client = await app.user();
    const expired = await makeToken(client);
    await app.db.updateTable('api_tokens').set({ expiresAt: 1 }).where('id', '=', expired.token.id).execute();
    const elsewhere = await makeToken(client, { addresses: ['192.0.2.0/24'] });
    const ended = await makeToken(client);
    await client.call('DELETE', `/tokens/${ended.token.id}`);
    const { token, value } = await makeToken(client);
    const values = [
      ...[
        expired.value,
        elsewhere.value,
        ended.value,
        `${value}A`,
        `${value.slice(0, -43)}${'A'.repeat(43)}`,
      ],
      ...[
        `qm_${token.id}`,
        `qm_${token.id}_`,
        'qm_',
        `qm_x_${'A'.repeat(43)}`,
        value.toUpperCase().replace('QM', 'qm'),
      ],
    ];
    const answers = await Promise.all(values.map((each) => by(each)('GET', '/emails')));
    answers.forEach(notAccepted);
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    assert.equal((await by(value)('GET', '/emails')).status, 200);
  });

  test('is what comes from another address than it is accepted from', async () => {
    const client = await app.user();
    const addresses = ['192.0.2.0/24', '198.51.100.1', '2001:db8::/32', '192.0.2.0/24'];
    const { token, value } = await makeToken(client, { addresses });
    assert.deepEqual(token.addresses, addresses.slice(0, 3));
    for (const address of ['192.0.2.9', '::ffff:192.0.2.9', '198.51.100.1', '2001:db8:1::1'])
      assert.equal((await from(address, value)).status, 200, address);
    for (const address of ['127.0.0.1', '198.51.100.2', '2001:db9::1', '::ffff:198.51.100.2'])
      notAccepted(await from(address, value));
  });

  test('can be guessed some times, which hinders no other token', async () => {
    const client = await app.user();
    const [{ token, value }, unused, other] = [
      await makeToken(client),
      await makeToken(client),
      await makeToken(client),
    ];
    const guess = (id: string, address: string) => from(address, `qm_${id}_${'A'.repeat(43)}`);
    assert.equal((await from('203.0.113.9', value)).status, 200);
    const tooMany = (answer: Answer) => {
      refused(answer, 429, 'RATE_LIMITED', /wrong API tokens/);
      assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
    };
    for (const id of [token.id, unused.token.id]) {
      for (let count = 0; count < limits.tokenGuesses; count += 1)
        notAccepted(await guess(id, '203.0.113.1'));
      tooMany(await guess(id, '203.0.113.1'));
    }
    // What was accepted before still is; what was not is guessed like any other value, and only from there.
    assert.equal((await from('203.0.113.1', value)).status, 200);
    tooMany(await from('203.0.113.1', unused.value));
    assert.equal((await from('203.0.113.1', other.value)).status, 200);
    assert.equal((await from('203.0.113.2', unused.value)).status, 200);
    const ids = Array.from(
      { length: limits.clientGuesses + 5 },
      (_, n) => `01a00000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    );
    const statuses = await Promise.all(ids.map(async (id) => (await guess(id, '203.0.113.3')).status));
    assert.ok(statuses.includes(401) && statuses.includes(429), String(statuses));
  });
});

describe('making API tokens', () => {
  test('is limited in number, for a person and a workspace', async () => {
    const [owner, editor] = [await app.user(), await app.user()];
    const headers = await join(owner, editor, 'EDITOR');
    const workspaceId = headers['x-workspace'];
    const fill = (userId: string, count: number) =>
      app.db
        .insertInto('api_tokens')
        .values(
          Array.from({ length: count }, (_, n) => ({
            ...{ workspaceId, id: `${userId.slice(0, 24)}${String(n).padStart(12, '0')}`, userId, name: 'x' },
            ...{ permissions: '[]', scope: '[]', addresses: '[]', hash: '', createdAt: 0, expiresAt: 0 },
            ...{ lastUsedAt: null, lastUsedFrom: null },
          })),
        )
        .execute();
    const make = (client: Client) => client.call('POST', '/tokens', { name: 'x' }, headers);
    await fill(owner.userId, limits.tokens - 1);
    assert.equal((await make(owner)).status, 201);
    const message = /^Maximum 50 tokens of a person and 1000 in a workspace allowed$/;
    refused(await make(owner), 409, 'CONFLICT', message);
    assert.equal((await make(editor)).status, 201);
    const third = await app.user();
    await join(owner, third, 'VIEWER');
    await fill(third.userId, limits.workspaceTokens - limits.tokens - 2);
    assert.equal((await make(editor)).status, 201);
    refused(await make(editor), 409, 'CONFLICT', message);
    assert.equal((await listed(owner)).length, limits.workspaceTokens);
  });

  test('checks expiration, addresses and permissions', async () => {
    const client = await app.user();
    const make = (given: object) => client.call<Failure>('POST', '/tokens', { name: 'x', ...given });
    const inDays = (days: number) => new Date(Date.now() + days * dayMs + 5000).toISOString();
    const latest = limits.tokenDaysAhead;
    for (const given of [
      { expiresAt: new Date(Date.now() + 60_000).toISOString() },
      { expiresAt: inDays(latest - 1) },
      { expiresAt: null },
      { addresses: Array.from({ length: limits.tokenAddresses }, (_, n) => `2001:db8::${n}`) },
    ])
      assert.equal((await make(given)).status, 201);
    for (const [given, field, message] of [
      [{ expiresAt: inDays(-1) }, 'expiresAt', 'Expiration must be in the future'],
      [{ expiresAt: inDays(latest) }, 'expiresAt', `Expiration must be at most ${latest} days ahead`],
      [{ expiresAt: 'soon' }, 'expiresAt', 'Invalid date format'],
      [{ addresses: ['loopback'] }, 'addresses', /^loopback is no IP address or network/],
      [{ addresses: ['10.0.0.0/8', '10.0.0.0/33'] }, 'addresses', /^10.0.0.0\/33 is no IP address/],
      [{ permissions: [] }, 'permissions', 'Permissions are required'],
      [{ permissions: ['manage'] }, 'permissions.0', 'Permissions are: read, write, secrets'],
      [{ name: ' ' }, 'name', 'Name is required'],
    ] as const) {
      const answer = await make(given);
      refused(answer, 400, 'VALIDATION_ERROR');
      const told = answer.body.error.details?.fields?.[field] ?? answer.text;
      if (typeof message === 'string') assert.equal(told, message);
      else assert.match(told, message);
    }
  });

  test('needs a recent confirmation, and so does ending one', async () => {
    const client = await app.user();
    const { token } = await makeToken(client);
    await app.db
      .updateTable('sessions')
      .set({ confirmedAt: 0 })
      .where('userId', '=', client.userId)
      .execute();
    app.services.sessions.forget();
    refused(await client.call('POST', '/tokens', { name: 'x' }), 403, 'CONFIRM_REQUIRED');
    refused(await client.call('DELETE', `/tokens/${token.id}`), 403, 'CONFIRM_REQUIRED');
    assert.equal((await listed(client)).length, 1);
  });
});
