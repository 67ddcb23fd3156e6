// On both engines: versions are compared with locked rows.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Area } from '@quartermaster/contract/api/areas';
import { tableOfArea as tables } from '../src/records/kinds/entities.ts';
import { fixtures } from './fixtures/all.ts';
import { type RecordBody, createRecord, nextNumber, validBody } from './records.ts';
import { type Client, startApp } from './test-app.ts';

const app = await startApp();
await app.user(); // The first user is the administrator; those after are ordinary users.

type ErrorBody = { error: { code: string; message: string } };

for (const [area, fixture] of Object.entries(fixtures)) {
  const { path, itemKey, one: noun } = fixture.crud;
  const item = (body: unknown): RecordBody =>
    (body as { data: Record<string, RecordBody> }).data[itemKey] as RecordBody;
  const put = (client: Client, id: string, body: unknown, ifMatch: string) =>
    client.call<ErrorBody>('PUT', `${path}/${id}`, body, { 'if-match': ifMatch });
  const remove = (client: Client, id: string, ifMatch: string) =>
    client.call<ErrorBody>('DELETE', `${path}/${id}`, undefined, { 'if-match': ifMatch });
  const changed = `This ${noun} was changed by someone else meanwhile; load it again`;

  describe(`${area}: versions`, () => {
    test('every response with a record has its version, as in the list', async () => {
      const client = await app.user();
      const created = await client.call('POST', path, await validBody(client, area));
      const { id } = item(created.body);
      const updated = await client.call('PUT', `${path}/${id}`, fixture.change);
      const read = await client.call('GET', `${path}/${id}`);
      for (const { headers, body } of [created, updated, read])
        assert.equal(headers.get('etag'), `"${item(body).updatedAt}"`);
      assert.equal(read.headers.get('etag'), updated.headers.get('etag'));
      assert.notEqual(updated.headers.get('etag'), created.headers.get('etag'));
      const list = await client.call('GET', path);
      assert.equal(list.headers.get('etag'), null);
      assert.ok(list.text.includes(item(read.body).updatedAt));
    });

    test('a stale update and a stale delete are refused without effect', async () => {
      const client = await app.user();
      const { id, updatedAt: stale } = await createRecord(client, area);
      const current = item((await client.call('PUT', `${path}/${id}`, fixture.change)).body);
      const other = fixture.valid(nextNumber());
      for (const ifMatch of [
        `"${stale}"`,
        `W/"${current.updatedAt}"`,
        '"x", "y"',
        current.updatedAt,
        'x',
        '',
      ])
        for (const answer of [await put(client, id, other, ifMatch), await remove(client, id, ifMatch)]) {
          assert.equal(answer.status, 412, answer.text);
          assert.deepEqual(answer.body.error, { code: 'PRECONDITION_FAILED', message: changed });
        }
      assert.deepEqual(item((await client.call('GET', `${path}/${id}`)).body), current);
    });

    test('the right version is accepted, alone or among others, and so is *', async () => {
      const client = await app.user();
      const { id, ...record } = await createRecord(client, area);
      let version = `"${record.updatedAt}"`;
      for (const ifMatch of [() => version, () => `"x", ${version} , W/"y"`, () => '*', () => ' * ']) {
        const answer = await put(client, id, fixture.change, ifMatch());
        assert.equal(answer.status, 200, answer.text);
        version = answer.headers.get('etag') ?? '';
      }
      assert.equal((await remove(client, id, version)).status, 200);
      for (const ifMatch of [version, '*', '"x"'])
        for (const answer of [await put(client, id, {}, ifMatch), await remove(client, id, ifMatch)]) {
          assert.equal(answer.status, 404);
          assert.equal(answer.body.error.code, 'DELETED');
        }
    });

    test('of concurrent updates with one version exactly one succeeds', async () => {
      const client = await app.user();
      const { id, updatedAt } = await createRecord(client, area);
      const edits = Array.from({ length: 6 }, () => put(client, id, fixture.change, `"${updatedAt}"`));
      const answers = await Promise.all([...edits, remove(client, id, '"x"')]);
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
      assert.deepEqual(statuses, [200, ...Array.from({ length: 6 }, () => 412)]);
    });

    test("the version grows even if another process's clock is ahead", async () => {
      const client = await app.user();
      const { id } = await createRecord(client, area);
      const ahead = Date.now() + 3_600_000;
      await app.db
        .updateTable(tables[area as Area] as 'domains')
        .set({ updatedAt: ahead })
        .where('id', '=', id)
        .execute();
      for (const later of [1, 2]) {
        const answer = await put(client, id, fixture.change, '*');
        assert.equal(Date.parse(item(answer.body).updatedAt), ahead + later);
      }
    });
  });
}

test('a record that a delete detaches gets a new version', async () => {
  const client = await app.user();
  const domain = await createRecord(client, 'domains', { optional: true });
  await client.call('DELETE', `/servers/${String(domain.serverId)}`);
  const stale = await client.call(
    'PUT',
    `/domains/${domain.id}`,
    {},
    { 'if-match': `"${domain.updatedAt}"` },
  );
  assert.equal(stale.status, 412);
});

test('only updates and deletes take a version', async () => {
  const client = await app.user();
  const other = { 'if-match': '"x"' };
  const body = await validBody(client, 'emails');
  assert.equal((await client.call('POST', '/emails', body, other)).status, 201);
  assert.equal((await client.call('GET', '/emails', undefined, other)).status, 200);
});
