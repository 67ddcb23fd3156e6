import assert from 'node:assert/strict';
import { test } from 'node:test';
import { folded, matchedParts, searchWords } from './folded.ts';
import { limits } from './limits.ts';

test('case, accents, width and composition make no difference', () => {
  for (const [text, plain] of [
    ['Käsekontor', 'kasekontor'],
    ['Ka\u0308sekontor', 'kasekontor'],
    ['STRAßE ẞ', 'strasse ss'],
    ['Łódź Køge Đakovo', 'lodz koge dakovo'],
    ['İstanbul IŞIK ışık', 'istanbul isik isik'],
    ['Œuvre Ærø Þór Ħal', 'oeuvre aero thor hal'],
    ['ΟΔΟΣ ὁδός', 'οδοσ οδοσ'],
    ['ＡＢＣ ﬁne', 'abc fine'],
    ['Ёлка', 'елка'],
    ['שָׁלוֹם مُحَمَّد', 'שלום محمد'],
    ['نامه\u200cای', 'نامهای'],
  ] as const)
    assert.equal(folded(text), plain);
});

test('marks that are letters of their own stay', () => {
  for (const text of ['नमस्ते', 'が', '한국', 'ไทย']) assert.equal(folded(text), text.normalize('NFC'), text);
  assert.notEqual(folded('が'), folded('か'));
});

test('a search is split at blanks, and a long one has a bounded number of words', () => {
  assert.deepEqual(searchWords('  shop  Harrow\u00a0gate shop '), ['shop', 'Harrow', 'gate']);
  assert.deepEqual(searchWords(' \u0301 '), []);
  const letters = [...'abcdefghijkl'];
  const words = searchWords(letters.join(' '));
  assert.equal(words.length, limits.searchWords);
  assert.equal(words.at(-1), letters.slice(limits.searchWords - 1).join(' '));
});

test('matches are found where the text as shown has them', () => {
  const marked = (text: string, search: string) =>
    matchedParts(text, searchWords(search).map(folded))
      .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
      .join('');
  assert.equal(marked('Käsekontor Straße', 'strasse kontor'), 'Käse[kontor] [Straße]');
  assert.equal(marked('Cafe\u0301 x', 'cafe'), '[Café] x');
  assert.equal(marked('İSTANBUL', 'is'), '[İS]TANBUL');
  assert.equal(marked('aXbXc', 'x'), 'a[X]b[X]c');
  assert.equal(marked('plain', 'q'), 'plain');
  assert.equal(marked('plain', ''), 'plain');
});
