import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostingPresets } from '../catalog/hosting-presets.ts';
import { hostingErrors } from './hosting-credentials.ts';

test('a preset with API access requires each of its credentials', () => {
  assert.deepEqual(hostingErrors({ provider: 'DigitalOcean', hasApiAccess: true }), {
    'apiCredentials.apiToken': 'API Token is required for DigitalOcean',
  });
  const apiCredentials = { accessKeyId: 'AKIA1', secretAccessKey: ' ' };
  assert.deepEqual(hostingErrors({ provider: 'AWS', hasApiAccess: true, apiCredentials }), {
    'apiCredentials.secretAccessKey': 'Secret Access Key is required for AWS',
    'apiCredentials.region': 'Region is required for AWS',
  });
});

test('without API access or a preset nothing is required', () => {
  for (const { provider } of hostingPresets)
    assert.deepEqual(hostingErrors({ provider, hasApiAccess: false, apiCredentials: null }), {});
  assert.deepEqual(hostingErrors({ provider: 'Cellar & Sons', hasApiAccess: true }), {});
});

test('every preset accepts an account with all required credentials', () => {
  for (const { provider, fields } of hostingPresets) {
    const apiCredentials = Object.fromEntries(Object.keys(fields).map((name) => [name, 'x']));
    assert.deepEqual(hostingErrors({ provider, hasApiAccess: true, apiCredentials }), {});
  }
});
