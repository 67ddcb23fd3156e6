import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '../src/db/open.ts';
import { faultOf } from '../src/db/faults.ts';
import { gateBefore } from './gate.ts';
import { type Answer, engine, newStore, startApp } from './test-app.ts';

type Failure = { error: { code: string; message: string } };

/** The promise is two seconds; half a second more for a busy machine. */
const promptMs = 2500;
const recoveryMs = 5000;

const store = await newStore();
const gate = await gateBefore(store.DATABASE_URL ?? 'postgres://127.0.0.1/none');
const app = await startApp(engine === 'postgres' ? { DATABASE_URL: gate.url } : {});
const direct = await openDatabase(
  { ...app.config, databaseUrl: store.DATABASE_URL ?? null },
  () => undefined,
);
after(() => direct.destroy());
const user = await app.user();
const write = (email: string) => user.call<Failure>('POST', '/emails', { email, password: 'x' });
const emails = async () => {
  const rows = await direct.selectFrom('email_accounts').select('email').execute();
  return rows.map(({ email }) => email);
};

async function prompt<T>(call: () => Promise<Answer<T>>): Promise<Answer<T>> {
  const began = Date.now();
  const answer = await call();
  const took = Date.now() - began;
  assert.ok(took < promptMs, `answered after ${took} ms`);
  return answer;
}

async function refuses(): Promise<void> {
  for (const call of [
    () => user.call<Failure>('GET', '/emails'),
    () => write('while-away@example.com'),
    () => app.call<Failure>('POST', '/auth/login', { email: user.email, password: 'x' }),
    () => app.call<Failure>('GET', '/ready'),
  ]) {
    const { status, body, headers } = await prompt(call);
    assert.equal(status, 503);
    assert.equal(body.error.code, 'SERVICE_UNAVAILABLE');
    assert.equal(headers.get('retry-after'), '5');
  }
  assert.equal((await prompt(() => app.call('GET', '/health'))).status, 200);
}

async function recovers(): Promise<void> {
  const deadline = Date.now() + recoveryMs;
  while ((await app.call('GET', '/ready')).status !== 200) {
    assert.ok(Date.now() < deadline, 'not ready again');
    await pause(50);
  }
  assert.equal((await user.call('GET', '/emails')).status, 200);
}

describe('loss of the database', { skip: engine === 'sqlite' && 'SQLite is a file' }, () => {
  test('requests are refused with a message while it is stopped, and served again without a restart', async () => {
    gate.shut();
    await Promise.all([refuses(), refuses(), refuses()]);
    await gate.open();
    await recovers();
    assert.deepEqual(await emails(), []);
  });

  test('a database that hangs is not waited for', async () => {
    gate.hang();
    await pause(150); // An idle connection is tested before it is used.
    await refuses();
    await gate.open();
    await recovers();
  });

  test('connections cut at any moment lose no write and leave none half done', async () => {
    const acknowledged: string[] = [];
    let cutting = true;
    const writer = async (name: number) => {
      for (let count = 0; cutting; count += 1) {
        const email = `${name}-${count}@example.com`;
        const { status } = await write(email);
        assert.ok([201, 503].includes(status), String(status));
        if (status === 201) acknowledged.push(email);
      }
    };
    const writers = Promise.all([0, 1, 2, 3].map(writer));
    for (let cut = 0; cut < 20; cut += 1) {
      const before = acknowledged.length;
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(direct);
      const deadline = Date.now() + recoveryMs;
      while (acknowledged.length === before) {
        assert.ok(Date.now() < deadline, 'no write succeeded again');
        await pause(5);
      }
    }
    cutting = false;
    await writers;
    const stored = new Set(await emails());
    assert.deepEqual(
      acknowledged.filter((email) => !stored.has(email)),
      [],
    );
    const changes = await direct.selectFrom('changes').select('recordId').execute();
    assert.equal(changes.length, stored.size, 'each row has its change');
  });

  test('with every connection taken, requests are refused and then served again', async () => {
    const held = Promise.withResolvers<void>();
    const taken = Array.from({ length: 10 }, () => {
      const has = Promise.withResolvers<void>();
      const over = app.db.transaction().execute(async () => {
        has.resolve();
        await held.promise;
      });
      return { has: has.promise, over };
    });
    await Promise.all(taken.map(({ has }) => has));
    await refuses();
    held.resolve();
    await Promise.all(taken.map(({ over }) => over));
    await recovers();
  });

  test('a statement has a timeout', async () => {
    const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(app.db);
    assert.equal(rows[0]?.statement_timeout, '15s');
    const late = app.db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = 50`.execute(tx);
      await sql`select pg_sleep(5)`.execute(tx);
    });
    await assert.rejects(late, (error) => faultOf(error) === 'unavailable');
  });
});
