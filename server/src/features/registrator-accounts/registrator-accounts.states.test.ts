import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RegistratorAccount } from '@quartermaster/contract/entities/registrator-accounts/registrator-accounts.schema';
import { apiSummary } from '@quartermaster/contract/rules/registrator-status';
import { hasValidAuth } from '@quartermaster/contract/rules/auth-method';
import { complete, createAccount, createType } from '../../../test/registrators.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user();

const path = '/registrator-accounts';
const words = {
  configured: 'Configured',
  incomplete: 'Incomplete',
  missing: 'Not configured',
  none: 'No API',
} as const;

const list = async (client: Client, query = '') =>
  (await client.call<{ data: { registratorAccounts: RegistratorAccount[] } }>('GET', `${path}?${query}`)).body
    .data.registratorAccounts;
const ids = (accounts: readonly RegistratorAccount[]) => accounts.map(({ id }) => id).sort();

/** Asserts that each filter by API status selects the accounts with that summary. */
async function agree(client: Client): Promise<number[]> {
  const all = await list(client);
  const counts: number[] = [];
  for (const [word, summary] of Object.entries(words)) {
    const expected = all.filter((account) => apiSummary(account) === summary);
    assert.deepEqual(ids(await list(client, `apiStatus=${word}`)), ids(expected), word);
    counts.push(expected.length);
  }
  return counts;
}

describe('filters by state', () => {
  test('an API status follows the names of the set credentials, after every write', async () => {
    const client = await app.user();
    const type = await createType(client);
    const optional = await createType(client, {
      apiFields: { hint: { label: 'Hint', type: 'string', required: false } },
    });
    const api = { hasApiAccess: true };
    const account = await createAccount(client, {
      ...api,
      registratorTypeId: type.id,
      apiCredentials: complete,
    });
    await createAccount(client, { ...api, registratorTypeId: optional.id, apiCredentials: { hint: '  ' } });
    const free = await createAccount(client, {
      ...api,
      registratorTypeId: optional.id,
      apiCredentials: { other: 'x' },
    });
    await createAccount(client, { registratorTypeId: type.id });
    await createAccount(client, {
      ...api,
      registratorTypeId: (await createType(client, { hasApi: false })).id,
    });
    // Where a type requires nothing, nothing is missing.
    assert.deepEqual(await agree(client), [3, 0, 0, 2]);
    const more = { token: { label: 'Token', type: 'password', required: true } };
    await client.call('PUT', `/registrator-types/${type.id}`, {
      apiFields: { ...(type['apiFields'] as object), ...more },
    });
    assert.deepEqual(await agree(client), [2, 1, 0, 2]);
    await client.call('PUT', `${path}/${account.id}`, { apiCredentials: { ...complete, token: 't' } });
    assert.deepEqual(await agree(client), [3, 0, 0, 2]);
    await client.call('PUT', `${path}/${free.id}`, { comment: 'Unchanged credentials' });
    assert.deepEqual(await agree(client), [3, 0, 0, 2]);
    await client.call('PUT', `${path}/${free.id}`, { apiCredentials: null });
    assert.deepEqual(await agree(client), [3, 0, 0, 2]);
    await client.call('PUT', `/registrator-types/${optional.id}`, { apiFields: more });
    assert.deepEqual(await agree(client), [1, 0, 2, 2]);
  });

  for (const area of ['registrator-accounts', 'cdn'] as const)
    test(`${area}: authentication is missing where the rule says so`, async () => {
      const client = await app.user();
      const make = async (auth: Record<string, unknown>) => {
        if (area === 'registrator-accounts') return createAccount(client, auth);
        const { id: emailAccountId } = (await createAccount(client))['emailAccount'] as { id: string };
        const body = { provider: 'other', emailAccountId, apiCredentials: { key: 'x' }, ...auth };
        const answer = await client.call('POST', '/cdn', body);
        assert.equal(answer.status, 201, answer.text);
        return answer.body;
      };
      await make({ isGoogleLogin: true, password: '   ' });
      await make({ isGoogleLogin: false, password: ' typed ' });
      await make({ isGoogleLogin: true });
      const { id: ownerId } = await app.ownerOf(client);
      const table = area === 'cdn' ? 'cdn_accounts' : 'registrator_accounts';
      // Earlier versions stored such records.
      const newest = app.db
        .selectFrom(table)
        .select('id')
        .where('ownerId', '=', ownerId)
        .orderBy('id', 'desc')
        .limit(1);
      await app.db.updateTable(table).set({ isGoogleLogin: 0 }).where('id', 'in', newest).execute();
      const read = async (query: string) => {
        const { body } = await client.call<{ data: Record<string, RegistratorAccount[]> }>(
          'GET',
          `/${area}?${query}`,
        );
        return body.data[area === 'cdn' ? 'cdnAccounts' : 'registratorAccounts'] ?? [];
      };
      const all = await read('limit=1000');
      for (const [word, valid] of [
        ['missing', false],
        ['set', true],
      ] as const)
        assert.deepEqual(
          ids(await read(`auth=${word}`)),
          ids(all.filter((each) => hasValidAuth(each) === valid)),
          word,
        );
      assert.equal((await read('auth=missing')).length, 1);
    });
});
