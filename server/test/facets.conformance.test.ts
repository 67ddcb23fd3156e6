// On both engines: the engines aggregate differently.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Area } from '@quartermaster/contract/api/areas';
import { noReference, takesSeveral } from '@quartermaster/contract/api/filters';
import type { Pagination } from '@quartermaster/contract/api/query';
import type { Facets } from '@quartermaster/contract/api/summaries';
import { sql } from 'kysely';
import { withHashJoins } from '../src/db/planner.ts';
import { entityOf, tableOfArea } from '../src/records/kinds/entities.ts';
import { fixtures } from './fixtures/all.ts';
import { createFrom, createRecord, nextNumber, validBody } from './records.ts';
import { type Client, engine, startApp } from './test-app.ts';

/** Generated from the contract: every filter of every area that takes several values of a field. */
const app = await startApp();
await app.user();

for (const [area, { crud, valid, may }] of Object.entries(fixtures)) {
  const { path, filters } = crud;
  const total = async (client: Client, query: Record<string, string>) => {
    const answer = await client.call<{ data: { pagination: Pagination } }>(
      'GET',
      `${path}?${new URLSearchParams({ ...query, limit: '1' }).toString()}`,
    );
    assert.equal(answer.status, 200, answer.text);
    return answer.body.data.pagination.total;
  };
  const facets = async (client: Client, query: Record<string, string> = {}) => {
    const answer = await client.call<{ data: Facets }>(
      'GET',
      `${path}/facets?${new URLSearchParams(query).toString()}`,
    );
    assert.equal(answer.status, 200, answer.text);
    return answer.body.data;
  };
  const entity = entityOf[tableOfArea[area as Area]];
  const fields = Object.entries(filters).flatMap(([name, kind]) =>
    takesSeveral(kind) && name in entity.fields ? [name] : [],
  );

  describe(`${area}: facets`, () => {
    test('count what the filter of each value selects, and all of them together', async () => {
      const client = await app.user();
      const { id } = await createRecord(client, area, { optional: true });
      await createRecord(client, area, { optional: true });
      await createRecord(client, area);
      const found = await facets(client);
      assert.deepEqual(
        found.facets.map(({ field }) => field),
        fields,
      );
      for (const { field, values } of found.facets) {
        assert.ok(values.length > 0, field);
        assert.deepEqual(
          values.map(({ count }) => count),
          values.map(({ count }) => count).toSorted((a, b) => b - a),
        );
        for (const { key, label, count } of values) {
          assert.equal(await total(client, { [field]: key }), count, `${field}=${key}`);
          assert.equal(label === 'None', key === noReference);
        }
        assert.equal(
          values.some(({ key }) => key === noReference),
          field in may,
          field,
        );
        const all = values.map(({ key }) => key).join();
        const sum = values.reduce((so, { count }) => so + count, 0);
        assert.equal(await total(client, { [field]: all }), sum, all);
        if (filters[field] === 'any')
          assert.equal(await total(client, { [field]: `${id}, none ,,` }), may[field] ? 1 : 0);
      }
    });

    test('ignore their own filter and apply the others', async () => {
      const client = await app.user();
      const body = await validBody(client, area, { optional: true });
      await createFrom(client, area, body);
      await createRecord(client, area, { optional: true });
      for (const field of fields) {
        const own = String(body[field]);
        const found = await facets(client, {
          [field]: own,
          ...('comment' in body && { search: String(body['comment']) }),
        });
        for (const other of found.facets)
          assert.ok(
            other.values.some(({ key }) => key === String(body[other.field])),
            `${field}, ${other.field}`,
          );
        const unfiltered = await facets(client, { [field]: own });
        const { values = [] } = unfiltered.facets.find((each) => each.field === field) ?? {};
        assert.deepEqual(values, (await facets(client)).facets.find((each) => each.field === field)?.values);
      }
    });

    if ('tags' in valid(0))
      test('count the tags of the selected records', async () => {
        const client = await app.user();
        const tag = (value: string) => ({ type: 'facet', value });
        const one = await validBody(client, area);
        await createFrom(client, area, { ...one, tags: [tag('a'), tag('b')] });
        await createFrom(client, area, { ...(await validBody(client, area)), tags: [tag('a')] });
        const counts = async (query: Record<string, string>) =>
          (await facets(client, query)).tagsByType.flatMap(({ type, values }) =>
            values.map(({ value, count }) => `${type}:${value} ${count}`),
          );
        assert.deepEqual(await counts({}), ['facet:a 2', 'facet:b 1']);
        assert.deepEqual(await counts({ tags: 'facet:b' }), ['facet:a 1', 'facet:b 1']);
        assert.deepEqual(await counts({ tags: 'facet:none' }), []);
      });

    test('refuse more values than the limit, and take that many', async () => {
      const client = await app.user();
      for (const field of fields) {
        const values = (count: number) =>
          filters[field] === 'any' ? Array.from({ length: count }, () => `x${nextNumber()}`).join() : '';
        assert.equal(await total(client, { [field]: values(20) }), 0);
        const answer = await client.call<{ error: { details: { fields: Record<string, string> } } }>(
          'GET',
          `${path}?${field}=${values(21)}`,
        );
        if (values(1) === '') continue;
        assert.equal(answer.status, 400);
        assert.deepEqual(answer.body.error.details.fields, { [field]: 'Maximum 20 values allowed' });
      }
    });
  });
}

if (engine === 'postgres')
  test('the statement that counts is not compiled, which would take longer than it', async () => {
    const jit = await withHashJoins(app.db, (db) => sql<{ jit: string }>`show jit`.execute(db));
    assert.deepEqual(jit.rows, [{ jit: 'off' }]);
  });
