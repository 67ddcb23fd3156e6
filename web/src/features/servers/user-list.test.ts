import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messagesWithoutUser, newUser, sentUsers, withUser, withoutUser } from './user-list.ts';

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

test('messages follow their users when one is removed', () => {
  const errors = {
    name: 'Server name is required',
    'users.message': 'One default user',
    'users.0.password': 'User 1: Password is required',
    'users.1.username': 'User 2: Username is required',
    'users.2.password': 'User 3: Password is required',
  };
  assert.deepEqual(messagesWithoutUser(errors, 1), {
    'users.0.password': 'User 1: Password is required',
    'users.1.password': 'User 3: Password is required',
  });
});

test('an emptied key is sent as null, one that was never set is not sent', () => {
  const users = [{ ...named('root'), id: 'a' }, { ...named('deploy'), id: 'b' }, named('new')];
  const keys = sentUsers(users, (id) => id === 'a').map((user) =>
    'sshKey' in user ? user.sshKey : 'not sent',
  );
  assert.deepEqual(keys, [null, 'not sent', 'not sent']);
});
