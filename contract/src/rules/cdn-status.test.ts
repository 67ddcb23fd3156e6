import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cdnStatus, credentialsSummary } from './cdn-status.ts';

test('the status shows whether the account is active and can sign in', () => {
  const signedIn = { isGoogleLogin: true, password: null };
  assert.equal(cdnStatus({ ...signedIn, isActive: false }), 'Inactive');
  assert.equal(cdnStatus({ ...signedIn, isActive: true }), 'Active');
  assert.equal(cdnStatus({ isGoogleLogin: false, password: 'x', isActive: true }), 'Active');
  assert.equal(cdnStatus({ isGoogleLogin: false, password: null, isActive: true }), 'Auth Missing');
  assert.equal(cdnStatus({ isGoogleLogin: true, password: 'x', isActive: true }), 'Auth Missing');
});

test('the summary lists two keys and counts the rest', () => {
  assert.equal(credentialsSummary({}), 'Not configured');
  assert.equal(credentialsSummary({ apiKey: ' ' }), 'Not configured');
  assert.equal(credentialsSummary({ apiKey: 'x' }), 'apiKey');
  assert.equal(credentialsSummary({ apiKey: 'x', apiToken: 'y' }), 'apiKey, apiToken');
  assert.equal(credentialsSummary({ a: '1', b: '2', c: '3', d: '4' }), 'a, b +2 more');
});
