import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCovered, may, needsOf, permissions, roles, rolesWith } from './permissions.ts';

test('roles have their permissions and those that these include, however deep', () => {
  const holders = Object.keys(permissions).map((each) => [each, rolesWith(each as keyof typeof permissions)]);
  assert.deepEqual(Object.fromEntries(holders), {
    read: roles,
    secrets: ['ADMIN', 'OWNER'],
    write: ['EDITOR', 'ADMIN', 'OWNER'],
    manage: ['ADMIN', 'OWNER'],
    own: ['OWNER'],
  });
});

test('the right to read secrets gives nothing else', () => {
  assert.equal(may({ role: 'VIEWER', secrets: true }, 'secrets'), true);
  assert.equal(may({ role: 'VIEWER', secrets: true }, 'write'), false);
  assert.equal(may({ role: 'VIEWER', secrets: false }, 'secrets'), false);
});

test('an API token meets what its permissions include, and never what needs a session', () => {
  assert.equal(isCovered(['manage'], 'secrets'), true);
  assert.equal(isCovered(['secrets'], 'manage'), false);
  assert.equal(isCovered(['write'], 'read'), false);
  assert.equal(isCovered(['own'], 'member'), false);
});

test('a route needs one thing, several, or nothing in a workspace', () => {
  assert.deepEqual(needsOf('write'), ['write']);
  assert.deepEqual(needsOf(['write', 'secrets']), ['write', 'secrets']);
  for (const access of ['public', 'session', 'administrator'] as const) assert.deepEqual(needsOf(access), []);
});
