// On both engines: sizes and times of the database are asked of the engine.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AuditEvent } from '@quartermaster/contract/audit/audit.schema';
import type { Account, Installation } from '@quartermaster/contract/installation/installation.schema';
import { limits } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { deletionKind } from '../../records/table/dissolve-workspace.ts';
import { jobs } from '../../app.ts';
import { confirmedAt } from '../../../test/confirmations.ts';
import { Authenticator } from '../../../test/authenticator.ts';
import { jobRun } from '../../../test/job-run.ts';
import { createRecord, createWithoutNote } from '../../../test/records.ts';
import { type Answer, type Client, engine, password, startApp } from '../../../test/test-app.ts';

interface Failure {
  error: { code: string; message: string };
}
interface One {
  data: {
    account: Account;
    deletes: { id: string; name: string; counts: { area: string; count: number }[] }[];
    lastOwnerOf: { id: string; name: string }[];
  };
}

const app = await startApp({ PUBLIC_URL: 'http://localhost:4000' });
const administrator = await app.user('admin@example.com');
const accounts = '/installation/accounts';

const refused = (answer: Answer, status: number, code: string, message?: RegExp) => {
  assert.equal(answer.status, status, answer.text);
  const { error } = answer.body as Failure;
  assert.equal(error.code, code);
  if (message) assert.match(error.message, message);
};
const change = ({ userId }: Pick<Client, 'userId'>, body: object, by = administrator) =>
  by.call<One>('PUT', `${accounts}/${userId}`, body);
const remove = ({ userId }: Client, by = administrator) =>
  by.call<{ data: { workspaces: { name: string }[] } }>('DELETE', `${accounts}/${userId}`);
const one = async ({ userId }: Client) =>
  (await administrator.call<One>('GET', `${accounts}/${userId}`)).body.data;
const events = async (query: string, by = administrator, path = '/installation/audit') =>
  (await by.call<{ data: { events: AuditEvent[] } }>('GET', `${path}?${query}`)).body.data.events;
const signIn = (email: string) => app.call('POST', '/auth/login', { email, password });

/** Makes a person a member of the owner's workspace, and returns its id. */
async function join(owner: Client, person: Client, role: string): Promise<string> {
  const invited = await owner.call<{ data: { url: string } }>('POST', '/invitations', {
    email: person.email,
    role,
  });
  const token = invited.body.data.url.split('#token=')[1];
  const { body } = await person.call<{ data: { workspace: { id: string } } }>('POST', '/invitations/accept', {
    token,
  });
  return body.data.workspace.id;
}

describe('the installation', () => {
  test('shows its version, engine and jobs', async () => {
    const later = Date.parse('2100-01-01');
    const job = {
      id: 'x',
      uniqueKey: 'a-failing',
      runAt: later,
      holder: null,
      leasedUntil: null,
      leasesLost: 0,
      progress: null,
    };
    const times = { createdAt: 0, setAt: 0, lastRunAt: 1_700_000_000_000 };
    await app.db
      .insertInto('jobs')
      .values([
        { ...job, ...times, kind: 'a-failing', attempts: 2, lastError: 'Error ECONNREFUSED' },
        {
          ...job,
          ...times,
          id: 'y',
          kind: 'b-running',
          uniqueKey: 'b-running',
          attempts: 1,
          holder: 'z',
          lastError: null,
        },
      ])
      .execute();
    const { body } = await administrator.call<{ data: Installation }>('GET', '/installation');
    const { version, jobs, ...rest } = body.data;
    assert.match(version, /^\d+\.\d+\.\d+$/);
    assert.deepEqual(rest, { engine, registration: 'open', mail: null, keyRotation: null });
    assert.deepEqual(jobs, [
      {
        kind: 'a-failing',
        state: 'failing',
        failures: 2,
        lastError: 'Error ECONNREFUSED',
        lastRunAt: '2023-11-14T22:13:20.000Z',
        nextRunAt: '2100-01-01T00:00:00.000Z',
      },
      {
        kind: 'b-running',
        state: 'running',
        failures: 0,
        lastError: null,
        lastRunAt: '2023-11-14T22:13:20.000Z',
        nextRunAt: null,
      },
    ]);
    await app.db.deleteFrom('jobs').where('id', 'in', ['x', 'y']).execute();
  });

  test('concerns its administrators, whom it makes members of no workspace', async () => {
    const person = await app.user();
    await createRecord(person, 'emails');
    refused(await person.call('GET', '/installation'), 403, 'FORBIDDEN', /administrator of the installation/);
    const { id } = await app.ownerOf(person);
    const headers = { 'x-workspace': id };
    refused(await administrator.call('GET', '/emails', undefined, headers), 404, 'NOT_FOUND');
  });
});

describe('accounts', () => {
  test('are listed by address, in pages, and searched by address and name', async () => {
    const person = await app.user('Zoe_1@example.com');
    await person.call('PUT', '/auth/me', { name: 'Zoë Élan' });
    const list = async (query: string) =>
      (
        await administrator.call<{ data: { accounts: Account[]; pagination: object } }>(
          'GET',
          `${accounts}?${query}`,
        )
      ).body.data;
    for (const search of ['ZOE_1', 'ZoË'.toLowerCase(), 'oë Él', 'LAN']) {
      const { accounts: found } = await list(`search=${encodeURIComponent(search)}`);
      const [account] = found;
      assert.ok(account && found.length === 1, search);
      const { createdAt, lastSeenAt, ...rest } = account;
      assert.ok(Date.parse(createdAt) <= Date.parse(lastSeenAt ?? ''));
      assert.deepEqual(rest, {
        id: person.userId,
        email: 'Zoe_1@example.com',
        name: 'Zoë Élan',
        role: 'USER',
        disabled: false,
        secondFactor: false,
        workspaces: 1,
        identities: [],
      });
    }
    assert.equal((await list('search=zoe%251')).accounts.length, 0, 'a % stands for itself');
    const all = await list('');
    const addresses = all.accounts.map(({ email }) => email.toLowerCase());
    assert.deepEqual(addresses, addresses.toSorted());
    const page = await list('limit=1&page=2');
    assert.equal(page.accounts[0]?.id, all.accounts[1]?.id);
    const total = all.accounts.length;
    assert.deepEqual(page.pagination, { page: 2, limit: 1, total, totalPages: total });
    refused(
      await administrator.call('GET', `${accounts}?search=${'x'.repeat(limits.search + 1)}`),
      400,
      'VALIDATION_ERROR',
    );
  });

  test('lose access at once when disabled, until they are enabled', async () => {
    const person = await app.user();
    const { body } = await change(person, { disabled: true });
    assert.equal(body.data.account.disabled, true);
    refused(await person.call('GET', '/auth/me'), 401, 'TOKEN_EXPIRED');
    refused(
      await app.call('POST', '/auth/refresh', { refreshToken: person.refreshToken }),
      401,
      'UNAUTHORIZED',
    );
    refused(await signIn(person.email), 401, 'INVALID_CREDENTIALS');
    await change(person, { disabled: true });
    await change(person, { disabled: false });
    refused(await person.call('GET', '/auth/me'), 401, 'TOKEN_EXPIRED');
    assert.equal((await signIn(person.email)).status, 200);
    const told = (await events('action=account.changed')).filter(({ subject }) => subject === person.email);
    assert.deepEqual(
      told.map(({ actor, details }) => [actor?.userId, details]),
      [
        [administrator.userId, { disabled: false }],
        [administrator.userId, { disabled: true }],
      ],
    );
  });

  test('that are disabled void their invitations', async () => {
    const [owner, person] = [await app.user(), await app.user()];
    const invited = await owner.call<{ data: { url: string } }>('POST', '/invitations', {
      email: person.email,
      role: 'VIEWER',
    });
    await change(owner, { disabled: true });
    const token = invited.body.data.url.split('#token=')[1];
    refused(await person.call('POST', '/invitations/accept', { token }), 404, 'NOT_FOUND');
  });

  test('can be promoted and demoted, except the last administrator', async () => {
    const needed = /needs an administrator/;
    refused(await change(administrator, { role: 'USER' }), 409, 'CONFLICT', needed);
    refused(await change(administrator, { disabled: true }), 409, 'CONFLICT', needed);
    refused(await remove(administrator), 409, 'CONFLICT', needed);
    const person = await app.user();
    refused(await change(person, { role: 'OWNER' }), 400, 'VALIDATION_ERROR', /ADMIN, USER/);
    await change(person, { role: 'ADMIN' });
    assert.equal((await person.call('GET', '/installation')).status, 200);
    await change(person, { disabled: true });
    refused(await change(administrator, { role: 'USER' }), 409, 'CONFLICT', needed);
    await change(person, { disabled: false, role: 'USER' });
    refused(
      await change({ userId: '01a00000-0000-7000-8000-000000000000' }, { disabled: true }),
      404,
      'NOT_FOUND',
      /Account not found/,
    );
  });

  test('can be changed only after a recent confirmation', async () => {
    const person = await app.user();
    await confirmedAt(app, administrator);
    for (const answer of [
      await change(person, { disabled: true }),
      await remove(person),
      await administrator.call('DELETE', `${accounts}/${person.userId}/second-factor`),
    ])
      refused(answer, 403, 'CONFIRM_REQUIRED');
    await confirmedAt(app, administrator, Date.now());
  });

  test('can lose their second factor, passkeys included, which ends their sessions', async () => {
    const person = await app.user();
    const clear = () => administrator.call<One>('DELETE', `${accounts}/${person.userId}/second-factor`);
    refused(await clear(), 404, 'NOT_FOUND', /Second factor not found/);
    const begun = await person.call<{ data: { options: { challenge: string } } }>(
      'POST',
      '/auth/passkeys/options',
    );
    const { challenge } = begun.body.data.options;
    const device = new Authenticator();
    const response = device.create({ challenge, origin: app.config.publicUrl }, person.userId);
    assert.equal((await person.call('POST', '/auth/passkeys', { name: 'key', response })).status, 201);
    assert.match((await signIn(person.email)).text, /challenge/);
    assert.equal((await one(person)).account.secondFactor, true);
    const answerFrom = async (origin: string) => {
      type Asked = { data: { options: { challenge: string } } };
      const { options } = (await app.call<Asked>('POST', '/auth/login/passkey/options')).body.data;
      const answer = device.get({ challenge: options.challenge, origin });
      refused(
        await app.call('POST', '/auth/login/passkey', { response: answer }),
        401,
        'INVALID_CREDENTIALS',
      );
      const [event] = await events('action=session.refused&limit=1');
      assert.deepEqual(event?.details, { method: 'passkey' });
      return [event.actor?.userId, event.subject];
    };
    assert.deepEqual(await answerFrom('http://localhost:4001'), [person.userId, person.email]);
    assert.equal((await clear()).body.data.account.secondFactor, false);
    refused(await person.call('GET', '/auth/me'), 401, 'TOKEN_EXPIRED');
    assert.match((await signIn(person.email)).text, /accessToken/);
    assert.deepEqual(await answerFrom(app.config.publicUrl), [undefined, null]);
    const [event] = await events('action=second-factor.disabled');
    assert.deepEqual(
      [event?.actor?.userId, event?.subject, event?.details],
      [administrator.userId, person.email, { method: 'all', sessions: 1 }],
    );
  });
});

describe('the audit of the installation', () => {
  test('records a few refused sign-ins to an account at once, then counts those left out', async (t) => {
    const many = await startApp({ SIGN_IN_FAILURES: '1000' });
    const [admin, person] = [await many.user(), await many.user()];
    const fail = (email: string) => many.call('POST', '/auth/login', { email, password: 'Wrong-Horse-1' });
    const rows = async (email: string) =>
      (await events('action=session.refused&limit=1000', admin)).filter(({ subject }) => subject === email);
    for (let count = 0; count < serverLimits.refusedSignIns; count += 1) await fail('nobody@example.com');
    assert.equal((await rows('nobody@example.com')).length, serverLimits.refusedSignIns);
    for (let count = 0; count < 3; count += 1) await fail(`nobody-${count}@example.com`);
    assert.deepEqual(await rows('nobody-0@example.com'), []);
    const now = performance.now();
    t.mock.method(performance, 'now', () => now + serverLimits.refusedSignInEverySeconds * 1000);
    await fail('nobody-4@example.com');
    const [later] = await rows('nobody-4@example.com');
    assert.deepEqual([later?.actor, later?.details], [null, { method: 'password', leftOut: 3 }]);
    await fail(person.email);
    const [own] = await rows(person.email);
    assert.deepEqual([own?.actor?.userId, own?.details], [person.userId, { method: 'password' }]);
  });
});

describe('the deletion of an account', () => {
  test('includes the person’s own workspaces, after naming their contents', async () => {
    const person = await app.user('alone@example.com');
    await createRecord(person, 'emails');
    await createRecord(person, 'proxies');
    const { id } = await app.ownerOf(person);
    const before = await one(person);
    const [deletes] = before.deletes;
    assert.deepEqual([deletes?.id, deletes?.name, before.lastOwnerOf], [id, 'alone', []]);
    const held = deletes?.counts.filter(({ count }) => count > 0);
    assert.deepEqual(held, [
      { area: 'proxies', count: 1 },
      { area: 'emails', count: 1 },
    ]);
    assert.deepEqual((await remove(person)).body.data.workspaces, before.deletes);
    refused(await person.call('GET', '/auth/me'), 401, 'TOKEN_EXPIRED');
    refused(await signIn(person.email), 401, 'INVALID_CREDENTIALS');
    const job = jobs(app.services).find(({ kind }) => kind === deletionKind);
    await job?.run(jobRun());
    for (const table of ['email_accounts', 'proxies', 'wrapped_keys'] as const)
      assert.equal(
        (await app.db.selectFrom(table).select('id').where('ownerId', '=', id).execute()).length,
        0,
      );
    const [deleted] = await events('action=account.deleted');
    assert.deepEqual(
      [deleted?.actor?.email, deleted?.subject, deleted?.details],
      [administrator.email, person.email, { userId: person.userId, name: null, workspaces: ['alone'] }],
    );
    const [workspace] = await events('action=workspace.deleted');
    assert.equal((workspace?.details['counts'] as Record<string, number>)['emails'], 1);
    const own = await events(`actorId=${person.userId}&action=session.started`);
    assert.equal(own[0]?.actor?.email, person.email, 'what the person did is still theirs');
    assert.equal((await app.user(person.email)).email, person.email, 'the address is free again');
  });

  test('is refused while it would leave a workspace without an owner', async () => {
    const [owner, member] = [await app.user('sole@example.com'), await app.user()];
    await join(owner, member, 'ADMIN');
    assert.deepEqual(
      (await one(owner)).lastOwnerOf.map(({ name }) => name),
      ['sole'],
    );
    refused(
      await remove(owner),
      409,
      'CONFLICT',
      /sole@example.com is the last owner of sole; another member/,
    );
    assert.equal((await owner.call('GET', '/auth/me')).status, 200);
    await owner.call('PUT', `/members/${member.userId}`, { role: 'OWNER' });
    assert.equal((await remove(owner)).status, 200);
    assert.equal((await member.call('GET', '/emails')).status, 200);
  });

  test("keeps the leaver report, and the person's name in the logs", async () => {
    const [owner, member] = [await app.user(), await app.user('leaver@example.com')];
    const id = await join(owner, member, 'EDITOR');
    const workspace = { 'x-workspace': id };
    await owner.call('PUT', `/members/${member.userId}`, { secrets: true });
    const record = await createWithoutNote(owner, 'emails');
    const revealed = await member.call(
      'POST',
      `/emails/${record.id}/reveal`,
      { field: 'password' },
      workspace,
    );
    assert.equal(revealed.status, 200, revealed.text);
    assert.equal((await remove(member)).status, 200);
    const { body } = await owner.call<{ data: { exposure: { recordId: string }[]; couldRead: number } }>(
      'GET',
      `/members/${member.userId}/exposure`,
    );
    assert.deepEqual(
      body.data.exposure.map(({ recordId }) => recordId),
      [record.id],
    );
    assert.equal(body.data.couldRead, 1);
    const log = await owner.call<{ data: { secretViews: { actor: { email: string } }[] } }>(
      'GET',
      '/secret-views',
    );
    assert.equal(log.body.data.secretViews[0]?.actor.email, member.email);
    const [left] = await events('action=member.removed', owner, '/audit');
    assert.deepEqual([left?.subject, left?.actor?.email], [member.email, administrator.email]);
  });
});
