import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderAppHook } from '../../testing/render-app-hook.tsx';
import { useTakeOverCount } from './use-take-over-count.ts';

const field = 'server' as const;
const rows = [
  { canTakeOver: true, field },
  { canTakeOver: false, field },
  { canTakeOver: true, field },
];
const filter = { field };

test('counts the rows of the only page that can be taken over, without a request', async () => {
  const sent = fakeServer(() => ({}));
  const { result } = await renderAppHook(() => useTakeOverCount(filter, { rows, total: 3, isAsked: true }));
  expect(result.current.count).toBe(2);
  expect(sent).toEqual([]);
});

test('asks the server about more pages, what it would take over', async () => {
  const sent = fakeServer(() => ({ changed: 57, unchanged: 0, refused: 3, refusals: [] }));
  const { result } = await renderAppHook(() => useTakeOverCount(filter, { rows, total: 60, isAsked: true }));
  await waitFor(() => expect(result.current.count).toBe(57));
  expect(sent.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/mismatches/bulk-actions', { records: { filter }, do: { action: 'takeOver' }, preview: true }],
  ]);
});

test('is unknown to those who may not take over', async () => {
  const sent = fakeServer(() => ({}));
  const { result } = await renderAppHook(() => useTakeOverCount(filter, { rows, total: 60, isAsked: false }));
  expect(result.current.count).toBeUndefined();
  expect(sent).toEqual([]);
});

test('knows on more pages whether all of it is of registries', async () => {
  const ofDns = 'server,cdn';
  for (const [found, fields] of [
    [0, ['expirationDate', 'registrar']],
    [2, ['expirationDate', 'registrar', 'server', 'cdn']],
  ] as const) {
    fakeServer(({ body }) => {
      const isOfDns = JSON.stringify(body).includes(ofDns);
      return { changed: isOfDns ? found : 57, unchanged: 0, refused: 0, refusals: [] };
    });
    const search = { search: `found ${found}` };
    const { result } = await renderAppHook(() =>
      useTakeOverCount(search, { rows, total: 60, isAsked: true }),
    );
    await waitFor(() => expect(result.current).toEqual({ count: 57, fields }));
  }
});
