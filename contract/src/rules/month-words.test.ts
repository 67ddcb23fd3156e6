import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monthNumber } from './month-words.ts';

const languages = ['en', 'de', 'de-AT', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'cs', 'sk', 'sv', 'tr', 'ru'];
const numbers = Array.from({ length: 12 }, (_, at) => at + 1);

test('months are known by what each language calls them, alone and behind a day', () => {
  for (const language of languages)
    for (const month of numbers)
      for (const options of [{ month: 'long' }, { month: 'long', day: 'numeric' }] as const) {
        const parts = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).formatToParts(
          Date.UTC(2027, month - 1, 9),
        );
        const word = parts.find(({ type }) => type === 'month')?.value ?? '';
        for (const written of [word, word.toUpperCase(), word.normalize('NFD')])
          assert.equal(monthNumber(written), month, `${written} (${language})`);
      }
});

test('months are known by abbreviations, and without their accents', () => {
  for (const [word, month] of [
    ['Sept.', 9],
    ['Mrz', 3],
    ['févr.', 2],
    ['fevr', 2],
    ['ago', 8],
    ['paź', 10],
    ['cerven', 6],
    ['Cervenec', 7],
    ['mart', 3],
    ['mars', 3],
    ['marec', 3],
    ['ŞUB', 2],
    ['нояб.', 11],
  ] as const)
    assert.equal(monthNumber(word), month, word);
});

test('any other word is no month', () => {
  for (const word of [
    '',
    '.',
    'marraskuu',
    'Market',
    'Mayor',
    'decide',
    'Juniper',
    'Septe',
    'ma',
    'constructor',
  ])
    assert.equal(monthNumber(word), null, word);
});
