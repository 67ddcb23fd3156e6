// On both engines: the engines search differently.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { folded, searchWords } from '@quartermaster/contract/rules/folded';
import { createFrom, validBody } from './records.ts';
import { type Client, startApp } from './test-app.ts';

const app = await startApp();
await app.user();

/** Seeded, so that a failure can be reproduced. */
let seed = 42;
const random = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return Math.floor((seed / 2 ** 31) * below);
};
const letters = [...'aabbccxyzÄéß中文😀0189 -_%"\\*\':.İ'];
const word = (most: number): string =>
  Array.from({ length: 1 + random(most) }, () => letters[random(letters.length)]).join('');

interface Row {
  id: string;
  email: string;
  comment: string | null;
  tags: { type: string; value: string }[];
}
const list = async (client: Client, query: string) => {
  const answer = await client.call<{ data: { emailAccounts: Row[]; pagination: { total: number } } }>(
    'GET',
    `/emails?limit=1000${query}`,
  );
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
};

/** Compares the result of a search with a scan of all rows. */
async function compare(client: Client, words: string) {
  const { emailAccounts: all } = await list(client, '');
  const holds = ({ email, comment, tags }: Row) => {
    const texts = [email, comment ?? '', ...tags.map(({ type, value }) => `${type}:${value}`)].map(folded);
    return searchWords(words).every((word) => texts.some((text) => text.includes(folded(word))));
  };
  const found = await list(client, `&search=${encodeURIComponent(words.trim())}`);
  const ids = (rows: Row[]) => rows.map(({ id }) => id);
  assert.deepEqual(ids(found.emailAccounts), ids(all.filter(holds)), JSON.stringify(words));
  assert.equal(found.pagination.total, found.emailAccounts.length);
}

describe('the search index', () => {
  test('returns what a plain scan returns, after every kind of write', async () => {
    const [user, neighbour] = [await app.user(), await app.user()];
    const texts: string[] = [];
    const body = async (client: Client) => {
      const comment = word(30);
      texts.push(comment);
      return {
        ...(await validBody(client, 'emails')),
        comment,
        tags: [{ type: 'env', value: 'prod', color: '#111111' }],
      };
    };
    const ids: string[] = [];
    for (let n = 0; n < 60; n += 1) {
      ids.push((await createFrom(user, 'emails', await body(user))).id);
      await createFrom(neighbour, 'emails', await body(neighbour));
    }
    for (const id of ids.slice(0, 20)) {
      const comment = word(30);
      texts.push(comment);
      await user.call('PUT', `/emails/${id}`, { comment });
    }
    for (const id of ids.slice(20, 30)) await user.call('DELETE', `/emails/${id}`);
    const parts = texts.map((text) => {
      const all = [...text];
      const start = random(all.length);
      return all.slice(start, start + 1 + random(6)).join('');
    });
    for (const words of [
      ...parts,
      ...Array.from({ length: 60 }, () => word(4)),
      'env:prod',
      'v:p',
      'example',
    ])
      if (words.trim() !== '') await compare(user, words);
  });
});
