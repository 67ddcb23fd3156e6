// On both engines: PostgreSQL can be lost; SQLite is a file.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { faultOf } from '../src/db/faults.ts';
import { gateBefore } from './gate.ts';
import { type Answer, engine, newStore, startApp } from './test-app.ts';

type Failure = { error: { code: string; message: string } };

/** The promise is two seconds; half a second more for a busy machine. The proof `database` does more. */
const promptMs = 2500;
const recoveryMs = 5000;

async function prompt<T>(call: () => Promise<Answer<T>>): Promise<Answer<T>> {
  const began = Date.now();
  const answer = await call();
  const took = Date.now() - began;
  assert.ok(took < promptMs, `answered after ${took} ms`);
  return answer;
}

describe('the database', { skip: engine === 'sqlite' && 'SQLite is a file' }, async () => {
  const store = await newStore();
  const gate = await gateBefore(store.DATABASE_URL ?? '');
  const app = await startApp({}, { ...store, DATABASE_URL: gate.url });
  const user = await app.user();

  test('is not waited for while it hangs', async () => {
    gate.hang();
    await pause(150); // An idle connection is tested before it is used.
    for (const call of [
      () => user.call<Failure>('GET', '/emails'),
      () => user.call<Failure>('POST', '/emails', { email: 'while-away@example.com', password: 'x' }),
      () => app.call<Failure>('POST', '/auth/login', { email: user.email, password: 'x' }),
      () => app.call<Failure>('GET', '/ready'),
    ]) {
      const { status, body, headers } = await prompt(call);
      assert.equal(status, 503);
      assert.equal(body.error.code, 'SERVICE_UNAVAILABLE');
      assert.equal(headers.get('retry-after'), '5');
    }
    assert.equal((await prompt(() => app.call('GET', '/health'))).status, 200);
    await gate.open();
    const deadline = Date.now() + recoveryMs;
    while ((await app.call('GET', '/ready')).status !== 200) {
      assert.ok(Date.now() < deadline, 'not ready again');
      await pause(50);
    }
    assert.equal((await user.call('GET', '/emails')).status, 200);
  });

  test('ends a statement that takes too long', async () => {
    const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(app.db);
    assert.equal(rows[0]?.statement_timeout, '15s');
    const late = app.db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = 50`.execute(tx);
      await sql`select pg_sleep(5)`.execute(tx);
    });
    await assert.rejects(late, (error) => faultOf(error) === 'unavailable');
  });
});
