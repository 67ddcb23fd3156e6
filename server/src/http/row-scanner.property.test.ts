import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RowScanner } from './row-scanner.ts';

const bounds = { rows: 100, rowBytes: 10_000, restBytes: 10_000 };
const key = 'rows';

/** Scans a body cut at these places, and reassembles it from the result; undefined if it is not valid. */
function scanned(body: Uint8Array, cuts: readonly number[]): unknown {
  const scanner = new RowScanner(key, bounds);
  const ends = [...cuts.filter((at) => at < body.length).sort((a, b) => a - b), body.length];
  try {
    ends.forEach((end, at) => scanner.write(body.subarray(ends[at - 1] ?? 0, end)));
    const { rest, rows } = scanner.end();
    const sent = JSON.parse(rest.toString()) as Record<string, unknown>;
    const list = rows.map((row) => JSON.parse((row ?? Buffer.of()).toString()) as unknown);
    return Array.isArray(sent[key]) ? { ...sent, [key]: list } : sent;
  } catch {
    return undefined;
  }
}

/** What JSON.parse reads; undefined if it is not valid or no object, which is refused later. */
function parsed(body: Uint8Array): unknown {
  try {
    const value = JSON.parse(Buffer.from(body).toString()) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const names = fc.oneof(fc.constantFrom(key, 'row', 'rows ', ''), fc.string({ unit: 'grapheme' }));
const objects = fc.record({
  [key]: fc.oneof(fc.array(fc.jsonValue(), { maxLength: 8 }), fc.jsonValue()),
  more: fc.dictionary(names, fc.jsonValue(), { maxKeys: 3, noNullPrototype: true }),
});
/** JSON of such an object in one of its spellings: more members, indented, with escapes. */
const bodies = fc
  .tuple(objects, fc.constantFrom(0, 1, '\t', '\r\n '), fc.boolean(), fc.boolean())
  .map(([{ more, ...rest }, indent, isLast, isEscaped]) => {
    const text = JSON.stringify(isLast ? { ...more, ...rest } : { ...rest, ...more }, null, indent);
    return isEscaped ? text.replaceAll(/[^\x00-\x7f]/g, escaped).replaceAll('"rows"', '"\\u0072ows"') : text;
  });
const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
const cuts = fc.array(fc.nat(400), { maxLength: 20 });

test('a body is read as JSON.parse reads it, wherever its chunks end', () => {
  fc.assert(
    fc.property(bodies, cuts, (body, places) => {
      const bytes = Buffer.from(body);
      const value = parsed(bytes);
      assert.notEqual(value, undefined);
      assert.deepEqual(scanned(bytes, places), value);
    }),
    { numRuns: 1500 },
  );
});

test('a damaged body is valid if and only if it is for JSON.parse', () => {
  const marks = fc.constantFrom(...'[]{}",:\\ 0truen');
  fc.assert(
    fc.property(bodies, fc.nat(), marks, fc.boolean(), cuts, (body, at, mark, isInserted, places) => {
      const place = at % (body.length + 1);
      const bytes = Buffer.from(body.slice(0, place) + mark + body.slice(isInserted ? place : place + 1));
      const value = parsed(bytes);
      const seen = scanned(bytes, places);
      if (value !== undefined) assert.deepEqual(seen, value);
      else
        assert.ok(
          seen === undefined || typeof seen !== 'object' || Array.isArray(seen),
          JSON.stringify(seen),
        );
    }),
    { numRuns: 3000 },
  );
});
