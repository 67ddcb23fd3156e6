// On both engines: lists and figures are statements of their own.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RegistratorAccount } from '@quartermaster/contract/entities/registrator-accounts/registrator-accounts.schema';
import { type RecordBody, createFrom, validBody } from '../../../test/records.ts';
import { complete, createAccount, createType } from '../../../test/registrators.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user();

const path = '/registrator-accounts';
const area = 'registrator-accounts';
type List = { data: { registratorAccounts: RegistratorAccount[]; pagination: { total: number } } };
const idsOf = async (client: Client, query: string) =>
  (await client.call<List>('GET', `${path}?${query}`)).body.data.registratorAccounts.map(({ id }) => id);

describe('lists of registrator accounts', () => {
  test('an account shows the records it refers to', async () => {
    const client = await app.user();
    const body = await validBody(client, area, { optional: true });
    const account = await createFrom(client, area, body);
    const { body: email } = await client.call<{ data: { emailAccount: RecordBody } }>(
      'GET',
      `/emails/${String(body.emailAccountId)}`,
    );
    assert.deepEqual(account.emailAccount, {
      id: body.emailAccountId,
      email: email.data.emailAccount.email,
    });
    assert.deepEqual(Object.keys(account.registratorType as object), ['id', 'name', 'hasApi', 'apiFields']);
    assert.deepEqual(Object.keys(account.proxy as object), ['id', 'name', 'ip', 'port']);
  });

  test('filters select, search finds the mailbox and the type, and both sort', async () => {
    const client = await app.user();
    const zebra = await createType(client, { name: 'Zebra Names' });
    const aloe = await createType(client, { name: 'Aloe Names' });
    const first = await createAccount(client, { registratorTypeId: zebra.id, comment: 'One' });
    const second = await createAccount(client, {
      registratorTypeId: aloe.id,
      isActive: false,
      hasApiAccess: true,
      apiCredentials: complete,
    });
    const email = (first.emailAccount as { email: string }).email;
    for (const [query, ids] of [
      [`emailAccountId=${String(first.emailAccountId)}`, [first.id]],
      [`registratorTypeId=${aloe.id}`, [second.id]],
      ['registratorTypeId=none', []],
      ['hasApiAccess=true', [second.id]],
      ['hasApiAccess=false', [first.id]],
      ['isActive=true', [first.id]],
      ['isActive=false', [second.id]],
      ['isActive=false&hasApiAccess=false', []],
      [`search=${encodeURIComponent(email.toUpperCase())}`, [first.id]],
      ['search=aloe', [second.id]],
      ['search=names&limit=1', [second.id]],
      ['search=example.com%2Flogin', []],
      ['sortBy=registratorType&sortOrder=asc', [second.id, first.id]],
      ['sortBy=registratorType&sortOrder=desc', [first.id, second.id]],
      ['sortBy=emailAccount&sortOrder=asc', [first.id, second.id]],
      ['sortBy=isActive&sortOrder=desc', [first.id, second.id]],
    ] as const)
      assert.deepEqual(await idsOf(client, query), ids, query);
    const { body } = await client.call<List>('GET', `${path}?search=names&limit=1`);
    assert.equal(body.data.pagination.total, 2);
  });

  test('stats count accounts, groups and tags, most first', async () => {
    const client = await app.user();
    const [rare, common] = [await createType(client), await createType(client)];
    const tags = (...values: string[]) => values.map((value) => ({ type: 'client', value }));
    await createAccount(client, { registratorTypeId: rare.id, tags: tags('Acme') });
    const active = await createAccount(client, { registratorTypeId: common.id, tags: tags('Acme', 'Beta') });
    const { emailAccountId, emailAccount } = active as unknown as RegistratorAccount;
    await createAccount(client, { registratorTypeId: common.id, isActive: false });
    const third = await createType(client);
    const more = { emailAccountId, hasApiAccess: true, apiCredentials: complete };
    await createAccount(client, { ...more, registratorTypeId: third.id });
    const { body } = await client.call<{ data: { stats: Record<string, object[]> } }>('GET', `${path}/stats`);
    const { accountsByEmailAccount, ...stats } = body.data.stats;
    assert.deepEqual(stats, {
      totalAccounts: 4,
      activeAccounts: 3,
      accountsWithApi: 1,
      accountsByRegistratorType: [
        { key: common.id, label: common.name, count: 2 },
        { key: rare.id, label: rare.name, count: 1 },
        { key: third.id, label: third.name, count: 1 },
      ],
      tagsByType: [
        {
          type: 'client',
          values: [
            { value: 'Acme', count: 2 },
            { value: 'Beta', count: 1 },
          ],
        },
      ],
    });
    assert.deepEqual(accountsByEmailAccount?.[0], {
      key: emailAccountId,
      label: emailAccount.email,
      count: 2,
    });
    assert.equal(accountsByEmailAccount?.length, 3);
  });

  test('the stats of an empty workspace are zero', async () => {
    const { body } = await (await app.user()).call<{ data: unknown }>('GET', `${path}/stats`);
    const none = { accountsByRegistratorType: [], accountsByEmailAccount: [], tagsByType: [] };
    const stats = { totalAccounts: 0, activeAccounts: 0, accountsWithApi: 0, ...none };
    assert.deepEqual(body, { data: { stats } });
  });

  test('form data lists own mailboxes and proxies, all visible types and the tags in use', async () => {
    const [client, other] = [await app.user(), await app.user()];
    await createAccount(other, { tags: [{ type: 'secret', value: 'theirs' }] });
    await createType(client, { name: 'zzz names' });
    await createType(client, { name: 'AAA Names' });
    const tags = [{ type: 'client', value: 'Acme', color: 'red' }];
    const account = (await createAccount(client, { tags })) as unknown as RegistratorAccount;
    const { body } = await client.call<{
      data: {
        emailAccounts: object[];
        registratorTypes: { id: string; name: string }[];
        proxies: object[];
        availableTags: object[];
      };
    }>('GET', `${path}/form-data`);
    const { registratorTypes, ...rest } = body.data;
    assert.deepEqual(rest, {
      emailAccounts: [account.emailAccount],
      proxies: [],
      availableTags: [{ type: 'client', values: ['Acme'] }],
    });
    assert.ok(registratorTypes.length > 12);
    const own = registratorTypes.find(({ id }) => id === account.registratorTypeId);
    assert.deepEqual(own, account.registratorType);
    assert.equal(registratorTypes[0]?.name, 'AAA Names');
    assert.equal(registratorTypes.at(-1)?.name, 'zzz names');
  });

  test('the export holds the columns of the specification and no secret', async () => {
    const client = await app.user();
    const body = await validBody(client, area, { optional: true });
    const account = (await createFrom(client, area, body)) as unknown as RegistratorAccount;
    await createAccount(client, { comment: '=1+1' });
    const { text, headers } = await client.call('GET', `${path}/export`);
    assert.equal(headers.get('content-disposition'), 'attachment; filename="registrator-accounts.csv"');
    const [head, plain, full, ...rest] = text.split('\r\n');
    assert.equal(
      head,
      'Email Account,Registrator Type,Google Login,API Access,Proxy,Active,Tags,Comment,Created At',
    );
    assert.match(plain ?? '', /,Yes,No,,Yes,,'=1\+1,/);
    const { emailAccount, registratorType, proxy, createdAt, tags, comment } = account;
    assert.equal(
      full,
      [
        emailAccount.email,
        registratorType.name,
        'No',
        'Yes',
        `${proxy?.name ?? ''} (${proxy?.ip ?? ''}:${proxy?.port ?? ''})`,
        'Yes',
        tags.map(({ type, value }) => `${type}:${value}`).join('; '),
        comment,
        createdAt,
      ].join(','),
    );
    assert.deepEqual(rest, ['']);
    const json = await client.call('GET', `${path}/export?format=json`);
    for (const secret of [account.password, ...Object.values(account.apiCredentials)].map(String))
      assert.ok(!text.includes(secret) && !json.text.includes(secret));
    const filtered = await client.call('GET', `${path}/export?hasApiAccess=false`);
    assert.equal(filtered.text.split('\r\n').length, 3);
  });
});
