import assert from 'node:assert/strict';
import { act, renderHook } from '@testing-library/react';
import { describe, test } from 'vitest';
import { useSelection } from './use-selection.ts';

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
const selecting = (start = { rows, total: 10, query: {} as Record<string, string> }) =>
  renderHook((list) => useSelection(list), { initialProps: start });
const ids = (selected: { id: string }[]) => selected.map(({ id }) => id).join('');

describe('useSelection', () => {
  test('toggles rows, and ranges from the row toggled last', () => {
    const { result } = selecting();
    act(() => result.current.toggle({ id: 'b' }));
    act(() => result.current.toggle({ id: 'd' }, true));
    assert.equal(ids(result.current.rows()), 'bcd');
    act(() => result.current.toggle({ id: 'c' }));
    assert.equal(ids(result.current.rows()), 'bd');
    assert.equal(result.current.loaded, 'some');
  });

  test('selected rows stay selected while they are not loaded', () => {
    const { result, rerender } = selecting();
    act(() => result.current.toggleLoaded());
    assert.equal(result.current.loaded, 'all');
    rerender({ rows: [{ id: 'x' }], total: 1, query: { search: 'x' } });
    assert.deepEqual([result.current.count, result.current.loaded], [4, 'none']);
  });

  test("'all that match' ends permanently when the filters change, but not when the order does", () => {
    const { result, rerender } = selecting();
    act(() => result.current.selectMatching());
    assert.deepEqual([result.current.isAll, result.current.count], [true, 10]);
    rerender({ rows, total: 10, query: { sortBy: 'domain', sortOrder: 'asc' } });
    assert.equal(result.current.isAll, true);
    rerender({ rows, total: 3, query: { status: 'ACTIVE' } });
    assert.deepEqual([result.current.isAll, result.current.count], [false, 0]);
    rerender({ rows, total: 10, query: {} });
    assert.equal(result.current.isAll, false);
  });

  test('locked rows are in no selection', () => {
    const isLocked = ({ id }: { id: string }) => id === 'b';
    const { result } = renderHook(() => useSelection({ rows, total: 10, query: {} }, isLocked));
    act(() => result.current.toggle({ id: 'b' }));
    assert.equal(result.current.count, 0);
    act(() => result.current.toggle({ id: 'a' }));
    act(() => result.current.toggle({ id: 'c' }, true));
    assert.equal(ids(result.current.rows()), 'ac');
    act(() => result.current.add(rows));
    assert.deepEqual([ids(result.current.rows()), result.current.loaded], ['acd', 'all']);
    assert.equal(result.current.canSelectMatching, false);
  });

  test('deselecting one of all that match leaves the other loaded ones', () => {
    const { result } = selecting();
    act(() => result.current.selectMatching());
    act(() => result.current.toggle({ id: 'a' }));
    assert.deepEqual([result.current.isAll, ids(result.current.rows())], [false, 'bcd']);
  });
});
