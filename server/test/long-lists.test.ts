// On both engines: long lists are read in one statement each.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Pagination } from '@quartermaster/contract/api/query';
import { hosting } from '@quartermaster/contract/entities/hostings/hostings.schema';
import { hostings } from '../src/features/hostings/hostings.entity.ts';
import { streamedList } from '../src/records/list/streamed-list.ts';
import { fixtures } from './fixtures/all.ts';
import { type RecordBody, createFrom, createRecord, validBody } from './records.ts';
import { startApp } from './test-app.ts';

const app = await startApp();
const client = await app.user();

type Single = { data: Record<string, RecordBody> };
type List = { data: Record<string, RecordBody[]> & { pagination: Pagination } };

describe('a list is written without the serializer that a single record passes', () => {
  for (const [area, { crud }] of Object.entries(fixtures))
    test(`${area}: and has the same fields`, async () => {
      const { id } = await createRecord(client, area, { optional: true });
      for (const query of ['', 'secrets=omit']) {
        const listed = await client.call<List>('GET', `${crud.path}?limit=100&${query}`);
        const row = listed.body.data[crud.listKey]?.find((each) => each.id === id);
        const read = await client.call<Single>('GET', `${crud.path}/${id}?${query}`);
        assert.deepEqual(row, read.body.data[crud.itemKey]);
      }
    });
});

describe('a list without a limit is streamed', () => {
  for (const [area, { crud }] of Object.entries(fixtures))
    test(`${area}: the same rows, order and total as its pages`, async () => {
      for (let n = 0; n < 3; n += 1) await createRecord(client, area, { optional: n === 1 });
      for (const query of [
        '',
        'sortBy=updatedAt&sortOrder=asc&',
        'search=example&',
        'search=nothing-has-this&',
      ]) {
        const paged = await client.call<List>('GET', `${crud.path}?${query}limit=100`);
        const whole = await client.call<List>('GET', `${crud.path}?${query}`);
        assert.equal(whole.status, 200);
        assert.match(whole.headers.get('content-type') ?? '', /^application\/json/);
        assert.deepEqual(whole.body.data[crud.listKey], paged.body.data[crud.listKey]);
        const { limit: _, ...pagination } = paged.body.data.pagination;
        assert.deepEqual(whole.body.data.pagination, { ...pagination, limit: 10_000 });
      }
    });

  test('each chunk is read when it is asked for, and holds at most 512 KB', async () => {
    const own = await app.user();
    const body = await validBody(own, 'hostings');
    const large = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`name-${n}`, 'x'.repeat(4096)]));
    const create = (n: number) =>
      createFrom(own, 'hostings', {
        ...body,
        name: `Host ${n}`,
        provider: 'Own',
        hasApiAccess: true,
        apiCredentials: large,
      });
    for (let n = 0; n < 320; n += 8) await Promise.all(Array.from({ length: 8 }, (_, at) => create(n + at)));
    const owner = await app.ownerOf(own);
    let opened = 0;
    const sealer = {
      ...owner.sealer,
      keyOf: owner.sealer.keyOf.bind(owner.sealer),
      seal: owner.sealer.seal.bind(owner.sealer),
      unseal: (...args: Parameters<typeof owner.sealer.unseal>) => {
        opened += 1;
        return owner.sealer.unseal(...args);
      },
    };
    const chunks = await streamedList(app.db, { ...owner, sealer }, hostings, {}, (ids) =>
      hostings.byIds(app.db, { ...owner, sealer }, ids),
    );
    const { value: first } = await chunks.next();
    // A record alone has more than the first chunk should have; it has a password and credentials.
    assert.ok(opened <= 2, `${opened} values were opened for the first chunk`);
    const { value: second } = await chunks.next();
    const most = 512 * 1024;
    assert.ok(opened <= 2 + 2 * 5, `${opened} values were opened for two chunks`);
    assert.ok(
      String(second).length > most / 2 && String(second).length <= most,
      String(second).length.toString(),
    );
    let text = `${String(first)}${String(second)}`;
    for await (const chunk of chunks) text += chunk;
    assert.ok(text.length > 300 * 80_000);
    const { body: counted } = await own.call<List>('GET', `${hosting.path}?limit=1`);
    assert.equal(counted.data.pagination.total, 320);
  });
});

test('a form offers at most 10,000 choices', async () => {
  const own = await app.user();
  const send = (count: number, from = 0) =>
    own.call('POST', '/proxies/bulk-import', {
      proxies: Array.from({ length: count }, (_, at) => ({
        name: `Exit ${from + at}`,
        ip: '203.0.113.1',
        port: 1025 + from + at,
        username: 'u',
        password: 'x',
      })),
    });
  const offered = async () =>
    (await own.call<{ data: { proxies: object[] } }>('GET', '/cdn/form-data')).body.data.proxies.length;
  assert.equal((await send(10_000)).status, 200);
  assert.equal(await offered(), 10_000);
  assert.equal((await send(1, 10_000)).status, 200);
  assert.equal(await offered(), 10_000);
});
