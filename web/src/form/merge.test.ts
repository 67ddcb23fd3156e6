import assert from 'node:assert/strict';
import { test } from 'vitest';
import { merge } from './merge.ts';

const base = { domain: 'a.example', comment: 'old', status: 'ACTIVE' };

test('each keeps what the other did not touch', () => {
  const { body, contests } = merge(base, { ...base, comment: 'mine' }, { ...base, status: 'BLOCKED' });
  assert.deepEqual(body, { ...base, comment: 'mine', status: 'BLOCKED' });
  assert.deepEqual(contests, []);
});

test('what both changed in the same way is no contest, in different ways it is', () => {
  const { body, contests } = merge(
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
  const { body, contests } = merge(
    { tags: [kept, gone] },
    { tags: [kept, hers] },
    { tags: [kept, gone, his] },
  );
  assert.deepEqual(body, { tags: [kept, his, hers] });
  assert.deepEqual(contests, []);
});

test('credentials merge by name', () => {
  const { body, contests } = merge(
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
  const { body, contests } = merge(account, mine, theirs);
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
  const { body, contests } = merge(
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
