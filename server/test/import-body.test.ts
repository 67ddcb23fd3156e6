import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BulkResult } from '@quartermaster/contract/api/bulk-import';
import { limits } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { startApp } from './test-app.ts';

const app = await startApp();
const user = await app.user();
const proxy = (n: number) => ({
  name: `Proxy ${n}`,
  ip: '192.0.2.1',
  username: `user-${n}`,
  password: 'pässwörd',
});

async function send(body: NonNullable<RequestInit['body']>) {
  const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' };
  const request = { method: 'POST', headers, body, duplex: 'half' } as const;
  const response = await fetch(`${app.url}/api/proxies/bulk-import`, request);
  const answer = (await response.json()) as {
    data?: BulkResult;
    error?: { code: string; message: string; details?: { fields: Record<string, string> } };
  };
  return { status: response.status, ...answer };
}
const total = async () =>
  (await user.call<{ data: { pagination: { total: number } } }>('GET', '/proxies?limit=1')).body.data
    .pagination.total;
const rows = (list: readonly unknown[]) => JSON.stringify({ proxies: list });

describe('the body of an import', () => {
  // The proof `fair` sends millions of rows and values, beside which nobody may wait.
  test('of more rows than the limit is refused with a message', async () => {
    const { status, error } = await send(`{"proxies": [${'[],'.repeat(limits.bulkRows)}[]]}`);
    assert.equal(status, 400);
    assert.deepEqual(error?.details?.fields, { proxies: `At most ${limits.bulkRows} rows at once` });
  });

  test('can contain a row that is too long, without affecting the others', async () => {
    const { data } = await send(
      rows([proxy(1), { ...proxy(2), comment: 'x'.repeat(serverLimits.importRow) }, proxy(3)]),
    );
    assert.deepEqual(data, {
      imported: 2,
      skipped: 0,
      failed: 1,
      errors: [{ index: 1, message: `A row may have at most ${serverLimits.importRow} bytes` }],
    });
  });

  for (const [what, body] of [
    ['a row that is no JSON', `{"proxies": [${JSON.stringify(proxy(10))}, {"name": ]}`],
    ['an empty row', `{"proxies": [${JSON.stringify(proxy(10))},]}`],
    ['a row in Latin-1', Buffer.from(rows([proxy(10)]), 'latin1')],
    ['a poisoned prototype in a row', `{"proxies": [{"__proto__": {"x": 1}}]}`],
    ['a poisoned prototype beside its rows', `{"proxies": [], "__proto__": {"x": 1}}`],
    ['an end too early', rows([proxy(10)]).slice(0, -3)],
  ] as const)
    test(`with ${what} is no valid JSON, and nothing is stored`, async () => {
      const before = await total();
      const { status, error } = await send(body);
      assert.deepEqual([status, error?.code], [400, 'INVALID_JSON']);
      assert.equal(await total(), before);
    });

  test('is limited in size, announced or not, and so is the part without the rows', async () => {
    const large = Buffer.from(rows([proxy(20)]) + ' '.repeat(limits.importBody));
    const chunked = new ReadableStream({
      start(controller) {
        for (let at = 0; at < large.length; at += 1 << 20)
          controller.enqueue(large.subarray(at, at + (1 << 20)));
        controller.close();
      },
    });
    const more = JSON.stringify({ more: 'x'.repeat(limits.body), proxies: [] });
    for (const body of [large, chunked, more]) {
      const { status, error } = await send(body);
      assert.deepEqual([status, error?.code], [413, 'PAYLOAD_TOO_LARGE']);
    }
  });

  test('that is empty, not an object or without rows is refused like any other', async () => {
    for (const body of ['', '[]', '5', 'null', '{}', '{"proxies": 5}']) {
      const { status, error } = await send(body);
      assert.deepEqual([status, error?.code], [400, 'VALIDATION_ERROR'], body);
    }
  });
});
