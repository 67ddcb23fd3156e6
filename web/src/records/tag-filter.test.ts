import assert from 'node:assert/strict';
import { test } from 'vitest';
import { narrowedTo, openToMore, readTags, withChosen, writeTags } from './tag-filter.ts';

const [acme, globex, live] = ['client:acme', 'client:globex', 'env:live'];

test('addresses keep what they say; a bare word in tagsAny says nothing', () => {
  const params = { tags: 'acme,client:a%2C b', tagsAny: 'client:acme,env:live' };
  assert.deepEqual(readTags(params), { tags: ['acme', 'client:a, b'], tagsAny: [acme, live] });
  assert.deepEqual(writeTags(readTags(params)), params);
  assert.deepEqual(readTags({ tagsAny: 'acme,:x,client:,env:live' }), { tags: [], tagsAny: [live] });
  assert.deepEqual(writeTags({ tags: [], tagsAny: [] }), {});
});

test('a tag is open to others of its type if it is the only one, which changes nothing', () => {
  const open = (tags: string[], tagsAny: string[] = []) => openToMore({ tags, tagsAny });
  assert.deepEqual(open([acme, live]), { tags: [], tagsAny: [acme, live] });
  assert.deepEqual(open([acme, globex, 'word']), { tags: [acme, globex, 'word'], tagsAny: [] });
  assert.deepEqual(open([acme], [globex]), { tags: [acme], tagsAny: [globex] });
  assert.deepEqual(open([':x', 'x:']), { tags: [':x', 'x:'], tagsAny: [] });
});

test('several values of a type are any of them, several types all', () => {
  const chosen = (tags: string[], tagsAny: string[], all: string[]) => withChosen({ tags, tagsAny }, all);
  assert.deepEqual(chosen([], [], [acme]), { tags: [], tagsAny: [acme] });
  assert.deepEqual(chosen([acme], [], [acme, globex]), { tags: [], tagsAny: [acme, globex] });
  assert.deepEqual(chosen([], [acme], [acme, globex, live]), { tags: [], tagsAny: [acme, globex, live] });
  const both = [acme, globex];
  assert.deepEqual(chosen(both, [], [...both, live]), { tags: both, tagsAny: [live] });
  assert.deepEqual(chosen(both, [live], [acme]), { tags: [acme], tagsAny: [] });
  assert.deepEqual(chosen(both, [live], []), { tags: [], tagsAny: [] });
});

test('a click on a tag narrows the list', () => {
  const clicked = (tags: string[], tagsAny: string[]) => narrowedTo({ tags, tagsAny }, acme);
  assert.deepEqual(clicked([], []), { tags: [acme], tagsAny: [] });
  assert.deepEqual(clicked([acme], [live]), { tags: [acme], tagsAny: [live] });
  assert.deepEqual(clicked([], [globex]), { tags: [acme], tagsAny: [globex] });
  assert.deepEqual(clicked([], [acme, globex, live]), { tags: [], tagsAny: [live, acme] });
});
