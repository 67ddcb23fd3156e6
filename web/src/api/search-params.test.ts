import assert from 'node:assert/strict';
import { test } from 'vitest';
import { parseSearch, safePath, signInSearch, stringifySearch } from './search-params.ts';

test('every value stays text', () => {
  assert.deepEqual(parseSearch('?q=123&flag=true&name=a+b'), { q: '123', flag: 'true', name: 'a b' });
  assert.equal(
    stringifySearch({ q: '123', none: undefined, blank: '', tags: 'env:prod' }),
    '?q=123&tags=env%3Aprod',
  );
  assert.equal(stringifySearch({}), '');
});

test('the return path never leads to another host', () => {
  assert.equal(safePath('/domains?status=ACTIVE'), '/domains?status=ACTIVE');
  for (const path of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/login?from=/',
    '',
    undefined,
  ])
    assert.equal(safePath(path), '/');
  assert.deepEqual(signInSearch('/'), {});
  assert.deepEqual(signInSearch('/emails'), { from: '/emails' });
});
