import assert from 'node:assert/strict';
import { test } from 'vitest';
import { suggestedTags, suggestedTypes, suggestedValues } from './tag-suggestions.ts';

const available = [
  { type: 'env', values: ['prod', 'staging'] },
  { type: 'Owner', values: ['ops'] },
];

test('types in use follow the default ones, without duplicates', () => {
  const types = suggestedTypes(available);
  assert.deepEqual(types.slice(0, 4), ['client', 'project', 'priority', 'env']);
  assert.equal(types.at(-1), 'Owner');
  assert.equal(types.filter((type) => type === 'env').length, 1);
});

test('values are looked up by type, ignoring case', () => {
  assert.deepEqual(suggestedValues(available, ' owner '), ['ops']);
  assert.deepEqual(suggestedValues(available, 'client'), []);
});

test('complete tags come before types to complete', () => {
  assert.deepEqual(suggestedTags(available).slice(0, 4), ['env:prod', 'env:staging', 'Owner:ops', 'client:']);
});
