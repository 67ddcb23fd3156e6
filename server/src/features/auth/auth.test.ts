import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SignJWT } from 'jose';
import { setupCode } from './auth.setup-code.ts';
import { deleteExpired } from '../../access/sessions.ts';
import { type Answer, password, startApp } from '../../../test/test-app.ts';

const app = await startApp({ SIGN_IN_FAILURES: '10' });
const admin = await app.user('Admin@Example.com');

type Failure = {
  error: {
    code: string;
    message: string;
    details?: { fields?: Record<string, string>; setupCode?: boolean };
  };
};
type Tokens = { accessToken: string; refreshToken: string };
type SignedIn = { data: { user: { id: string; email: string; role: string }; tokens: Tokens } };

const refused = (answer: Answer<Failure>, status: number, code: string) => {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.body.error.code, code);
};
const refresh = (refreshToken: string) =>
  app.call<{ data: Tokens } & Failure>('POST', '/auth/refresh', { refreshToken });
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

describe('registration', () => {
  test('the first user becomes ADMIN, later ones USER', async () => {
    const later = await app.user();
    const role = async (token: string) =>
      (await app.call<{ data: { user: { role: string } } }>('GET', '/auth/me', undefined, token)).body.data
        .user.role;
    assert.equal(await role(admin.token), 'ADMIN');
    assert.equal(await role(later.token), 'USER');
  });

  test('an address is unique, regardless of case', async () => {
    const answer = await app.call<Failure>('POST', '/auth/register', {
      email: 'admin@example.COM',
      password,
    });
    refused(answer, 409, 'CONFLICT');
    assert.ok(answer.body.error.details?.fields?.email);
  });

  for (const [body, field, message] of [
    [{ password }, 'email', 'Email is required'],
    [{ email: 'x', password }, 'email', 'Email is invalid'],
    [{ email: 'a@example.com' }, 'password', 'Password is required'],
    [{ email: 'a@example.com', password: 'Short1' }, 'password', 'Password must be at least 8 characters'],
    [
      { email: 'a@example.com', password: 'alllower1' },
      'password',
      'Password must contain uppercase, lowercase, and number',
    ],
    [
      { email: 'a@example.com', password: 'NoDigitsHere' },
      'password',
      'Password must contain uppercase, lowercase, and number',
    ],
  ] as const)
    test(`refused: ${message} (${JSON.stringify(body)})`, async () => {
      const answer = await app.call<Failure>('POST', '/auth/register', body);
      refused(answer, 400, 'VALIDATION_ERROR');
      assert.equal(answer.body.error.details?.fields?.[field], message);
    });

  test('refuses all but the first user when closed', async () => {
    const closed = await startApp({ REGISTRATION: 'closed' });
    await closed.user();
    refused(
      await closed.call<Failure>('POST', '/auth/register', { email: 'late@example.com', password }),
      403,
      'FORBIDDEN',
    );
  });

  test('admits one of several first users at once when closed', async () => {
    const closed = await startApp({ REGISTRATION: 'closed' });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        closed.call('POST', '/auth/register', { email: `first-${n}@example.com`, password }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [201, ...Array.from({ length: 9 }, () => 403)]);
  });
});

describe('addresses that look alike', () => {
  const register = (email: string) => app.call<Failure>('POST', '/auth/register', { email, password });
  const signIn = (email: string) => app.call<SignedIn>('POST', '/auth/login', { email, password });
  const composed = 'jos\u00e9@example.com';
  const decomposed = 'JOSe\u0301@example.com';

  test('are one account in either form of Unicode, and in either case', async () => {
    assert.equal((await register(decomposed)).status, 201);
    refused(await register(composed), 409, 'CONFLICT');
    for (const email of [composed, decomposed]) assert.equal((await signIn(email)).status, 200, email);
  });

  for (const hidden of [
    '\u0007',
    '\u200b',
    '\u202e',
    '\u200e',
    '\u00ad',
    '\u2060',
    '\ufeff',
    '\u200d',
    '\u200c',
    '\ufe0f',
    '\u034f',
    '\u3164',
    '\u115f',
    '\u{e0041}',
  ])
    test(`are refused with ${JSON.stringify(hidden)} in them`, async () => {
      const answer = await register(`ow${hidden}ner@example.com`);
      refused(answer, 400, 'VALIDATION_ERROR');
      assert.equal(
        answer.body.error.details?.fields?.email,
        'Email contains invisible or control characters',
      );
    });

  test('that are registered already keep signing in as they were typed', async () => {
    const keys = ['old\u200b@example.com', 'old\u3164@example.com', 'ole\u0301@example.com'];
    for (const [n, emailKey] of keys.entries()) {
      const { userId } = await app.user(`looks-alike-${n}@example.com`);
      await app.db.updateTable('users').set({ emailKey }).where('id', '=', userId).execute();
      assert.equal((await signIn(emailKey.toUpperCase())).body.data.user.id, userId);
    }
    assert.equal((await register('ol\u00e9@example.com')).status, 201);
    assert.notEqual(
      (await signIn('ol\u00e9@example.com')).body.data.user.id,
      (await signIn('ole\u0301@example.com')).body.data.user.id,
    );
  });
});

describe('without an administrator', () => {
  const forwarded = { 'x-forwarded-for': '192.0.2.1' };
  const body = { email: 'first@example.com', password };

  test('a registration through a proxy needs the setup code', async () => {
    const fresh = await startApp();
    const register = (setupCode?: string) =>
      fresh.call<Failure & SignedIn>(
        'POST',
        '/auth/register',
        { ...body, ...(setupCode !== undefined && { setupCode }) },
        undefined,
        forwarded,
      );
    for (const code of [undefined, '', '0000-0000-0000']) {
      const answer = await register(code);
      refused(answer, 403, 'FORBIDDEN');
      assert.equal(answer.body.error.details?.setupCode, true);
    }
    const code = setupCode(await fresh.services.keyring.signingKey());
    const { body: first } = await register(code.toLowerCase().replaceAll('-', ' '));
    assert.equal(first.data.user.role, 'ADMIN');
    const later = { email: 'later@example.com', password };
    const second = await fresh.call<SignedIn>('POST', '/auth/register', later, undefined, forwarded);
    assert.equal(second.body.data.user.role, 'USER');
  });

  test('the setup code makes an administrator; on the machine itself it is optional', async () => {
    const fresh = await startApp();
    await fresh.user('demoted@example.com');
    await fresh.db.updateTable('users').set({ role: 'USER' }).execute();
    const register = async (email: string, more = {}) =>
      (await fresh.call<SignedIn>('POST', '/auth/register', { email, password, ...more })).body.data.user
        .role;
    assert.equal(await register('other@example.com'), 'USER');
    const code = setupCode(await fresh.services.keyring.signingKey());
    assert.equal(await register('next@example.com', { setupCode: code }), 'ADMIN');
    assert.equal(await register('last@example.com', { setupCode: code }), 'USER');
  });
});

describe('registrations of one client', () => {
  test('are limited to 60, and one more every two seconds, whatever their outcome', async (t) => {
    const limited = await startApp({ TRUST_PROXY: 'true', REGISTRATION: 'closed' });
    await limited.user();
    const register = (from: string) =>
      limited.call<Failure>('POST', '/auth/register', { email: 'late@example.com', password }, undefined, {
        'x-forwarded-for': from,
      });
    const now = performance.now();
    const clock = t.mock.method(performance, 'now', () => now);
    for (let count = 0; count < 60; count += 1) refused(await register('192.0.2.1'), 403, 'FORBIDDEN');
    const late = await register('192.0.2.1');
    refused(late, 429, 'RATE_LIMITED');
    assert.equal(late.headers.get('retry-after'), '2');
    refused(await register('192.0.2.2'), 403, 'FORBIDDEN');
    clock.mock.mockImplementation(() => now + 2000);
    refused(await register('192.0.2.1'), 403, 'FORBIDDEN');
    refused(await register('192.0.2.1'), 429, 'RATE_LIMITED');
  });

  test('do not delay a sign-in', async () => {
    const busy = await startApp();
    await busy.user('owner@example.com');
    let registered = 0;
    const registrations = Array.from({ length: 40 }, async (_, n) => {
      await busy.user(`crowd-${n}@example.com`);
      registered += 1;
    });
    const answer = await busy.call('POST', '/auth/login', { email: 'owner@example.com', password });
    assert.equal(answer.status, 200);
    assert.ok(registered < 20, `${registered} registrations came first`);
    await Promise.all(registrations);
  });
});

describe('sign-in', () => {
  test('returns the user and tokens with the specified claims', async () => {
    const { body } = await app.call<SignedIn>('POST', '/auth/login', {
      email: 'ADMIN@example.com',
      password,
    });
    assert.equal(body.data.user.email, 'Admin@Example.com');
    const { sub, sid, role, exp, iat } = claimsOf(body.data.tokens.accessToken);
    assert.equal(sub, body.data.user.id);
    assert.ok(typeof sid === 'string' && role === 'ADMIN');
    assert.equal(Number(exp) - Number(iat), 900);
  });

  test('refuses an unknown address and a wrong password alike', async () => {
    const unknown = await app.call<Failure>('POST', '/auth/login', { email: 'nobody@example.com', password });
    const wrong = await app.call<Failure>('POST', '/auth/login', {
      email: 'admin@example.com',
      password: 'x',
    });
    refused(unknown, 401, 'INVALID_CREDENTIALS');
    assert.equal(unknown.body.error.message, 'Invalid email or password');
    assert.equal(unknown.text, wrong.text);
  });

  test('limits failures per address and per client to ten', async () => {
    const limited = await startApp();
    await limited.user('target@example.com');
    const attempt = (email: string) =>
      limited.call<Failure>('POST', '/auth/login', { email, password: 'wrong' });
    for (let count = 0; count < 10; count += 1)
      refused(await attempt('target@example.com'), 401, 'INVALID_CREDENTIALS');
    for (const email of ['target@example.com', 'another@example.com']) {
      const answer = await attempt(email);
      refused(answer, 429, 'RATE_LIMITED');
      assert.ok(Number(answer.headers.get('retry-after')) > 0);
    }
  });
});

describe('sessions', () => {
  test('a logout ends the session at once, its refresh token too', async () => {
    const user = await app.user();
    assert.equal((await user.call('POST', '/auth/logout')).status, 200);
    refused(await user.call<Failure>('GET', '/auth/me'), 401, 'TOKEN_EXPIRED');
    refused(await refresh(user.refreshToken), 401, 'UNAUTHORIZED');
  });

  test('access tokens expire after 15 minutes, verified before or not, refresh tokens after 30 days', async (t) => {
    const user = await app.user();
    assert.equal((await user.call('GET', '/auth/me')).status, 200);
    const now = Date.now();
    t.mock.timers.enable({ apis: ['Date'], now: now + 15 * 60_000 });
    refused(await user.call<Failure>('GET', '/auth/me'), 401, 'TOKEN_EXPIRED');
    t.mock.timers.setTime(now + 30 * 86_400_000 + 1);
    refused(await refresh(user.refreshToken), 401, 'TOKEN_EXPIRED');
  });

  test('expired sessions are refused, and deleted once no clock can be that wrong', async () => {
    const own = await startApp();
    const { refreshToken } = await own.user();
    const days = (count: number) => Date.now() + count * 86_400_000;
    const refreshed = () => own.call<Failure>('POST', '/auth/refresh', { refreshToken });
    const count = async (table: 'sessions' | 'refresh_tokens') =>
      (await own.db.selectFrom(table).selectAll().execute()).length;
    for (const ahead of [29, 31, 365]) {
      await deleteExpired(own.db, days(ahead));
      assert.equal((await refreshed()).status, 200, `deleted by a clock ${ahead} days ahead`);
    }
    await deleteExpired(own.db, days(431));
    refused(await refreshed(), 401, 'UNAUTHORIZED');
    assert.deepEqual([await count('sessions'), await count('refresh_tokens')], [0, 0]);
  });

  test('refresh tokens are stored as hashes alone', async () => {
    const user = await app.user();
    const rows = await app.db.selectFrom('refresh_tokens').selectAll().execute();
    assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(user.refreshToken));
  });

  test('forged tokens are refused', async () => {
    const { sub, sid, role } = claimsOf(admin.token) as { sub: string; sid: string; role: string };
    const key = await app.services.keyring.signingKey();
    const token = (alg: string, typ: string, time: string, signer: Uint8Array, issuer = 'quartermaster') =>
      new SignJWT({ sid, role })
        .setProtectedHeader({ alg, typ })
        .setSubject(sub)
        .setIssuer(issuer)
        .setIssuedAt()
        .setExpirationTime(time)
        .sign(signer);
    const [head = '', payload = '', mac = ''] = admin.token.split('.');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const good = await token('HS256', 'at+jwt', '5m', key);
    assert.equal((await app.call('GET', '/auth/me', undefined, good)).status, 200);
    for (const forged of [
      `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
      `${head}.${encode({ ...claimsOf(admin.token), role: 'ADMIN', sub: 'x' })}.${mac}`,
      await token('HS256', 'at+jwt', '5m', Buffer.alloc(32)),
      await token('HS384', 'at+jwt', '5m', Buffer.concat([key, key])),
      await token('HS256', 'JWT', '5m', key),
      await token('HS256', 'at+jwt', '5m', key, 'another'),
    ])
      refused(await app.call<Failure>('GET', '/auth/me', undefined, forged), 401, 'UNAUTHORIZED');
    refused(
      await app.call<Failure>('GET', '/auth/me', undefined, await token('HS256', 'at+jwt', '-1s', key)),
      401,
      'TOKEN_EXPIRED',
    );
  });
});
