import assert from 'node:assert/strict';
import test from 'node:test';
import { unicodeDomain } from './unicode-domain.ts';

test('names are shown in Unicode, and what is no punycode as it is', () => {
  assert.equal(unicodeDomain('example.com'), 'example.com');
  assert.equal(unicodeDomain('xn--mnchen-3ya.de'), 'münchen.de');
  assert.equal(unicodeDomain('www.xn--mnchen-3ya-9999.de'), 'www.xn--mnchen-3ya-9999.de');
});
