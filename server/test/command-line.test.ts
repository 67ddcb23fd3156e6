import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { cli, registerAt, runCommand, startServer } from './server-process.ts';
import { emptyStore, engine, newStore } from './test-app.ts';

const home = await mkdtemp(join(tmpdir(), 'quartermaster-cli-'));
after(() => rm(home, { recursive: true }));

const commands = ['backup', 'restore', 'rotate-master-key', 'jobs', 'users', 'reset-password'];
const argumentsOf = [' FILE', ' FILE', '', ' run', '', ' EMAIL'];
/** Nothing may be opened: this directory would be created, and these settings refused. */
const untouched = { DATA_DIR: join(home, 'untouched'), PORT: 'x', MASTER_KEY: 'short' };

interface Failed {
  code: number;
  stdout: string;
  stderr: string;
}
const failure = (settings: Record<string, string>, ...args: string[]): Promise<Failed> =>
  runCommand(settings, ...args).then(
    () => assert.fail(`it succeeded: ${args.join(' ')}`),
    (error: unknown) => error as Failed,
  );

describe('the command line', () => {
  test('shows the arguments of one command, and touches nothing', async () => {
    const own = ['FILE', '--keep-tokens', '--now', 'jobs run', '--disable EMAIL', 'reset-password EMAIL'];
    for (const [at, name] of commands.entries())
      for (const args of [
        [name, '--help'],
        ['-h', name],
        [name, 'x', 'y', '--help'],
      ]) {
        const argument = argumentsOf[at] ?? '';
        const text = await runCommand(untouched, ...args);
        assert.ok(text.startsWith(`Usage: quartermaster ${name}${argument}\n`), text);
        assert.ok(text.includes(own[at] ?? ''), text);
        for (const other of commands.filter((each) => each !== name))
          assert.ok(!text.includes(`  ${other} `));
      }
    const all = await runCommand(untouched, '--help');
    for (const name of commands) assert.ok(all.includes(`  ${name} `), name);
    assert.deepEqual(await readdir(home), []);
  });

  test('answers wrong usage with 2, in a sentence that names what was meant', async () => {
    for (const [args, words] of [
      [['bakcup', 'x'], /^There is no command bakcup\. Did you mean backup\?/],
      [['reset', 'a@b.c'], /^There is no command reset\. Did you mean reset-password\?/],
      [['rotate-masterkey'], /Did you mean rotate-master-key\?/],
      [['toString'], /^There is no command toString\. Did you mean \S+\?/],
      [['backup'], /^quartermaster backup: FILE is missing\.\n/],
      [['backup', 'a', 'b'], /^quartermaster backup: b is one argument too many\.\n/],
      [['restore', 'a', '--now'], /^quartermaster restore: it takes no --now\.\n/],
      [['jobs'], /^quartermaster jobs: run is missing\.\n/],
      [['jobs', 'list'], /^There is no command jobs list\. Did you mean jobs run\?/],
      [['users', 'x'], /^quartermaster users: x is one argument too many\.\n/],
      [['users', '--enable', 'a', '--disable', 'b'], /choose one of --enable and --disable\.\n/],
      [['users', '--enable'], /^Option '--enable <value>' argument missing\. quartermaster --help/],
      [['users', '--everything'], /^Unknown option '--everything'\. quartermaster --help/],
      [[], /^Usage: quartermaster \[--no-jobs \| COMMAND\]/],
    ] as const) {
      const { code, stderr, stdout } = await failure(untouched, ...args);
      assert.match(stderr, words);
      assert.deepEqual([code, stdout], [2, ''], args.join(' '));
      assert.doesNotMatch(stderr, /\n +at /);
    }
    assert.deepEqual(await readdir(home), []);
  });

  test('answers a failure with 1, in a sentence, and a failed restore leaves nothing behind', async () => {
    const store = await newStore();
    const server = await startServer(store);
    assert.equal(await server.stop('SIGTERM'), 0);
    const key = { MASTER_KEY: 'ab'.repeat(32) };
    const target = { ...(await emptyStore()), ...key };
    const into = join(target.DATA_DIR, 'a', 'b');
    const file = join(home, 'no-backup');
    await writeFile(file, 'text');
    for (const [settings, args, words] of [
      [
        store,
        ['backup', join(home, 'none', 'x.gz')],
        /^\S+none\/x\.gz can't be used: no such file or directory\n$/,
      ],
      [{ ...target, DATA_DIR: into }, ['restore', file], /no-backup/],
      [{ ...target, DATA_DIR: into }, ['restore', join(home, 'none')], /none can't be used: no such file/],
      [{ ...target, DATA_DIR: into, MASTER_KEY: 'x' }, ['restore', file], /^MASTER_KEY must be 32 bytes/],
      [{ ...store, PORT: 'x' }, ['users'], /^PORT must be a whole number/],
    ] as const) {
      const { code, stderr } = await failure(settings, ...args);
      assert.match(stderr, words);
      assert.equal(code, 1);
      assert.doesNotMatch(stderr, /\n +at |ENOENT/);
    }
    assert.deepEqual(await readdir(target.DATA_DIR), [], engine);
    await rm(file);
  });
});

describe('a link for a lost password', () => {
  test('begins with the address of the server that ran last, and a warning if that is this machine', async () => {
    const store = await newStore();
    const link = async (settings: Record<string, string>) => {
      const env = { PATH: process.env.PATH, ...store, ...settings };
      const args = [cli, 'reset-password', 'op@example.com'];
      const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env });
      return [stdout.split('/reset#')[0], stderr.includes('The link works on this machine alone')];
    };
    const port = String(await freePort());
    const local = await startServer({ ...store, PORT: port });
    await registerAt(local.url, 'op@example.com');
    assert.deepEqual(await link({}), [`http://localhost:${port}`, true]);
    assert.deepEqual(await link({ PORT: '4999' }), ['http://localhost:4999', true]);
    assert.equal(await local.stop('SIGTERM'), 0);
    const published = await startServer({ ...store, PUBLIC_URL: 'https://inventory.example.com' });
    assert.deepEqual(await link({}), ['https://inventory.example.com', false]);
    assert.deepEqual(await link({ PUBLIC_URL: 'https://other.example.com' }), [
      'https://other.example.com',
      false,
    ]);
    assert.equal(await published.stop('SIGTERM'), 0);
  });
});

describe('a variable that is nearly a setting', () => {
  test('is named at the start, with the setting; others are not', async () => {
    const server = await startServer({
      ...(await newStore()),
      REGISTRATON: 'closed',
      PUBLC_URL: 'x',
      DATA_DRI: 'x',
      PROT: '1',
      MASTER_KEY_FIEL: 'x',
      HOSTNAME: 'box',
      HOME: '/root',
      USER: 'root',
      LANG: 'C',
      HOSTED: '1',
      NODE_ENV: 'production',
    });
    assert.equal(await server.stop('SIGTERM'), 0);
    const named = [...server.output().matchAll(/"msg":"(\w+ is not a setting; did you mean \w+\?)/g)];
    assert.deepEqual(named.map(([, words]) => words).toSorted(), [
      'DATA_DRI is not a setting; did you mean DATA_DIR?',
      'MASTER_KEY_FIEL is not a setting; did you mean MASTER_KEY_FILE?',
      'PROT is not a setting; did you mean PORT?',
      'PUBLC_URL is not a setting; did you mean PUBLIC_URL?',
      'REGISTRATON is not a setting; did you mean REGISTRATION?',
    ]);
  });
});
