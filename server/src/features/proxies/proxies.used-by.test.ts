import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createRecord, fixtureOf } from '../../../test/records.ts';
import { startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user();

describe('the accounts of a proxy', () => {
  for (const area of ['cdn', 'hostings', 'registrator-accounts'])
    test(`${area} are found by it`, async () => {
      const client = await app.user();
      await createRecord(client, area);
      const used = await createRecord(client, area, { optional: true });
      const { path, listKey } = fixtureOf(area).crud;
      const found = async (proxyId: string) => {
        const { body } = await client.call<{ data: Record<string, { id: string }[]> }>(
          'GET',
          `${path}?proxyId=${proxyId}`,
        );
        return body.data[listKey]?.map(({ id }) => id);
      };
      assert.deepEqual(await found(String(used.proxyId)), [used.id]);
      assert.deepEqual(await found('nothing'), []);
    });
});
