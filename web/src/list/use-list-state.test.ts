import assert from 'node:assert/strict';
import { client } from '@quartermaster/contract/api/client';
import { act, waitFor } from '@testing-library/react';
import { describe, test } from 'vitest';
import { renderAppHook } from '../testing/render-app-hook.tsx';
import { useListState } from './use-list-state.ts';

const at = (address: string) => renderAppHook(() => useListState(client.domains), address);

describe('useListState', () => {
  test('reads what the contract allows from the address', async () => {
    const { result } = await at(
      '/domains?search=atlas&status=ACTIVE&bogus=1&sortBy=domain&page=3&tags=env:prod',
    );
    const { search, filters, sort, page, tags, asked, isFiltered, activeFilters } = result.current;
    assert.deepEqual(
      { search, filters, sort, page, tags, asked, isFiltered, activeFilters },
      {
        search: 'atlas',
        filters: { status: 'ACTIVE' },
        sort: { by: 'domain', order: 'asc' },
        page: 3,
        tags: ['env:prod'],
        asked: 'atlas',
        isFiltered: true,
        activeFilters: 2,
      },
    );
  });

  test('a filter starts at page 1 and can be undone with Back', async () => {
    const { result, router, href } = await at('/domains?page=3');
    act(() => void result.current.setFilter('status', 'EXPIRED'));
    await waitFor(() => assert.equal(href(), '/domains?status=EXPIRED'));
    act(() => router.history.back());
    await waitFor(() => assert.equal(href(), '/domains?page=3'));
    assert.equal(result.current.page, 3);
  });

  test('sorting replaces the address: up, down, then none', async () => {
    const { result, router, href } = await at('/domains');
    const length = router.history.length;
    for (const expected of [
      '/domains?sortBy=domain&sortOrder=asc',
      '/domains?sortBy=domain&sortOrder=desc',
      '/domains',
    ]) {
      act(() => void result.current.sortOn('domain'));
      await waitFor(() => assert.equal(href(), expected));
    }
    assert.equal(router.history.length, length);
  });

  test('the address follows the typing after a pause, and a filter set before that keeps the text', async () => {
    const { result, href } = await at('/domains');
    act(() => result.current.setSearch('at'));
    assert.equal(href(), '/domains');
    await waitFor(() => assert.equal(href(), '/domains?search=at'));
    act(() => result.current.setSearch('atlas'));
    act(() => void result.current.setFilter('status', 'ACTIVE'));
    await waitFor(() => assert.equal(href(), '/domains?search=atlas&status=ACTIVE'));
    assert.equal(result.current.search, 'atlas');
  });

  test('a record opened before the search is in the address keeps its text, also for Back', async () => {
    const { result, router, href } = await at('/domains');
    act(() => result.current.setSearch('atlas'));
    act(() => result.current.openRecord('domains', 'b64ebe1d-0d0e-4ba0-a7d6-0a9a6a1c6a55'));
    const subject = 'domains:b64ebe1d-0d0e-4ba0-a7d6-0a9a6a1c6a55';
    await waitFor(() => assert.deepEqual(result.current.shown, { subject, tab: 'overview' }));
    assert.equal(result.current.asked, 'atlas');
    assert.deepEqual((router.state.location.state as { drawerDepth?: number }).drawerDepth, 1);
    act(() => router.history.back());
    await waitFor(() => assert.equal(href(), '/domains?search=atlas'));
  });

  test('a form that was opened here closes with Back; one from a link just leaves the address', async () => {
    const opened = await at('/domains?status=ACTIVE');
    act(() => void opened.result.current.openForm('new'));
    await waitFor(() => assert.equal(opened.result.current.form, 'new'));
    act(() => opened.result.current.closeForm());
    await waitFor(() => assert.equal(opened.href(), '/domains?status=ACTIVE'));
    const linked = await at('/domains?form=some-id');
    act(() => linked.result.current.closeForm());
    await waitFor(() => assert.equal(linked.href(), '/domains'));
  });

  test('clearing removes search, tags and filters at once', async () => {
    const { result, href } = await at(
      '/domains?search=a&tags=env:prod&status=ACTIVE&sortBy=domain&sortOrder=asc',
    );
    act(() => result.current.clear());
    await waitFor(() => assert.equal(href(), '/domains?sortBy=domain&sortOrder=asc'));
    assert.equal(result.current.isFiltered, false);
  });
});
