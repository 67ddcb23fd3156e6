// Runs with --all: the package, installed.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { callServer, registerAt } from '../server/test/server-process.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

/** The output of `npm pack`, unpacked in a directory with nothing else installed. */
describe('the package', () => {
  let home = '';
  let cwd = '';
  let bin = '';
  const env = { PATH: process.env.PATH, PORT: '0', LOOK_UPS: 'off' };

  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'quartermaster-package-'));
    cwd = join(home, 'work');
    await mkdir(cwd);
    await run('npm', ['pack', '--pack-destination', home], { cwd: root });
    const [archive = ''] = (await readdir(home)).filter((name) => name.endsWith('.tgz'));
    await run('tar', ['-xzf', join(home, archive), '-C', home]);
    bin = join(home, 'package/bin/quartermaster.js');
  });
  after(() => rm(home, { recursive: true }));

  test('contains the built files and no sources', async () => {
    const names = await readdir(join(home, 'package'), { recursive: true });
    assert.deepEqual(
      names.filter((name) => /\.tsx?$|\.map$|\.inputs$|(^|\/)node_modules/.test(name)),
      [],
    );
    for (const name of [
      'LICENSE',
      'README.md',
      'docs/operating.md',
      'dist/licenses.md',
      'examples/domains.csv',
    ])
      assert.ok(names.includes(name), name);
    for (const name of [
      'quartermaster.service',
      'quartermaster-backup.service',
      'quartermaster-backup.timer',
    ])
      assert.ok(names.includes(`deploy/${name}`), name);
  });

  test('contains everything that its documents link to', async () => {
    for (const document of ['README.md', 'docs/operating.md', 'docs/upgrading.md']) {
      const text = await readFile(join(home, 'package', document), 'utf8');
      const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path = '']) => path);
      assert.ok(links.length > 0, document);
      for (const link of links) await access(join(home, 'package', dirname(document), link));
    }
  });

  test('depends on nothing, and lists what it is built from', async () => {
    const read = async (name: string) =>
      JSON.parse(await readFile(join(home, 'package', name), 'utf8')) as Record<string, unknown>;
    assert.equal((await read('package.json')).dependencies, undefined);
    const { bomFormat, components } = (await read('dist/sbom.cdx.json')) as {
      bomFormat: string;
      components: { name: string; version: string; purl: string }[];
    };
    assert.equal(bomFormat, 'CycloneDX');
    for (const name of ['fastify', 'react', 'swagger-ui-dist', '@fontsource-variable/geist'])
      assert.ok(
        components.some((each) => each.name === name && /^\d/.test(each.version)),
        name,
      );
    assert.ok(!components.some((each) => ['vite', 'playwright-core', 'node'].includes(each.name)));
  });

  test('refuses an older Node in words', async () => {
    const older =
      'data:text/javascript,Object.defineProperty(process.versions, "node", { value: "22.21.1" })';
    const refused = run(process.execPath, ['--import', older, bin, '--version'], { cwd, env });
    await assert.rejects(refused, {
      code: 1,
      stderr: /^Quartermaster needs Node 24\.7 or newer; this is 22\.21\.1/,
    });
  });

  test('serves the interface and the API, and keeps its data where it is started', async () => {
    const server = spawn(process.execPath, [bin], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(server, 'exit');
    const listening = Promise.withResolvers<string>();
    createInterface({ input: server.stdout }).on('line', (line) => {
      const [, url] = /listening at (http:[^"]+)/.exec(line) ?? [];
      if (url !== undefined) listening.resolve(url);
    });
    void ended.then(() => listening.reject(new Error('It ended.')));
    try {
      const url = await listening.promise;
      assert.equal((await callServer(url, 'GET', '/ready')).status, 200);
      const page = await fetch(url);
      assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
      const [script = ''] = /\/assets\/[^"]+\.js/.exec(await page.text()) ?? [];
      for (const path of [script, '/api/docs', '/api/docs/swagger-ui-bundle.js', '/api/openapi.json']) {
        const answer = await fetch(url + path);
        assert.equal(answer.status, 200, path);
        // The server waits for answers that are being read before it stops.
        await answer.arrayBuffer();
      }
      const token = await registerAt(url, 'op@example.com');
      const email = { email: 'box@example.com', password: 'sealed' };
      assert.equal((await callServer(url, 'POST', '/emails', token, email)).status, 201);
    } finally {
      server.kill('SIGTERM');
    }
    assert.deepEqual(await ended, [0, null]);
    await access(join(cwd, 'data/master.key'));
  });

  test('is what a checkout runs, without building again', async () => {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    const { stdout } = await run(process.execPath, [join(root, 'bin/quartermaster.js'), '--version'], {
      env,
    });
    assert.equal(stdout, `${version}\n`);
  });

  test('backs up and restores', async () => {
    const command = (words: string[], settings = {}) =>
      run(process.execPath, [bin, ...words], { cwd, env: { ...env, ...settings } });
    assert.match((await command(['backup', 'copy.gz'])).stdout, /^Wrote \d+ rows to copy\.gz/);
    const settings = { DATA_DIR: 'other', MASTER_KEY_FILE: 'data/master.key' };
    assert.match((await command(['restore', 'copy.gz'], settings)).stdout, /^Restored \d+ rows/);
    assert.match((await command(['--help'])).stdout, /^Usage: quartermaster/);
    await assert.rejects(command(['backup']), /Usage: quartermaster/);
  });
});
