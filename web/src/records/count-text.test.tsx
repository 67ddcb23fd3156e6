import assert from 'node:assert/strict';
import { test } from 'vitest';
import { countText } from './count-text.ts';

const words = { one: 'domain', many: 'domains' };

test('a list shows its count, a filtered one also the total', () => {
  assert.equal(countText(words, 1, false, 1), '1 domain');
  assert.equal(countText(words, 10_000, false, undefined), '10,000 domains');
  assert.equal(countText(words, 406, true, 10_000), '406 of 10,000');
  assert.equal(countText(words, undefined, false, undefined), '');
  assert.equal(countText(words, 0, true, undefined), '0 domains');
});
