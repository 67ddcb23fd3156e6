import assert from 'node:assert/strict';
import { test } from 'vitest';
import { keptSecret, withCleared, withKept, withoutKept } from './kept-secrets.ts';

test('a form knows which secrets are set, and sends only those that were typed', () => {
  const record = {
    name: 'web',
    password: null,
    apiCredentials: { email: 'a@b.co', 'api.key': null },
    users: [
      { id: '1', username: 'root', password: null, sshKey: null },
      { id: '2', username: 'ada', password: null, sshKey: null },
    ],
    secretFields: ['password', 'apiCredentials.api.key', 'users.2.password', 'users.2.sshKey'],
  };
  const kept = withKept(record);
  assert.equal(kept.password, keptSecret);
  assert.deepEqual(kept.apiCredentials, { email: 'a@b.co', 'api.key': keptSecret });
  assert.deepEqual(
    kept.users.map(({ password }) => password),
    [null, keptSecret],
  );
  assert.equal(record.password, null);
  const { secretFields, ...sent } = withoutKept(kept);
  assert.equal(secretFields.length, 4);
  assert.deepEqual(sent, {
    name: 'web',
    apiCredentials: { email: 'a@b.co' },
    users: [
      { id: '1', username: 'root', password: null, sshKey: null },
      { id: '2', username: 'ada' },
    ],
  });
});

test('a credential that was removed is cleared', () => {
  const before = { apiCredentials: { key: keptSecret, secret: keptSecret } };
  const body = { apiCredentials: { key: 'new' } };
  assert.deepEqual(withCleared(body, before), { apiCredentials: { key: 'new', secret: null } });
  assert.deepEqual(withCleared({ name: 'x' }, before), { name: 'x' });
});
