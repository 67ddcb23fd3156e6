// On both engines: figures are aggregates.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dashboardFilters } from '@quartermaster/contract/dashboard/dashboard.filters';
import type { DashboardStats } from '@quartermaster/contract/dashboard/dashboard.schema';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { lookedUp } from '../../../test/looked-up.ts';
import { complete, createAccount, createType } from '../../../test/registrators.ts';
import { createFrom, createRecord, validBody } from '../../../test/records.ts';
import { startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user();

test('to-do counts equal the totals of the linked lists', async () => {
  const client = await app.user();
  const registratorAccountId = (await createRecord(client, 'registrator-accounts')).id;
  const expiring = [-1, 3, 6.9, 7.1, 20, 90].map((days, index) => ({
    domain: `site-${index}.example`,
    registratorAccountId,
    expirationDate: new Date(Date.now() + days * dayMs).toISOString(),
  }));
  for (const body of expiring) await createFrom(client, 'domains', body);
  for (const status of ['MAINTENANCE', 'ACTIVE'])
    await createFrom(client, 'servers', { ...(await validBody(client, 'servers')), status });
  const type = await createType(client);
  const account = { hasApiAccess: true, registratorTypeId: type.id, apiCredentials: complete };
  await createAccount(client, account);
  await client.call('PUT', `/registrator-types/${type.id}`, {
    apiFields: { ...(type['apiFields'] as object), more: { label: 'More', type: 'string', required: true } },
  });
  await createRecord(client, 'cdn');
  const secret = { label: 'API Key', type: 'string', required: true };
  await createFrom(client, 'registrator-types', { name: 'Shown', hasApi: true, apiFields: { k: secret } });
  const { id: ownerId } = await app.ownerOf(client);
  // Earlier versions stored such records.
  for (const table of ['registrator_accounts', 'cdn_accounts'] as const)
    await app.db
      .updateTable(table)
      .set({ isGoogleLogin: 0, password: null })
      .where('ownerId', '=', ownerId)
      .execute();
  const { id: mailboxId } = await createRecord(client, 'emails');
  await app.db
    .updateTable('email_accounts')
    .set({ emailKey: 'box@bücher.example' })
    .where('id', '=', mailboxId)
    .execute();
  await createAccount(client, { isGoogleLogin: true });

  const { body } = await client.call<{ data: { stats: DashboardStats } }>('GET', '/dashboard/stats');
  const { toDo } = body.data.stats;
  for (const [name, { area, filters }] of Object.entries(dashboardFilters)) {
    const list = await client.call<{ data: { pagination: { total: number } } }>(
      'GET',
      `/${area}?${new URLSearchParams(filters).toString()}`,
    );
    assert.equal(toDo[name as keyof typeof toDo], list.body.data.pagination.total, name);
    assert.ok(list.body.data.pagination.total > 0, name);
  }
  assert.equal(toDo.expiringThisWeek, 2);
  assert.equal(toDo.serversInMaintenance, 1);
  assert.equal(toDo.typesWithReadableSecrets, 1);
});

test('differences that are open are counted, ignored ones are not', async () => {
  const client = await app.user();
  const { id: ownerId } = await app.ownerOf(client);
  const ids = [(await createRecord(client, 'domains')).id, (await createRecord(client, 'domains')).id];
  await lookedUp(app, ownerId, ids, { values: { expirationDate: '2031-05-01T10:00:00.000Z' } });
  const count = async () =>
    (await client.call<{ data: { stats: DashboardStats } }>('GET', '/dashboard/stats')).body.data.stats.toDo
      .openMismatches;
  assert.equal(await count(), 2);
  await client.call('POST', '/mismatches/bulk-actions', {
    records: { ids: [`${ids[0]}.expirationDate`] },
    do: { action: 'ignore' },
  });
  assert.equal(await count(), 1);
});
