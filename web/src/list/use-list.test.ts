import assert from 'node:assert/strict';
import { client } from '@quartermaster/contract/api/client';
import { act, waitFor } from '@testing-library/react';
import { describe, test } from 'vitest';
import { fakeServer, listOf } from '../testing/fake-server.ts';
import { renderAppHook } from '../testing/render-app-hook.tsx';
import { useListState } from './use-list-state.ts';
import { useList, usePagedList } from './use-list.ts';

const words = ({ email }: { email: string }) => [email];
const many = Array.from({ length: 620 }, (_, n) => ({ id: `id-${n}`, email: `box-${n}@example.com` }));
const serve = (records = many) =>
  fakeServer((sent) =>
    listOf(
      'emailAccounts',
      records.filter(({ email }) => email.includes(sent.query['search'] ?? '')),
      sent,
    ),
  );
const listed = () =>
  renderAppHook(() => {
    const state = useListState(client.emails);
    return { state, list: useList(client.emails, state, words) };
  }, '/emails');

describe('useList', () => {
  test('loads 500 rows, then the next when they are asked for', async () => {
    const sent = serve();
    const { result } = await listed();
    assert.equal(result.current.list.isLoading, true);
    await waitFor(() => assert.equal(result.current.list.rows.length, 500));
    assert.deepEqual([result.current.list.total, result.current.list.isComplete], [620, false]);
    act(() => result.current.list.loadMore());
    await waitFor(() => assert.equal(result.current.list.rows.length, 620));
    assert.equal(result.current.list.isComplete, true);
    assert.deepEqual(
      sent.map(({ query }) => query),
      [
        { page: '1', limit: '500', secrets: 'omit' },
        { page: '2', limit: '500', secrets: 'omit' },
      ],
    );
  });

  test('searches loaded rows at once, and the server while there are more', async () => {
    const sent = serve();
    const { result } = await listed();
    await waitFor(() => assert.equal(result.current.list.rows.length, 500));
    act(() => result.current.state.setSearch('box-61'));
    assert.equal(result.current.list.rows.length, 1);
    await waitFor(() => assert.equal(result.current.list.total, 11));
    assert.equal(sent.at(-1)?.query['search'], 'box-61');
    assert.deepEqual(result.current.list.query, { search: 'box-61' });
  });

  test('does not ask the server once all rows are loaded', async () => {
    const sent = serve(many.slice(0, 30));
    const { result, href } = await listed();
    await waitFor(() => assert.equal(result.current.list.total, 30));
    act(() => result.current.state.setSearch('box-2'));
    assert.equal(result.current.list.total, 11);
    await waitFor(() => assert.equal(href(), '/emails?search=box-2'));
    assert.equal(sent.length, 1);
  });

  test('keeps the rows, and says why, when the next ones fail', async () => {
    fakeServer((sent) => (sent.query['page'] === '1' ? listOf('emailAccounts', many, sent) : null));
    const { result } = await listed();
    await waitFor(() => assert.equal(result.current.list.rows.length, 500));
    act(() => result.current.list.loadMore());
    await waitFor(() => assert.ok(result.current.list.error));
    assert.equal(result.current.list.rows.length, 500);
  });
});

describe('usePagedList', () => {
  test('shows 20 rows a page, and goes to the last page when the address is beyond it', async () => {
    const sent = serve(many.slice(0, 45));
    const { result, href } = await renderAppHook(() => {
      const state = useListState(client.emails);
      return usePagedList(client.emails, state, words);
    }, '/emails?page=9');
    await waitFor(() => assert.equal(result.current.rows.length, 5));
    assert.equal(href(), '/emails?page=3');
    assert.deepEqual([result.current.page, result.current.totalPages, result.current.start], [3, 3, 40]);
    assert.deepEqual(sent[0]?.query, {
      sortBy: 'updatedAt',
      sortOrder: 'desc',
      page: '9',
      limit: '20',
      secrets: 'omit',
    });
  });
});
