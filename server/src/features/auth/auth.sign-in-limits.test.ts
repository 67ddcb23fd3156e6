import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type TestApp, password, startApp } from '../../../test/test-app.ts';

const tenPerWindow = { TRUST_PROXY: 'true', SIGN_IN_FAILURES: '10' };
const statuses = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

async function signIn({ url }: TestApp, from: string, email: string, tried: string) {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ email, password: tried }),
  });
  const { status, headers } = response;
  // Removes what differs from request to request.
  return { status, retryAfter: Number(headers.get('retry-after')), text: await response.text() };
}

describe('limits on failed sign-ins', () => {
  test('a client that failed ten times waits, the owner elsewhere does not', async () => {
    const app = await startApp(tenPerWindow);
    await app.user('owner@example.com');
    for (let count = 0; count < 10; count += 1)
      assert.equal((await signIn(app, '192.0.2.1', 'owner@example.com', 'wrong')).status, 401);
    for (const email of ['owner@example.com', 'nobody@example.com']) {
      const { status, retryAfter, text } = await signIn(app, '192.0.2.1', email, password);
      assert.equal(status, 429);
      assert.match(text, /"Too many failed sign-ins; try again later","code":"RATE_LIMITED"/);
      assert.ok(retryAfter > 800 && retryAfter <= 900, String(retryAfter));
    }
    assert.equal((await signIn(app, '192.0.2.2', 'owner@example.com', password)).status, 200);
    assert.equal((await signIn(app, '192.0.2.1', 'owner@example.com', password)).status, 429);
  });

  test('a client that waited may try again 15 minutes after its failures', async (t) => {
    const app = await startApp(tenPerWindow);
    await app.user('owner@example.com');
    for (let count = 0; count < 10; count += 1)
      assert.equal((await signIn(app, '192.0.2.1', 'owner@example.com', 'wrong')).status, 401);
    assert.equal((await signIn(app, '192.0.2.1', 'owner@example.com', password)).status, 429);
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 15 * 60_000 });
    assert.equal((await signIn(app, '192.0.2.1', 'owner@example.com', password)).status, 200);
  });

  test('ten failing clients close an address to all clients but those it knows', async () => {
    const app = await startApp(tenPerWindow);
    await app.user('owner@example.com');
    assert.equal((await signIn(app, '198.51.100.7', 'owner@example.com', password)).status, 200);
    for (let client = 0; client < 10; client += 1)
      for (const email of ['owner@example.com', 'nobody@example.com'])
        assert.equal((await signIn(app, `192.0.2.${client}`, email, 'wrong')).status, 401);
    const known = await signIn(app, '203.0.113.1', 'owner@example.com', password);
    const unknown = await signIn(app, '203.0.113.1', 'nobody@example.com', password);
    assert.equal(known.status, 429);
    assert.equal(known.text, unknown.text, 'no word of which account exists');
    assert.equal((await signIn(app, '198.51.100.7', 'Owner@example.com', password)).status, 200);
    assert.equal((await signIn(app, '198.51.100.7', 'nobody@example.com', password)).status, 429);
  });

  test('an IPv6 client is its network, however many addresses it takes', async () => {
    const app = await startApp(tenPerWindow);
    for (let count = 0; count < 10; count += 1)
      assert.equal((await signIn(app, `2001:db8:1:2::${count}`, 'nobody@example.com', 'x')).status, 401);
    assert.equal((await signIn(app, '2001:db8:1:2:9::9', 'somebody@example.com', 'x')).status, 429);
    assert.equal((await signIn(app, '2001:db8:1:3::1', 'nobody@example.com', 'x')).status, 401);
  });

  test('an address that a client forwards itself does not count, whatever network is trusted', async () => {
    for (const TRUST_PROXY of ['true', 'loopback,192.0.2.0/24']) {
      const app = await startApp({ ...tenPerWindow, TRUST_PROXY });
      for (let count = 0; count < 10; count += 1) {
        const from = `198.51.100.${count}, 192.0.2.1`;
        assert.equal((await signIn(app, from, 'nobody@example.com', 'x')).status, 401);
      }
      assert.equal((await signIn(app, '198.51.100.99, 192.0.2.1', 'nobody@example.com', 'x')).status, 429);
    }
  });

  test('concurrent guesses are counted one by one', async () => {
    const app = await startApp(tenPerWindow);
    const guesses = Array.from({ length: 50 }, () => signIn(app, '192.0.2.1', 'nobody@example.com', 'x'));
    const answers = await Promise.all(guesses);
    assert.deepEqual([statuses(answers, 401), statuses(answers, 429)], [10, 40]);
  });

  test('a success clears the failures of its client at its address alone', async () => {
    const app = await startApp(tenPerWindow);
    await app.user('owner@example.com');
    for (let count = 0; count < 5; count += 1)
      for (const email of ['owner@example.com', 'nobody@example.com'])
        if (count < 4) assert.equal((await signIn(app, '192.0.2.1', email, 'wrong')).status, 401);
    assert.equal((await signIn(app, '192.0.2.1', 'owner@example.com', password)).status, 200);
    const rows = await app.db.selectFrom('sign_in_failures').selectAll().execute();
    assert.equal(rows.length, 4);
    assert.ok(
      !/192\.0\.2|example/.test(JSON.stringify(rows)),
      'an address is stored instead of its fingerprint',
    );
  });

  test('50 concurrent sign-ins do not starve other requests', async () => {
    const app = await startApp({ TRUST_PROXY: 'true', SIGN_IN_FAILURES: '1000' });
    await app.user('owner@example.com');
    const fifty = Promise.all(
      Array.from({ length: 50 }, () => signIn(app, '192.0.2.1', 'owner@example.com', password)),
    );
    let [answered, over] = [0, false];
    void fifty.then(() => (over = true));
    while (!over) {
      assert.equal((await app.call('GET', '/ready')).status, 200);
      answered += 1;
    }
    assert.equal(statuses(await fifty, 200), 50);
    assert.ok(answered > 50, `meanwhile ${answered} other requests, one after the other, were answered`);
  });
});
