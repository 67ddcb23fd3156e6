// On both engines: the engines search differently.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { areas } from '@quartermaster/contract/api/areas';
import { fixtures } from '../../../test/fixtures/all.ts';
import { createFrom, createRecord, validBody } from '../../../test/records.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

interface Found {
  results: {
    area: string;
    found: { id: string; name: string; detail: string | null; url: string | null }[];
  }[];
}

const app = await startApp();
await app.user();

const search = async (client: Client, words: string) => {
  const answer = await client.call<{ data: Found }>('GET', `/search?q=${encodeURIComponent(words)}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data.results;
};
const namesIn = async (client: Client, area: string, words: string) =>
  (await search(client, words)).find((each) => each.area === area)?.found.map(({ name }) => name) ?? [];

const newDomain = async (client: Client, base: Record<string, unknown>, domain: string, comment = '') =>
  createFrom(client, 'domains', { ...base, domain, comment, tags: [] });

describe('search', () => {
  test('exact names come first, then prefixes, then other matches in names, then other fields', async () => {
    const user = await app.user();
    const base = await validBody(user, 'domains');
    for (const [domain, comment] of [
      ['other.com', 'about shop.com'],
      ['myshop.com', ''],
      ['shop.com.au', ''],
      ['shop.com', ''],
    ] as const)
      await newDomain(user, base, domain, comment);
    assert.deepEqual(await namesIn(user, 'domains', 'SHOP.com'), [
      'shop.com',
      'shop.com.au',
      'myshop.com',
      'other.com',
    ]);
  });

  test('a name whose first part matches whole comes before longer ones', async () => {
    const user = await app.user();
    const base = await validBody(user, 'domains');
    const names = ['quay.example', 'quay-assets.example', 'quayside.example'];
    for (const domain of names.toReversed()) await newDomain(user, base, domain);
    assert.deepEqual(await namesIn(user, 'domains', 'quay'), names);
  });

  test('each kind is found by its name, at most eight records of it, with their details', async () => {
    const user = await app.user();
    for (const area of areas) await createRecord(user, area, { optional: true });
    const base = await validBody(user, 'domains');
    for (let n = 0; n < 12; n += 1) await newDomain(user, base, `many-${n}.example.com`);
    assert.equal((await namesIn(user, 'domains', 'many-')).length, 8);
    for (const area of Object.keys(fixtures)) {
      const { body } = await user.call<{ data: { group: unknown } & Record<string, { id: string }[]> }>(
        'GET',
        `${fixtures[area]?.crud.path ?? ''}?limit=1`,
      );
      const [record] = body.data[fixtures[area]?.crud.listKey ?? ''] ?? [];
      const { body: related } = await user.call<{ data: { record: { name: string } } }>(
        'GET',
        `${fixtures[area]?.crud.path ?? ''}/${record?.id ?? ''}/relations`,
      );
      const { name } = related.data.record;
      assert.ok((await namesIn(user, area, name)).includes(name), `${area}: ${name}`);
    }
  });

  test('global registrator types are found, and their web address can be opened', async () => {
    const user = await app.user();
    const [types] = await search(user, 'namecheap');
    assert.equal(types?.area, 'registrator-types');
    assert.match(types?.found[0]?.url ?? '', /^https:/);
  });

  test("another's records and anyone's secrets are never found", async () => {
    const [user, other] = [await app.user(), await app.user()];
    await createFrom(user, 'emails', {
      ...(await validBody(user, 'emails')),
      email: 'quokka@example.com',
      password: 'wombatsecret',
    });
    assert.equal((await search(user, 'quokka')).length, 1);
    for (const words of ['quokka', 'qu', 'q']) assert.deepEqual(await namesIn(other, 'emails', words), []);
    for (const words of ['wombatsecret', 'wombat']) assert.deepEqual(await search(user, words), []);
  });

  test('a frequent or short word finds the best matches too', async () => {
    const user = await app.user();
    const base = await validBody(user, 'domains');
    const row = (domain: string, comment = '') => ({ ...base, domain, comment, tags: [] });
    const rows = Array.from({ length: 1300 }, (_, n) => row(`n${n}.site.org`, 'frequent'));
    const best = [
      row('frequent.org'),
      row('frequent.org.uk'),
      row('infrequent.org'),
      row('q7.org'),
      row('aq7.org'),
    ];
    await user.call('POST', '/domains/bulk-import', { domains: [...rows, ...best] });
    const found = await namesIn(user, 'domains', 'frequent');
    assert.deepEqual(found.slice(0, 3), ['frequent.org', 'frequent.org.uk', 'infrequent.org']);
    assert.equal(found.length, 8);
    const short = await namesIn(user, 'domains', 'qu');
    assert.deepEqual(short.slice(0, 3), ['frequent.org', 'frequent.org.uk', 'infrequent.org']);
    assert.equal(short.length, 8);
    assert.deepEqual(await namesIn(user, 'domains', 'q7'), ['q7.org', 'aq7.org']);
    assert.deepEqual(await namesIn(user, 'domains', 'zzqq'), []);
    assert.equal((await namesIn(user, 'domains', 'o')).length, 8);
  });

  test('wildcards have no meaning', async () => {
    const user = await app.user();
    const base = await validBody(user, 'domains');
    await newDomain(user, base, 'plain.com', `100% "quoted" under_score back\\slash a*b NEAR(x) it's`);
    for (const words of [
      '100%',
      '"quoted"',
      'under_score',
      '\\slash',
      'a*b',
      'near(x)',
      "it's",
      '%',
      '"',
      '_',
      '*',
    ])
      assert.deepEqual(await namesIn(user, 'domains', words), ['plain.com'], words);
    for (const words of [
      '1%0',
      'p_ain',
      'pla*',
      'plain OR zz',
      'NOT plain zz',
      '"plain"',
      '^pl',
      'text:plain',
      '""',
      '%%%',
    ])
      assert.deepEqual(await namesIn(user, 'domains', words), [], words);
    const refused = await user.call('GET', '/search?q=a%00b');
    assert.equal(refused.status, 400);
    assert.equal((await user.call('GET', '/search?q=%20')).status, 400);
    assert.equal((await user.call('GET', '/search')).status, 400);
  });
});
