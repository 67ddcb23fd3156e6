import assert from 'node:assert/strict';
import { test } from 'vitest';
import { type Page, withRow, withoutRows } from './cache.ts';

const row = (id: string, name = id) => ({ id, name });
const page = (...ids: string[]): Page<{ id: string; name: string }> => ({
  rows: ids.map((id) => row(id)),
  page: 1,
  totalPages: 1,
  total: 4,
});
const pages = { pages: [page('a', 'b'), page('c', 'd')], pageParams: [1, 2] };

const ids = (data: ReturnType<typeof withRow>) =>
  ('pages' in data ? data.pages : [data]).map(({ rows, total }) => [total, ...rows.map(({ id }) => id)]);

test('a new record is put first and counted', () => {
  assert.deepEqual(ids(withRow(pages, row('e'))), [
    [5, 'e', 'a', 'b'],
    [5, 'c', 'd'],
  ]);
});

test('a changed record keeps its place', () => {
  const changed = withRow(pages, row('c', 'new'));
  assert.deepEqual(ids(changed), ids(pages));
  assert.equal('pages' in changed && changed.pages[1]?.rows[0]?.name, 'new');
});

test('a deleted record is removed; the others keep their identity', () => {
  const left = withoutRows(page('a', 'b'), new Set(['a']));
  assert.deepEqual(ids(left), [[3, 'b']]);
  assert.equal(withoutRows(pages, new Set(['x'])), pages);
});
