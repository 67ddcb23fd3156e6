import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Hosting } from '@quartermaster/contract/entities/hostings/hostings.schema';
import { credentialFields, defaults, hostingBody, hostingRule, toValues } from './hosting-values.ts';

const withApi = { ...defaults, hasApiAccess: true };
const stored = (provider: string, apiCredentials: Record<string, string>) =>
  ({ provider, apiCredentials }) as Hosting;

test('the credentials of one preset are never sent for another', () => {
  const values = { ...withApi, apiCredentials: { DigitalOcean: { apiToken: 'do' }, Hetzner: {} } };
  assert.deepEqual(hostingBody(undefined)({ ...values, provider: 'Hetzner' }).apiCredentials, {});
  assert.deepEqual(hostingBody(undefined)({ ...values, provider: ' DigitalOcean ' }).apiCredentials, {
    apiToken: 'do',
  });
  assert.deepEqual(hostingRule({ ...values, provider: 'Hetzner' }), {
    'apiCredentials.apiToken': 'API Token is required for Hetzner',
  });
});

test('a provider without a preset has freely named credentials', () => {
  const freeCredentials = [
    { name: ' appKey ', value: ' a ' },
    { name: '', value: '' },
  ];
  const values = { ...withApi, provider: 'OVH', freeCredentials };
  assert.deepEqual(hostingBody(undefined)(values).apiCredentials, { appKey: ' a ' });
  assert.deepEqual(hostingRule(values), {});
  assert.deepEqual(toValues(stored('OVH', { appKey: 'a' })).freeCredentials, [
    { name: 'appKey', value: 'a' },
  ]);
});

test('a credential needs a unique name and a value', () => {
  const freeCredentials = [
    { name: 'key', value: '' },
    { name: '', value: 'x' },
    { name: 'key', value: 'y' },
    { name: 'k'.repeat(101), value: 'z' },
  ];
  assert.deepEqual(hostingRule({ ...withApi, provider: 'OVH', freeCredentials }), {
    'freeCredentials.0.value': 'Credential value is required',
    'freeCredentials.1.name': 'Credential name is required',
    'freeCredentials.2.name': 'This credential already exists',
    'freeCredentials.3.name': 'Credential name must be less than 100 characters',
  });
});

test("credentials beyond the preset's are kept and shown", () => {
  const record = stored('Vultr', { apiKey: 'k', extra: 'e' });
  const values = { ...withApi, provider: 'Vultr', ...toValues(record) };
  assert.deepEqual(Object.keys(credentialFields(values) ?? {}), ['apiKey', 'extra']);
  assert.deepEqual(hostingBody(record)(values).apiCredentials, { apiKey: 'k', extra: 'e' });
});

test('while API access is off, nothing is validated, added or lost', () => {
  const values = { ...defaults, provider: 'Vultr', apiCredentials: { Vultr: { apiKey: 'typed' } } };
  assert.deepEqual(hostingRule(values), {});
  assert.deepEqual(hostingBody(undefined)(values).apiCredentials, {});
  assert.deepEqual(hostingBody(stored('Vultr', { apiKey: 'k' }))(values).apiCredentials, { apiKey: 'k' });
});
