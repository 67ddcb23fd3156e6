import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BulkResult } from '@quartermaster/contract/api/bulk-import';
import { shownName } from '@quartermaster/contract/api/entity';
import type { Relations } from '@quartermaster/contract/api/relations';
import { references } from '../src/records/kinds/entities.ts';
import { fixtures } from './fixtures/all.ts';
import { type Body, type RecordBody, createRecord, fixtureOf, validBody } from './records.ts';
import { type Client, startApp } from './test-app.ts';

const app = await startApp();
await app.user();

const nameOf = async (client: Client, area: string, { id }: { id: string }) => {
  const path = `${fixtureOf(area).crud.path}/${id}/relations`;
  return (await client.call<{ data: Relations }>('GET', path)).body.data.record;
};

/** Creates another record of the same name; null where names are unique. */
async function twinOf(client: Client, area: string, record: RecordBody): Promise<RecordBody | null> {
  const { crud } = fixtureOf(area);
  assert.ok(typeof crud.name === 'string');
  const [first = '', ...rest] = crud.name.split('.');
  const field = rest.length > 0 ? `${first}Id` : first;
  const body = { ...(await validBody(client, area)), [field]: record[field] };
  const { status, text } = await client.call('POST', crud.path, body);
  if (status === 409) return null;
  assert.equal(status, 201, text);
  return (JSON.parse(text) as { data: Record<string, RecordBody> }).data[crud.itemKey] ?? null;
}

for (const [area, { crud, needs, may, bulkKey }] of Object.entries(fixtures)) {
  if (bulkKey === undefined) continue;
  for (const [column, target] of Object.entries({ ...needs, ...may })) {
    const reference = references.find((each) => each.from === crud.table && each.column === column);
    assert.ok(reference);
    const { label } = reference;
    const name = shownName(column);
    const send = async (client: Client, row: Body) => {
      const body = { [bulkKey]: [row] };
      return (await client.call<{ data: BulkResult }>('POST', `${crud.path}/bulk-import`, body)).body.data;
    };
    const refused = (message: string) => ({
      imported: 0,
      skipped: 0,
      failed: 1,
      errors: [{ index: 0, message }],
    });
    /** The reference of the area's only record. */
    const stored = async (client: Client): Promise<unknown> => {
      const { body } = await client.call<{ data: Record<string, RecordBody[]> }>('GET', crud.path);
      return body.data[crud.listKey]?.[0]?.[column];
    };
    const without = async (client: Client): Promise<Body> => {
      const { [column]: _, ...row } = await validBody(client, area);
      return row;
    };

    describe(`${area}: import by ${name}`, () => {
      test('a name stands for the id, alone and with the detail', async () => {
        for (const isDetailed of [false, true]) {
          const client = await app.user();
          const record = await createRecord(client, target);
          const shown = await nameOf(client, target, record);
          const text = isDetailed && shown.detail !== null ? `${shown.name} (${shown.detail})` : shown.name;
          const { imported, errors } = await send(client, {
            ...(await without(client)),
            [name]: ` ${text} `,
          });
          assert.deepEqual([imported, errors], [1, []]);
          assert.equal(await stored(client), record.id);
        }
      });

      test("an unknown name and the name of another owner's record are refused alike", async () => {
        const [client, other] = [await app.user(), await app.user()];
        const theirs = await nameOf(other, target, await createRecord(other, target));
        const row = await without(client);
        for (const text of [
          theirs.name,
          `${theirs.name} (${theirs.detail ?? ''})`,
          'nobody',
          'no\0body',
          '()',
        ])
          assert.deepEqual(await send(client, { ...row, [name]: text }), refused(`${label} not found`), text);
      });

      test('several records of a name are told apart by their detail', async () => {
        const client = await app.user();
        const record = await createRecord(client, target);
        if (!(await twinOf(client, target, record))) return;
        const shown = await nameOf(client, target, record);
        const row = await without(client);
        assert.deepEqual(
          await send(client, { ...row, [name]: shown.name }),
          refused(`Several ${fixtureOf(target).crud.many} are named ${shown.name}`),
        );
        const { imported } = await send(client, { ...row, [name]: `${shown.name} (${shown.detail ?? ''})` });
        assert.equal(imported, 1);
        assert.equal(await stored(client), record.id);
      });

      test('both an id and a name are refused; a blank name and what is not text are ignored', async () => {
        const client = await app.user();
        const record = await createRecord(client, target);
        const shown = await nameOf(client, target, record);
        const row = { ...(await without(client)), [column]: record.id };
        assert.deepEqual(
          await send(client, { ...row, [name]: shown.name }),
          refused(`Cannot use both ${column} and ${name}`),
        );
        for (const [at, ignored] of ['', ' ', null, { id: 'x', name: 'y' }, 7].entries()) {
          const { imported, skipped } = await send(client, { ...row, [name]: ignored });
          assert.deepEqual([imported, skipped], at === 0 ? [1, 0] : [0, 1]);
        }
        assert.equal(await stored(client), record.id);
      });
    });
  }
}
