import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { seeded } from './domain-steps.ts';
import { startHarness } from './harness.ts';

const { url, open, operator } = await startHarness();

const fetched = async (path: string, encoding: string) => {
  const response = await fetch(`${url}${path}`, { headers: { 'accept-encoding': encoding } });
  assert.equal(response.status, 200, path);
  return { headers: response.headers, text: await response.text() };
};

describe('the built interface', () => {
  test('is sent as the build compressed it, and cached until its name changes', async () => {
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

  test('needs at most 175 kB of scripts, compressed, before the first row of a list is painted', async () => {
    const { someone } = await seeded(await operator(), { domain: 'first.example.com' });
    const page = await open('/domains', {
      as: someone,
      prepare: (fresh) =>
        fresh.addInitScript(() => {
          const observer = new MutationObserver(() => {
            if (!document.querySelector('[data-row]')) return;
            observer.disconnect();
            requestAnimationFrame(() => performance.mark('first row'));
          });
          observer.observe(document, { childList: true, subtree: true });
        }),
    });
    await page.waitForFunction(() => performance.getEntriesByName('first row').length > 0);
    const scripts = await page.evaluate(() => {
      const { startTime: painted = 0 } = performance.getEntriesByName('first row')[0] ?? {};
      return performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => name.endsWith('.js') && startTime < painted)
        .map(({ name }) => new URL(name).pathname);
    });
    const sizes = await Promise.all(
      scripts.map(async (path) => gzipSync((await fetched(path, 'identity')).text, { level: 9 }).length),
    );
    const sum = sizes.reduce((all, size) => all + size, 0);
    const listing = scripts.map((path, index) => `${path}: ${sizes[index]}`).join('\n');
    assert.ok(scripts.length > 3 && sum <= 175_000, `${sum} bytes\n${listing}`);
  });
});
