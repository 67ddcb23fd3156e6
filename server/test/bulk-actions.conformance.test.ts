import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BulkActionResult } from '@quartermaster/contract/api/bulk-actions';
import { sql } from 'kysely';
import { fixtures } from './fixtures/all.ts';
import { type RecordBody, createFrom, createRecord, fixtureOf, validBody } from './records.ts';
import { type Client, startApp } from './test-app.ts';

const app = await startApp();
await app.user(); // The administrator; those after are ordinary users.

type Failure = { error: { code: string; message: string; details: { fields: Record<string, string> } } };
const missing = '01a00000-0000-7000-8000-000000000000';
const none: BulkActionResult = { changed: 0, unchanged: 0, refused: 0, refusals: [] };
const tag = { type: 'bulk', value: 'Yes', color: '#112233' };

for (const [area, fixture] of Object.entries(fixtures)) {
  const { path, itemKey, listKey, one: noun } = fixture.crud;
  const hasTags = 'tags' in fixture.valid(0);
  const notFound = `${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found`;
  const send = (client: Client, records: unknown, action: unknown) =>
    client.call<Failure>('POST', `${path}/bulk-actions`, { records, do: action });
  const run = async (client: Client, records: unknown, action: unknown): Promise<BulkActionResult> => {
    const { status, text, body } = await send(client, records, action);
    assert.equal(status, 200, text);
    return (body as unknown as { data: BulkActionResult }).data;
  };
  const read = async (client: Client, id: string) => {
    const { status, body } = await client.call<{ data: Record<string, RecordBody> }>('GET', `${path}/${id}`);
    return status === 200 ? body.data[itemKey] : undefined;
  };
  const create = async (client: Client, count: number) => {
    const ids: string[] = [];
    while (ids.length < count) ids.push((await createRecord(client, area, { optional: true })).id);
    return ids;
  };
  const changesOf = async (ids: readonly string[], action: string) =>
    app.db
      .selectFrom('changes')
      .selectAll()
      .where('recordId', 'in', ids)
      .where('action', '=', action)
      .execute();
  /** A filter that selects all of the user's records. */
  const own = area === 'registrator-types' ? { includeGlobal: 'false' } : {};

  describe(`${area}: bulk actions`, () => {
    test("delete by id; a missing record and another user's are refused alike", async () => {
      const [client, other] = [await app.user(), await app.user()];
      const [first = '', second = '', third = ''] = await create(client, 3);
      const theirs = (await createRecord(other, area)).id;
      const result = await run(
        client,
        { ids: [first, second, second, theirs, missing, 'x\0'] },
        { action: 'delete' },
      );
      const refusals = [missing, theirs, 'x\0'].map((id) => ({ id, name: id, message: notFound }));
      assert.deepEqual(result, { ...none, changed: 2, refused: 3, refusals });
      assert.equal(await read(client, first), undefined);
      assert.ok(await read(client, third));
      assert.ok(await read(other, theirs));
      const changes = await changesOf([first, second, third, theirs], 'delete');
      assert.deepEqual(changes.map(({ recordId }) => recordId).toSorted(), [first, second].toSorted());
      assert.equal(new Set(changes.map(({ batchId }) => batchId)).size, 1);
      assert.ok(changes.every(({ batchId, actorId }) => batchId !== null && actorId === client.userId));
    });

    test("delete what a filter matches, and nothing of another user's", async () => {
      const [client, other] = [await app.user(), await app.user()];
      const n = 70_000;
      const found = { ...(await validBody(client, area)), ...fixture.valid(n) };
      const { id } = await createFrom(client, area, found);
      const [kept = ''] = await create(client, 1);
      const theirs = await createFrom(other, area, {
        ...(await validBody(other, area)),
        ...fixture.valid(n),
      });
      const filter = { ...own, search: fixture.searchWord(n) };
      assert.deepEqual(await run(client, { filter }, { action: 'delete' }), { ...none, changed: 1 });
      assert.equal(await read(client, id), undefined);
      assert.ok(await read(client, kept));
      const all = await run(client, { filter: own }, { action: 'delete' });
      assert.equal(all.refused, 0);
      assert.ok(all.changed > 0);
      const { body } = await client.call<{ data: Record<string, RecordBody[]> }>(
        'GET',
        `${path}?${new URLSearchParams(own).toString()}`,
      );
      assert.deepEqual(body.data[listKey], []);
      assert.ok(await read(other, theirs.id));
    });

    test('keep what others require, and detach optional references', async () => {
      const client = await app.user();
      const [used = '', free = ''] = await create(client, 2);
      const users = Object.entries(fixtures).flatMap(([user, { needs, may }]) =>
        Object.entries({ ...needs, ...may }).flatMap(([field, target]) =>
          target === area ? [{ user, field, required: field in needs }] : [],
        ),
      );
      for (const { user, field } of users)
        await createFrom(client, user, { ...(await validBody(client, user)), [field]: used });
      const result = await run(client, { ids: [used, free] }, { action: 'delete' });
      const required = users.filter((each) => each.required);
      assert.equal(result.changed, required.length > 0 ? 1 : 2);
      assert.deepEqual(
        result.refusals.map(({ id, message }) => [id, /^Used by 1 /.test(message)]),
        required.length > 0 ? [[used, true]] : [],
      );
      if (required.length > 0) {
        const alone = await client.call<Failure>('DELETE', `${path}/${used}`);
        assert.equal(result.refusals[0]?.message, alone.body.error.message);
        assert.notEqual(result.refusals[0].name, used);
        return;
      }
      const [deleted] = await changesOf([used], 'delete');
      for (const { user, field } of users) {
        const { crud } = fixtureOf(user);
        const list = await client.call<{ data: Record<string, RecordBody[]> }>('GET', crud.path);
        const rows = list.body.data[crud.listKey] ?? [];
        assert.ok(rows.every((row) => row[field] === null));
        const changes = await changesOf(
          rows.map(({ id }) => id),
          'update',
        );
        assert.equal(changes[0]?.batchId, deleted?.batchId);
      }
    });

    if (hasTags)
      test('add and remove a tag, ignoring case, without writing unchanged records', async () => {
        const client = await app.user();
        const ids = await create(client, 2);
        const has = { tags: [{ type: 'BULK', value: 'yes' }] };
        const tagged = await createFrom(client, area, { ...(await validBody(client, area)), ...has });
        const tags = Array.from({ length: 20 }, (_, index) => ({ type: 't', value: String(index) }));
        const full = await createFrom(client, area, { ...(await validBody(client, area)), tags });
        const before = await read(client, ids[0] ?? '');
        const all = [...ids, tagged.id, full.id];
        const added = await run(client, { ids: all }, { action: 'addTag', tag });
        assert.deepEqual({ ...added, refusals: [] }, { changed: 2, unchanged: 1, refused: 1, refusals: [] });
        assert.deepEqual(
          added.refusals.map(({ id, message }) => [id, message]),
          [[full.id, 'Maximum 20 tags allowed']],
        );
        const after = await read(client, ids[0] ?? '');
        assert.deepEqual(after, {
          ...before,
          tags: [...(before?.tags as unknown[]), tag],
          updatedAt: after?.updatedAt,
        });
        assert.ok(String(after?.updatedAt) > String(before?.updatedAt));
        assert.deepEqual(await read(client, tagged.id), tagged);
        const count = async (query: string) => {
          const { body } = await client.call<{ data: Record<string, unknown[]> }>('GET', `${path}?${query}`);
          return body.data[listKey]?.length;
        };
        assert.equal(await count('tags=bulk:Yes'), 2);
        assert.equal(await count('search=BULK:yes'), 3);
        const changes = await changesOf(all, 'update');
        assert.equal(changes.length, 2);
        assert.equal(new Set(changes.map(({ batchId }) => batchId)).size, 1);
        const removed = await run(
          client,
          { filter: { search: 'bulk:YES' } },
          { action: 'removeTag', tag: { type: 'Bulk', value: 'YES' } },
        );
        assert.deepEqual(removed, { ...none, changed: 3 });
        assert.deepEqual((await read(client, ids[0] ?? ''))?.tags, before?.tags);
        assert.equal(await count('search=BULK:yes'), 0);
        assert.equal(await count('tags=bulk'), 0);
      });

    test('roll back when one of them fails', async () => {
      const client = await app.user();
      const ids = await create(client, 2);
      await sql`alter table changes rename to changes_elsewhere`.execute(app.db);
      try {
        for (const action of [{ action: 'delete' }, ...(hasTags ? [{ action: 'addTag', tag }] : [])])
          assert.equal((await send(client, { ids }, action)).status, 500);
      } finally {
        await sql`alter table changes_elsewhere rename to changes`.execute(app.db);
      }
      for (const id of ids) {
        const record = await read(client, id);
        assert.ok(record);
        assert.ok(!JSON.stringify(record).includes(tag.color));
      }
    });

    for (const [body, field, message] of [
      [
        { records: { ids: [missing] }, do: { action: 'burn' } },
        'do.action',
        /^Action must be one of: delete/,
      ],
      [{ records: { ids: [missing] } }, 'do', /^Action must be one of: delete/],
      [{ do: { action: 'delete' } }, 'records', /^Say which records, either by ids or by a filter$/],
      [{ records: {}, do: { action: 'delete' } }, 'records', /^Say which records/],
      [
        { records: { ids: [missing], filter: {} }, do: { action: 'delete' } },
        'records',
        /^Say which records/,
      ],
      [{ records: { ids: [] }, do: { action: 'delete' } }, 'records.ids', /^Select at least one record$/],
      [{ records: { ids: 'x' }, do: { action: 'delete' } }, 'records.ids', /^Ids must be a list$/],
      [
        { records: { ids: Array.from({ length: 10_001 }, () => 'x') }, do: { action: 'delete' } },
        'records.ids',
        /^Maximum 10000 records allowed$/,
      ],
      [{ records: { filter: { staus: 'x' } }, do: { action: 'delete' } }, 'records.filter', /filter staus$/],
      [{ records: { filter: { limit: 1 } }, do: { action: 'delete' } }, 'records.filter', /filter limit$/],
      [
        { records: { filter: { relatedTo: 'x' } }, do: { action: 'delete' } },
        'records.filter.relatedTo',
        /^Related to must be an area and an id/,
      ],
      [
        { records: { ids: [missing] }, do: { action: 'addTag', tag: { type: '', value: 'x' } } },
        hasTags ? 'do.tag.type' : 'do.action',
        hasTags ? /^Tag type is required$/ : /^Action must be one of: delete$/,
      ],
      [
        { records: { ids: [missing] }, do: { action: 'setStatus', status: 'GONE' } },
        area === 'domains' ? 'do.status' : 'do.action',
        area === 'domains' ? /^Status must be one of: ACTIVE, / : /^Action must be one of: delete/,
      ],
    ] as const)
      test(`the body ${JSON.stringify(body).slice(0, 90)} is refused without effect`, async () => {
        const client = await app.user();
        const [id = ''] = await create(client, 1);
        const answer = await client.call<Failure>('POST', `${path}/bulk-actions`, body);
        assert.equal(answer.status, 400, answer.text);
        assert.equal(answer.body.error.code, 'VALIDATION_ERROR');
        assert.match(answer.body.error.details.fields[field] ?? answer.text, message);
        assert.ok(await read(client, id));
      });
  });
}
