import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinTags, parseTag, splitTag, tagElements, tagError, tagErrors } from './tags.ts';

test('a tag is split at the first colon; without one its type is tag', () => {
  assert.deepEqual(parseTag('env:prod'), { type: 'env', value: 'prod' });
  assert.deepEqual(parseTag(' url : http://x '), { type: 'url', value: 'http://x' });
  assert.deepEqual(parseTag('urgent'), { type: 'tag', value: 'urgent' });
});

test('every reason to refuse a tag has its message', () => {
  const list = [{ type: 'env', value: 'prod' }];
  const full = Array.from({ length: 20 }, (_, index) => ({ type: 't', value: String(index) }));
  for (const [type, value, tags, message] of [
    ['', 'x', list, 'Tag type is required'],
    ['x', '', list, 'Tag value is required'],
    ['x'.repeat(51), 'x', list, 'Tag type must be less than 50 characters'],
    ['x', 'x'.repeat(101), list, 'Tag value must be less than 100 characters'],
    ['ENV', 'Prod', list, 'This tag already exists'],
    ['x', 'y', full, 'Maximum 20 tags allowed'],
    ['x'.repeat(50), 'y'.repeat(100), list, null],
  ] as const)
    assert.equal(tagError({ type, value }, tags), message);
});

test('a tag typed as a whole into one of two inputs is split', () => {
  const acme = { type: 'client', value: 'acme' };
  assert.deepEqual(splitTag({ type: 'client:acme', value: ' ' }), acme);
  assert.deepEqual(splitTag({ type: '', value: 'client: acme' }), acme);
  assert.deepEqual(splitTag({ type: 'url', value: 'http://x' }), { type: 'url', value: 'http://x' });
  assert.deepEqual(splitTag({ type: 'client', value: '' }), { type: 'client', value: '' });
});

test('errors of the type and the value are reported together', () => {
  assert.deepEqual(tagErrors({ type: '', value: '' }, []), {
    type: 'Tag type is required',
    value: 'Tag value is required',
  });
});

test('the elements of a filter are trimmed and distinct', () => {
  assert.deepEqual(tagElements(' env:prod, ,acme,env:prod,'), ['env:prod', 'acme']);
  assert.deepEqual(tagElements('client:cafe\u0301,client:caf\u00e9'), ['client:caf\u00e9']);
  assert.deepEqual(tagElements(''), []);
});

test('a filter keeps commas and percent signs of its elements', () => {
  const elements = ['client:Smith, Jones', 'off:50%', 'off:50%2C', 'raw:%252c'];
  assert.equal(joinTags(['client:Smith, Jones', 'off:50%']), 'client:Smith%2C Jones,off:50%');
  assert.deepEqual(tagElements(joinTags(elements)), elements);
});
