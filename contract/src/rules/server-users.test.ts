import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serverUserErrors } from './server-users.ts';

const root = { username: 'root', password: 'secret', isDefault: true };
const other = { username: 'deploy', password: 'secret', isDefault: false };

test('one or more users with exactly one default are valid', () => {
  assert.deepEqual(serverUserErrors([root]), {});
  assert.deepEqual(serverUserErrors([other, root, other]), {});
});

test('the list has at least one user and exactly one default', () => {
  assert.deepEqual(serverUserErrors([]), { users: 'At least one user is required' });
  assert.deepEqual(serverUserErrors([other]), { users: 'At least one user must be marked as default' });
  assert.deepEqual(serverUserErrors([root, root]), { users: 'Only one user can be marked as default' });
});

test('each user needs a name and a password; errors name the user by number', () => {
  const users = [
    { username: ' ', password: 'x', isDefault: true },
    { username: null, password: undefined, isDefault: false },
    { username: 'ok', password: ' ', isDefault: false },
  ];
  assert.deepEqual(serverUserErrors(users), {
    'users.0.username': 'User 1: Username is required',
    'users.1.username': 'User 2: Username is required',
    'users.1.password': 'User 2: Password is required',
    'users.2.password': 'User 3: Password is required',
  });
});

test('the password of a stored user may be left out, but not cleared', () => {
  const stored = { id: 'x', username: 'root', isDefault: true };
  assert.deepEqual(serverUserErrors([stored]), {});
  for (const password of [null, '', ' '])
    assert.deepEqual(serverUserErrors([{ ...stored, password }]), {
      'users.0.password': 'User 1: Password is required',
    });
});

test('a name that a shell could misread is refused', () => {
  for (const username of ['-oProxyCommand=id', '$(id)', 'a b'])
    assert.match(
      serverUserErrors([{ ...root, username }])['users.0.username'] ?? '',
      /^User 1: Username may only hold/,
    );
});
