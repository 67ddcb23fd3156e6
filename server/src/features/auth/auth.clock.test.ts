import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { attemptChallenge, beginChallenge, finishChallenge } from '../../access/challenges.ts';
import { findToken, issueToken } from '../../access/one-time-tokens.ts';
import { deleteExpired } from '../../access/sessions.ts';
import { type Answer, password, startApp } from '../../../test/test-app.ts';

const app = await startApp({ SIGN_IN_FAILURES: '3' });
const year = 365 * 86_400_000;

type Tokens = { accessToken: string; refreshToken: string };
const signIn = (email: string, tried = password) =>
  app.call<{ data: { tokens: Tokens } }>('POST', '/auth/login', { email, password: tried });
const me = (token: string) => app.call('GET', '/auth/me', undefined, token);
const refresh = (refreshToken: string) =>
  app.call<{ data: Tokens }>('POST', '/auth/refresh', { refreshToken });
const waits = (answer: Answer) => Number(answer.headers.get('retry-after'));

for (const [what, shift] of [
  ['ahead', year],
  ['behind', -year],
] as const)
  describe(`a clock that was a year ${what}`, () => {
    test('limits no client for longer than a quarter of an hour', async (t) => {
      const now = Date.now();
      const { email } = await app.user();
      t.mock.timers.enable({ apis: ['Date'], now: now + shift });
      for (let count = 0; count < 3; count += 1) assert.equal((await signIn(email, 'wrong')).status, 401);
      const limited = await signIn(email);
      assert.equal(limited.status, 429);
      assert.ok(waits(limited) > 800 && waits(limited) <= 900, String(waits(limited)));
      t.mock.timers.setTime(now);
      assert.equal((await signIn(email)).status, 200);
    });

    test('ends no earlier session, and restores none', async (t) => {
      const now = Date.now();
      const [staying, leaving] = [await app.user(), await app.user()];
      t.mock.timers.enable({ apis: ['Date'], now: now + shift });
      const { accessToken } = (await signIn(leaving.email)).body.data.tokens;
      assert.equal((await app.call('POST', '/auth/logout', undefined, accessToken)).status, 200);
      await deleteExpired(app.db, Date.now());
      t.mock.timers.setTime(now);
      assert.equal((await me(accessToken)).status, 401);
      assert.equal((await me(staying.token)).status, 200);
      assert.equal((await refresh(staying.refreshToken)).status, 200);
    });

    test('leaves no challenge that can be completed once it is corrected', async (t) => {
      const now = Date.now();
      const challenge = ['second-factor', `made ${what}`] as const;
      t.mock.timers.enable({ apis: ['Date'], now: now + shift });
      await beginChallenge(app.db, ...challenge, null);
      assert.ok(await attemptChallenge(app.db, ...challenge));
      t.mock.timers.setTime(now);
      assert.equal(await attemptChallenge(app.db, ...challenge), undefined);
      assert.equal(await finishChallenge(app.db, ...challenge), undefined);
    });

    test('leaves no mailed link that can be used once it is corrected, and makes new ones that can', async (t) => {
      const now = Date.now();
      const { userId } = await app.user();
      const issue = (purpose: 'reset' | 'address') =>
        app.db.transaction().execute((tx) => issueToken(tx, { purpose, userId, email: null }));
      for (const purpose of ['reset', 'address'] as const) {
        t.mock.timers.enable({ apis: ['Date'], now: now + shift });
        const early = await issue(purpose);
        assert.ok(await findToken(app.db, purpose, early));
        t.mock.timers.setTime(now);
        assert.equal(await findToken(app.db, purpose, early), undefined);
        assert.ok(await findToken(app.db, purpose, await issue(purpose)));
        t.mock.timers.reset();
      }
    });

    test('issues access tokens that are refreshed once it is corrected', async (t) => {
      const now = Date.now();
      const { email } = await app.user();
      t.mock.timers.enable({ apis: ['Date'], now: now + shift });
      const { accessToken, refreshToken } = (await signIn(email)).body.data.tokens;
      assert.equal((await me(accessToken)).status, 200);
      t.mock.timers.setTime(now);
      assert.equal((await me(accessToken)).status, 401);
      const refreshed = await refresh(refreshToken);
      // A session from a year ago has expired.
      assert.equal(refreshed.status, shift > 0 ? 200 : 401);
    });
  });
