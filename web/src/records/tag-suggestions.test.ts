import assert from 'node:assert/strict';
import { test } from 'vitest';
import { suggestedTags, suggestedTypes, suggestedValues } from './tag-suggestions.ts';

const available = [
  { type: 'env', values: ['prod', 'staging'] },
  { type: 'Owner', values: ['ops'] },
];

test('types in use join the usual ones, each once', () => {
  const types = suggestedTypes(available);
  assert.deepEqual(types.slice(0, 4), ['client', 'project', 'priority', 'env']);
  assert.equal(types.at(-1), 'Owner');
  assert.equal(types.filter((type) => type === 'env').length, 1);
});

test('values are those of the type, without regard to case', () => {
  assert.deepEqual(suggestedValues(available, ' owner '), ['ops']);
  assert.deepEqual(suggestedValues(available, 'client'), []);
});

test('whole tags come before beginnings', () => {
  assert.deepEqual(suggestedTags(available).slice(0, 4), ['env:prod', 'env:staging', 'Owner:ops', 'client:']);
});
