import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cdnAccountErrors, cdnCredentialErrors, cdnStatus, credentialsSummary } from './cdn-status.ts';

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

test('at least one credential is required for any provider', () => {
  assert.deepEqual(cdnCredentialErrors({ provider: 'other', apiCredentials: {} }), {
    apiCredentials: 'At least one API credential is required',
  });
  assert.deepEqual(cdnCredentialErrors({ provider: 'fastly', apiCredentials: { apiToken: '  ' } }), {
    apiCredentials: 'At least one API credential is required',
    'apiCredentials.apiToken': 'API Token is required',
  });
});

test('missing required fields are listed together and reported one by one', () => {
  const apiCredentials = { accessKeyId: 'AKIA1' };
  assert.deepEqual(cdnCredentialErrors({ provider: 'aws-cloudfront', apiCredentials }), {
    apiCredentials: 'Required fields missing: Secret Access Key, Region',
    'apiCredentials.secretAccessKey': 'Secret Access Key is required',
    'apiCredentials.region': 'Region is required',
  });
});

test('e-mail and URL fields are validated by type', () => {
  assert.deepEqual(cdnCredentialErrors({ provider: 'cloudflare', apiCredentials: { email: 'nobody' } }), {
    'apiCredentials.email': 'Email must be a valid email',
  });
  assert.deepEqual(cdnCredentialErrors({ provider: 'other', apiCredentials: { endpoint: 'nowhere' } }), {
    'apiCredentials.endpoint': 'API Endpoint must be a valid URL',
  });
});

test('the sign-in method and the credentials are checked together', () => {
  const apiCredentials = { apiKey: 'x' };
  assert.deepEqual(
    cdnAccountErrors({ provider: 'keycdn', apiCredentials, isGoogleLogin: true, password: 'x' }),
    { authentication: 'Cannot use both Google Login and password authentication' },
  );
  assert.deepEqual(cdnAccountErrors({ provider: 'keycdn', apiCredentials, isGoogleLogin: false }), {
    password: 'Password is required when not using Google Login',
    authentication: 'Please select an authentication method: either enter a password or enable Google Login',
  });
});
