import assert from 'node:assert/strict';
import { test } from 'vitest';
import { newUser, withUser, withoutUser } from './user-list.ts';

const named = (username: string, isDefault = false) => ({ ...newUser(isDefault), username });
const defaults = (users: { username: string; isDefault: boolean }[]) =>
  users.filter(({ isDefault }) => isDefault).map(({ username }) => username);

test('setting one user as default unsets the others, any other change leaves them', () => {
  const users = [named('root', true), named('deploy'), named('backup')];
  assert.deepEqual(defaults(withUser(users, 2, { isDefault: true })), ['backup']);
  assert.deepEqual(defaults(withUser(users, 2, { username: 'x' })), ['root']);
  assert.deepEqual(defaults(withUser(users, 0, { isDefault: false })), []);
});

test('removing the default user makes the first one the default; removing another changes nothing', () => {
  const users = [named('root'), named('deploy', true), named('backup')];
  assert.deepEqual(defaults(withoutUser(users, 1)), ['root']);
  assert.deepEqual(defaults(withoutUser(users, 0)), ['deploy']);
  assert.deepEqual(
    withoutUser(users, 1).map(({ username }) => username),
    ['root', 'backup'],
  );
});

test('the only user can not be removed', () => {
  assert.deepEqual(withoutUser([named('root', true)], 0), [named('root', true)]);
});
