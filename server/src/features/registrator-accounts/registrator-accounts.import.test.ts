import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RegistratorAccount } from '@quartermaster/contract/entities/registrator-accounts/registrator-accounts.schema';
import type { BulkResult } from '@quartermaster/contract/api/bulk-import';
import { type Body, createFrom, createRecord } from '../../../test/records.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user();

const path = '/registrator-accounts';
const duplicate = 'There is an account of this registrator type with this email account already';
const send = async (client: Client, body: Body): Promise<BulkResult> =>
  (await client.call<{ data: BulkResult }>('POST', `${path}/bulk-import`, body)).body.data;
const accountsOf = async (client: Client) =>
  (await client.call<{ data: { registratorAccounts: RegistratorAccount[] } }>('GET', path)).body.data
    .registratorAccounts;
const idOf = async (client: Client, area: string) => (await createRecord(client, area)).id;

test('good rows are stored with tags and sealed secrets, bad ones reported with their position', async () => {
  const [client, other] = [await app.user(), await app.user()];
  const [emailAccountId, registratorTypeId] = [
    await idOf(client, 'emails'),
    await idOf(client, 'registrator-types'),
  ];
  const row = { emailAccountId, registratorTypeId, password: 'canary secret' };
  const full = {
    ...row,
    emailAccountId: await idOf(client, 'emails'),
    hasApiAccess: true,
    apiCredentials: { apiKey: 'canary key', blank: '' },
    tags: [{ type: 'env', value: 'prod' }],
    comment: 'Imported',
    isActive: false,
  };
  const rows = [
    row,
    { ...row, password: '' },
    { ...row, isGoogleLogin: true },
    { ...row, emailAccountId: await idOf(other, 'emails') },
    { ...row, registratorTypeId: await idOf(other, 'registrator-types') },
    { ...row, proxyId: '01a00000-0000-7000-8000-000000000000' },
    { ...row, hasApiAccess: true },
    { ...row, registratorTypeId: '', comment: 'x'.repeat(1001) },
    'no row',
    full,
  ];
  const { errors, ...counts } = await send(client, { accounts: rows });
  assert.deepEqual(counts, { imported: 2, skipped: 0, failed: 8 });
  assert.deepEqual(errors.slice(0, 7), [
    {
      index: 1,
      message:
        'Password is required when not using Google Login, Please select an authentication method: either enter a password or enable Google Login',
    },
    { index: 2, message: 'Cannot use both Google Login and password authentication' },
    { index: 3, message: 'Email account not found' },
    { index: 4, message: 'Registrator type not found' },
    { index: 5, message: 'Proxy not found' },
    { index: 6, message: 'API Key is required' },
    {
      index: 7,
      message: 'Registrator type is required, Comment must be less than 1000 characters',
    },
  ]);
  assert.equal(errors[7]?.index, 8);
  const imported = await accountsOf(client);
  assert.deepEqual(
    imported.map((account) => account.password),
    ['canary secret', 'canary secret'],
  );
  const [found] = imported.filter(({ comment }) => comment === 'Imported');
  assert.deepEqual(
    [found?.apiCredentials, found?.tags, found?.isActive],
    [{ apiKey: 'canary key' }, full.tags, false],
  );
  const changes = await app.db
    .selectFrom('changes')
    .selectAll()
    .where(
      'recordId',
      'in',
      imported.map(({ id }) => id),
    )
    .execute();
  assert.equal(changes.length, 2);
  assert.equal(new Set(changes.map(({ batchId }) => batchId)).size, 1);
  assert.ok(changes[0]?.batchId);
  assert.ok(!JSON.stringify(changes).includes('canary'));
});

test('duplicates, stored or in the list, are skipped or reported', async () => {
  const client = await app.user();
  const registratorTypeId = await idOf(client, 'registrator-types');
  const [stored, fresh] = [await idOf(client, 'emails'), await idOf(client, 'emails')];
  const row = (emailAccountId: string) => ({ emailAccountId, registratorTypeId, isGoogleLogin: true });
  await createFrom(client, 'registrator-accounts', row(stored));
  const accounts = [row(stored), row(fresh), row(fresh)];
  assert.deepEqual(await send(client, { accounts }), { imported: 1, skipped: 2, failed: 0, errors: [] });
  assert.deepEqual(await send(client, { accounts }), { imported: 0, skipped: 3, failed: 0, errors: [] });
  const again = [row(await idOf(client, 'emails')), ...accounts];
  assert.deepEqual(await send(client, { accounts: [again[0], ...again], skipDuplicates: false }), {
    imported: 1,
    skipped: 0,
    failed: 4,
    errors: [1, 2, 3, 4].map((index) => ({ index, message: duplicate })),
  });
  assert.equal((await accountsOf(client)).length, 3);
});

test('an account of a global type can be imported', async () => {
  const client = await app.user();
  const { body } = await client.call<{ data: { registratorTypes: { id: string }[] } }>(
    'GET',
    '/registrator-types?limit=1',
  );
  const registratorTypeId = body.data.registratorTypes[0]?.id;
  const emailAccountId = await idOf(client, 'emails');
  const row = { emailAccountId, registratorTypeId, isGoogleLogin: true };
  assert.equal((await send(client, { accounts: [row] })).imported, 1);
  assert.equal((await accountsOf(client))[0]?.registratorType.id, registratorTypeId);
});

test('a name matches in any case, and an own type goes before the global one of its name', async () => {
  const client = await app.user();
  const { body } = await client.call<{ data: { registratorTypes: { id: string; name: string }[] } }>(
    'GET',
    '/registrator-types?limit=1',
  );
  const [globalType] = body.data.registratorTypes;
  assert.ok(globalType);
  await createFrom(client, 'emails', { email: 'Ops@Example.com', password: 'x' });
  const row = { emailAccount: 'ops@example.COM', isGoogleLogin: true };
  const named = { ...row, registratorType: globalType.name.toUpperCase() };
  assert.equal((await send(client, { accounts: [named] })).imported, 1);
  const own = await createFrom(client, 'registrator-types', { name: globalType.name });
  assert.equal((await send(client, { accounts: [named] })).imported, 1);
  const accounts = await accountsOf(client);
  assert.deepEqual(
    accounts.map(({ registratorType }) => registratorType.id),
    [own.id, globalType.id],
  );
  const detailed = { ...row, registratorType: `${globalType.name} (global)` };
  assert.equal((await send(client, { accounts: [detailed] })).skipped, 1);
});

test('refuses more than 10 000 rows and anything but a list; accepts an empty list', async () => {
  const client = await app.user();
  const tooMany = Array.from({ length: 10_001 }, () => ({}));
  for (const accounts of [tooMany, 'x', undefined])
    assert.equal((await client.call('POST', `${path}/bulk-import`, { accounts })).status, 400);
  assert.deepEqual(await send(client, { accounts: [] }), { imported: 0, skipped: 0, failed: 0, errors: [] });
});
