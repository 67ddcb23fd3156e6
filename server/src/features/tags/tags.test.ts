// On both engines: tags are counted by a statement of their own.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { UsedTag } from '@quartermaster/contract/tags/tags.schema';
import { limits } from '@quartermaster/contract/rules/limits';
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
  });

  test('reach nothing without a tag, or with more than a filter may have', async () => {
    const user = await app.user();
    const many = (count: number) => Array.from({ length: count }, (_, n) => `t:${n}`).join();
    assert.equal((await reach(user, many(limits.tags))).status, 200);
    for (const tags of ['', ',', ' , ', many(limits.tags + 1), many(1000).slice(0, 2000), 'x'.repeat(2001)]) {
      const answer = await reach(user, tags);
      assert.deepEqual([answer.status, answer.body.error.code], [400, 'VALIDATION_ERROR'], tags);
    }
  });

  test('are the most used ones if there are very many, sorted as people read', async () => {
    const user = await app.user();
    const { id: ownerId } = await app.ownerOf(user);
    const rows = ['domains', 'servers'].flatMap((tableName, at) =>
      Array.from({ length: limits.tagsListed }, (_, n) => ({
        ownerId,
        tableName,
        id: at * limits.tagsListed + n + 1,
        type: 'many',
        // Half of them are on a record of each kind.
        value: `v ${n + at * (limits.tagsListed / 2)}`,
      })),
    );
    for (let from = 0; from < rows.length; from += 1000) {
      const some = rows.slice(from, from + 1000);
      await app.db.insertInto('tags').values(some).execute();
      const links = some.map(({ id }) => ({ ownerId, tagId: id, recordId: `r${id}` }));
      await app.db.insertInto('record_tags').values(links).execute();
    }
    const { body } = await user.call<{ data: { tags: UsedTag[] } }>('GET', '/tags');
    const listed = body.data.tags;
    assert.equal(listed.length, limits.tagsListed);
    assert.equal(listed.filter(({ counts }) => counts.length === 2).length, limits.tagsListed / 2);
    const numbers = listed.map(({ value }) => Number(value.slice(2)));
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
    );
  });
});
