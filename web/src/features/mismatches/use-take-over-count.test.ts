import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderAppHook } from '../../testing/render-app-hook.tsx';
import { useTakeOverCount } from './use-take-over-count.ts';

const rows = [{ canTakeOver: true }, { canTakeOver: false }, { canTakeOver: true }];
const filter = { field: 'server' };

test('counts the rows of the only page that can be taken over, without a request', async () => {
  const sent = fakeServer(() => ({}));
  const { result } = await renderAppHook(() => useTakeOverCount(filter, { rows, total: 3, isAsked: true }));
  expect(result.current).toBe(2);
  expect(sent).toEqual([]);
});

test('asks the server about more pages, what it would take over', async () => {
  const sent = fakeServer(() => ({ changed: 57, unchanged: 0, refused: 3, refusals: [] }));
  const { result } = await renderAppHook(() => useTakeOverCount(filter, { rows, total: 60, isAsked: true }));
  await waitFor(() => expect(result.current).toBe(57));
  expect(sent.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/mismatches/bulk-actions', { records: { filter }, do: { action: 'takeOver' }, preview: true }],
  ]);
});

test('is unknown to those who may not take over', async () => {
  const sent = fakeServer(() => ({}));
  const { result } = await renderAppHook(() => useTakeOverCount(filter, { rows, total: 60, isAsked: false }));
  expect(result.current).toBeUndefined();
  expect(sent).toEqual([]);
});
