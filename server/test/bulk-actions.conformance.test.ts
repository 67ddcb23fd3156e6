// On both engines: many rows are locked and written by one statement.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BulkActionResult } from '@quartermaster/contract/api/bulk-actions';
import { sql } from 'kysely';
import { fixtures } from './fixtures/all.ts';
import { type RecordBody, createFrom, createRecord, fixtureOf, validBody } from './records.ts';
import { type Client, startApp } from './test-app.ts';

const app = await startApp();
await app.user(); // The first user is the administrator; those after are ordinary users.

type Failure = { error: { code: string; message: string; details: { fields: Record<string, string> } } };
const missing = '01a00000-0000-7000-8000-000000000000';
const none: BulkActionResult = { changed: 0, unchanged: 0, refused: 0, refusals: [] };
const tag = { type: 'bulk', value: 'Yes', color: '#112233' };

for (const [area, fixture] of Object.entries(fixtures)) {
  const { path, itemKey, listKey, one: noun, bulk } = fixture.crud;
  const hasTags = 'tags' in fixture.valid(0);
  const notFound = `${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found`;
  const send = (client: Client, records: unknown, action: unknown, preview?: boolean) =>
    client.call<Failure>('POST', `${path}/bulk-actions`, { records, do: action, preview });
  const run = async (
    client: Client,
    records: unknown,
    action: unknown,
    preview?: boolean,
  ): Promise<BulkActionResult> => {
    const { status, text, body } = await send(client, records, action, preview);
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

    test('refuse to delete required records, and clear optional references', async () => {
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

    for (const field of bulk ?? [])
      test(`set ${field} of those that have another value, and preview it`, async () => {
        const client = await app.user();
        const ids = await create(client, 2);
        const target = { ...fixture.needs, ...fixture.may }[field];
        const other = await createFrom(client, area, {
          ...(await validBody(client, area, { optional: true })),
          ...fixture.change,
          ...(target && { [field]: (await createRecord(client, target)).id }),
          ...(field === 'expirationDate' && { [field]: '2031-02-03T00:00:00.000Z' }),
        });
        const before = await read(client, ids[0] ?? '');
        const set = { action: 'set', fields: { [field]: other[field] } };
        const wanted = before?.[field] === other[field] ? 0 : 2;
        const expected = { ...none, changed: wanted, unchanged: 3 - wanted };
        const records = { ids: [...ids, other.id] };
        assert.deepEqual(await run(client, records, set, true), expected);
        assert.deepEqual(await read(client, ids[0] ?? ''), before);
        assert.deepEqual(await run(client, { filter: own }, set, true), expected);
        assert.deepEqual(await run(client, records, set), expected);
        const after = await read(client, ids[0] ?? '');
        const shown = field.endsWith('Id') ? [field, field.slice(0, -2)] : [field];
        const changed = Object.fromEntries(shown.map((key) => [key, other[key]]));
        assert.deepEqual(after, { ...before, ...changed, updatedAt: after?.updatedAt });
        assert.deepEqual(await read(client, other.id), other);
        assert.deepEqual(await run(client, records, set), { ...none, unchanged: 3 });
        if (!fixture.clearable.includes(field) && !(field in fixture.may)) return;
        const clear = { action: 'set', fields: { [field]: null } };
        assert.deepEqual(await run(client, records, clear), { ...none, changed: 3 });
        assert.equal((await read(client, other.id))?.[field], null);
      });

    for (const field of (bulk ?? []).filter((each) => each.endsWith('Id')))
      test(`refuse to set ${field} to what is not the user's own`, async () => {
        const [client, other] = [await app.user(), await app.user()];
        const [id = ''] = await create(client, 1);
        const target = { ...fixture.needs, ...fixture.may }[field] ?? '';
        for (const value of [missing, (await createRecord(other, target)).id]) {
          const answer = await send(client, { ids: [id] }, { action: 'set', fields: { [field]: value } });
          assert.equal(answer.status, 400);
          assert.match(answer.body.error.details.fields[`do.fields.${field}`] ?? '', / not found$/);
        }
      });

    test('a preview of a delete says what would be refused, and deletes nothing', async () => {
      const client = await app.user();
      const ids = await create(client, 2);
      const preview = await run(client, { ids: [...ids, missing] }, { action: 'delete' }, true);
      assert.deepEqual(preview, {
        ...none,
        changed: 2,
        refused: 1,
        refusals: [{ id: missing, name: missing, message: notFound }],
      });
      for (const id of ids) assert.ok(await read(client, id));
      assert.deepEqual(await changesOf(ids, 'delete'), []);
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
        bulk?.includes('status') ? 'do.status' : 'do.action',
        bulk?.includes('status') ? /^Status must be one of: ACTIVE, / : /^Action must be one of: delete/,
      ],
      [
        { records: { ids: [missing] }, do: { action: 'set', fields: {} } },
        bulk ? 'do.fields' : 'do.action',
        bulk ? /^Set at least one of: / : /^Action must be one of: delete/,
      ],
      [
        { records: { ids: [missing] }, do: { action: 'set', fields: { createdAt: '2020-01-01' } } },
        bulk ? 'do.fields' : 'do.action',
        bulk ? /^No bulk action sets createdAt$/ : /^Action must be one of: delete/,
      ],
      [
        { records: { ids: [missing] }, do: { action: 'delete' }, preview: 'yes' },
        'preview',
        /^Preview must be true or false$/,
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
