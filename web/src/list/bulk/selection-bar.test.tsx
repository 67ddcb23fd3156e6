import assert from 'node:assert/strict';
import { client } from '@quartermaster/contract/api/client';
import { limits } from '@quartermaster/contract/rules/limits';
import { act, screen, waitFor } from '@testing-library/react';
import { test } from 'vitest';
import { fakeServer, listOf } from '../../testing/fake-server.ts';
import { renderAppHook } from '../../testing/render-app-hook.tsx';
import SelectionBar from './selection-bar.tsx';
import { useListState } from '../use-list-state.ts';
import { useList } from '../use-list.ts';
import { useSelection } from './use-selection.ts';

const message = 'At most 10,000 records at once: narrow the filters';

/** The bar with all that match selected. */
async function selectingAll(total: number) {
  const records = Array.from({ length: total }, (_, n) => ({ id: `${n}`, email: `${n}@example.com` }));
  fakeServer((request) =>
    request.path === '/emails' ? listOf('emailAccounts', records, request) : { workspaces: [] },
  );
  const { result } = await renderAppHook(
    () => {
      const list = useList(client.emails, useListState(client.emails), ({ email }) => [email]);
      return { list, selection: useSelection(list) };
    },
    '/emails',
    (page) => (
      <SelectionBar
        page={{
          ...page,
          entity: client.emails,
          columns: [],
          report: () => undefined,
          state: { form: undefined, closeForm: () => undefined, showRecords: () => undefined },
        }}
      />
    ),
  );
  await waitFor(() => assert.equal(result.current.list.total, total));
  act(() => result.current.selection.selectMatching());
}

test('offers what a bulk action takes, up to its limit', async () => {
  await selectingAll(limits.bulkRows);
  await screen.findByRole('button', { name: 'Delete' });
  assert.equal(screen.queryByText(message), null);
});

test('says why nothing can be done to one more, which can be exported', async () => {
  await selectingAll(limits.bulkRows + 1);
  await screen.findByText(message);
  for (const name of ['Delete', 'Set', 'Tag']) assert.equal(screen.queryByRole('button', { name }), null);
  assert.ok(screen.getByRole('button', { name: /^Export/ }));
});
