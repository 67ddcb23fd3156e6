import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { UsedTag } from '@quartermaster/contract/tags/tags.schema';
import { createFrom, validBody } from '../../../test/records.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user();

const add = async (client: Client, area: 'domains' | 'servers' | 'emails', tags: object[]) =>
  createFrom(client, area, { ...(await validBody(client, area)), tags });

const tagsOf = async (client: Client): Promise<UsedTag[]> => {
  const answer = await client.call<{ data: { tags: UsedTag[] } }>('GET', '/tags');
  assert.equal(answer.status, 200, answer.text);
  // What a record needs besides has tags of its own.
  return answer.body.data.tags.filter(({ type }) => type === 'scene' || type === 'tier');
};
const reach = (client: Client, tags: string) =>
  client.call<{ data: { counts: object[] }; error: { code: string } }>(
    'GET',
    `/tags/reach?tags=${encodeURIComponent(tags)}`,
  );

describe('the tags of a workspace', () => {
  test('are listed once over all kinds, by type and value, with their color and counts', async () => {
    const user = await app.user();
    const acme = { type: 'scene', value: 'acme' };
    await add(user, 'domains', [{ ...acme, color: '#111111' }]);
    await add(user, 'domains', [
      { ...acme, color: '#222222' },
      { type: 'tier', value: 'px 10' },
    ]);
    await add(user, 'servers', [acme, { type: 'tier', value: 'px 2' }]);
    assert.deepEqual(await tagsOf(user), [
      {
        ...acme,
        color: '#222222',
        counts: [
          { area: 'domains', count: 2 },
          { area: 'servers', count: 1 },
        ],
      },
      { type: 'tier', value: 'px 2', color: null, counts: [{ area: 'servers', count: 1 }] },
      { type: 'tier', value: 'px 10', color: null, counts: [{ area: 'domains', count: 1 }] },
    ]);
    assert.deepEqual(await tagsOf(await app.user()), []);
  });

  test('reach the records that carry at least one of them; an unknown one reaches none', async () => {
    const user = await app.user();
    const [one, other] = [
      { type: 'scene', value: 'one, two' },
      { type: 'scene', value: 'other' },
    ];
    await add(user, 'domains', [one]);
    await add(user, 'domains', [one, other]);
    await add(user, 'emails', [other]);
    const counts = async (tags: string) => (await reach(user, tags)).body.data.counts;
    assert.deepEqual(await counts('scene:one%2C two'), [{ area: 'domains', count: 2 }]);
    assert.deepEqual(await counts('scene:one%2C two,scene:other'), [
      { area: 'domains', count: 2 },
      { area: 'emails', count: 1 },
    ]);
    assert.deepEqual(await counts('scene:nobody'), []);
    assert.equal((await reach(user, '')).body.error.code, 'VALIDATION_ERROR');
    assert.equal((await reach(user, 'x'.repeat(2001))).body.error.code, 'VALIDATION_ERROR');
  });
});
