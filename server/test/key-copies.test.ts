import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { callServer, registerAt, runCommand, startServer } from './server-process.ts';
import { newStore } from './test-app.ts';

interface Refusal {
  error: { code: string; message: string };
}

const copies = await mkdtemp(join(tmpdir(), 'quartermaster-keys-'));
after(() => rm(copies, { recursive: true }));
const noticedMs = 10_000;

/** Waits at most until changed keys must have been noticed. */
async function until(what: string, happens: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + noticedMs;
  while (!(await happens())) {
    assert.ok(performance.now() < deadline, `not within 10 s: ${what}`);
    await pause(100);
  }
}

describe('a server with a key file of its own', () => {
  test('answers 503 after a rotation elsewhere, and works on once it has the new file', async () => {
    const store = await newStore();
    const first = await startServer(store);
    const token = await registerAt(first.url, 'op@example.com');
    const email = { email: 'box@example.com', password: 'the secret' };
    await callServer(first.url, 'POST', '/emails', token, email);
    const [file, copy] = [join(store.DATA_DIR, 'master.key'), join(copies, 'copy.key')];
    await copyFile(file, copy);
    const settings = { ...store, MASTER_KEY_FILE: copy };
    const second = await startServer(settings);
    const read = () => callServer<Refusal>(second.url, 'GET', '/emails', token);
    assert.equal((await read()).status, 200);

    const printed = await runCommand(store, 'rotate-master-key');
    assert.ok(printed.includes(`Copy ${file} to every server`), printed);
    const ready = () => callServer<Refusal>(second.url, 'GET', '/ready');
    await until('it is not ready', async () => (await ready()).status === 503);
    const { error } = (await ready()).body;
    assert.deepEqual(
      [error.code, error.message],
      ['SERVICE_UNAVAILABLE', "The keys in the database can't be opened with the master key of this server"],
    );
    const sent = { email: 'op@example.com', password: 'Correct-Horse-1' };
    for (const { status, body } of [
      await read(),
      await callServer<Refusal>(second.url, 'POST', '/emails', token, email),
      await callServer<Refusal>(second.url, 'POST', '/auth/login', undefined, sent),
      await callServer<Refusal>(second.url, 'POST', '/auth/register', undefined, {
        ...sent,
        email: 'new@example.com',
      }),
    ])
      assert.deepEqual([status, body.error.code], [503, 'SERVICE_UNAVAILABLE']);
    assert.equal((await callServer(second.url, 'GET', '/health')).status, 200);
    assert.equal((await callServer(first.url, 'GET', '/ready')).status, 200);
    await assert.rejects(startServer(settings), /If it was rotated on another server, copy the key file/);

    // A copy is not there at once.
    await writeFile(copy, (await readFile(file, 'utf8')).slice(0, 20));
    assert.equal((await ready()).status, 503);
    await copyFile(file, copy);
    await until('it reads the new file', async () => (await read()).status === 200);
    assert.match(JSON.stringify((await read()).body), /the secret/);
    assert.equal((await ready()).status, 200);
    const reported = second.output().match(/can't be opened with the master key of this server/g) ?? [];
    assert.ok(reported.length > 0);
    assert.match(second.output(), /"reason":"The master key is not the one that this database/);
    assert.match(second.output(), /the keys can be read again/);
    assert.doesNotMatch(second.output(), /INTERNAL_ERROR|"statusCode":500/);
    for (const server of [first, second]) assert.equal(await server.stop('SIGTERM'), 0);
  });

  test('wraps no new key with a master key that was replaced', async () => {
    const store = await newStore();
    const first = await startServer(store);
    await registerAt(first.url, 'op@example.com');
    const [file, copy] = [join(store.DATA_DIR, 'master.key'), join(copies, 'late.key')];
    await copyFile(file, copy);
    const second = await startServer({ ...store, MASTER_KEY_FILE: copy });
    // Registrations go on at the second while the first one's key is rotated; each that succeeds must stay readable.
    let rotating = true;
    const registered: string[] = [];
    const registering = (async () => {
      for (let n = 0; rotating; n += 1) {
        const sent = { email: `p${n}@example.com`, password: 'Correct-Horse-1' };
        const { status } = await callServer(second.url, 'POST', '/auth/register', undefined, sent);
        if (status === 201) registered.push(sent.email);
        if (status !== 201) await pause(50);
      }
    })();
    await runCommand(store, 'rotate-master-key');
    rotating = false;
    await registering;
    for (const email of registered) {
      const { body } = await callServer<{ data: { tokens: { accessToken: string } } }>(
        first.url,
        'POST',
        '/auth/login',
        undefined,
        { email, password: 'Correct-Horse-1' },
      );
      const { status } = await callServer(first.url, 'GET', '/emails', body.data.tokens.accessToken);
      assert.equal(status, 200, email);
    }
    for (const server of [first, second]) assert.equal(await server.stop('SIGTERM'), 0);
  });
});

describe('a rotation that fails', () => {
  test('leaves the key file as it was, and nothing else', async () => {
    const store = await newStore();
    const server = await startServer(store);
    assert.equal(await server.stop('SIGTERM'), 0);
    const foreign = join(copies, 'foreign.key');
    const text = `${'ab'.repeat(32)}\n`;
    await writeFile(foreign, text, { mode: 0o600 });
    const before = await readdir(store.DATA_DIR);
    await assert.rejects(
      runCommand({ ...store, MASTER_KEY_FILE: foreign }, 'rotate-master-key'),
      /The master key is not the one that this database was written with/,
    );
    assert.equal(await readFile(foreign, 'utf8'), text);
    const [key, other] = ['cd'.repeat(32), 'xyz'];
    for (const [settings, words] of [
      [{ MASTER_KEY: key, NEW_MASTER_KEY: other }, /^NEW_MASTER_KEY must be 32 bytes/],
      [{ MASTER_KEY: other, NEW_MASTER_KEY: key }, /^MASTER_KEY must be 32 bytes/],
      [{ MASTER_KEY: key, NEW_MASTER_KEY: key }, /^NEW_MASTER_KEY is the same key/],
      [{ MASTER_KEY_FILE: join(copies, 'none') }, /^There is no master key at/],
    ] as const)
      await assert.rejects(
        runCommand({ ...store, ...settings }, 'rotate-master-key'),
        ({ stderr }: { stderr: string }) => words.test(stderr),
      );
    const kept = (names: string[]) => names.filter((name) => !/-(wal|shm)$/.test(name));
    assert.deepEqual(kept(await readdir(store.DATA_DIR)), kept(before));
    const none = { DATA_DIR: join(copies, 'no-data'), MASTER_KEY: key, NEW_MASTER_KEY: 'ef'.repeat(32) };
    await assert.rejects(runCommand(none, 'rotate-master-key'), /There is no database at/);
    assert.deepEqual((await readdir(copies)).includes('no-data'), false);
  });
});
