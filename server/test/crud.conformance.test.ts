// On both engines: each kind is written, listed and paged in SQL.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Pagination } from '@quartermaster/contract/api/query';
import { fixtures } from './fixtures/all.ts';
import { type RecordBody, asSent, at, createFrom, createRecord, nextNumber, validBody } from './records.ts';
import { type Client, startApp } from './test-app.ts';

const app = await startApp();
await app.user(); // The first user is the administrator; those after are ordinary users.

type ListBody = { data: Record<string, RecordBody[]> & { pagination: Pagination } };
type ErrorBody = { error: { code: string; message: string; details: { fields: Record<string, string> } } };

for (const [area, fixture] of Object.entries(fixtures)) {
  const { crud, needs, may, clearable, invalid, change, secrets } = fixture;
  const { path, listKey, itemKey } = crud;
  const item = (body: unknown): RecordBody =>
    (body as { data: Record<string, RecordBody> }).data[itemKey] as RecordBody;
  const list = async (client: Client, query = '') => {
    const own = area === 'registrator-types' ? `${query ? `${query}&` : ''}includeGlobal=false` : query;
    const { body, status, text } = await client.call<ListBody>('GET', `${path}?${own}`);
    assert.equal(status, 200, text);
    return { rows: body.data[listKey] ?? [], pagination: body.data.pagination };
  };

  describe(`${area}: conformance`, () => {
    /** For tests that count nothing: registering costs more than the rest of them. */
    let shared: Client;
    before(async () => {
      shared = await app.user();
    });

    test('a create returns the whole record, and a read returns the same', async () => {
      const client = await app.user();
      const body = await validBody(client, area, { optional: true });
      const created = await createFrom(client, area, body);
      for (const [field, value] of Object.entries(body))
        assert.deepEqual(asSent(created[field]), value, field);
      assert.match(created.id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      assert.equal(new Date(created.createdAt).toISOString(), created.createdAt);
      assert.equal(created.updatedAt, created.createdAt);
      const read = await client.call('GET', `${path}/${created.id}`);
      assert.deepEqual(item(read.body), created);
    });

    test('a list is newest first, paged, with exact totals', async () => {
      const client = await app.user();
      const ids: string[] = [];
      for (let count = 0; count < 5; count += 1) ids.unshift((await createRecord(client, area)).id);
      const all = await list(client);
      const own = all.rows.filter(({ id }) => ids.includes(id)).map(({ id }) => id);
      assert.deepEqual(own, ids);
      const second = await list(client, 'page=2&limit=2');
      assert.deepEqual(
        second.rows.map(({ id }) => id),
        all.rows.slice(2, 4).map(({ id }) => id),
      );
      assert.deepEqual(second.pagination, {
        page: 2,
        limit: 2,
        total: all.rows.length,
        totalPages: Math.ceil(all.rows.length / 2),
      });
    });

    test('a total counts every write at once', async () => {
      const client = await app.user();
      const body = await validBody(client, area);
      const total = async () => (await list(client)).pagination.total;
      await createRecord(client, 'domains'); // Totals are cached once the owner has written something.
      const before = await total();
      const { id } = await createFrom(client, area, body);
      assert.equal(await total(), before + 1);
      assert.equal((await client.call('DELETE', `${path}/${id}`)).status, 200);
      assert.equal(await total(), before);
    });

    test('every sort name sorts in both directions', async () => {
      const client = await app.user();
      for (let count = 0; count < 3; count += 1) await createRecord(client, area, { optional: count === 1 });
      for (const name of crud.sortNames) {
        const rising = (await list(client, `sortBy=${name}&sortOrder=asc`)).rows;
        const falling = (await list(client, `sortBy=${name}&sortOrder=desc`)).rows;
        assert.equal(rising.length, falling.length);
      }
      const rising = (await list(client, 'sortBy=createdAt&sortOrder=asc')).rows.map(({ id }) => id);
      const falling = (await list(client, 'sortBy=createdAt&sortOrder=desc')).rows.map(({ id }) => id);
      assert.deepEqual(rising, falling.toReversed());
    });

    for (const query of [
      'page=0',
      'page=x',
      'page=1.5',
      'limit=0',
      'limit=1001',
      'limit=-1',
      'sortBy=password',
      'sortOrder=up',
    ])
      test(`the query ${query} is refused`, async () => {
        const { status, body } = await shared.call<ErrorBody>('GET', `${path}?${query}`);
        assert.equal(status, 400);
        assert.equal(body.error.code, 'VALIDATION_ERROR');
        assert.deepEqual(Object.keys(body.error.details.fields), [query.split('=')[0]]);
      });

    test('search ignores case and never matches a secret', async () => {
      const client = await app.user();
      const n = nextNumber() + 50_000;
      const body = { ...(await validBody(client, area)), ...fixture.valid(n) };
      const { id } = await createFrom(client, area, body);
      await createRecord(client, area);
      const word = encodeURIComponent(fixture.searchWord(n).toUpperCase());
      assert.deepEqual(
        (await list(client, `search=${word}`)).rows.map((row) => row.id),
        [id],
      );
      for (const wild of ['%25', '_____', "'", '\\'])
        assert.deepEqual((await list(client, `search=${wild}${word}`)).rows, []);
      for (const secret of secrets)
        assert.deepEqual(
          (await list(client, `search=${encodeURIComponent(String(at(body, secret)))}`)).rows,
          [],
        );
    });

    if ('tags' in fixture.valid(0))
      test('a tags filter selects records that match every element', async () => {
        const client = await app.user();
        const tags = [
          { type: 'env', value: 'prod' },
          { type: 'client', value: 'Acme', color: '#ff0000' },
        ];
        const { id } = await createFrom(client, area, { ...(await validBody(client, area)), tags });
        await createRecord(client, area);
        for (const query of ['env:prod', 'prod', 'env', 'env:prod,client:Acme', 'Acme,prod'])
          assert.deepEqual(
            (await list(client, `tags=${query}`)).rows.map((row) => row.id),
            [id],
            query,
          );
        for (const query of ['env:dev', 'env:prod,client:Other', 'Env:pro'])
          assert.deepEqual((await list(client, `tags=${query}`)).rows, [], query);
        const many = Array.from({ length: 21 }, (_, index) => ({ type: 't', value: String(index) }));
        for (const [wrong, field, message] of [
          [many, 'tags', 'Maximum 20 tags allowed'],
          [[{ type: '', value: 'x' }], 'tags.0.type', 'Tag type is required'],
          [[{ type: 'x', value: ' ' }], 'tags.0.value', 'Tag value is required'],
          [[{ type: 'x'.repeat(51), value: 'x' }], 'tags.0.type', 'Tag type must be less than 50 characters'],
          [
            [{ type: 'x', value: 'x'.repeat(101) }],
            'tags.0.value',
            'Tag value must be less than 100 characters',
          ],
          [[tags[0], { type: 'ENV', value: 'Prod' }], 'tags.1', 'This tag already exists'],
        ] as const) {
          const answer = await client.call<ErrorBody>('PUT', `${path}/${id}`, { tags: wrong });
          assert.equal(answer.body.error.details.fields[field], message);
        }
        await client.call('PUT', `${path}/${id}`, { tags: [] });
        assert.deepEqual((await list(client, 'tags=env:prod')).rows, []);
      });

    test('a filter names at most 20 tags', async () => {
      const client = await app.user();
      const tags = (count: number) => Array.from({ length: count }, (_, n) => `t${n}`).join(',');
      assert.equal((await client.call('GET', `${crud.path}?tags=${tags(20)}`)).status, 200);
      const { status, body } = await client.call<ErrorBody>('GET', `${crud.path}?tags=${tags(21)}`);
      assert.deepEqual([status, body.error.details.fields], [400, { tags: 'Maximum 20 tags allowed' }]);
    });

    test('a partial update changes what it names and nothing else', async () => {
      const client = await app.user();
      const created = await createRecord(client, area, { optional: true });
      const answer = await client.call('PUT', `${path}/${created.id}`, change);
      assert.equal(answer.status, 200, answer.text);
      const updated = item(answer.body);
      const sent = (record: object) =>
        Object.fromEntries(Object.entries(record).map(([field, value]) => [field, asSent(value)]));
      assert.deepEqual(sent(updated), sent({ ...created, ...change, updatedAt: updated.updatedAt }));
      assert.ok(updated.updatedAt > created.updatedAt);
      const empty = item((await client.call('PUT', `${path}/${created.id}`, {})).body);
      assert.deepEqual({ ...empty, updatedAt: '' }, { ...updated, updatedAt: '' });
    });

    test('null and an empty string clear optional fields', async () => {
      const client = await app.user();
      for (const field of [...clearable, ...Object.keys(may)])
        for (const nothing of [null, '']) {
          const { id } = await createRecord(client, area, { optional: true });
          const answer = await client.call('PUT', `${path}/${id}`, { [field]: nothing });
          assert.equal(answer.status, 200, `${field}: ${answer.text}`);
          assert.equal(item(answer.body)[field], null, field);
        }
    });

    test('owner, id, times and unknown fields cannot be written', async () => {
      const client = await app.user();
      const sly = {
        id: '01a00000-0000-7000-8000-000000000000',
        ownerId: 'x',
        createdAt: '2000-01-01T00:00:00.000Z',
        updatedAt: 'x',
        searchText: 'x',
        surprise: 'x',
      };
      const body = await validBody(client, area);
      const created = await createFrom(client, area, { ...body, ...sly });
      assert.notEqual(created.id, sly.id);
      const updated = item((await client.call('PUT', `${path}/${created.id}`, sly)).body);
      assert.deepEqual({ ...updated, updatedAt: '' }, { ...created, updatedAt: '' });
      assert.ok(!('surprise' in updated) && !('ownerId' in updated) && !('searchText' in updated));
    });

    for (const { body: wrong, fields, createOnly } of invalid)
      test(`refused: ${Object.entries(fields)
        .map((entry) => entry.join(' '))
        .join(', ')}`, async () => {
        const client = shared;
        const body = await validBody(client, area);
        const created = await client.call<ErrorBody>('POST', path, { ...body, ...wrong });
        assert.equal(created.status, 400, created.text);
        assert.equal(created.body.error.code, 'VALIDATION_ERROR');
        for (const [field, message] of Object.entries(fields))
          assert.equal(created.body.error.details.fields[field], message, created.text);
        if (createOnly) return;
        const existing = await createFrom(client, area, body);
        const updated = await client.call<ErrorBody>('PUT', `${path}/${existing.id}`, wrong);
        assert.equal(updated.status, 400, updated.text);
        assert.deepEqual(item((await client.call('GET', `${path}/${existing.id}`)).body), existing);
      });

    test('a comment may have 1000 characters, not 1001', async () => {
      if (!('comment' in fixture.valid(0))) return;
      const client = await app.user();
      const { id } = await createRecord(client, area);
      assert.equal((await client.call('PUT', `${path}/${id}`, { comment: 'x'.repeat(1000) })).status, 200);
      const refused = await client.call<ErrorBody>('PUT', `${path}/${id}`, { comment: 'x'.repeat(1001) });
      assert.equal(refused.body.error.details.fields.comment, 'Comment must be less than 1000 characters');
    });

    test('a duplicate of the unique fields is a CONFLICT that names the field', async () => {
      const client = await app.user();
      const body = await validBody(client, area);
      await createFrom(client, area, body);
      const answer = await client.call<ErrorBody>('POST', path, body);
      assert.equal(answer.status, 409, answer.text);
      assert.equal(answer.body.error.code, 'CONFLICT');
      assert.ok(Object.keys(answer.body.error.details.fields)[0] !== undefined);
      const other = await app.user();
      await createFrom(other, area, await validBody(other, area));
    });

    test("a reference to nothing, or to what is another user's, is refused on its field", async () => {
      const [client, other] = [await app.user(), await app.user()];
      for (const [field, target] of Object.entries({ ...needs, ...may })) {
        const theirs = await createRecord(other, target);
        const body = await validBody(client, area);
        const mine = await createFrom(client, area, await validBody(client, area));
        for (const id of [theirs.id, '01a00000-0000-7000-8000-000000000000', 'x']) {
          const created = await client.call<ErrorBody>('POST', path, { ...body, [field]: id });
          assert.equal(created.status, 400, created.text);
          assert.match(created.body.error.details.fields[field] ?? '', / not found$/);
          const updated = await client.call<ErrorBody>('PUT', `${path}/${mine.id}`, { [field]: id });
          assert.match(updated.body.error.details.fields[field] ?? '', / not found$/);
        }
      }
    });

    test('a deleted record is gone', async () => {
      const client = await app.user();
      const { id } = await createRecord(client, area, { optional: true });
      const removed = await client.call('DELETE', `${path}/${id}`);
      assert.deepEqual(removed.body, { data: { id } });
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const answer = await client.call<ErrorBody>(
          method,
          `${path}/${id}`,
          method === 'PUT' ? {} : undefined,
        );
        assert.equal(answer.status, 404);
        assert.equal(answer.body.error.code, 'DELETED');
      }
      assert.ok((await list(client)).rows.every((row) => row.id !== id));
    });

    test('a required record can be deleted only after the record that requires it', async () => {
      const client = await app.user();
      const record = await createRecord(client, area);
      for (const [field, target] of Object.entries(needs)) {
        const targetPath = fixtures[target]?.crud.path ?? '';
        const id = String(record[field]);
        const refused = await client.call<{
          error: { code: string; message: string; details: { usedBy: object } };
        }>('DELETE', `${targetPath}/${id}`);
        assert.equal(refused.status, 409, refused.text);
        assert.equal(refused.body.error.code, 'IN_USE');
        assert.equal(refused.body.error.message, `Used by 1 ${crud.one}`);
        assert.deepEqual(refused.body.error.details.usedBy, { [listKey]: 1 });
      }
      await client.call('DELETE', `${path}/${record.id}`);
      for (const [field, target] of Object.entries(needs))
        assert.equal(
          (await client.call('DELETE', `${fixtures[target]?.crud.path ?? ''}/${String(record[field])}`))
            .status,
          200,
        );
    });

    test('an optionally referenced record can be deleted, which clears the reference', async () => {
      const client = await app.user();
      const record = await createRecord(client, area, { optional: true });
      for (const [field, target] of Object.entries(may)) {
        const answer = await client.call(
          'DELETE',
          `${fixtures[target]?.crud.path ?? ''}/${String(record[field])}`,
        );
        assert.equal(answer.status, 200, answer.text);
        assert.equal(item((await client.call('GET', `${path}/${record.id}`)).body)[field], null);
      }
    });

    test('every write records a change with before and after, secrets sealed', async () => {
      const client = await app.user();
      const body = await validBody(client, area);
      const { id } = await createFrom(client, area, body);
      await client.call('PUT', `${path}/${id}`, change);
      await client.call('DELETE', `${path}/${id}`);
      const changes = await app.db
        .selectFrom('changes')
        .selectAll()
        .where('recordId', '=', id)
        .orderBy('at')
        .execute();
      assert.deepEqual(
        changes.map(({ action }) => action),
        ['create', 'update', 'delete'],
      );
      assert.deepEqual(
        changes.map(({ actorId }) => actorId),
        Array.from({ length: 3 }, () => client.userId),
      );
      const row = (text: string | null | undefined) =>
        Object.fromEntries(
          Object.entries(JSON.parse(text ?? '{}') as object).filter(([, value]) => value !== null),
        );
      const [created, updated, deleted] = changes;
      assert.equal(created?.before, null);
      assert.equal(row(created?.after).id, id);
      // An update stores the changed fields, other actions the whole row.
      assert.partialDeepStrictEqual(row(created?.after), row(updated?.before));
      assert.notDeepEqual(row(updated?.after), row(updated?.before));
      assert.partialDeepStrictEqual(row(deleted?.before), row(updated?.after));
      assert.equal(deleted?.after, null);
      for (const secret of secrets)
        assert.ok(!JSON.stringify(changes).includes(String(at(body, secret))), secret);
    });
  });
}
