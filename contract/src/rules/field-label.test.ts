import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kinds } from '../entities/kinds.ts';
import { fieldLabel, inSentence, inTitle } from './field-label.ts';

test('a label is found by its path, and made of the name where there is none', () => {
  const labels = { ip: 'IP address', users: 'Users', 'users.sshKey': 'SSH key' };
  const paths = ['ip', 'users', 'users.0.sshKey', 'users.10.sshKey', 'apiCredentials.apiToken', 'x'];
  assert.deepEqual(
    paths.map((path) => fieldLabel(labels, path)),
    ['IP address', 'Users', 'SSH key', 'SSH key', 'Api token', 'X'],
  );
});

test('a label within a sentence keeps abbreviations and names', () => {
  const labels = ['Email account', 'CDN account', 'Login URL', 'Google Login', 'IP address', 'Status'];
  assert.deepEqual(labels.map(inSentence), [
    'email account',
    'CDN account',
    'login URL',
    'Google Login',
    'IP address',
    'status',
  ]);
});

test('a label in a heading has capitals', () => {
  assert.deepEqual(['Email account', 'IP address', 'Google Login', 'Port'].map(inTitle), [
    'Email Account',
    'IP Address',
    'Google Login',
    'Port',
  ]);
});

test('every label begins with a capital and tells its field from the others of the kind', () => {
  for (const { path, fieldLabels } of Object.values(kinds)) {
    const labels = Object.values<string>(fieldLabels);
    assert.ok(
      labels.every((label) => /^[A-Z]/.test(label)),
      path,
    );
    assert.equal(new Set(labels).size, labels.length, path);
  }
});
