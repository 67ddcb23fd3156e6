import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CredentialFields, Credentials } from '../catalog/credential-field.ts';
import {
  type RegistratorAccountState,
  apiSummary,
  hasEffectiveApi,
  registratorAccountStatus,
} from './registrator-status.ts';

const apiFields: CredentialFields = {
  apiKey: { label: 'API Key', type: 'password', required: true },
  apiSecret: { label: 'API Secret', type: 'password', required: true },
  contact: { label: 'Contact', type: 'email', required: false },
};
const account: RegistratorAccountState = {
  isActive: true,
  isGoogleLogin: false,
  password: 'secret',
  hasApiAccess: true,
  apiCredentials: {},
  registratorType: { hasApi: true, apiFields },
};
const having = (apiCredentials: Credentials) => ({ ...account, apiCredentials });
const typeWithoutApi = { ...account, registratorType: { hasApi: false, apiFields: {} } };
const complete = { apiKey: 'k', apiSecret: 's' };

test('API access counts only if both account and type have it', () => {
  assert.equal(hasEffectiveApi(account), true);
  assert.equal(hasEffectiveApi({ ...account, hasApiAccess: false }), false);
  assert.equal(hasEffectiveApi(typeWithoutApi), false);
});

test('the status shows the most important condition', () => {
  assert.equal(registratorAccountStatus({ ...account, isActive: false, password: null }), 'Inactive');
  assert.equal(registratorAccountStatus({ ...account, password: null }), 'Auth Missing');
  assert.equal(registratorAccountStatus({ ...account, isGoogleLogin: true }), 'Auth Missing');
  assert.equal(registratorAccountStatus(having(complete)), 'Active (API)');
  assert.equal(registratorAccountStatus(having({ apiKey: 'k' })), 'Active (API Incomplete)');
  assert.equal(registratorAccountStatus(having({})), 'Active');
  assert.equal(registratorAccountStatus(having({ apiKey: ' ' })), 'Active');
  assert.equal(registratorAccountStatus({ ...having(complete), hasApiAccess: false }), 'Active');
  assert.equal(registratorAccountStatus({ ...typeWithoutApi, apiCredentials: complete }), 'Active');
});

test('the API summary shows how complete the credentials are', () => {
  assert.equal(apiSummary({ ...account, hasApiAccess: false }), 'No API');
  assert.equal(apiSummary(typeWithoutApi), 'No API');
  assert.equal(apiSummary(having({})), 'Not configured');
  assert.equal(apiSummary(having({ apiKey: '' })), 'Not configured');
  assert.equal(apiSummary(having({ apiKey: 'k', contact: 'a@example.com' })), 'Incomplete');
  assert.equal(apiSummary(having(complete)), 'Configured');
});

test('a type that requires no credentials has none missing, in the summary and in the status', () => {
  const optional = { contact: { label: 'Contact', type: 'email', required: false } } as const;
  for (const asked of [{}, optional]) {
    const without = { ...account, registratorType: { hasApi: true, apiFields: asked } };
    assert.equal(apiSummary(without), 'Configured');
    assert.equal(registratorAccountStatus(without), 'Active (API)');
  }
});
