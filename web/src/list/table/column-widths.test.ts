import assert from 'node:assert/strict';
import { test } from 'vitest';
import { fitColumns } from './column-widths.ts';

const columns = [
  { id: 'name', width: 100, most: 200 },
  { id: 'tags', width: 50 },
];

test('columns grow with their content, up to their bounds, and share what is left', () => {
  assert.deepEqual(fitColumns(columns, { name: 150, tags: 60 }, {}, 210), { name: 150, tags: 60 });
  assert.deepEqual(fitColumns(columns, { name: 900, tags: 20 }, {}, 250), { name: 200, tags: 50 });
  assert.deepEqual(fitColumns(columns, { name: 10, tags: 20 }, {}, 300), { name: 200, tags: 100 });
});

test('columns keep their minimum width where room is short, and share the rest', () => {
  assert.deepEqual(fitColumns(columns, { name: 200, tags: 150 }, {}, 200), { name: 125, tags: 75 });
  assert.deepEqual(fitColumns(columns, { name: 200, tags: 150 }, {}, 90), { name: 100, tags: 50 });
});

test('columns shrink by unused space when minimum widths do not fit', () => {
  assert.deepEqual(fitColumns(columns, { name: 60, tags: 50 }, {}, 130), { name: 80, tags: 50 });
  assert.deepEqual(fitColumns(columns, { name: 60, tags: 50 }, {}, 90), { name: 60, tags: 50 });
  assert.deepEqual(fitColumns(columns, { name: 60 }, { name: 90 }, 90), { name: 90, tags: 50 });
});

test('columns that have to be whole grow first', () => {
  const [name, tags] = columns;
  const whole = [name, { ...tags, isWhole: true }] as Parameters<typeof fitColumns>[0];
  assert.deepEqual(fitColumns(whole, { name: 200, tags: 80 }, {}, 200), { name: 120, tags: 80 });
  assert.deepEqual(fitColumns(whole, { name: 200, tags: 80 }, {}, 160), { name: 100, tags: 60 });
});

test('a chosen width is kept', () => {
  assert.deepEqual(fitColumns(columns, { name: 200, tags: 60 }, { name: 70 }, 300), { name: 70, tags: 230 });
  assert.deepEqual(fitColumns(columns, {}, { name: 70, tags: 50 }, 300), { name: 70, tags: 50 });
});
