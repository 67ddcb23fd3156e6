import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { RegistratorAccount } from '@quartermaster/contract/entities/registrator-accounts/registrator-accounts.schema';
import { type Body, createRecord } from '../../../test/records.ts';
import { apiFields, complete, createAccount, createType } from '../../../test/registrators.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user();

const path = '/registrator-accounts';
type Failure = { error: { message: string; details: { fields: Record<string, string> } } };
type Item = { data: { registratorAccount: RegistratorAccount } };

const bothMethods = 'Cannot use both Google Login and password authentication';
const passwordNeeded = 'Password is required when not using Google Login';
const noMethod = 'Please select an authentication method: either enter a password or enable Google Login';

const put = (client: Client, id: string, body: Body) =>
  client.call<Item & Failure>('PUT', `${path}/${id}`, body);

describe('rules between the fields of a registrator account', () => {
  let client: Client;
  let references: Body;
  before(async () => {
    client = await app.user();
    references = {
      emailAccountId: (await createRecord(client, 'emails')).id,
      registratorTypeId: (await createType(client)).id,
    };
  });

  const api = { isGoogleLogin: true, hasApiAccess: true };
  for (const [what, body, fields] of [
    ['neither method', {}, { password: passwordNeeded, authentication: noMethod }],
    ['a blank password', { password: '  ' }, { password: passwordNeeded, authentication: noMethod }],
    ['both methods', { password: 'x', isGoogleLogin: true }, { authentication: bothMethods }],
    [
      'an API without credentials',
      api,
      {
        'apiCredentials.apiKey': 'API Key is required',
        'apiCredentials.contact': 'Contact Email is required',
      },
    ],
    [
      'a credential that is no e-mail address',
      { ...api, apiCredentials: { ...complete, contact: 'nobody' } },
      { 'apiCredentials.contact': 'Contact Email must be a valid email' },
    ],
    [
      'everything at once',
      { hasApiAccess: true, apiCredentials: { contact: 'x' } },
      {
        password: passwordNeeded,
        authentication: noMethod,
        'apiCredentials.apiKey': 'API Key is required',
        'apiCredentials.contact': 'Contact Email must be a valid email',
      },
    ],
  ] as [string, Body, Record<string, string>][])
    test(`refused: ${what}`, async () => {
      const answer = await client.call<Failure>('POST', path, { ...references, ...body });
      assert.equal(answer.status, 400, answer.text);
      assert.deepEqual(answer.body.error.details.fields, fields);
      assert.equal(answer.body.error.message, Object.values(fields).join(', '));
    });

  test('credentials are required only if account and type both have an API', async () => {
    const plain = await createType(client, { hasApi: false });
    const account = await createAccount(client, { registratorTypeId: plain.id, hasApiAccess: true });
    assert.deepEqual([account.hasApiAccess, account.apiCredentials], [true, {}]);
    assert.deepEqual((await createAccount(client, { hasApiAccess: false })).apiCredentials, {});
  });

  test('credentials are kept as entered, without the blank ones', async () => {
    const apiCredentials = { ...complete, note: ' ', other: 'more' };
    const { id, ...created } = await createAccount(client, { ...api, apiCredentials });
    assert.deepEqual(created.apiCredentials, { ...complete, other: 'more' });
    const { body } = await put(client, id, { hasApiAccess: false, apiCredentials: null });
    assert.deepEqual(body.data.registratorAccount.apiCredentials, {});
  });

  test('an update is checked on the resulting record', async () => {
    const { id } = await createAccount(client, { isGoogleLogin: false, password: 'first' });
    const refusals: [Body, Record<string, string>][] = [
      [{ isGoogleLogin: true }, { authentication: bothMethods }],
      [{ password: null }, { password: passwordNeeded, authentication: noMethod }],
      [
        { hasApiAccess: true },
        {
          'apiCredentials.apiKey': 'API Key is required',
          'apiCredentials.contact': 'Contact Email is required',
        },
      ],
    ];
    for (const [body, fields] of refusals)
      assert.deepEqual((await put(client, id, body)).body.error.details.fields, fields);
    const google = await put(client, id, { isGoogleLogin: true, password: '' });
    assert.equal(google.body.data.registratorAccount.password, null);
    await put(client, id, { apiCredentials: complete });
    const access = await put(client, id, { hasApiAccess: true });
    assert.deepEqual(access.body.data.registratorAccount.apiCredentials, complete);
    const other = await createType(client, {
      apiFields: { ...apiFields, token: { label: 'Token', type: 'string', required: true } },
    });
    assert.deepEqual((await put(client, id, { registratorTypeId: other.id })).body.error.details.fields, {
      'apiCredentials.token': 'Token is required',
    });
  });

  test('an account may be of a global type, and change to it', async () => {
    const known = await client.call<{ data: { registratorTypes: { id: string; userId: string | null }[] } }>(
      'GET',
      '/registrator-types?hasApi=true',
    );
    const type = known.body.data.registratorTypes.find(({ userId }) => userId === null);
    assert.ok(type);
    const created = await createAccount(client, { registratorTypeId: type.id });
    assert.equal((created.registratorType as { id: string }).id, type.id);
    const { id } = await createAccount(client);
    const { body } = await put(client, id, { registratorTypeId: type.id });
    assert.equal(body.data.registratorAccount.registratorType.id, type.id);
    const own = await createType(client);
    const back = await put(client, id, { registratorTypeId: own.id });
    assert.equal(back.body.data.registratorAccount.registratorType.name, own.name);
  });
});
