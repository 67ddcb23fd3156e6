// Runs with --all: every path of the application.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { startServer } from '../server/test/server-process.ts';

interface Manifest {
  name: string;
  start_url: string;
  icons: { src: string; sizes: string; type: string }[];
}

const dir = await mkdtemp(join(tmpdir(), 'quartermaster-paths-'));
const server = await startServer({ DATA_DIR: dir });
after(async () => {
  await server.stop('SIGTERM');
  await rm(dir, { recursive: true });
});
const typeOf = ({ headers }: Response) => headers.get('content-type')?.split(';')[0];
const at = (path: string, method = 'GET') => fetch(server.url + path, { method });

describe('the paths that programs ask for', () => {
  test('answer what they are or 404, never the page', async () => {
    for (const path of [
      '/metrics',
      '/metrics/',
      '/metrics?x=1',
      '/favicon.ico',
      '/.well-known/security.txt',
      '/.well-known/change-password',
      '/.well-known',
      '/assets/none.js',
      '/api/none',
    ]) {
      const answer = await at(path);
      assert.deepEqual([answer.status, typeOf(answer)], [404, 'application/json'], path);
    }
    const robots = await at('/robots.txt');
    assert.deepEqual([robots.status, typeOf(robots)], [200, 'text/plain']);
    for (const path of ['/', '/domains', '/metrics-of-ours', '/nothing/here'])
      assert.equal(typeOf(await at(path)), 'text/html', path);
  });

  test('answer HEAD as they answer GET', async () => {
    for (const path of [
      '/',
      '/login',
      '/domains?page=2',
      '/robots.txt',
      '/metrics',
      '/api/health',
      '/api/none',
    ]) {
      const [get, head] = [await at(path), await at(path, 'HEAD')];
      await get.arrayBuffer();
      assert.deepEqual([head.status, typeOf(head)], [get.status, typeOf(get)], path);
      assert.equal(await head.text(), '');
    }
  });

  test('have a manifest whose icons are there', async () => {
    assert.match(await (await at('/')).text(), /<link rel="manifest" href="\/manifest.webmanifest"/);
    const answer = await at('/manifest.webmanifest');
    assert.equal(typeOf(answer), 'application/manifest+json');
    const { name, start_url, icons } = (await answer.json()) as Manifest;
    assert.deepEqual([name, start_url], ['Quartermaster', '/']);
    for (const { src, type, sizes } of icons) {
      const icon = await at(src);
      assert.deepEqual([icon.status, typeOf(icon)], [200, type], src);
      const bytes = Buffer.from(await icon.arrayBuffer());
      // A PNG holds its width at byte 16.
      if (type === 'image/png') assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes);
    }
  });
});
