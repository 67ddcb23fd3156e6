import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { nouns } from '../src/db/references.ts';
import { fixtures } from './fixtures/all.ts';
import { type Body, at, createFrom, validBody, withAt } from './records.ts';
import { startApp } from './test-app.ts';

const app = await startApp({ LOG_LEVEL: 'debug' });
const user = await app.user();
const canary = (area: string, path: string) => `canary-${area}-${path.replaceAll('.', '-')}-Zq7`;

/** An address stays one, so that the record is still taken. */
function inTheShapeOf(value: unknown, word: string): string {
  const text = String(value);
  if (text.includes('://')) return `https://${word}.example.com`;
  return text.includes('@') ? `${word}@example.com` : word;
}

/** Everything in the database as text, and every file of the data directory. */
async function stored(): Promise<string> {
  const files = await readdir(app.config.dataDir, { recursive: true, withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile())
    .map((file) => readFile(join(file.parentPath, file.name), 'latin1'));
  const tables = ['changes', 'record_tags', ...Object.keys(nouns)] as const;
  const rows = tables.map(async (table) =>
    JSON.stringify(
      await app.db
        .selectFrom(table as 'changes')
        .selectAll()
        .execute(),
    ),
  );
  return (await Promise.all([...texts, ...rows])).join('\n');
}

describe('canaries in every secret field', () => {
  const canaries: string[] = [];
  for (const [area, { crud, secrets, bulkKey, change }] of Object.entries(fixtures)) {
    if (secrets.length === 0) continue;
    test(`${area}: written, changed, imported, refused, exported and deleted`, async () => {
      let body: Body = await validBody(user, area);
      for (const path of secrets) {
        body = withAt(body, path, inTheShapeOf(at(body, path), canary(area, path)));
        canaries.push(canary(area, path));
      }
      const { id } = await createFrom(user, area, body);
      const answers = [
        await user.call('PUT', `${crud.path}/${id}`, { ...change, comment: 'x'.repeat(2000) }),
        await user.call('POST', crud.path, body),
        await user.call('POST', crud.path, { ...body, comment: 5, tags: 'x' }),
        await user.call('GET', `${crud.path}/export`),
        await user.call('GET', `${crud.path}/stats`),
        await user.call('GET', `${crud.path}/tags`),
        await user.call('GET', `${crud.path}/form-data`),
        ...(bulkKey === undefined
          ? []
          : [
              await user.call('POST', `${crud.path}/bulk-import`, {
                [bulkKey]: [body],
                skipDuplicates: false,
              }),
            ]),
      ];
      for (const path of secrets) {
        const word = canary(area, path);
        assert.ok((await user.call('GET', `${crud.path}/${id}`)).text.includes(word), 'the owner reads it');
        for (const { text } of answers) assert.ok(!text.includes(word), text.slice(0, 300));
        assert.match((await user.call('GET', `${crud.path}?search=${word}`)).text, /"total":0/);
      }
      assert.equal((await user.call('DELETE', `${crud.path}/${id}`)).status, 200);
    });
  }

  test('are nowhere in the data, and nowhere in the log', async () => {
    assert.ok(canaries.length > 0);
    const everything = `${await stored()}\n${app.logs()}`;
    for (const word of canaries) {
      assert.ok(!everything.includes(word), word);
      assert.ok(!everything.includes(Buffer.from(word).toString('base64').slice(0, 20)), word);
    }
  });
});
