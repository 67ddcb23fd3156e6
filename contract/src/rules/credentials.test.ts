import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CredentialFields } from '../catalog/credential-field.ts';
import {
  apiFieldErrors,
  below,
  credentialErrors,
  filledCredentials,
  missingFields,
  readApiFields,
} from './credentials.ts';

const fields: CredentialFields = {
  apiKey: { label: 'API Key', type: 'password', required: true },
  contact: { label: 'Contact', type: 'email', required: true },
  endpoint: { label: 'Endpoint', type: 'url', required: false },
};

test('blank credentials are dropped; others stay exactly as entered', () => {
  assert.deepEqual(filledCredentials({ a: '', b: '  ', c: ' kept ' }), { c: ' kept ' });
  assert.deepEqual(filledCredentials(null), {});
  assert.deepEqual(filledCredentials(undefined), {});
});

test('empty required fields are reported as missing', () => {
  assert.deepEqual(missingFields(fields, { apiKey: ' ' }), [
    ['apiKey', 'API Key'],
    ['contact', 'Contact'],
  ]);
  assert.deepEqual(missingFields(fields, { apiKey: 'k', contact: 'c' }), []);
});

test('each error names the label of its field', () => {
  assert.deepEqual(credentialErrors(fields, {}), {
    apiKey: 'API Key is required',
    contact: 'Contact is required',
  });
  assert.deepEqual(credentialErrors(fields, { apiKey: 'k', contact: 'nobody', endpoint: 'ftp://x' }), {
    contact: 'Contact must be a valid email',
    endpoint: 'Endpoint must be a valid URL',
  });
  assert.deepEqual(credentialErrors(fields, { apiKey: 'k', contact: ' a@example.com ', other: 'x' }), {});
});

test('an optional field is checked only if it has a value', () => {
  const optional: CredentialFields = { contact: { label: 'Contact', type: 'email', required: false } };
  assert.deepEqual(credentialErrors(optional, { contact: ' ' }), {});
  assert.deepEqual(credentialErrors(optional, { contact: 'x' }), {
    contact: 'Contact must be a valid email',
  });
});

test('a field may be named like a property of every object', () => {
  const odd = new Map([['constructor', { label: 'Maker', type: 'email', required: true } as const]]);
  const errors = credentialErrors(Object.fromEntries(odd), {});
  assert.deepEqual(Object.entries(errors), [['constructor', 'Maker is required']]);
});

test('errors of a map are keyed below its field', () => {
  assert.deepEqual(below('apiCredentials', { apiKey: 'x' }), { 'apiCredentials.apiKey': 'x' });
});

test('the definition of an API field must be complete', () => {
  const texts = 'Field "x" must have texts of at most 200 characters';
  for (const [field, message] of [
    ['text', 'Field "x" must be an object'],
    [null, 'Field "x" must be an object'],
    [[], 'Field "x" must be an object'],
    [{ type: 'string', required: true }, 'Field "x" must have a label'],
    [{ label: ' ', type: 'string', required: true }, 'Field "x" must have a label'],
    [{ label: 7, type: 'string', required: true }, 'Field "x" must have a label'],
    [
      { label: 'X', type: 'number', required: true },
      'Field "x" must have a valid type (string, email, password, url)',
    ],
    [{ label: 'X', type: 'string' }, 'Field "x" must have a required flag'],
    [{ label: 'X', type: 'string', required: 'yes' }, 'Field "x" must have a required flag'],
    [{ label: 'x'.repeat(201), type: 'string', required: true }, texts],
    [{ label: 'X', type: 'string', required: true, placeholder: 5 }, texts],
    [{ label: 'X', type: 'string', required: true, description: 'a\0b' }, texts],
  ] as const)
    assert.deepEqual(apiFieldErrors({ x: field }), { x: message }, JSON.stringify(field));
  const longest = { label: 'x'.repeat(200), type: 'string', required: true };
  assert.deepEqual(apiFieldErrors({ x: longest }), {});
  for (const type of ['string', 'email', 'password', 'url', 'text'])
    assert.deepEqual(apiFieldErrors({ x: { label: 'X', type, required: false } }), {});
  assert.deepEqual(apiFieldErrors({ x: { label: 'X', type: 'url', required: true, description: null } }), {});
});

test("'text' is read as 'string', texts are trimmed, unknown and blank ones dropped", () => {
  const sent = { label: ' Key ', type: 'text', required: true, placeholder: '', description: ' d ', more: 1 };
  assert.deepEqual(readApiFields({ key: sent }), {
    key: { label: 'Key', type: 'string', required: true, description: 'd' },
  });
});
