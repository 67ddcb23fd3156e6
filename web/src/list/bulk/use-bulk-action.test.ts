import assert from 'node:assert/strict';
import { client } from '@quartermaster/contract/api/client';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, test } from 'vitest';
import { type Sent, fakeServer, listOf, refusal } from '../../testing/fake-server.ts';
import { renderAppHook } from '../../testing/render-app-hook.tsx';
import { useBulkAction } from './use-bulk-action.ts';
import { useListState } from '../use-list-state.ts';
import { useList } from '../use-list.ts';
import { useSelection } from './use-selection.ts';

const records = ['a', 'b', 'c'].map((id) => ({ id, email: `${id}@example.com` }));
const tag = { type: 'env', value: 'prod' };
const errors: unknown[][] = [];
const deleted: string[] = [];
const shown: string[] = [];

/** `matching` has the records that match the filter after the action. */
async function selecting(answer: (sent: Sent) => unknown, matching = records) {
  const listed = ({ query: { ids } }: Sent) =>
    ids === undefined ? records : matching.filter(({ id }) => ids.split(',').includes(id));
  const sent = fakeServer((request) =>
    request.method === 'GET' ? listOf('emailAccounts', listed(request), request) : answer(request),
  );
  errors.length = 0;
  deleted.length = 0;
  shown.length = 0;
  const rendered = await renderAppHook(() => {
    const list = useList(client.emails, useListState(client.emails), ({ email }) => [email]);
    const selection = useSelection(list);
    const bulk = useBulkAction(
      client.emails,
      selection,
      (...args) => errors.push(args),
      (ids) => deleted.push(...ids),
      (ids) => shown.push(...ids),
    );
    return { list, selection, bulk };
  }, '/emails?tags=env:test');
  await waitFor(() => assert.equal(rendered.result.current.list.rows.length, 3));
  const posted = () => sent.find(({ method }) => method === 'POST');
  return { ...rendered, posted };
}
const outcome = (changed: number, refusals: object[] = []) => ({
  changed,
  unchanged: 0,
  refused: refusals.length,
  refusals,
});

describe('useBulkAction', () => {
  test('sends the selected ids and says what was done', async () => {
    const { result, posted } = await selecting(() => outcome(2));
    act(() => result.current.selection.add(result.current.list.rows.slice(0, 2)));
    act(() => result.current.bulk.run.mutate({ action: 'addTag', tag }));
    await screen.findByText('Tag added to 2 email accounts');
    assert.equal(posted()?.path, '/emails/bulk-actions');
    assert.deepEqual(posted()?.body, { records: { ids: ['a', 'b'] }, do: { action: 'addTag', tag } });
    assert.equal(result.current.selection.count, 2);
  });

  test('sends the filter when all that match are selected', async () => {
    const { result, posted } = await selecting(() => outcome(3));
    act(() => result.current.selection.selectMatching());
    act(() => result.current.bulk.run.mutate({ action: 'addTag', tag }));
    await waitFor(() => assert.ok(posted()));
    const { records: meant } = posted()?.body as { records: unknown };
    assert.deepEqual(meant, { filter: { tags: 'env:test' } });
  });

  test('ends the selection of records that left the filter, says so and offers to show them', async () => {
    const { result } = await selecting(() => outcome(3), records.slice(0, 1));
    act(() => result.current.selection.add(result.current.list.rows));
    act(() => result.current.bulk.run.mutate({ action: 'removeTag', tag }));
    await screen.findByText('2 email accounts left this filter');
    assert.deepEqual(
      result.current.selection.rows().map(({ id }) => id),
      ['a'],
    );
    act(() => screen.getByRole('button', { name: 'Show them' }).click());
    assert.deepEqual(shown, ['b', 'c']);
  });

  test('reports what was not deleted, and clears the selection', async () => {
    const refusals = [{ id: 'b', name: 'b@example.com', message: 'In use' }];
    const { result } = await selecting(() => outcome(1, refusals));
    act(() => result.current.selection.add(result.current.list.rows.slice(0, 2)));
    act(() => result.current.bulk.run.mutate({ action: 'delete' }));
    await waitFor(() => assert.ok(result.current.bulk.report));
    const { title, done, refused } = result.current.bulk.report ?? {};
    assert.deepEqual([title, done, refused], ['1 email account not deleted', '1 email account deleted', 1]);
    assert.equal(result.current.selection.count, 0);
    assert.deepEqual(deleted, ['a']);
    act(() => result.current.bulk.closeReport());
    assert.equal(result.current.bulk.report, undefined);
  });

  test('passes a failure on and keeps the selection', async () => {
    const { result } = await selecting(() => refusal(500, 'INTERNAL', 'Broken'));
    act(() => result.current.selection.add(result.current.list.rows));
    act(() => result.current.bulk.run.mutate({ action: 'delete' }));
    await waitFor(() => assert.equal(errors[0]?.[0], 'Failed to delete email accounts'));
    assert.equal(result.current.selection.count, 3);
  });
});
