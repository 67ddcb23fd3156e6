import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { validBody } from './records.ts';
import { startApp } from './test-app.ts';

const app = await startApp();
await app.user();
const user = await app.user();
const base = await validBody(user, 'domains', { optional: true });
const count = 2300;
const rows = Array.from({ length: count }, (_, n) => ({
  ...base,
  domain: `site-${n % 7}-${n}.example.com`,
  serverId: n % 2 === 0 ? base.serverId : null,
  expirationDate: n % 5 === 0 ? null : `2030-01-${String((n % 28) + 1).padStart(2, '0')}`,
  comment: n % 3 === 0 ? null : `comment ${n % 11}`,
}));
for (const part of [rows.slice(0, 900), rows.slice(900)])
  await user.call('POST', '/domains/bulk-import', { domains: part });

describe('an export of several pages', () => {
  for (const sortBy of ['createdAt', 'updatedAt', 'domain', 'status', 'expirationDate', 'comment', 'server'])
    for (const sortOrder of ['asc', 'desc'])
      test(`holds every row once, in the list's order: ${sortBy} ${sortOrder}`, async () => {
        const query = `sortBy=${sortBy}&sortOrder=${sortOrder}`;
        const listed = await user.call<{ data: { domains: { domain: string }[] } }>(
          'GET',
          `/domains?${query}`,
        );
        const file = await user.call<Record<string, string>[]>('GET', `/domains/export?format=json&${query}`);
        assert.equal(file.status, 200, file.text);
        const exported = JSON.parse(file.text) as { Domain: string }[];
        assert.equal(exported.length, count);
        assert.deepEqual(
          exported.map((row) => row.Domain),
          listed.body.data.domains.map(({ domain }) => domain),
        );
      });

  test('rows with equal values are in the order of their ids, whatever the direction', async () => {
    for (const sortOrder of ['asc', 'desc']) {
      const { body } = await user.call<{ data: { domains: { id: string; status: string }[] } }>(
        'GET',
        `/domains?sortBy=status&sortOrder=${sortOrder}`,
      );
      const ids = body.data.domains.map(({ id }) => id);
      assert.equal(new Set(body.data.domains.map(({ status }) => status)).size, 1);
      assert.deepEqual(ids, ids.toSorted());
    }
  });
});
