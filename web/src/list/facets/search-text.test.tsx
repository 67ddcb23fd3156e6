import assert from 'node:assert/strict';
import { test } from 'vitest';
import { client } from '@quartermaster/contract/api/client';
import { matching, searchedTexts } from './search-text.ts';

const rows = [
  { name: 'Web 01', comment: null, tags: [{ type: 'env', value: 'Prod' }] },
  { name: 'Mail', comment: 'Old web box', tags: [] },
];
const words = (row: (typeof rows)[number]) => searchedTexts(client.servers, row);

test('text matches in any field, ignoring case', () => {
  assert.deepEqual(matching(rows, 'web', words), rows);
  assert.deepEqual(matching(rows, 'prod', words), [rows[0]]);
  assert.deepEqual(matching(rows, 'box', words), [rows[1]]);
});

test('a match does not span two fields', () => {
  assert.deepEqual(matching(rows, '01env', words), []);
});

test('search covers what the facts of a kind name, through references and lists, with labels and tags', () => {
  const texts = searchedTexts(client.domains, {
    domain: 'shop.example',
    comment: null,
    registratorAccount: { registratorType: { name: 'Gandi' }, emailAccount: null },
    cdnAccount: { provider: 'cloudflare' },
    tags: [{ type: 'env', value: 'Prod' }],
  });
  assert.deepEqual(
    texts.filter((text) => text),
    ['shop.example', 'Gandi', 'cloudflare', 'Cloudflare', 'env:Prod'],
  );
  assert.deepEqual(searchedTexts(client.proxies, { name: 'Exit', ip: '192.0.2.1', port: 80 }).slice(0, 3), [
    'Exit',
    undefined,
    '192.0.2.1:80',
  ]);
  assert.ok(searchedTexts(client.servers, { users: [{ username: 'deploy' }] }).includes('deploy'));
});

test("a row's search text is computed once", () => {
  const many = Array.from({ length: 100 }, (_, index) => ({ name: `Host ${index}`, comment: 'x' }));
  let read = 0;
  const text = (row: (typeof many)[number]) => {
    read += 1;
    return [row.name, row.comment];
  };
  assert.equal(matching(many, 'host', text).length, 100);
  assert.equal(matching(many, 'host 99', text).length, 1);
  assert.equal(read, 100);
});
