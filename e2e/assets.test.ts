import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startHarness } from './harness.ts';

const { url } = await startHarness();

const fetched = async (path: string, encoding: string) => {
  const response = await fetch(`${url}${path}`, { headers: { 'accept-encoding': encoding } });
  assert.equal(response.status, 200, path);
  return { headers: response.headers, text: await response.text() };
};

describe('the built interface', () => {
  test('is sent as the build compressed it, for as long as its name stays', async () => {
    const { text: page } = await fetched('/', 'identity');
    const [script] = /\/assets\/index-[^"]+\.js/.exec(page) ?? [];
    const [styles] = /\/assets\/index-[^"]+\.css/.exec(page) ?? [];
    assert.ok(script && styles, page);
    for (const path of ['/', '/domains', script, styles]) {
      const plain = await fetched(path, 'identity');
      assert.equal(plain.headers.get('content-encoding'), null);
      for (const encoding of ['br', 'gzip']) {
        const { headers, text } = await fetched(path, encoding);
        assert.equal(headers.get('content-encoding'), encoding);
        assert.equal(headers.get('content-type'), plain.headers.get('content-type'));
        assert.match(headers.get('vary') ?? '', /accept-encoding/i);
        const kept = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
        assert.equal(headers.get('cache-control'), kept);
        assert.equal(text, plain.text);
      }
    }
  });
});
