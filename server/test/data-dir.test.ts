import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { freePort } from './free-port.ts';
import { registerAt, runCommand, startServer } from './server-process.ts';
import { emptyStore, newStore } from './test-app.ts';

interface Line {
  level: number;
  msg: string;
}

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

/** Starts and stops a server, and returns its warnings about files. */
async function warningsOf(settings: Record<string, string>, under: string[] = []): Promise<string[]> {
  const server = await startServer(settings, under);
  await registerAt(server.url, 'op@example.com').catch(() => undefined);
  assert.equal(await server.stop('SIGTERM'), 0);
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  const warnings = lines.map((line) => JSON.parse(line) as Line).filter(({ level }) => level === 40);
  return warnings.map(({ msg }) => msg).filter((msg) => msg.includes('can be read by'));
}

describe('DATA_DIR', () => {
  test('is created for its owner alone, with those above it', async () => {
    const store = await emptyStore();
    const dir = join(store.DATA_DIR, 'a', 'b');
    assert.deepEqual(await warningsOf({ ...store, DATA_DIR: dir }), []);
    for (const made of [dir, dirname(dir)]) assert.equal(await modeOf(made), '700');
    for (const name of await readdir(dir)) assert.equal(await modeOf(join(dir, name)), '600', name);
  });

  test('keeps its mode if it was there before; that others can read it is one line a start', async () => {
    const store = await newStore();
    const dir = store.DATA_DIR;
    for (const [mode, readers] of [
      [0o750, 'its group'],
      [0o755, 'every user of this machine'],
    ] as const) {
      await chmod(dir, mode);
      const line = `${dir} can be read by ${readers}; unless that is intended, run: chmod 700 ${dir}`;
      assert.deepEqual(await warningsOf(store), [line]);
      assert.equal(await modeOf(dir), mode.toString(8));
    }
  });

  test('may belong to another user, if the server can write it', async (t) => {
    if (process.getuid?.() !== 0) return t.skip('needs root, to start a server as another user');
    const store = await emptyStore();
    await chmod(store.DATA_DIR, 0o777);
    const nobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
    assert.equal((await warningsOf(store, nobody)).length, 1);
    assert.equal(await modeOf(store.DATA_DIR), '777');
    const key = await stat(join(store.DATA_DIR, 'master.key'));
    assert.deepEqual([key.uid, (key.mode & 0o777).toString(8)], [65534, '600']);
    // A file of another user keeps its mode too.
    const file = join(store.DATA_DIR, 'quartermaster.db');
    const { chown } = await import('node:fs/promises');
    for (const name of await readdir(store.DATA_DIR)) await chown(join(store.DATA_DIR, name), 0, 65534);
    for (const name of ['quartermaster.db', 'master.key']) await chmod(join(store.DATA_DIR, name), 0o660);
    const warnings = await warningsOf(store, nobody);
    assert.deepEqual(warnings.length, 3, warnings.join('\n'));
    assert.equal(await modeOf(file), '660');
  });

  test('that cannot be used is refused at once, in words', async () => {
    const store = await newStore();
    const file = join(store.DATA_DIR, 'file');
    await writeFile(file, '');
    for (const [dir, words] of [
      ['/proc/x', /DATA_DIR is \/proc\/x, which can't be used: no such file or directory/],
      ['/proc/x/y', /DATA_DIR is \/proc\/x\/y, which can't be used/],
      [file, /DATA_DIR is .+file, which is no directory/],
      [join(file, 'x'), /DATA_DIR is .+, which can't be used: not a directory/],
    ] as const)
      await assert.rejects(startServer({ ...store, DATA_DIR: dir }), words);
  });
});

describe('the key file', () => {
  test('may be readable by its group, which is one line a start, and by nobody else', async () => {
    const store = await newStore();
    assert.deepEqual(await warningsOf(store), []);
    const file = join(store.DATA_DIR, 'master.key');
    for (const mode of [0o440, 0o640]) {
      await chmod(file, mode);
      const line = `${file} can be read by its group; unless that is intended, run: chmod 600 ${file}`;
      assert.deepEqual(await warningsOf(store), [line]);
      assert.equal(await modeOf(file), mode.toString(8));
    }
    for (const mode of [0o604, 0o644, 0o602]) {
      await chmod(file, mode);
      await assert.rejects(startServer(store), /can be read by others; run: chmod 600/);
    }
  });

  test('keeps its readers when it is rotated', async () => {
    const store = await newStore();
    assert.deepEqual(await warningsOf(store), []);
    const file = join(store.DATA_DIR, 'master.key');
    await chmod(file, 0o640);
    const before = await readFile(file, 'utf8');
    await runCommand(store, 'rotate-master-key');
    assert.notEqual(await readFile(file, 'utf8'), before);
    assert.equal(await modeOf(file), '640');
  });

  test('is created in no directory that does not exist', async () => {
    const store = await newStore();
    const file = join(store.DATA_DIR, 'keys', 'master.key');
    await assert.rejects(
      startServer({ ...store, MASTER_KEY_FILE: file }),
      /There is no directory .+keys for the master key; create it/,
    );
    await assert.rejects(stat(dirname(file)));
    await mkdir(dirname(file));
    assert.deepEqual(await warningsOf({ ...store, MASTER_KEY_FILE: file }), []);
  });
});

describe('PostgreSQL', () => {
  test('that does not answer is named, by the server and by a command', async () => {
    const home = await mkdtemp(join(tmpdir(), 'quartermaster-'));
    const port = await freePort();
    const settings = { DATA_DIR: home, DATABASE_URL: `postgres://user:word@127.0.0.1:${port}/data` };
    const words = `The database at 127.0.0.1:${port} does not answer`;
    const isNamed = (error: Error & { stderr?: string }) => {
      const text = error.stderr ?? error.message;
      assert.ok(text.includes(words), text);
      assert.doesNotMatch(text, /word|ECONNREFUSED/);
      return true;
    };
    await assert.rejects(startServer(settings), isNamed);
    await assert.rejects(runCommand(settings, 'users'), isNamed);
    await rm(home, { recursive: true });
  });
});
