import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { AuditEvent } from '@quartermaster/contract/audit/audit.schema';
import { readConfig } from '../src/config.ts';
import { connect } from '../src/db/open.ts';
import { callServer, registerAt, runCommand, startServer } from './server-process.ts';
import { newStore, password } from './test-app.ts';

const store = { ...(await newStore()), PUBLIC_URL: 'https://inventory.example.com' };

/** Runs a command beside the server, as an operator does. */
const run = (...args: string[]): Promise<string> => runCommand(store, ...args);
const failure = (exitCode: number, args: string[]): Promise<string> =>
  run(...args).then(
    () => assert.fail('it succeeded'),
    ({ code, stderr }: { code: number; stderr: string }) => {
      assert.equal(code, exitCode);
      return stderr;
    },
  );
const refusal = (...args: string[]): Promise<string> => failure(1, args);

const server = await startServer(store);
after(() => server.stop('SIGKILL'));
const administrator = await registerAt(server.url, 'admin@example.com');
const person = await registerAt(server.url, 'person@example.com');
const call = <T>(method: string, path: string, token?: string, body?: unknown) =>
  callServer<T>(server.url, method, path, token, body);
const signIn = (sent = password) =>
  call('POST', '/auth/login', undefined, { email: 'person@example.com', password: sent });
const events = async (action: string) =>
  (
    await call<{ data: { events: AuditEvent[] } }>(
      'GET',
      `/installation/audit?action=${action}`,
      administrator,
    )
  ).body.data.events.map(({ actor, address, subject, details }) => ({ actor, address, subject, details }));
const byOperator = { actor: null, address: null, subject: 'person@example.com' };

describe('the commands for accounts, beside a running server', () => {
  test('list them', async () => {
    const [head = '', ...lines] = (await run('users')).trim().split('\n');
    assert.match(head, /^ADDRESS +ROLE +STATE +SECOND FACTOR +LAST SEEN$/);
    const seen = String.raw`\d{4}-\d\d-\d\dT\S+`;
    assert.match(lines[0] ?? '', new RegExp(`^admin@example.com +administrator +enabled +no +${seen}$`));
    assert.match(lines[1] ?? '', new RegExp(`^person@example.com +user +enabled +no +${seen}$`));
    assert.equal(lines.length, 2);
  });

  test('disable and enable one: its sessions end within 10 s', async () => {
    assert.equal((await call('GET', '/auth/me', person)).status, 200);
    assert.match(await run('users', '--disable', 'Person@example.com'), /^person@example.com is disabled/);
    const until = performance.now() + 10_000;
    while ((await call('GET', '/auth/me', person)).status !== 401) {
      assert.ok(performance.now() < until, 'the session goes on');
      await pause(100);
    }
    assert.equal((await signIn()).status, 401);
    assert.match(await run('users'), /person@example.com +user +disabled/);
    assert.match(await refusal('reset-password', 'person@example.com'), /is disabled; enable it first/);
    assert.equal(await run('users', '--enable', 'person@example.com'), 'person@example.com is enabled\n');
    assert.equal((await signIn()).status, 200);
    assert.deepEqual(await events('account.changed'), [
      { ...byOperator, details: { disabled: false } },
      { ...byOperator, details: { disabled: true } },
    ]);
  });

  test('make one an administrator', async () => {
    assert.match(await refusal('users', '--disable', 'admin@example.com'), /needs an administrator/);
    await run('users', '--administrator', 'person@example.com');
    assert.match(await run('users'), /person@example.com +administrator +enabled/);
  });

  test('clear a second factor', async () => {
    assert.match(
      await refusal('users', '--clear-second-factor', 'person@example.com'),
      /Second factor not found/,
    );
    const db = connect(readConfig(store), () => undefined, { bounded: false });
    const { id: userId } = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'person@example.com')
      .executeTakeFirstOrThrow();
    const key = { id: 'p', userId, name: 'key', credentialId: 'c', publicKey: 'k', counter: 0 };
    await db
      .insertInto('passkeys')
      .values({ ...key, transports: '[]', createdAt: 1, lastUsedAt: null })
      .execute();
    await db.destroy();
    assert.match(JSON.stringify((await signIn()).body), /challenge/);
    await run('users', '--clear-second-factor', 'person@example.com');
    assert.match(JSON.stringify((await signIn()).body), /accessToken/);
    const [event] = await events('second-factor.disabled');
    assert.equal(event?.actor, null);
    assert.equal(event.details['method'], 'all');
  });

  test('print a link for a lost password, which works once', async () => {
    const link = (await run('reset-password', 'person@example.com')).trim();
    assert.match(link, /^https:\/\/inventory\.example\.com\/reset#token=[\w-]{43}$/);
    const reset = () =>
      call('POST', '/auth/reset', undefined, { token: link.split('token=')[1], password: 'Better-Horse-2' });
    assert.equal((await reset()).status, 200);
    assert.equal((await reset()).status, 400);
    assert.equal((await signIn()).status, 401);
    assert.equal((await signIn('Better-Horse-2')).status, 200);
    assert.deepEqual(await events('reset-link.created'), [{ ...byOperator, details: {} }]);
    const off = runCommand({ ...store, PASSWORD_SIGN_IN: 'off' }, 'reset-password', 'person@example.com');
    await assert.rejects(off, /use a passkey or the identity provider, or start with PASSWORD_SIGN_IN=on/);
  });

  test('report errors', async () => {
    assert.match(await refusal('users', '--enable', 'x@y.z'), /There is no account with the address x@y.z/);
    for (const args of [
      ['users', 'x'],
      ['users', '--enable', 'a@b.c', '--disable', 'a@b.c'],
      ['backup', 'x', '--enable', 'a@b.c'],
    ])
      assert.match(await failure(2, args), /\n\nUsage: quartermaster (users|backup FILE)\n/, args.join(' '));
  });
});
