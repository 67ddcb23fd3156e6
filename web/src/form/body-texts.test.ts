import assert from 'node:assert/strict';
import { test } from 'vitest';
import { sentTexts, withScheme } from './body-texts.ts';

test('a host typed as a web address gets a scheme, other text stays', () => {
  assert.equal(withScheme(' example.com '), 'https://example.com');
  assert.equal(withScheme('192.0.2.1:8443/panel'), 'https://192.0.2.1:8443/panel');
  for (const text of [
    '',
    'http://example.com',
    'nowhere',
    'no site.example',
    'ftp://a.example',
    'ops@a.example',
  ])
    assert.equal(withScheme(text), text);
});

test('credentials are trimmed; passwords and keys are sent as typed', () => {
  const typed = { password: ' p ', apiCredentials: { token: ' t ' }, users: [{ sshKey: ' k\n' }] };
  assert.deepEqual(sentTexts(typed), { ...typed, apiCredentials: { token: 't' } });
});

test('a credential of several lines is sent untrimmed, with LF', () => {
  const sent = (key: string) =>
    (sentTexts({ apiCredentials: { key } })['apiCredentials'] as { key: string }).key;
  assert.equal(sent('-----BEGIN\r\nabc\r\n-----END\r\n'), '-----BEGIN\nabc\n-----END\n');
  assert.equal(sent('  a\rb  '), '  a\nb  ');
  assert.equal(sent('\n one line\r\n'), 'one line');
});
