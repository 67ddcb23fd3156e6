import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deleteExpired } from '../../access/sessions.ts';
import { limits } from '@quartermaster/contract/rules/limits';
import { type Answer, password, startApp } from '../../../test/test-app.ts';

const app = await startApp();
const administrator = await app.user();

type Failure = { error: { code: string } };
type Events = {
  data: {
    events: { action: string; actor: { userId: string }; address: string }[];
    pagination: { total: number };
  };
};
type Tokens = { accessToken: string; refreshToken: string };

const refused = (answer: Answer<Failure>, status: number, code: string) => {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.body.error.code, code);
};
const refresh = (refreshToken: string) =>
  app.call<{ data: Tokens } & Failure>('POST', '/auth/refresh', { refreshToken });

describe('refresh tokens', () => {
  /** Moves the time at which refresh tokens became void further back. */
  const later = (ms: number) =>
    app.db
      .updateTable('refresh_tokens')
      .set(({ eb }) => ({ voidAt: eb('voidAt', '-', ms) }))
      .where('voidAt', 'is not', null)
      .execute();
  const successor = async (refreshToken: string) => (await refresh(refreshToken)).body.data;

  test('a client that ignores new refresh tokens keeps working', async () => {
    const user = await app.user();
    for (let count = 0; count < 10; count += 1) {
      const { accessToken } = await successor(user.refreshToken);
      assert.equal((await app.call('GET', '/auth/me', undefined, accessToken)).status, 200);
    }
  });

  test('the first of 20 successors that is used voids the others', async () => {
    const user = await app.user();
    const successors = await Promise.all(Array.from({ length: 20 }, () => successor(user.refreshToken)));
    const answers = await Promise.all(successors.map(({ refreshToken }) => refresh(refreshToken)));
    const used = answers.filter(({ status }) => status === 200);
    assert.equal(used.length, 1);
    const tokens = used[0]?.body.data;
    assert.equal((await refresh(tokens?.refreshToken ?? '')).status, 200);
  });

  test('a void refresh token is refused for ten seconds, after that it ends the session and is logged', async () => {
    const user = await app.user();
    const first = await successor(user.refreshToken);
    const sibling = await successor(user.refreshToken);
    const second = await successor(first.refreshToken);
    for (const { refreshToken } of [user, sibling])
      refused(await refresh(refreshToken), 401, 'TOKEN_EXPIRED');
    const third = await successor(second.refreshToken);
    assert.ok(third.accessToken);
    assert.doesNotMatch(app.logs(), new RegExp(`"userId":"${user.userId}".*"refresh token reused`));
    await later(11_000);
    refused(await refresh(sibling.refreshToken), 401, 'TOKEN_EXPIRED');
    assert.match(
      app.logs(),
      new RegExp(`"level":40.*"userId":"${user.userId}".*"client":"127.0.0.1".*"refresh token reused`),
    );
    for (const { refreshToken } of [third, second]) assert.equal((await refresh(refreshToken)).status, 401);
    const signedIn = await app.call<{ data: { tokens: Tokens } }>('POST', '/auth/login', {
      email: user.email,
      password,
    });
    const { accessToken } = signedIn.body.data.tokens;
    const own = async (query: string) =>
      (await app.call<Events>('GET', `/auth/events?${query}`, undefined, accessToken)).body.data;
    const { events } = await own('action=session.reused');
    assert.deepEqual(
      events.map(({ actor, address }) => [actor.userId, address]),
      [[user.userId, '127.0.0.1']],
    );
    assert.deepEqual(
      (await own('limit=2')).events.map(({ action }) => action),
      ['session.started', 'session.reused'],
    );
    assert.ok((await own('')).events.every(({ actor }) => actor.userId === user.userId));
    const installation = await administrator.call<Events>('GET', '/installation/audit?action=session.reused');
    assert.equal(installation.body.data.events[0]?.actor.userId, user.userId);
    const longAgo = Date.now() - (limits.eventDays * 86_400_000 + 1000);
    await app.db
      .updateTable('audit_events')
      .set({ at: longAgo })
      .where('action', '=', 'session.reused')
      .where('actorId', '=', user.userId)
      .execute();
    assert.deepEqual((await own('action=session.reused')).pagination.total, 0);
  });

  test('a thief and a victim who refresh in turn are detected', async () => {
    const user = await app.user();
    const thief = await successor(user.refreshToken);
    const victim = await successor((await successor(user.refreshToken)).refreshToken);
    await later(900_000);
    assert.equal((await refresh(thief.refreshToken)).status, 401);
    assert.equal((await refresh(victim.refreshToken)).status, 401);
  });

  test('useless refresh tokens are deleted when they expire', async (t) => {
    const own = await startApp();
    const user = await own.user();
    const refreshed = async (token: string) =>
      (await own.call<{ data: Tokens }>('POST', '/auth/refresh', { refreshToken: token })).body.data;
    const first = await refreshed(user.refreshToken);
    await refreshed(user.refreshToken);
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 20 * 86_400_000 });
    const second = await refreshed(first.refreshToken);
    await deleteExpired(own.db, Date.now() + 11 * 86_400_000);
    const kept = await own.db
      .selectFrom('refresh_tokens')
      .select('generation')
      .orderBy('generation')
      .execute();
    assert.deepEqual(
      kept.map(({ generation }) => generation),
      [1, 2],
    );
    assert.ok((await refreshed(second.refreshToken)).accessToken);
  });
});
