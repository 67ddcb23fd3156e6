import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { guardPlaces, toCsv, unguarded } from './csv.ts';

const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/u;
const signs = '=+-@＝＋－＠';

/** Every code point that a spreadsheet may drop. */
const invisibles = Array.from({ length: 0x11_0000 }, (_, at) => at)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((character) => invisible.test(character));

const texts = fc.string({
  maxLength: 40,
  unit: fc.oneof(
    fc.constantFrom(...signs, ...',;|\t\r\n', ...` \u00a0\u2028"'`, ...'a1漢'),
    fc.constantFrom(...invisibles),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
});

/** Reads the only cell of a file (RFC 4180). */
function cellOf(text: string): string {
  const cell = toCsv({ Text: 'text' }, [{ text }]).slice('\ufeffText\r\n'.length, -2);
  if (!cell.startsWith('"')) return cell;
  const inner = cell.slice(1, -1);
  assert.equal(inner.replaceAll('""', '').includes('"'), false, 'a quote ends the cell');
  return inner.replaceAll('""', '"');
}

/** The formula that some program could find in a cell: one that splits it anywhere and drops what looks empty. */
function formulaIn(cell: string): string | undefined {
  return cell.split(/[,;|\t\r\n]/).find((part) => {
    const letters = [...part];
    const isDropped = (letter: string) => /[\s"']/.test(letter) || invisible.test(letter);
    const first = letters.findIndex((letter) => !isDropped(letter));
    return signs.includes(letters[first] ?? ' ') && letters[first - 1] !== "'";
  });
}

test('no program finds a formula in a cell, wherever it splits', () => {
  fc.assert(
    fc.property(texts, (text) => {
      assert.equal(formulaIn(cellOf(text)), undefined);
      assert.doesNotMatch(cellOf(text), /^[\t\r]/);
    }),
    { numRuns: 3000 },
  );
});

test('no invisible character hides a formula', () => {
  for (const character of invisibles)
    if (!'\t\r\n'.includes(character)) assert.equal(cellOf(`${character}=1`), `${character}'=1`);
});

test('without the apostrophes at the places of the guard, a cell is the text', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const cell = cellOf(text);
      const guards = new Set(guardPlaces(cell).map((place) => place - 1));
      for (const at of guards) assert.equal(cell[at], "'");
      const letters = cell.split('').filter((_, at) => !guards.has(at));
      assert.equal(letters.join(''), text);
    }),
    { numRuns: 3000 },
  );
});

test('a text of any characters takes linear time', () => {
  for (const run of [
    ...',;|\t\r\n',
    ...` \u2028"'`,
    '\ufe0f',
    ', ',
    '\n\ufe0f',
    '"\n',
    "\t'",
    '=',
    ',=',
    'a',
  ])
    for (const text of [run, `a${run}`, `,${run}`].map((start) => start + run.repeat(50_000) + 'a')) {
      const before = process.threadCpuUsage();
      toCsv({ Text: 'text' }, [{ text }]);
      const { user } = process.threadCpuUsage(before);
      assert.ok(user < 500_000, `${JSON.stringify(run)}: ${user / 1000} ms`);
    }
});

test('the guards of an export are taken off as they were put on', () => {
  fc.assert(
    fc.property(texts, (text) => assert.equal(unguarded(cellOf(text)), text)),
    { numRuns: 3000 },
  );
  assert.equal(unguarded("'-"), '-');
  assert.equal(unguarded("it's"), "it's");
});
