import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validBody } from './records.ts';
import { scopedMember } from './scoped-member.ts';
import { startApp } from './test-app.ts';

const app = await startApp();
await app.user();

/** Characters that JSON escapes, wildcards of `like`, and letters that SQLite's `like` compares ignoring case. */
const awkward = 'A "10 %" c_\\o Ärger 🙂';
/** More than the number from which rows are looked up one by one. */
const many = 1100;

test("exactly the records with a scope's tags are found, few or many, in pages, by ids and as a count", async () => {
  const owner = await app.user();
  const body = await validBody(owner, 'domains');
  const named = (prefix: string, count: number, value: string, type = 'client') =>
    Array.from({ length: count }, (_, n) => ({
      ...body,
      domain: `${prefix}-${n}.example.com`,
      tags: [
        { type, value },
        { type: 'env', value: awkward.toLowerCase() },
      ],
    }));
  const domains = [
    ...named('many', many, awkward),
    ...named('few', 3, `${awkward}!`),
    ...named('other', 3, awkward.toUpperCase()),
    ...named('wild', 3, awkward.replaceAll('_', 'x')),
    ...named('of-another-type', 3, awkward, 'project'),
    ...named('rare-of-another-type', 3, `${awkward}!`, 'project'),
  ];
  const { text } = await owner.call('POST', '/domains/bulk-import', { domains });
  assert.match(text, new RegExp(`"imported":${many + 15}\\b`));
  for (const [prefix, count, value] of [
    ['many', many, awkward],
    ['few', 3, `${awkward}!`],
  ] as const) {
    const member = await scopedMember(app, owner, 'VIEWER', { type: 'client', value });
    const read = async (query: string) =>
      (
        await member.call<{ data: { domains: { domain: string }[]; pagination: { total: number } } }>(
          'GET',
          `/domains?${query}`,
        )
      ).body.data;
    const page = await read('page=1&limit=20');
    assert.equal(page.pagination.total, count);
    assert.equal(page.domains.length, Math.min(count, 20));
    const { domains: all } = await read('');
    assert.equal(new Set(all.map(({ domain }) => domain)).size, count);
    assert.ok(all.every(({ domain }) => domain.startsWith(`${prefix}-`)));
    assert.equal((await read('search=-1')).domains[0]?.domain.startsWith(`${prefix}-`), true);
    const exported = await member.call('GET', '/domains/export?format=csv');
    assert.equal(exported.text.match(/example\.com/g)?.length, count);
  }
});

test('a record whose tag did not exist when a page was first read is seen at once', async () => {
  const owner = await app.user();
  const body = await validBody(owner, 'domains');
  const tag = { type: 'client', value: 'later' };
  const member = await scopedMember(app, owner, 'VIEWER', tag);
  const read = async () =>
    (await member.call<{ data: { domains: { domain: string }[] } }>('GET', '/domains?page=1&limit=20')).body
      .data.domains;
  assert.deepEqual(await read(), []);
  const domain = 'later.example.com';
  assert.equal((await owner.call('POST', '/domains', { ...body, domain, tags: [tag] })).status, 201);
  assert.deepEqual(
    (await read()).map((each) => each.domain),
    [domain],
  );
});
