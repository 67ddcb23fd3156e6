import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RowScanner } from './row-scanner.ts';

const bounds = { rows: 100, rowBytes: 1000, restBytes: 1000 };

/** Scans a body in chunks of this size, and reassembles it from the result. */
function scan(body: string, chunk = 1000, key = 'rows'): unknown {
  const scanner = new RowScanner(key, bounds);
  const bytes = Buffer.from(body);
  for (let at = 0; at < bytes.length; at += chunk) scanner.write(bytes.subarray(at, at + chunk));
  const { rest, rows } = scanner.end();
  const sent = JSON.parse(rest.toString()) as Record<string, unknown>;
  const list = rows.map((row): unknown => (row ? JSON.parse(row.toString()) : 'too long'));
  return Array.isArray(sent[key]) ? { ...sent, [key]: list } : sent;
}

const bodies = [
  '{"rows": []}',
  '{"rows":[ \n\t]}',
  '{}',
  ' {"rows" : [ 1 , {"a": [1, 2, {"b": "]},["}]}, "x,]\\"", null, -1.5e3, true, [] , {}] , "more": [1, [2]] } ',
  '{"first": {"rows": [1, [2]]}, "rows": [{"rows": [1]}], "last": "rows"}',
  '{"a": "rows", "rows": [[[["deep"]]]]}',
  '{"\\u0072ows": [1, 2]}',
  '{"rows": "text", "b": [1]}',
  '{"rows": {"a": [1, 2]}}',
  '{"rows": [1, 2], "rows": [3]}',
  '{"rows": [1, 2], "rows": 5}',
  '{"rows": 5, "rows": [1, 2]}',
  '{"x": "a\\\\", "rows": ["b\\\\", "\\\\\\"]"]}',
  '{"rows": ["ü€😀", {"ключ": "значение"}], "é": "rows"}',
  '{"rows and more": [1], "row": [2]}',
  '{"": [1], "rows": [2]}',
];

describe('a scanner of rows', () => {
  for (const body of bodies)
    test(`reads ${body} as JSON.parse does, wherever chunks end`, () => {
      for (let chunk = 1; chunk <= 40; chunk += 1) assert.deepEqual(scan(body, chunk), JSON.parse(body));
    });

  for (const body of [
    '{"rows": [1,]}',
    '{"rows": [,]}',
    '{"rows": [,1]}',
    '{"rows": [1 2]}',
    '{"rows": [1}',
    '{"rows": [1]',
    '{"rows": ["a]}',
    '{"rows": [1]]}',
    '{"rows": [{]}]}',
    '{"rows": [{"a": 1]]}',
    '{"rows" [1]}',
    '{"rows": 1 [1]}',
    '{rows: [1]}',
    '{"rows": [1]} x',
    '["rows": [1]]',
    '{"rows": [01]}',
  ])
    test(`finds that ${body} is not valid`, () => {
      assert.throws(() => JSON.parse(body) as unknown);
      for (const chunk of [1, 2, 3, 1000]) assert.throws(() => scan(body, chunk));
    });

  test('keeps a bounded number of rows', () => {
    assert.equal((scan(`{"rows": [${'[],'.repeat(50_000)}1]}`) as { rows: [] }).rows.length, bounds.rows);
  });

  test('forgets a row that is too long, and reads those after it', () => {
    const long = JSON.stringify('x'.repeat(bounds.rowBytes));
    for (const chunk of [1, 7, 5000])
      assert.deepEqual(scan(`{"rows": [1, ${long}, {"a": ${long}}, 2]}`, chunk), {
        rows: [1, 'too long', 'too long', 2],
      });
  });

  test('refuses a body with too much besides the rows', () => {
    for (const body of [
      `{"rows": [1], "more": "${'x'.repeat(1000)}"}`,
      `{"rows": {"a": "${'x'.repeat(1000)}"}}`,
      '['.repeat(1001),
    ])
      assert.throws(() => scan(body), { code: 'PAYLOAD_TOO_LARGE' });
  });
});
