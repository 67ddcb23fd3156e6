import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Session } from '@quartermaster/contract/account/account.schema';
import type { AuditEvent } from '@quartermaster/contract/audit/audit.schema';
import type { User } from '@quartermaster/contract/auth/auth.schema';
import { limits } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { confirmedAt } from '../../../test/confirmations.ts';
import { type Answer, type Client, type TestApp, password, startApp } from '../../../test/test-app.ts';

interface Failure {
  error: { code: string; message: string; details?: { fields: Record<string, string> } };
}
interface SignedIn {
  data: { user: User; tokens: { accessToken: string; refreshToken: string } };
}

const settings = { TRUST_PROXY: 'true', SIGN_IN_FAILURES: '3' };
const app = await startApp(settings);
const administrator = await app.user('admin@example.com');
const next = 'Better-Horse-2';

const refused = (answer: Answer, status: number, code: string, fields?: Record<string, string>) => {
  assert.equal(answer.status, status, answer.text);
  const { error } = answer.body as Failure;
  assert.equal(error.code, code);
  if (fields) assert.deepEqual(error.details?.fields, fields);
};

/** Another session of the same person. */
async function signIn(on: TestApp, email: string, secret = password) {
  const answer = await on.call<SignedIn>('POST', '/auth/login', { email, password: secret });
  assert.equal(answer.status, 200, answer.text);
  const { accessToken, refreshToken } = answer.body.data.tokens;
  const call: Client['call'] = (method, path, body) => on.call(method, path, body, accessToken);
  const refresh = () => on.call('POST', '/auth/refresh', { refreshToken });
  return { call, refresh };
}

const sessionsOf = async ({ call }: Pick<Client, 'call'>): Promise<Session[]> =>
  (await call<{ data: { sessions: Session[] } }>('GET', '/auth/sessions')).body.data.sessions;
const auditOf = async (actorId: string): Promise<string[]> => {
  const path = `/installation/audit?actorId=${actorId}`;
  const { body } = await administrator.call<{ data: { events: AuditEvent[] } }>('GET', path);
  return body.data.events.map(({ action }) => action);
};

describe('a password', () => {
  test('can be changed with the current one, which ends all other sessions', async () => {
    const person = await app.user();
    const other = await signIn(app, person.email);
    const change = (body: object) => person.call('POST', '/auth/password', body);
    refused(await change({ current: 'Wrong-Horse-1', next }), 400, 'VALIDATION_ERROR', {
      current: 'The password is wrong',
    });
    refused(await change({ current: password, next: 'short' }), 400, 'VALIDATION_ERROR', {
      next: 'Password must be at least 8 characters',
    });
    refused(await change({ current: password, next: password }), 400, 'VALIDATION_ERROR', {
      next: 'The new password is the current one',
    });
    assert.equal((await other.call('GET', '/auth/me')).status, 200);
    assert.deepEqual((await change({ current: password, next })).body, { data: { changed: true } });
    refused(await other.call('GET', '/auth/me'), 401, 'TOKEN_EXPIRED');
    assert.equal((await other.refresh()).status, 401);
    assert.equal((await person.call('GET', '/auth/me')).status, 200);
    refused(
      await app.call('POST', '/auth/login', { email: person.email, password }),
      401,
      'INVALID_CREDENTIALS',
    );
    await signIn(app, person.email, next);
    assert.ok((await auditOf(person.userId)).includes('password.changed'));
  });

  for (const [path, field] of [
    ['/auth/password', 'current'],
    ['/auth/confirm', 'password'],
  ] as const)
    test(`is not found by trying at ${path}, whose failures count as those of sign-ins`, async () => {
      const person = await app.user();
      const send = (sent: string) =>
        person.call('POST', path, { [field]: sent, next }, { 'x-forwarded-for': `192.0.2.${field.length}` });
      for (let count = 0; count < 3; count += 1)
        refused(await send('Wrong-Horse-1'), 400, 'VALIDATION_ERROR');
      refused(await send(password), 429, 'RATE_LIMITED');
    });
});

describe('a confirmation', () => {
  test('is needed again some time after the sign-in; a refresh does not count', async () => {
    const person = await app.user();
    const end = () => person.call('DELETE', '/auth/sessions');
    assert.equal((await end()).status, 200);
    await confirmedAt(app, person);
    refused(await end(), 403, 'CONFIRM_REQUIRED');
    const { refreshToken } = person;
    const refreshed = await app.call<{ data: { accessToken: string } }>('POST', '/auth/refresh', {
      refreshToken,
    });
    const { accessToken } = refreshed.body.data;
    refused(await app.call('DELETE', '/auth/sessions', undefined, accessToken), 403, 'CONFIRM_REQUIRED');
    assert.deepEqual((await person.call('GET', '/auth/confirm')).body, {
      data: { methods: ['password'], hasPassword: true },
    });
    refused(await person.call('POST', '/auth/confirm', {}), 400, 'VALIDATION_ERROR', {
      password: 'Password is required',
    });
    refused(await person.call('POST', '/auth/confirm', { password: 'x' }), 400, 'VALIDATION_ERROR', {
      password: 'The password is wrong',
    });
    refused(await end(), 403, 'CONFIRM_REQUIRED');
    const confirmed = await person.call<{ data: { confirmedUntil: string } }>('POST', '/auth/confirm', {
      password,
    });
    const minutes = (Date.parse(confirmed.body.data.confirmedUntil) - Date.now()) / 60_000;
    assert.ok(minutes > 14 && minutes <= limits.confirmedMinutes, String(minutes));
    assert.equal((await end()).status, 200);
  });

  test('recorded by another server process counts at once', async () => {
    const person = await app.user();
    await confirmedAt(app, person);
    refused(await person.call('DELETE', '/auth/sessions'), 403, 'CONFIRM_REQUIRED');
    await app.db
      .updateTable('sessions')
      .set({ confirmedAt: Date.now() })
      .where('userId', '=', person.userId)
      .execute();
    assert.equal((await person.call('DELETE', '/auth/sessions')).status, 200);
  });

  test('counts for one session only', async () => {
    const person = await app.user();
    const other = await signIn(app, person.email);
    await confirmedAt(app, person);
    assert.equal((await person.call('POST', '/auth/confirm', { password })).status, 200);
    refused(await other.call('DELETE', '/auth/sessions'), 403, 'CONFIRM_REQUIRED');
  });
});

describe('sessions', () => {
  test('are listed with their locations, and can be ended one by one or all but the current one', async () => {
    const person = await app.user();
    const [second, third] = [await signIn(app, person.email), await signIn(app, person.email)];
    const list = await sessionsOf(person);
    assert.equal(list.length, 3);
    const current = list.find(({ isCurrent }) => isCurrent);
    assert.ok(current);
    const [own] = (await sessionsOf(second)).filter(({ isCurrent }) => isCurrent);
    assert.match(own?.client ?? '', /node/);
    assert.equal(own?.address, '127.0.0.1');
    assert.ok(Math.abs(Date.parse(own.createdAt) - Date.now()) < 60_000);
    assert.deepEqual((await person.call('DELETE', `/auth/sessions/${own.id}`)).body, {
      data: { id: own.id },
    });
    refused(await second.call('GET', '/auth/me'), 401, 'TOKEN_EXPIRED');
    refused(await person.call('DELETE', `/auth/sessions/${own.id}`), 404, 'NOT_FOUND');
    assert.deepEqual((await person.call('DELETE', '/auth/sessions')).body, {
      data: { ended: 1, calendars: 0 },
    });
    refused(await third.call('GET', '/auth/me'), 401, 'TOKEN_EXPIRED');
    assert.deepEqual(
      (await sessionsOf(person)).map(({ id }) => id),
      [current.id],
    );
    assert.deepEqual((await auditOf(person.userId)).slice(0, 2), ['session.ended', 'session.ended']);
  });

  test(`are listed up to ${serverLimits.sessions}, those that were used last`, async () => {
    const person = await app.user();
    const [{ id: _, ...row } = assert.fail()] = await app.db
      .selectFrom('sessions')
      .selectAll()
      .where('userId', '=', person.userId)
      .execute();
    const rows = Array.from({ length: serverLimits.sessions }, (_each, n) => ({
      ...row,
      id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
      lastSeenAt: n + 1,
    }));
    await app.db.insertInto('sessions').values(rows).execute();
    const list = await sessionsOf(person);
    assert.equal(list.length, serverLimits.sessions);
    assert.equal(list[0]?.isCurrent, true);
    assert.ok(!list.some(({ id }) => id.endsWith('000000000000')));
  });

  test('record where they were last used, once a minute', async () => {
    const person = await app.user();
    const seen = async () => {
      const [row] = await app.db
        .selectFrom('sessions')
        .select(['lastSeenAt', 'address', 'userAgent'])
        .where('userId', '=', person.userId)
        .execute();
      return row;
    };
    const use = (address: string) =>
      person.call('GET', '/auth/me', undefined, { 'x-forwarded-for': address, 'user-agent': 'tester/1' });
    const { lastSeenAt: before } = (await seen()) ?? assert.fail();
    await use('192.0.2.77');
    assert.equal((await seen())?.lastSeenAt, before);
    await app.db.updateTable('sessions').set({ lastSeenAt: 1 }).where('userId', '=', person.userId).execute();
    app.services.sessions.forget();
    await use('192.0.2.78');
    while ((await seen())?.lastSeenAt === 1);
    await use('192.0.2.79');
    assert.equal((await seen())?.address, '192.0.2.78');
    assert.equal((await seen())?.userAgent, 'tester/1');
  });

  test('end when the account is disabled; signing in then fails like with a wrong password', async () => {
    const person = await app.user();
    await app.db.updateTable('users').set({ disabledAt: 1 }).where('id', '=', person.userId).execute();
    app.services.sessions.forget();
    refused(await person.call('GET', '/auth/me'), 401, 'TOKEN_EXPIRED');
    const { refreshToken, email } = person;
    refused(await app.call('POST', '/auth/refresh', { refreshToken }), 401, 'TOKEN_EXPIRED');
    const right = await app.call('POST', '/auth/login', { email, password });
    const wrong = await app.call('POST', '/auth/login', { email, password: 'Wrong-Horse-1' });
    refused(right, 401, 'INVALID_CREDENTIALS');
    assert.equal(right.text, wrong.text);
  });
});

describe('an address', () => {
  test('is changed at once without mail, after a confirmation, to an unused one', async () => {
    const person = await app.user('old@example.com');
    const change = (email: string) => person.call<{ data: { user: User } }>('PUT', '/auth/me', { email });
    refused(await change('admin@EXAMPLE.com'), 409, 'CONFLICT', {
      email: 'An account with this email already exists',
    });
    await confirmedAt(app, person);
    assert.equal((await change('old@example.com')).status, 200);
    refused(await change('new@example.com'), 403, 'CONFIRM_REQUIRED');
    await person.call('POST', '/auth/confirm', { password });
    assert.equal((await change('new@example.com')).body.data.user.email, 'new@example.com');
    await signIn(app, 'new@example.com');
    refused(
      await app.call('POST', '/auth/login', { email: 'old@example.com', password }),
      401,
      'INVALID_CREDENTIALS',
    );
    assert.ok((await auditOf(person.userId)).includes('address.changed'));
  });
});

test('the sign-in methods are public', async () => {
  const { body } = await app.call('GET', '/auth/methods');
  assert.deepEqual(body, {
    data: { password: true, mail: false, oidc: null, passkeys: false, isNew: false },
  });
});
