import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cdnProviders } from '../catalog/cdn-providers.ts';
import type { CredentialField } from '../catalog/credential-field.ts';
import { hostingPresets } from '../catalog/hosting-presets.ts';
import { popularRegistrators } from '../catalog/registrators.ts';
import { readableSecrets, saysSecret } from './secret-names.ts';

describe('names that say secret', () => {
  test('are found in any spelling', () => {
    for (const name of [
      'key',
      'API Key',
      'apiKey',
      'apikey',
      'APIKEY',
      'api_key',
      'api-key-2',
      'APIKey',
      'DNSKey v2',
      'Keys',
      'access.key',
      'Secret',
      'client_secret',
      'clientSecret',
      'ClientSECRET',
      'Secret (production)',
      'webhooktoken',
      'OAuth2Token',
      'Token for DNS',
      'PASSWORD',
      'userPassword',
      'ＡＰＩ Ｋｅｙ',
      'service credentials',
      'credential',
    ])
      assert.equal(saysSecret(name), true, name);
  });

  test('are told from words that merely contain one', () => {
    for (const name of [
      '',
      '7',
      'Monkey',
      'donkeys',
      'Hockey',
      'Keyboard layout',
      'keyword',
      'KeyNote'.toLowerCase(),
      'Secretary',
      'tokenize',
      'Username',
      'endpoint',
      'Region',
      'Zone',
    ])
      assert.equal(saysSecret(name), false, name);
  });

  test('are told from names of what only belongs to a secret', () => {
    for (const name of ['Access Key ID', 'accessKeyId', 'Token URL', 'Secret name', 'Password type'])
      assert.equal(saysSecret(name), false, name);
  });
});

describe('readable secrets', () => {
  const field = (more: Partial<CredentialField>): CredentialField => ({
    label: 'L',
    type: 'string',
    required: true,
    ...more,
  });

  test('are string fields whose name or label says secret, unless kept as readable', () => {
    const found = readableSecrets({
      'api key': field({}),
      k: field({ label: 'Client Secret' }),
      token: field({ type: 'password' }),
      'token url': field({ label: 'Token', type: 'url' }),
      publickey: field({ readable: true }),
      secret: field({ readable: false }),
      account: field({ label: 'Account' }),
    });
    assert.deepEqual(found, ['api key', 'k', 'secret']);
  });

  test('occur in no field that the product brings along', () => {
    const all = [
      ...popularRegistrators.map(({ name, apiFields }) => [name, apiFields] as const),
      ...Object.entries(cdnProviders).map(([name, { fields }]) => [name, fields] as const),
      ...hostingPresets.map(({ provider, fields }) => [provider, fields] as const),
    ];
    for (const [name, fields] of all) assert.deepEqual(readableSecrets(fields), [], name);
  });
});
