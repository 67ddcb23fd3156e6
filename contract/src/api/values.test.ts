import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { z } from 'zod';
import { domain } from '../entities/domains/domains.schema.ts';
import {
  comment,
  credentialValues,
  emailAddress,
  optionalName,
  optionalText,
  optionalUrl,
  requiredName,
  requiredText,
} from './values.ts';

const hidden = ['\u0007', '\u0085', '\u200b', '\u00ad', '\u2060', 'x\ufeffx', '\u202e', '\u2066', '\u200f'];
const accepts = (rule: z.ZodType, value: unknown) => rule.safeParse(value).success;
const texts: [string, z.ZodType, (inner: string) => unknown][] = [
  ['required text', requiredText('Name', 100), (inner) => `a${inner}b`],
  ['optional text', optionalText('Name', 100), (inner) => `a${inner}b`],
  ['a comment', comment, (inner) => `a${inner}b`],
  ['an address', emailAddress('invalid'), (inner) => `a${inner}b@example.com`],
  ["a person's name", optionalName, (inner) => `a${inner}b`],
  ["a workspace's name", requiredName, (inner) => `a${inner}b`],
  ['a URL', optionalUrl('URL'), (inner) => `https://example.com/a${inner}b`],
  ['a domain', domain.fields.domain.rule, (inner) => `a${inner}b.example.com`],
  ['the name of a credential', credentialValues, (inner) => ({ [`a${inner}b`]: 'x' })],
];

for (const [what, rule, around] of texts)
  test(`${what} contains no invisible or control character`, () => {
    assert.ok(accepts(rule, around('')));
    for (const character of hidden) assert.ok(!accepts(rule, around(character)), JSON.stringify(character));
  });

test('only comments have several lines', () => {
  assert.ok(accepts(comment, 'a\tb\r\nc'));
  assert.ok(!accepts(requiredText('Name', 100), 'a\nb'));
});

test('joiners are part of texts, but of no domain', () => {
  assert.ok(accepts(requiredText('Name', 100), '\u{1f468}\u200d\u{1f469}'));
  assert.ok(!accepts(domain.fields.domain.rule, 'a\u200db.example.com'));
});

/** Every character that programs may leave out. */
const ignorables = Array.from({ length: 0x11_0000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((character) => /\p{Default_Ignorable_Code_Point}/u.test(character));
const personal: [string, (text: string) => boolean][] = [
  ['addresses', (text) => accepts(emailAddress('invalid'), `${text}@example.com`)],
  ['domains of addresses', (text) => accepts(emailAddress('invalid'), `ann@${text}.example.com`)],
  ['names of people', (text) => accepts(optionalName, text)],
  ['names of workspaces', (text) => accepts(requiredName, text)],
];

for (const [what, isAccepted] of personal)
  test(`${what} contain no character that is left out, except joiners where a script needs them`, () => {
    assert.ok(ignorables.length > 4000 && ignorables.includes('\u3164'));
    for (const character of ignorables)
      for (const text of [`an${character}n`, `漢${character}.`])
        assert.ok(!isAccepted(text), JSON.stringify(text));
    for (const text of ['نامه\u200cای', 'क\u094d\u200dष', 'क\u094d\u200cष', 'ශ්\u200dරී']) {
      assert.ok(isAccepted(text), JSON.stringify(text));
      assert.ok(!isAccepted(`${text}\ufe0f`));
    }
    for (const text of ['\u200dक', 'ab\u200c', 'क\u200dष', 'نامه\u200cای a\u200db'])
      assert.ok(!isAccepted(text), JSON.stringify(text));
  });

test('names contain any emoji, addresses none that needs a joiner', () => {
  for (const emoji of ['👨‍👩‍👧', '❤️', '❤️‍🔥', '👩🏽‍💻', '🏳️‍🌈', '🧑🏿‍❤️‍💋‍🧑🏻', '1️⃣', '©️', '☺️ Ann']) {
    for (const rule of [optionalName, requiredName]) assert.ok(accepts(rule, `Team ${emoji}`), emoji);
    assert.ok(!accepts(emailAddress('invalid'), `${emoji}@example.com`), emoji);
  }
  for (const text of ['Team\ufe0f', '1\ufe0f', '❤\ufe0f\ufe0f', '👨\u200d\u200d', '🏴\u{e0067}\u{e007f}'])
    assert.ok(!accepts(requiredName, text), JSON.stringify(text));
});

test('text is composed, and otherwise kept as typed', () => {
  assert.equal(requiredText('Name', 100).parse('Cafe\u0301 \uff21'), 'Caf\u00e9 \uff21');
});
