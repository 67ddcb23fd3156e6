// On both engines: tags are counted and joined in SQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFrom, createRecord } from './records.ts';
import { type Client, startApp } from './test-app.ts';

const app = await startApp();
await app.user();

interface Tag {
  type: string;
  value: string;
  color?: string;
}
const env = (value: string): Tag => ({ type: 'env', value });

/** The number of mailboxes that each of these filters finds. */
const found = (client: Client, ...filters: string[]): Promise<number[]> =>
  Promise.all(
    filters.map(async (tags) => {
      const path = `/emails?tags=${encodeURIComponent(tags)}`;
      const { body } = await client.call<{ data: { pagination: { total: number } } }>('GET', path);
      return body.data.pagination.total;
    }),
  );
/** The values in use of each tag type, sorted here because the engines sort differently. */
const tagsInUse = async (client: Client): Promise<string[]> => {
  const { body } = await client.call<{ data: { tags: { values: string[] }[] } }>('GET', '/emails/tags');
  return body.data.tags.flatMap(({ values }) => values).sort();
};

test('filters and the tags in use follow every change of a record', async () => {
  const client = await app.user();
  const { id } = await createRecord(client, 'emails');
  const set = (tags: Tag[]) => client.call('PUT', `/emails/${id}`, { tags });
  await set([env('prod'), env('eu')]);
  assert.deepEqual(
    await found(client, 'env:prod', 'env:eu', 'env', 'env:prod,eu', 'env:us'),
    [1, 1, 1, 1, 0],
  );
  await set([env('eu'), env('us')]);
  assert.deepEqual(await found(client, 'env:prod', 'env:eu', 'env:us'), [0, 1, 1]);
  await set([{ ...env('eu'), color: 'red' }, env('US')]);
  assert.deepEqual(await found(client, 'env:eu', 'env:us', 'env:US'), [1, 0, 1]);
  assert.deepEqual(await tagsInUse(client), ['US', 'eu']);
  await client.call('DELETE', `/emails/${id}`);
  assert.deepEqual(await found(client, 'env'), [0]);
  assert.deepEqual(await tagsInUse(client), []);
  await createFrom(client, 'emails', { email: 'again@example.com', password: 'x', tags: [env('eu')] });
  assert.deepEqual(await found(client, 'env:eu'), [1]);
});

test('an equal tag of another kind or another owner finds no record of this one', async () => {
  const [client, other] = [await app.user(), await app.user()];
  const record = { password: 'x', tags: [env('prod')] };
  await createFrom(client, 'emails', { ...record, email: 'a@example.com' });
  const proxy = { name: 'p', ip: '203.0.113.1', username: 'u', ...record };
  await createFrom(client, 'proxies', proxy);
  await createFrom(other, 'emails', { ...record, email: 'a@example.com' });
  assert.deepEqual(await found(client, 'env:prod'), [1]);
});

test('records written at once with the same new tags in any order all carry them', async () => {
  const client = await app.user();
  const tags = Array.from({ length: 20 }, (_, n) => ({ type: `type ${n}`, value: `value ${n}` }));
  const bodies = Array.from({ length: 12 }, (_, n) => ({
    email: `${n}@example.com`,
    password: 'x',
    tags: [...tags.slice(n), ...tags.slice(0, n)],
  }));
  await Promise.all(bodies.map((body) => createFrom(client, 'emails', body)));
  const all = tags.map(({ type, value }) => `${type}:${value}`);
  assert.deepEqual(await found(client, ...all, all.join(',')), Array(21).fill(12));
  assert.equal((await tagsInUse(client)).length, 20);
});

test('at most 10,000 tags in use are listed and counted, the most used', async () => {
  const client = await app.user();
  const pad = (n: number) => String(n).padStart(5, '0');
  const tagged = (from: number, tags: (at: number) => Tag[], count: number) => ({
    proxies: Array.from({ length: count }, (_, at) => ({
      ...{
        name: `Exit ${from + at}`,
        ip: '203.0.113.1',
        port: 1025 + from + at,
        username: 'u',
        password: 'x',
      },
      tags: tags(at),
    })),
  });
  const twenty = (at: number) => Array.from({ length: 20 }, (_, n) => env(pad(at * 20 + n)));
  const send = async (body: object) =>
    assert.equal((await client.call('POST', '/proxies/bulk-import', body)).status, 200);
  const listed = async () => {
    const { tags } = (
      await client.call<{ data: { tags: { type: string; values: string[] }[] } }>('GET', '/proxies/tags')
    ).body.data;
    const { tagsByType } = (
      await client.call<{ data: { tagsByType: { type: string; values: { value: string }[] }[] } }>(
        'GET',
        '/proxies/facets?search=exit',
      )
    ).body.data;
    const counted = tagsByType.map(({ type, values }) => ({
      type,
      values: values.map(({ value }) => value),
    }));
    assert.deepEqual(counted, tags);
    return tags.flatMap(({ type, values }) => values.map((value) => `${type}:${value}`));
  };
  await send(tagged(0, twenty, 500));
  const all = await listed();
  assert.deepEqual([all.length, all.at(-1)], [10_000, 'env:09999']);
  await send(tagged(500, () => [{ type: 'zone', value: 'most' }], 2));
  const most = await listed();
  assert.deepEqual([most.length, ...most.slice(-2)], [10_000, 'env:09998', 'zone:most']);
});
