// On both engines: exposed secrets are found by statements of their own.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AuditEvent } from '@quartermaster/contract/audit/audit.schema';
import type { Exposed } from '@quartermaster/contract/exposure/exposure.schema';
import type { SecretView } from '@quartermaster/contract/secret-views/secret-views.schema';
import type { Server } from '@quartermaster/contract/entities/servers/servers.schema';
import { type Client, startApp } from '../../../test/test-app.ts';
import { createFrom, createRecord, createWithoutNote, fixtureOf, validBody } from '../../../test/records.ts';

const app = await startApp();
const administrator = await app.user(); // The first user is the administrator; those after are ordinary users.

interface Pages {
  pagination: { page: number; limit: number; total: number; totalPages: number };
}
type Call = Client['call'];

const views = async ({ call }: Pick<Client, 'call'>, query = '') =>
  (await call<{ data: { secretViews: SecretView[] } & Pages }>('GET', `/secret-views${query}`)).body.data;

async function scene() {
  const [owner, person] = [await app.user(), await app.user()];
  const { id: workspaceId } = await app.ownerOf(owner);
  const { userId } = person;
  const join = (role: string, secrets: 0 | 1) =>
    app.db.insertInto('memberships').values({ workspaceId, userId, role, secrets, createdAt: 0 }).execute();
  const call: Call = (method, path, sent) => person.call(method, path, sent, { 'x-workspace': workspaceId });
  const exposure = async (query = '') =>
    (
      await owner.call<{ data: { exposure: Exposed[]; couldRead: number } & Pages }>(
        'GET',
        `/members/${userId}/exposure${query}`,
      )
    ).body.data;
  return { owner, person, userId, workspaceId, join, call, exposure };
}

const reveal = (call: Call, path: string, field = 'password', more = {}) =>
  call<{ data: { value: string } }>('POST', `${path}/reveal`, { field, ...more });

describe('the secret log', () => {
  test('has a row for each reveal and copy, with person, field and reason', async () => {
    const { owner, person, join, call, userId } = await scene();
    await join('VIEWER', 1);
    const { id } = await createRecord(owner, 'emails');
    const [email] = (
      await owner.call<{ data: { emailAccounts: { email: string }[] } }>('GET', '/emails?secrets=omit')
    ).body.data.emailAccounts;
    assert.equal((await views(owner, `?actorId=${userId}`)).pagination.total, 0);
    await reveal(call, `/emails/${id}`);
    await reveal(call, `/emails/${id}`, 'password', { via: 'copy', reason: 'To renew a domain' });
    const { secretViews, pagination } = await views(owner, `?actorId=${userId}`);
    assert.equal(pagination.total, 2);
    const { id: viewId, at, ...last } = secretViews[0] ?? ({} as SecretView);
    assert.ok(viewId && Math.abs(Date.parse(at) - Date.now()) < 60_000);
    assert.deepEqual(last, {
      actor: { userId, name: null, email: person.email },
      token: null,
      area: 'emails',
      recordId: id,
      recordName: email?.email,
      field: 'password',
      via: 'copy',
      count: 1,
      reason: 'To renew a domain',
      fieldName: 'password',
    });
    assert.equal(secretViews[1]?.via, 'reveal');
    assert.equal((await call('GET', '/secret-views')).status, 403);
  });

  test('has one row for each answer with secrets, and none for answers without', async () => {
    const { owner, userId } = await scene().then(({ owner: client }) => ({
      owner: client,
      userId: client.userId,
    }));
    const first = await createRecord(owner, 'proxies');
    for (let count = 0; count < 2; count += 1) await createRecord(owner, 'proxies');
    await owner.call('GET', '/proxies?secrets=omit');
    await owner.call('GET', '/proxies/export');
    await owner.call('GET', '/proxies?limit=2');
    await owner.call('GET', '/proxies');
    await owner.call('GET', `/proxies/${first.id}`);
    await owner.call('GET', '/domains');
    const { secretViews } = await views(owner);
    assert.deepEqual(
      secretViews.map(({ area, via, count, field, recordId }) => [
        area,
        via,
        count,
        field,
        recordId === first.id,
      ]),
      [
        ['proxies', 'record', 1, null, true],
        ['proxies', 'list', 3, null, false],
        ['proxies', 'list', 2, null, false],
        ...Array.from({ length: 3 }, (_, index) => ['proxies', 'record', 1, null, index === 2]),
      ],
    );
    const about = await views(owner, `?recordId=${first.id}&actorId=${userId}&area=proxies`);
    assert.deepEqual(
      about.secretViews.map(({ via }) => via),
      ['record', 'list', 'record'],
    );
    const today = new Date().toISOString().slice(0, 10);
    assert.equal((await views(owner, `?from=${today}&to=${today}&limit=4&page=2`)).secretViews.length, 2);
    assert.equal((await views(owner, '?to=2001-01-01')).pagination.total, 0);
    assert.equal((await owner.call('GET', '/secret-views?area=x')).status, 400);
  });

  test('keeps equal answers once, and writes no row for a secret that is refused', async () => {
    const { owner, workspaceId } = await scene();
    const { id } = await createRecord(owner, 'emails');
    for (let count = 0; count < 5; count += 1) await owner.call('GET', '/emails');
    const pieces = await app.db
      .selectFrom('secret_pieces')
      .selectAll()
      .where('ownerId', '=', workspaceId)
      .execute();
    assert.equal(pieces.length, 1);
    const { total } = (await views(owner)).pagination;
    await reveal(owner.call, `/emails/${id}`, 'comment');
    await reveal(owner.call, '/emails/01a00000-0000-7000-8000-000000000000');
    assert.equal((await views(owner)).pagination.total, total);
  });

  test('reads the membership in the transaction of a reveal', async () => {
    const { owner, join, call, userId, workspaceId } = await scene();
    await join('VIEWER', 1);
    const { id } = await createRecord(owner, 'emails');
    assert.equal((await reveal(call, `/emails/${id}`)).status, 200);
    const of = () =>
      app.db.updateTable('memberships').where('workspaceId', '=', workspaceId).where('userId', '=', userId);
    await of().set({ secrets: 0 }).execute();
    assert.equal((await reveal(call, `/emails/${id}`)).status, 403);
    await app.db
      .deleteFrom('memberships')
      .where('workspaceId', '=', workspaceId)
      .where('userId', '=', userId)
      .execute();
    assert.equal((await reveal(call, `/emails/${id}`)).status, 404);
  });

  test('records 20 reveals in 5 minutes in the audit, once', async () => {
    const { owner } = await scene();
    const { id } = await createRecord(owner, 'emails');
    const alarms = async () =>
      (await owner.call<{ data: { events: AuditEvent[] } }>('GET', '/audit?action=secrets.alarm')).body.data
        .events;
    for (let count = 0; count < 19; count += 1) await reveal(owner.call, `/emails/${id}`);
    assert.equal((await alarms()).length, 0);
    for (let count = 0; count < 3; count += 1) await reveal(owner.call, `/emails/${id}`);
    const [alarm, ...others] = await alarms();
    assert.equal(others.length, 0);
    assert.deepEqual(alarm?.details, { reveals: 20, minutes: 5 });
  });
});

describe('the leaver report', () => {
  test('names what a person copied, revealed, listed or typed in, and ticks what has changed', async () => {
    const { owner, join, call, exposure, userId } = await scene();
    const [copied, revealed] = [await createRecord(owner, 'emails'), await createRecord(owner, 'emails')];
    const server = await createRecord(owner, 'servers');
    const [user] = (server as unknown as Server).users;
    await join('EDITOR', 1);
    await reveal(call, `/emails/${copied.id}`, 'password', { via: 'copy' });
    await reveal(call, `/servers/${server.id}`, `users.${user?.id}.sshKey`);
    await call('PUT', `/emails/${revealed.id}?secrets=omit`, { password: 'typed in', comment: 'x' });
    await call('PUT', `/emails/${copied.id}?secrets=omit`, { comment: 'no secret' });
    await call('GET', '/proxies');
    await owner.call('DELETE', `/members/${userId}`);
    const report = await exposure();
    const told = (items: readonly Exposed[]) =>
      items.map(({ area, recordId, field, how, changed, state }) => [
        area,
        recordId,
        field,
        how,
        changed,
        state,
      ]);
    assert.deepEqual(told(report.exposure), [
      ['emails', revealed.id, 'password', 'set', false, 'open'],
      ['servers', server.id, `users.${user?.id}.sshKey`, 'revealed', false, 'open'],
      ['emails', copied.id, 'password', 'copied', false, 'open'],
    ]);
    assert.equal(report.pagination.total, 3);
    // The secrets of two mailboxes, of the server's hosting account, and of the server's users.
    assert.ok(report.couldRead >= 7, String(report.couldRead));
    // Neither saving the same value nor resealing counts as a change.
    await owner.call('PUT', `/emails/${copied.id}`, { password: String(copied.password) });
    assert.equal((await exposure()).exposure[2]?.changed, false);
    await owner.call('PUT', `/emails/${copied.id}`, { password: 'another' });
    await owner.call('PUT', `/servers/${server.id}`, {
      users: [{ id: user?.id, username: 'root', isDefault: true, sshKey: null }],
    });
    assert.deepEqual(
      (await exposure()).exposure.map(({ changed, state }) => [changed, state]),
      [
        [false, 'open'],
        [true, 'rotated'],
        [true, 'rotated'],
      ],
    );
    await owner.call('PUT', `/emails/${copied.id}`, { password: String(copied.password) });
    assert.equal((await exposure()).exposure[2]?.changed, false);
  });

  test('names records deleted since, which stay open until somebody closes them', async () => {
    const { owner, join, call, exposure } = await scene();
    await join('VIEWER', 1);
    for (const area of ['cdn', 'hostings', 'proxies', 'registrator-accounts', 'servers'])
      await createRecord(owner, area);
    for (const area of ['cdn', 'servers', 'hostings', 'proxies', 'registrator-accounts', 'emails']) {
      const { crud } = fixtureOf(area);
      const { body } = await call<{ data: Record<string, { id: string }[]> }>('GET', `${crud.path}`);
      const names = (await exposure()).exposure.map(({ recordId, recordName }) => [recordId, recordName]);
      for (const { id } of body.data[crud.listKey] ?? [])
        assert.equal((await owner.call('DELETE', `${crud.path}/${id}`)).status, 200);
      const after = (await exposure()).exposure;
      assert.ok(after.some((each) => each.area === area && each.state === 'open' && !each.changed));
      assert.deepEqual(
        after.map(({ recordId, recordName }) => [recordId, recordName]),
        names,
      );
    }
  });

  test('accepts a state with a reason, for current and former members', async () => {
    const { owner, join, call, exposure, userId } = await scene();
    await join('VIEWER', 1);
    const { id } = await createWithoutNote(owner, 'emails');
    await call('GET', `/emails/${id}`);
    const target = `/members/${userId}/exposure/emails/${id}/password`;
    assert.equal((await owner.call('PUT', target, { state: 'ignored' })).status, 400);
    assert.equal((await owner.call('PUT', target, { state: 'gone' })).status, 400);
    assert.equal((await owner.call('PUT', `${target}x`, { state: 'open' })).status, 404);
    const answer = await owner.call<{ data: { exposure: Exposed } }>('PUT', target, {
      state: 'ignored',
      reason: 'The mailbox is closed',
    });
    assert.equal(answer.status, 200, answer.text);
    const { state, reason, how } = answer.body.data.exposure;
    assert.deepEqual([state, reason, how], ['ignored', 'The mailbox is closed', 'listed']);
    assert.deepEqual((await exposure()).exposure, [answer.body.data.exposure]);
    const file = await owner.call('GET', `/members/${userId}/exposure/export`);
    assert.match(file.text, /^Area,Record,Field,How,Last,Another Value Since,State,Reason\r\nemails,/);
    assert.ok(file.text.includes('The mailbox is closed'));
    // A secret that is seen again has to be changed again.
    await call('GET', `/emails/${id}`);
    assert.equal((await exposure()).exposure[0]?.state, 'open');
    assert.equal(
      (await owner.call('GET', '/members/01a00000-0000-7000-8000-000000000000/exposure')).status,
      404,
    );
    assert.equal((await call('GET', `/members/${userId}/exposure`)).status, 403);
  });

  test('knows which fields of a deleted record were secret, and which had changed', async () => {
    const { owner, join, call, exposure, userId } = await scene();
    await join('EDITOR', 1);
    const account = await createRecord(owner, 'registrator-accounts');
    const [email, rotated] = [await createRecord(owner, 'emails'), await createRecord(owner, 'emails')];
    await call('GET', `/registrator-accounts/${account.id}`);
    await reveal(call, `/emails/${email.id}`);
    await reveal(call, `/emails/${rotated.id}`);
    // A contact is a credential that is not secret.
    const typed = { apiKey: 'typed in', contact: 'typed@example.com' };
    await call('PUT', `/registrator-accounts/${account.id}?secrets=omit`, { apiCredentials: typed });
    await owner.call('PUT', `/emails/${rotated.id}`, { password: 'another' });
    const told = ({ exposure: items }: { exposure: Exposed[] }) =>
      items.map(({ recordName, field, how, state }) => [recordName, field, how, state]);
    const before = told(await exposure());
    assert.deepEqual(
      before.map(([, ...rest]) => rest),
      [
        ['apiCredentials.apiKey', 'set', 'open'],
        ['password', 'revealed', 'rotated'],
        ['password', 'revealed', 'open'],
        ['password', 'listed', 'open'],
        ['secureNote', 'listed', 'open'],
      ],
    );
    for (const path of [
      `/registrator-accounts/${account.id}`,
      ...[String(account.emailAccountId), email.id, rotated.id].map((id) => `/emails/${id}`),
      `/registrator-types/${String(account.registratorTypeId)}`,
    ])
      assert.equal((await owner.call('DELETE', path)).status, 200, path);
    assert.deepEqual(told(await exposure()), before);
    const target = `/members/${userId}/exposure/emails/${email.id}/password`;
    const said = await owner.call<{ data: { exposure: Exposed } }>('PUT', target, {
      state: 'ignored',
      reason: 'The mailbox is closed',
    });
    assert.equal(said.body.data.exposure.recordName, before[2]?.[0]);
    const say = (field: string, person = userId) =>
      owner.call<{ data: { exposure: Exposed }; error: { message: string } }>(
        'PUT',
        `/members/${person}/exposure/registrator-accounts/${account.id}/apiCredentials.${field}`,
        { state: 'rotated' },
      );
    assert.equal((await say('apiKey')).body.data.exposure.how, 'set');
    assert.equal((await say('contact')).body.error.message, 'Secret not found');
    assert.equal((await say('apiKey', account.id)).body.error.message, 'Member not found');
    // Without that history, the secret log still knows the name.
    await app.db.deleteFrom('changes').where('recordId', '=', rotated.id).execute();
    assert.equal((await exposure()).exposure[1]?.recordName, before[1]?.[0]);
  });

  test('names an account whose global type was deleted too', async () => {
    const { owner, join, call, exposure } = await scene();
    await join('VIEWER', 1);
    const apiFields = { apiKey: { label: 'API key', required: true, type: 'password' } };
    const type = await createFrom(administrator, 'registrator-types', {
      name: 'Once global',
      isGlobal: true,
      hasApi: true,
      apiFields,
    });
    const account = await createFrom(owner, 'registrator-accounts', {
      ...(await validBody(owner, 'registrator-accounts')),
      registratorTypeId: type.id,
      apiCredentials: { apiKey: 'x' },
    });
    await call('GET', `/registrator-accounts/${account.id}`);
    const [before] = (await exposure()).exposure;
    assert.match(before?.recordName ?? '', /^Once global \(/);
    assert.equal((await owner.call('DELETE', `/registrator-accounts/${account.id}`)).status, 200);
    assert.equal((await administrator.call('DELETE', `/registrator-types/${type.id}`)).status, 200);
    assert.equal((await exposure()).exposure[0]?.recordName, before?.recordName);
  });

  test('counts what they could have read, and has pages', async () => {
    const { owner, join, call, exposure } = await scene();
    await join('EDITOR', 1);
    for (let count = 0; count < 3; count += 1)
      await call('POST', '/emails', { ...(await validBody(owner, 'emails')), secureNote: null });
    const page = await exposure('?limit=2&page=2');
    assert.deepEqual(page.pagination, { page: 2, limit: 2, total: 3, totalPages: 2 });
    assert.equal(page.exposure.length, 1);
    assert.equal(page.couldRead, 3);
    assert.equal(page.exposure[0]?.how, 'set');
  });
});
