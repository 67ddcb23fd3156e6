// On both engines: the server opens and migrates what it is given.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readConfig } from '../src/config.ts';
import { connect } from '../src/db/open.ts';
import {
  type ServerProcess,
  callServer,
  registerAt,
  runCommand,
  shipped,
  startServer,
} from './server-process.ts';
import { emptyStore, newStore } from './test-app.ts';

interface Emails {
  data: { emailAccounts: { id: string; password: string }[] };
}

async function withOneSecret(settings: Record<string, string>): Promise<string> {
  const server = await startServer(settings);
  const token = await registerAt(server.url, 'op@example.com');
  await callServer(server.url, 'POST', '/emails', token, {
    email: 'box@example.com',
    password: 'the secret',
  });
  assert.equal(await server.stop('SIGTERM'), 0);
  return token;
}

async function readsTheSecret(settings: Record<string, string>, token: string) {
  const server = await startServer(settings);
  const { body } = await callServer<Emails>(server.url, 'GET', '/emails', token);
  assert.deepEqual(
    body.data.emailAccounts.map(({ password }) => password),
    ['the secret'],
  );
  assert.equal(await server.stop('SIGTERM'), 0);
}

const hostOf = (databaseUrl: string) => {
  const { hostname, port, searchParams } = new URL(databaseUrl);
  return `${searchParams.get('host') ?? hostname}:${port || (searchParams.get('port') ?? '5432')}`;
};

/** Registers at a server, with headers. */
const registration =
  ({ url }: ServerProcess, headers: Record<string, string>) =>
  async (more: object) => {
    const body = JSON.stringify({ email: 'op@example.com', password: 'Correct-Horse-1', ...more });
    const sent = { 'content-type': 'application/json', ...headers };
    const answer = await fetch(`${url}/api/auth/register`, { method: 'POST', headers: sent, body });
    const { error } = (await answer.json()) as { error?: { message: string } };
    return { status: answer.status, message: error?.message ?? '' };
  };

const rotate = (settings: Record<string, string>) => runCommand(settings, 'rotate-master-key');

describe('start', () => {
  test('reports invalid settings by name', async () => {
    const store = await newStore();
    for (const [name, value, words] of [
      ['PORT', 'x', 'PORT must be a whole number from 0 to 65535'],
      ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of: fatal, error'],
      ['LOG_FORMAT', 'pretty', 'LOG_FORMAT must be one of: json, text'],
      ['REGISTRATION', 'maybe', 'REGISTRATION must be one of: open, closed'],
      ['DATABASE_URL', 'mysql://x', 'DATABASE_URL must begin with postgres://'],
      ['DATABASE_DIRECT_URL', 'http://x', 'DATABASE_DIRECT_URL must begin with postgres://'],
      ['DATABASE_POOL', '3', 'DATABASE_POOL must be a whole number from 4 to 100'],
      ['PROXY_TEST_ALLOW_PRIVATE', '1', 'PROXY_TEST_ALLOW_PRIVATE must be true or false'],
      ['TRUST_PROXY', 'nginx', 'TRUST_PROXY must be true, false, or addresses and networks'],
      ['EGRESS_ALLOW', '10.0.0.0/8,internal', 'EGRESS_ALLOW must be addresses or networks'],
      ['DNS_SERVERS', 'dns.example.com', 'DNS_SERVERS must be addresses'],
      [
        'RDAP_BOOTSTRAP',
        '/nowhere.json',
        'RDAP_BOOTSTRAP must be the http or https address, or a readable file',
      ],
      [
        'WHOIS_SERVERS',
        'whois.denic.de',
        'WHOIS_SERVERS must be top-level domains with the host of their server',
      ],
      ['SMTP_URL', 'mail.example.com', 'SMTP_URL must be smtp:// or smtps://'],
      ['SMTP_URL', 'smtp://mail.example.com', 'Set both SMTP_URL and MAIL_FROM, or neither'],
      ['MAIL_FROM', 'nobody', 'MAIL_FROM must be an address'],
      ['PASSWORD_SIGN_IN', 'off', 'PASSWORD_SIGN_IN=off lets nobody in here yet'],
      ['MASTER_KEY', 'short', 'MASTER_KEY must be 32 bytes, as 64 hex digits or base64'],
      ['NEW_MASTER_KEY', 'short', 'NEW_MASTER_KEY must be 32 bytes'],
      ['MASTER_KEY_FILE', tmpdir(), `${tmpdir()} is a directory, not a key file`],
      ['HOST', '::2', "::2 can't be used: address"],
    ] as const)
      await assert.rejects(startServer({ ...store, [name]: value }), (error: Error) =>
        error.message.includes(words),
      );
  });

  test('ends with the address and the place of the data on a terminal', async () => {
    const terminal = { NODE_OPTIONS: '--import=data:text/javascript,process.stdout.isTTY=true' };
    const store = await emptyStore();
    const data = (url?: string) =>
      url === undefined ? store.DATA_DIR : `${hostOf(url)}${new URL(url).pathname}`;
    const lastOf = (server: ServerProcess) => [
      `Quartermaster is ready: ${server.url.replace('127.0.0.1', 'localhost')}`,
      `Data: ${data(store.DATABASE_URL)}`,
    ];
    const first = await startServer({ ...store, ...terminal, LOG_LEVEL: 'info' });
    await registerAt(first.url, 'op@example.com');
    assert.equal(await first.stop('SIGTERM'), 0);
    const lines = first.output().split('\n');
    const last = lines.findIndex((line) => line.startsWith('Quartermaster is ready'));
    assert.deepEqual(lines.slice(last, last + 2), lastOf(first));
    for (const line of lines.toSpliced(last, 2)) assert.match(line, /^\d{4}-\d\d-\d\dT[\d:]{8}Z info \S/);
    assert.match(
      lines.slice(0, last).join('\n'),
      /Open it and register: the first one becomes administrator/,
    );
    assert.doesNotMatch(first.output(), /Setup code/);

    const second = await startServer({ ...store, LOG_FORMAT: 'text', LOG_LEVEL: 'info' });
    assert.equal(await second.stop('SIGTERM'), 0);
    assert.ok(second.output().includes(lastOf(second).join('\n')));
    assert.doesNotMatch(second.output(), /register/);
    for (const format of [{}, { ...terminal, LOG_FORMAT: 'json' }]) {
      const piped = await startServer({ ...store, ...format });
      assert.equal(await piped.stop('SIGTERM'), 0);
      for (const line of piped.output().split('\n')) JSON.parse(line);
    }
  });

  test('is for others where it listens beyond loopback, has another address or trusts a proxy', () => {
    for (const [settings, isForOthers] of [
      [{}, false],
      [{ HOST: 'localhost', PUBLIC_URL: 'http://localhost:4000', TRUST_PROXY: 'false' }, false],
      [{ HOST: '::1', PUBLIC_URL: 'http://127.0.0.1' }, false],
      [{ HOST: '0.0.0.0' }, true],
      [{ HOST: 'inventory.example.com' }, true],
      [{ PUBLIC_URL: 'https://inventory.example.com' }, true],
      [{ TRUST_PROXY: '127.0.0.1' }, true],
      [{ TRUST_PROXY: 'true' }, true],
    ] as const)
      assert.equal(readConfig({ ...settings }).isForOthers, isForOthers, JSON.stringify(settings));
  });

  test('logs the setup code where others are to reach the server', async () => {
    const store = await newStore();
    const open = await startServer({ ...store, HOST: '0.0.0.0', LOG_FORMAT: 'text', LOG_LEVEL: 'info' });
    const [, setupCode] = /Setup code: (\S+)/.exec(open.output()) ?? [];
    const register = registration(open, {});
    assert.match((await register({})).message, /that the server printed when it started/);
    assert.equal((await register({ setupCode })).status, 201);
    assert.equal(await open.stop('SIGTERM'), 0);
    assert.equal(open.output().match(/Setup code: /g)?.length, 1);
    const again = await startServer(store);
    assert.equal(await again.stop('SIGTERM'), 0);
    assert.doesNotMatch(again.output(), /Setup code/);
  });

  test('logs the setup code on this machine alone once a registration was refused without it', async () => {
    const local = await startServer({ ...(await newStore()), LOG_LEVEL: 'info' });
    const register = registration(local, { 'x-forwarded-for': '192.0.2.1' });
    assert.doesNotMatch(local.output(), /Setup code/);
    assert.match((await register({})).message, /Enter the setup code that the server printed to its log/);
    assert.match((await register({ setupCode: '0' })).message, /printed it to its log/);
    assert.equal(local.output().match(/"Setup code: /g)?.length, 1);
    const [, setupCode] = /"Setup code: ([^"]+)"/.exec(local.output()) ?? [];
    assert.equal((await register({ setupCode })).status, 201);
    assert.equal(await local.stop('SIGTERM'), 0);
  });

  test('opens no inspector on SIGUSR1', async (t) => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as AddressInfo;
    free.close();
    const settings = { ...(await newStore()), NODE_OPTIONS: `--inspect-port=127.0.0.1:${port}` };
    const server = await startServer(settings, [], shipped);
    t.after(() => server.child.kill('SIGKILL'));
    server.child.kill('SIGUSR1');
    // Long enough for the inspector's thread: without the flag, it would listen after the first few.
    for (let requests = 0; requests < 200; requests += 1)
      assert.equal((await callServer(server.url, 'GET', '/ready')).status, 200);
    await assert.rejects(fetch(`http://127.0.0.1:${port}/json`), 'the inspector is open');
    assert.doesNotMatch(server.output(), /Debugger/);
    assert.equal(await server.stop('SIGTERM'), 0);
  });

  test('reports a port that is in use', async () => {
    const server = await startServer(await newStore());
    const { port } = new URL(server.url);
    await assert.rejects(
      startServer({ ...(await newStore()), PORT: port }),
      new RegExp(`Port ${port} is taken by another program. Choose another one with PORT`),
    );
    assert.equal(await server.stop('SIGTERM'), 0);
  });

  test('the data directory and the key are accessible to their owner alone', async () => {
    const store = await newStore();
    await withOneSecret(store);
    assert.equal((await stat(store.DATA_DIR)).mode & 0o777, 0o700);
    assert.equal((await stat(join(store.DATA_DIR, 'master.key'))).mode & 0o777, 0o600);
  });

  test('needs no data directory where nothing is kept in it', async () => {
    const { DATABASE_URL } = await newStore();
    if (DATABASE_URL === undefined) return; // SQLite's database is in it.
    const server = await startServer({ DATABASE_URL, MASTER_KEY: 'ab'.repeat(32), DATA_DIR: '/proc/none' });
    assert.equal(await server.stop('SIGTERM'), 0);
    assert.doesNotMatch(server.output(), /can be read by/);
  });

  test('refuses a wrong, a missing and a world-readable master key with a message', async () => {
    const store = await newStore();
    const token = await withOneSecret(store);
    const file = join(store.DATA_DIR, 'master.key');
    const key = await readFile(file, 'utf8');
    await chmod(file, 0o644);
    await assert.rejects(startServer(store), /can be read by others; run: chmod 600/);
    await chmod(file, 0o600);
    await writeFile(file, `${'0'.repeat(64)}\n`);
    await assert.rejects(startServer(store), /not the one that this database was written with/);
    await assert.rejects(
      startServer({ ...store, MASTER_KEY_FILE: `${file}.none` }),
      /There is no master key at/,
    );
    await readsTheSecret({ ...store, MASTER_KEY: key.trim() }, token);
  });

  test('the master key rotates, in its file and in the environment', async () => {
    const store = await newStore();
    const token = await withOneSecret(store);
    const file = join(store.DATA_DIR, 'master.key');
    const first = await readFile(file, 'utf8');
    assert.match(await rotate(store), /^Wrapped \d+ keys .+All secrets are sealed with new keys/s);
    const second = await readFile(file, 'utf8');
    assert.notEqual(first, second);
    await readsTheSecret(store, token);
    const [old, next] = [{ MASTER_KEY: second.trim() }, 'ab'.repeat(32)];
    await assert.rejects(rotate({ ...store, ...old }), /Set NEW_MASTER_KEY/);
    await rotate({ ...store, ...old, NEW_MASTER_KEY: next });
    await readsTheSecret({ ...store, MASTER_KEY: next }, token);
    const db = connect(readConfig(store), () => undefined, { bounded: false });
    const events = db.selectFrom('audit_events').selectAll().where('action', '=', 'keys.rotated');
    const rotations = await events.execute();
    await db.destroy();
    assert.equal(rotations.length, 2);
    for (const { workspaceId, actorId, details } of rotations) {
      assert.deepEqual([workspaceId, actorId], [null, null]);
      assert.equal((JSON.parse(details) as { compromised: boolean }).compromised, false);
    }
    await assert.rejects(startServer({ ...store, ...old }), /not the one that this database/);
  });
});
