import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookAlikes } from './tag-spellings.ts';

const uses = (texts: readonly string[], ...counts: number[]) =>
  texts.map((text, at) => {
    const [type = '', value = ''] = text.split(':');
    return { type, value, count: counts[at] ?? 1 };
  });
const found = (texts: readonly string[], ...counts: number[]) =>
  lookAlikes(uses(texts, ...counts), ({ count }) => count).map(({ into, others }) =>
    [into, ...others].map(({ type, value }) => `${type}:${value}`),
  );

test('look-alikes differ in case, accents, width and blanks of the value, and go into the most used', () => {
  assert.deepEqual(found(['client:acme', 'client:Acme', 'client:ACME'], 1, 3, 2), [
    ['client:Acme', 'client:ACME', 'client:acme'],
  ]);
  assert.deepEqual(found(['client:Muller & Sohne', 'client:Müller & Söhne'], 1, 2), [
    ['client:Müller & Söhne', 'client:Muller & Sohne'],
  ]);
  assert.deepEqual(found(['client:acme  tools', 'client:acmetools', 'client:\uff21cme\u00a0Tools']), [
    ['client:acme  tools', 'client:acmetools', 'client:\uff21cme\u00a0Tools'],
  ]);
  assert.deepEqual(found(['city:Straße', 'city:STRASSE', 'city:Łódź', 'city:lodz']), [
    ['city:Straße', 'city:STRASSE'],
    ['city:Łódź', 'city:lodz'],
  ]);
});

test('tags of other types, with other letters or without any are no look-alikes', () => {
  assert.deepEqual(found(['client:acme', 'env:acme', 'Client:acme', 'client:acme-inc', 'client:acm']), []);
  assert.deepEqual(found(['mark:\u200b', 'mark:\u200c', 'mark: ']), []);
});
