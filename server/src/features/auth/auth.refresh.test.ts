import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deleteExpired } from '../../access/sessions.ts';
import { type Answer, startApp } from '../../../test/test-app.ts';

const app = await startApp();

type Failure = { error: { code: string } };
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
