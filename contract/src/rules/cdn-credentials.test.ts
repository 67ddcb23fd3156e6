import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cdnAccountErrors, cdnCredentialErrors } from './cdn-credentials.ts';

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
