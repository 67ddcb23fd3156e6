import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fingerprint } from './auth.client.ts';

test('a fingerprint depends on the key', () => {
  assert.notEqual(fingerprint(Buffer.alloc(32, 1), 'a'), fingerprint(Buffer.alloc(32, 2), 'a'));
});
