import assert from 'node:assert/strict';
import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { callServer, main, registerAt, startServer } from './server-process.ts';
import { engine, newStore } from './test-app.ts';

type Failure = { error?: { code: string; message: string } };
type Emails = { data: { emailAccounts: { email: string }[] } };

const run = (command: string, ...args: string[]): SpawnSyncReturns<string> =>
  spawnSync(command, args, { encoding: 'utf8' });

/** A new small disk; null where mounting is not permitted. */
async function smallDisk(): Promise<string | null> {
  const dir = await mkdtemp(join(tmpdir(), 'quartermaster-disk-'));
  const { status } = run('mount', '-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', dir);
  after(async () => {
    if (status === 0) run('umount', '--lazy', dir);
    await rm(dir, { recursive: true, force: true });
  });
  return status === 0 ? dir : null;
}

async function fill(disk: string): Promise<void> {
  const piece = Buffer.alloc(4096);
  const filled = async (): Promise<void> => appendFile(join(disk, 'filler'), piece).then(filled);
  await assert.rejects(filled(), /ENOSPC/);
}

const disk = engine === 'sqlite' ? await smallDisk() : null;
const skip = disk === null && 'needs SQLite, and a machine that lets it mount a small disk';

describe('a full disk', { skip }, () => {
  if (disk === null) return;

  test('refuses writes with a message, keeps reading, and writes again once there is space', async () => {
    const server = await startServer({ DATA_DIR: join(disk, 'data') });
    after(() => server.stop('SIGKILL'));
    const token = await registerAt(server.url, 'op@example.com');
    const write = (email: string) =>
      callServer<Failure>(server.url, 'POST', '/emails', token, {
        email,
        password: 'x',
        comment: 'x'.repeat(400),
      });
    const emails = async () => {
      // Secrets are answered only if that can be logged.
      const path = '/emails?secrets=omit';
      const { status, body } = await callServer<Emails>(server.url, 'GET', path, token);
      assert.equal(status, 200);
      return body.data.emailAccounts.map(({ email }) => email).sort();
    };
    const acknowledged: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      await fill(disk);
      let refused = 0;
      for (let count = 0; refused < 5; count += 1) {
        const email = `box-${round}-${count}@example.com`;
        const { status, body } = await write(email);
        if (status === 201) acknowledged.push(email);
        else {
          refused += 1;
          assert.equal(status, 503);
          assert.equal(body.error?.message, 'The disk is full; nothing was changed');
        }
      }
      for (const password of ['Correct-Horse-1', 'wrong']) {
        const signIn = { email: 'op@example.com', password };
        const { status } = await callServer(server.url, 'POST', '/auth/login', undefined, signIn);
        assert.equal(status, 503);
      }
      const bulk = Array.from({ length: 500 }, (_, index) => ({
        name: `p${index}`,
        ip: '192.0.2.1',
        port: index + 1,
        username: 'u',
        password: 'p',
        type: 'HTTP',
      }));
      const proxies = { proxies: bulk, skipDuplicates: true };
      assert.equal(
        (await callServer(server.url, 'POST', '/proxies/bulk-import', token, proxies)).status,
        503,
      );
      assert.deepEqual(await emails(), acknowledged.toSorted());
      assert.equal((await callServer(server.url, 'GET', '/ready')).status, 200);

      await rm(join(disk, 'filler'));
      const email = `after-${round}@example.com`;
      assert.equal((await write(email)).status, 201);
      acknowledged.push(email);
      assert.deepEqual(await emails(), acknowledged.toSorted());
    }
    const signIn = { email: 'op@example.com', password: 'Correct-Horse-1' };
    assert.equal((await callServer(server.url, 'POST', '/auth/login', undefined, signIn)).status, 200);
    assert.equal(await server.stop('SIGTERM'), 0);
  });
});

test('a log that fails to write does not stop the server', { skip: !existsSync('/dev/full') }, async () => {
  const store = await newStore();
  const port = await freePort();
  const full = openSync('/dev/full', 'w');
  const env = { PATH: process.env.PATH, PORT: String(port), LOG_LEVEL: 'debug', LOOK_UPS: 'off', ...store };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', full, 'inherit'] });
  after(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const healthy = async (): Promise<void> => {
    assert.equal(child.exitCode, null);
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null);
    if (!answer) return pause(50).then(healthy);
  };
  await healthy();
  for (let count = 0; count < 50; count += 1) await healthy();
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
});
