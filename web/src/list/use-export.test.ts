import assert from 'node:assert/strict';
import { client } from '@quartermaster/contract/api/client';
import { act, waitFor } from '@testing-library/react';
import { beforeEach, test, vi } from 'vitest';
import { fakeServer, refusal } from '../testing/fake-server.ts';
import { renderAppHook } from '../testing/render-app-hook.tsx';
import { useExport } from './use-export.ts';

const reported: unknown[][] = [];
const saved: Blob[] = [];

beforeEach(() => {
  reported.length = 0;
  saved.length = 0;
  URL.createObjectURL = (blob) => `blob:${saved.push(blob as Blob)}`;
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
});

/** An export whose answer the test sends in pieces. */
async function exporting() {
  let sending: ReadableStreamDefaultController<Uint8Array> | undefined;
  fakeServer(() => {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (sending = controller) });
    return new Response(body, { headers: { 'content-disposition': 'attachment; filename="domains.csv"' } });
  });
  const { result } = await renderAppHook(() => useExport(client.domains, (...args) => reported.push(args)));
  act(() => result.current.save({ query: {} }));
  await waitFor(() => assert.ok(sending));
  const shows = (received: string | null, isBusy: boolean) =>
    waitFor(() => {
      assert.equal(result.current.received, received);
      assert.equal(result.current.isBusy, isBusy);
    });
  return { shows, sending: sending as ReadableStreamDefaultController<Uint8Array>, result };
}

test('an export says how much of a large file has arrived, until it is saved', async () => {
  const { sending, shows } = await exporting();
  await shows(null, true);
  sending.enqueue(new Uint8Array(1_250_000));
  await shows('1.3 MB', true);
  sending.enqueue(new Uint8Array(2_000_000));
  await shows('3.3 MB', true);
  sending.close();
  await shows(null, false);
  assert.equal(saved[0]?.size, 3_250_000);
  assert.deepEqual(reported, [['Export failed']]);
});

test('a small file is saved without saying its size', async () => {
  const { sending, shows, result } = await exporting();
  const seen = vi.fn();
  sending.enqueue(new Uint8Array(999_999));
  sending.close();
  await waitFor(() => {
    seen(result.current.received);
    assert.equal(result.current.isBusy, false);
  });
  assert.deepEqual([...new Set(seen.mock.calls.flat())], [null]);
  await shows(null, false);
  assert.equal(saved.length, 1);
});

test('an export that breaks off saves nothing and is reported', async () => {
  const { sending, shows } = await exporting();
  sending.enqueue(new Uint8Array(2_000_000));
  await shows('2.0 MB', true);
  sending.error(new TypeError('terminated'));
  await shows(null, false);
  assert.equal(saved.length, 0);
  assert.equal(reported.length, 1);
  assert.ok(reported[0]?.[1] instanceof Error);
});

test('a refused export reports why', async () => {
  fakeServer(() => refusal(403, 'FORBIDDEN', 'Not yours'));
  const { result } = await renderAppHook(() => useExport(client.domains, (...args) => reported.push(args)));
  act(() => result.current.save({ query: {} }));
  await waitFor(() => assert.equal(result.current.isBusy, false));
  await waitFor(() => assert.equal(reported.length, 1));
  assert.match(String(reported[0]?.[1]), /Not yours/);
  assert.equal(saved.length, 0);
});
