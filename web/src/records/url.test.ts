import { client } from '@quartermaster/contract/api/client';
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { listQuery, nextSort, readUrl, writeUrl } from './url.ts';

const record = 'emails:01a1fe38-c5e4-71a8-abff-0fb5a570ae88';

test('values that the contract does not allow are ignored', () => {
  const url = readUrl(client.domains, {
    status: 'NONSENSE',
    sortBy: 'password',
    page: '-4',
    other: 'x',
    form: '',
    serverId: 'a',
    relatedTo: 'emails:1',
    ids: 'x,emails:1',
    connections: 'nothing',
  });
  assert.deepEqual(url, {
    search: '',
    tags: [],
    tagsAny: [],
    filters: { serverId: 'a' },
    sort: undefined,
    page: 1,
    form: undefined,
    relatedTo: undefined,
    ids: [],
    shown: undefined,
  });
});

test('an address round-trips', () => {
  const params = {
    search: '77',
    tags: 'env:prod,web',
    tagsAny: 'client:a%2C b,client:c',
    status: 'EXPIRED',
    sortBy: 'domain',
    sortOrder: 'desc',
    page: '3',
    form: 'new',
    relatedTo: record,
    ids: '01a1fe38-c5e4-71a8-abff-0fb5a570ae88,01a1fe38-c5e4-71a8-abff-0fb5a570ae89',
  };
  for (const shown of [{}, { record }, { record, tab: 'history' }, { connections: record }])
    assert.deepEqual(writeUrl(readUrl(client.domains, { ...params, ...shown })), { ...params, ...shown });
});

test('a default is omitted from the address, and can be cleared', () => {
  const defaults = { status: 'ACTIVE' };
  const first = readUrl(client.domains, {}, defaults);
  assert.deepEqual(first.filters, defaults);
  assert.deepEqual(writeUrl(first, defaults), {});
  const cleared = writeUrl({ ...first, filters: {} }, defaults);
  assert.deepEqual(cleared, { status: 'all' });
  assert.deepEqual(readUrl(client.domains, cleared, defaults).filters, {});
});

test('the query omits search, page and form', () => {
  const url = readUrl(client.domains, { search: 'x', tags: 'env', form: 'new', page: '2', sortBy: 'domain' });
  assert.deepEqual(listQuery(url, url.sort), { tags: 'env', sortBy: 'domain', sortOrder: 'asc' });
  assert.deepEqual(listQuery(readUrl(client.domains, { relatedTo: record, connections: record })), {
    relatedTo: record,
  });
});

test('sorting cycles through ascending, descending and none', () => {
  const up = nextSort(undefined, 'domain');
  const down = nextSort(up, 'domain');
  assert.deepEqual([up?.order, down?.order, nextSort(down, 'domain')], ['asc', 'desc', undefined]);
  assert.deepEqual(nextSort(down, 'status'), { by: 'status', order: 'asc' });
});
