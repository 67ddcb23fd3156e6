import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { z } from 'zod';
import { domain } from '../entities/domains/domains.schema.ts';
import {
  comment,
  credentialValues,
  emailAddress,
  optionalText,
  optionalUrl,
  requiredText,
} from './values.ts';

const hidden = ['\u0007', '\u0085', '\u200b', '\u00ad', '\u2060', 'x\ufeffx', '\u202e', '\u2066', '\u200f'];
const accepts = (rule: z.ZodType, value: unknown) => rule.safeParse(value).success;
const texts: [string, z.ZodType, (inner: string) => unknown][] = [
  ['required text', requiredText('Name', 100), (inner) => `a${inner}b`],
  ['optional text', optionalText('Name', 100), (inner) => `a${inner}b`],
  ['a comment', comment, (inner) => `a${inner}b`],
  ['an address', emailAddress('invalid'), (inner) => `a${inner}b@example.com`],
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

test('joiners are part of names, but of no address and no domain', () => {
  const family = '\u{1f468}\u200d\u{1f469}';
  assert.ok(accepts(requiredText('Name', 100), family));
  assert.ok(!accepts(emailAddress('invalid'), `${family}@example.com`));
  assert.ok(!accepts(domain.fields.domain.rule, 'a\u200db.example.com'));
});

test('text is composed, and otherwise kept as typed', () => {
  assert.equal(requiredText('Name', 100).parse('Cafe\u0301 \uff21'), 'Caf\u00e9 \uff21');
});
