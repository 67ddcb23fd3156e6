import assert from 'node:assert/strict';
import { same } from '@quartermaster/contract/rules/same';
import { test } from 'vitest';
import { changedBody, changedValues, createBody, errorsBelow, flatErrors } from './record-body.ts';

test('a new record omits blanks, but not false or zero', () => {
  const values = { a: '', b: null, c: [], d: {}, e: false, f: 0, g: 'x' };
  assert.deepEqual(createBody(values), { e: false, f: 0, g: 'x' });
});

test('a new record omits blanks within its lists and maps too', () => {
  const users = [
    { username: 'root', sshKey: '', isDefault: true },
    { username: '', sshKey: null },
  ];
  assert.deepEqual(createBody({ users, apiCredentials: { key: '' } }), {
    users: [{ username: 'root', isDefault: true }, {}],
  });
});

test('values are the same whatever their order and blanks', () => {
  assert.ok(same({ a: '1', b: '2' }, { b: '2', a: '1', c: '' }));
  assert.ok(same('', null));
  assert.ok(!same(['a', 'b'], ['b', 'a']));
  assert.ok(!same({ a: '1' }, {}));
});

test('an update sends only the changes', () => {
  const record = { id: '1', name: 'a', comment: 'old', tags: [{ type: 't', value: 'v' }], url: null };
  const values = { name: 'b', comment: '', tags: [{ type: 't', value: 'v' }], url: '' };
  assert.deepEqual(changedBody(values, record), { name: 'b', comment: null });
});

test('an emptied list is sent as a list, an emptied map as a map', () => {
  const record = { tags: [{ type: 't', value: 'v' }], credentials: { key: 'x' } };
  assert.deepEqual(changedBody({ tags: [], credentials: {} }, record), { tags: [], credentials: {} });
});

test('nested errors are found by their path', () => {
  const nested = {
    email: { type: 'rule', message: 'Bad', ref: { focus() {} } },
    users: [undefined, { name: { message: 'Short' } }],
    apiCredentials: { apiKey: { message: 'Key is required' } },
  };
  const flat = { email: 'Bad', 'users.1.name': 'Short', 'apiCredentials.apiKey': 'Key is required' };
  assert.deepEqual(flatErrors(nested), flat);
  assert.deepEqual(errorsBelow(flat, 'users'), { '1.name': 'Short' });
});

test('fields that belong together are sent together', () => {
  const record = { provider: 'OVH', apiCredentials: { key: 'x' }, name: 'a' };
  const renamed = { ...record, provider: 'OVHcloud' };
  assert.deepEqual(changedBody(renamed, record, [['provider', 'apiCredentials']]), {
    provider: 'OVHcloud',
    apiCredentials: { key: 'x' },
  });
  assert.deepEqual(changedBody({ ...record, name: 'b' }, record, [['provider', 'apiCredentials']]), {
    name: 'b',
  });
});

test('a list keeps its own message besides those of its items', () => {
  const users = { type: 'rule', message: 'None is default', 0: { username: { message: 'Missing' } } };
  assert.deepEqual(flatErrors({ users }), { users: 'None is default', 'users.0.username': 'Missing' });
});

test('changed values are told from unchanged ones', () => {
  const before = { name: 'a', comment: null, tags: [] };
  assert.deepEqual(changedValues({ name: 'a', comment: '', tags: [{ type: 't' }] }, before), {
    tags: [{ type: 't' }],
  });
});
