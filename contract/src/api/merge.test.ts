import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cdnAccount } from '../entities/cdn/cdn.schema.ts';
import { server } from '../entities/servers/servers.schema.ts';
import type { Values } from '../rules/same.ts';
import { merge } from './merge.ts';

/** A kind with each sort of value. */
const fields = { ...server.fields, ...cdnAccount.fields };
const merged = (...sides: [before: Values, mine: Values, theirs: Values]) => merge(fields, ...sides);

const base = { domain: 'a.example', comment: 'old', status: 'ACTIVE' };

test('each keeps what the other did not touch', () => {
  const { body, contests } = merged(base, { ...base, comment: 'mine' }, { ...base, status: 'BLOCKED' });
  assert.deepEqual(body, { ...base, comment: 'mine', status: 'BLOCKED' });
  assert.deepEqual(contests, []);
});

test('what both changed in the same way is no contest, in different ways it is', () => {
  const { body, contests } = merged(
    base,
    { ...base, comment: 'mine', status: 'BLOCKED' },
    { ...base, comment: 'theirs', status: 'BLOCKED' },
  );
  assert.deepEqual(body, { ...base, comment: 'mine', status: 'BLOCKED' });
  assert.deepEqual(contests, [
    { names: ['comment'], now: { comment: 'theirs' }, yours: { comment: 'mine' } },
  ]);
});

test('tags merge as a set', () => {
  const [kept, gone, hers, his] = ['kept', 'gone', 'hers', 'his'].map((value) => ({ type: 't', value }));
  const { body, contests } = merged(
    { tags: [kept, gone] },
    { tags: [kept, hers] },
    { tags: [kept, gone, his] },
  );
  assert.deepEqual(body, { tags: [kept, his, hers] });
  assert.deepEqual(contests, []);
});

test('credentials merge by name', () => {
  const { body, contests } = merged(
    { provider: 'p', apiCredentials: { key: '1', secret: '1', old: '1' } },
    { provider: 'p', apiCredentials: { key: '2', secret: '1' } },
    { provider: 'p', apiCredentials: { key: '3', secret: '3', old: '1', new: '3' } },
  );
  assert.deepEqual(body, { provider: 'p', apiCredentials: { key: '2', secret: '3', new: '3' } });
  assert.deepEqual(contests, [
    {
      names: ['apiCredentials.key'],
      now: { 'apiCredentials.key': '3' },
      yours: { 'apiCredentials.key': '2' },
    },
  ]);
});

test('a provider with its credentials is one field once it changes, a password with its Google login always', () => {
  const account = { provider: 'p', apiCredentials: { key: '1' }, password: 'x', isGoogleLogin: false };
  const mine = { ...account, apiCredentials: { key: '2' }, password: 'y' };
  const theirs = { ...account, provider: 'q', apiCredentials: {}, password: '', isGoogleLogin: true };
  const { body, contests } = merged(account, mine, theirs);
  assert.deepEqual(body, mine);
  assert.deepEqual(
    contests.map(({ names }) => names),
    [
      ['password', 'isGoogleLogin'],
      ['provider', 'apiCredentials'],
    ],
  );
});

test('users merge by name, each field by field', () => {
  const user = (username: string, password: string) => ({
    username,
    password,
    isDefault: username === 'root',
  });
  const { body, contests } = merged(
    { users: [user('root', '1'), user('deploy', '1'), user('backup', '1')] },
    { users: [user('root', '2'), user('deploy', '1'), user('mine', '1')] },
    { users: [user('root', '3'), user('backup', '1'), user('theirs', '1')] },
  );
  assert.deepEqual(body, { users: [user('root', '2'), user('theirs', '1'), user('mine', '1')] });
  assert.deepEqual(
    contests.map(({ names }) => names),
    [['users.0.password']],
  );
});

test('a user that one renames and the other changes stays one user, by its id', () => {
  const user = { id: '1', username: 'root', password: '1', isDefault: true };
  const { body, contests } = merged(
    { users: [user] },
    { users: [{ ...user, username: 'admin' }] },
    { users: [{ ...user, password: '2' }] },
  );
  assert.deepEqual(body, { users: [{ ...user, username: 'admin', password: '2' }] });
  assert.deepEqual(contests, []);
});

test('a name that was given to another user is not taken for the user who had it', () => {
  const [one, other] = [
    { id: '1', username: 'root', password: '1' },
    { id: '2', username: 'deploy', password: '2' },
  ];
  const swapped = [
    { ...one, username: 'deploy' },
    { ...other, username: 'root' },
  ];
  const { body, contests } = merged(
    { users: [one, other] },
    { users: swapped },
    { users: [one, { ...other, password: '3' }] },
  );
  assert.deepEqual(body, { users: [swapped[0], { ...swapped[1], password: '3' }] });
  assert.deepEqual(contests, []);
});

test('a user that one removes and adds again is the one that the other changed', () => {
  const user = { id: '1', username: 'root', password: '1' };
  const { body } = merged(
    { users: [user] },
    { users: [{ username: 'root', password: '1' }] },
    { users: [{ ...user, password: '2' }] },
  );
  assert.deepEqual(body, { users: [{ username: 'root', password: '2' }] });
});

test('a flag instead of a value is an ordinary field where there is no such value', () => {
  const start = { isGoogleLogin: false, comment: '' };
  const { body, contests } = merged(
    start,
    { ...start, isGoogleLogin: true },
    { ...start, comment: 'theirs' },
  );
  assert.deepEqual(body, { isGoogleLogin: true, comment: 'theirs' });
  assert.deepEqual(contests, []);
});
