import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/test-app.ts';

const words =
  /Sign-ins are locked for everybody behind 127\.0\.0\.1, which forwards requests; .* set TRUST_PROXY=127\.0\.0\.1"/g;

test('a lockout behind a proxy says once what to set, unless it is set or nothing forwards', async () => {
  for (const [settings, headers, lines] of [
    [{}, {}, 0],
    [{ TRUST_PROXY: '127.0.0.1' }, { 'x-forwarded-for': '192.0.2.1' }, 0],
    [{}, { 'x-forwarded-for': '192.0.2.1' }, 1],
  ] as const) {
    const app = await startApp({ SIGN_IN_FAILURES: '2', ...settings });
    const signIn = () =>
      app.call('POST', '/auth/login', { email: 'op@example.com', password: 'Wrong-1' }, undefined, headers);
    for (const status of [401, 401, 429, 429]) assert.equal((await signIn()).status, status);
    assert.equal((app.logs().match(words) ?? []).length, lines);
  }
});
