import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exportColumns } from '@quartermaster/contract/rules/export-columns';
import { fixtures } from './fixtures/all.ts';
import { at, createFrom, fixtureOf, validBody } from './records.ts';
import { startApp } from './test-app.ts';

const app = await startApp();
const user = await app.user();

for (const area of Object.keys(fixtures)) {
  const { crud, secrets } = fixtureOf(area);
  const { kind } = crud;
  const path = `${crud.path}/export`;
  const headings = Object.keys(exportColumns(kind));
  const asked = (columns: readonly string[], more = '') =>
    user.call<Record<string, unknown>[]>(
      'GET',
      `${path}?columns=${encodeURIComponent(columns.join())}&sortBy=createdAt&sortOrder=desc${more}`,
    );

  describe(`chosen columns of ${area}`, () => {
    test('hold every field of a record, and none of its secrets', async () => {
      const body = await validBody(user, area, { optional: true });
      const { id } = await createFrom(user, area, body);
      const { text, body: rows } = await asked(headings, '&format=json');
      const row = rows.find((each) => each['ID'] === id);
      assert.deepEqual(Object.keys(row ?? {}), headings);
      const cells = JSON.stringify(row);
      const values = Object.entries(body).filter(
        ([name, value]) => !secrets.includes(name) && ['string', 'number'].includes(typeof value),
      );
      // Names of providers stand for their ids.
      for (const [name, value] of values)
        assert.ok(cells.includes(kind.labels?.[name]?.[String(value)] ?? String(value)), `${name}: ${cells}`);
      const csv = await asked(headings, '&format=csv');
      for (const secret of secrets) {
        const value = JSON.stringify(at(body, secret)).slice(1, -1);
        assert.ok(!text.includes(value) && !csv.text.includes(value), secret);
      }
    });

    test('come in the order that was asked for, and are the usual ones when none is named', async () => {
      const [first = '', second = ''] = headings;
      const { text, headers } = await asked([second, 'ID', first], '&format=csv');
      assert.equal(text.split('\r\n')[0], [second, 'ID', first].join());
      assert.match(headers.get('content-disposition') ?? '', /\.csv"$/);
      assert.match(headers.get('content-type') ?? '', /^text\/csv/);
      const usual = await user.call('GET', `${path}?sortBy=createdAt`);
      assert.equal((await user.call('GET', `${path}?sortBy=createdAt&columns=`)).text, usual.text);
    });

    test('are refused when there is no such column', async () => {
      for (const column of ['Password', 'toString', '__proto__', 'x'.repeat(3000)]) {
        const { status, text } = await asked(['ID', column]);
        assert.equal(status, 400, text);
        assert.match(
          text,
          column.length > 100 ? /The query must be less than 2000 characters/ : /Columns must be among: /,
        );
      }
    });
  });
}

test('texts in chosen columns are no formulas in a spreadsheet', async () => {
  await createFrom(user, 'registrator-types', { name: '=1+1', hasApi: false });
  const { text } = await user.call('GET', '/registrator-types/export?columns=Type,Name&format=csv');
  assert.match(text, /^Type,Name\r\n[^]*Personal,'=1\+1\r\n/);
});
