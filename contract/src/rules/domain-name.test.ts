import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDomainName, toAsciiDomain } from './domain-name.ts';

test('names are stored trimmed, in lower case and in ASCII', () => {
  assert.equal(toAsciiDomain(' Example.COM '), 'example.com');
  assert.equal(toAsciiDomain('Bücher.example'), 'xn--bcher-kva.example');
  assert.equal(toAsciiDomain('münchen.de'), 'xn--mnchen-3ya.de');
  assert.equal(toAsciiDomain('例え.jp'), 'xn--r8jz45g.jp');
  assert.equal(toAsciiDomain('ΣΑΣ.example'), toAsciiDomain('σασ.example'));
});

test('text that is not a name stays unchanged, and is refused later', () => {
  for (const typed of ['bü@cher.de', 'bü/x.de', 'bü cher.de', 'bü:80.de'])
    assert.ok(!isDomainName(toAsciiDomain(typed)), typed);
});

test('a name has two or more labels of 1 to 63 letters, digits and hyphens, 255 characters in all', () => {
  const label = 'a'.repeat(63);
  for (const name of ['a.b', '1.2', 'a-b.com', 'xn--bcher-kva.example', `${label}.com`])
    assert.ok(isDomainName(name), name);
  for (const name of ['', 'a', 'a.', '.a', 'a..b', '-a.b', 'a-.b', 'a_b.c', `${label}a.com`, 'a b.c'])
    assert.ok(!isDomainName(name), name);
  assert.ok(isDomainName(`${`${label}.`.repeat(3)}${'a'.repeat(63)}`));
  assert.ok(!isDomainName(`${`${label}.`.repeat(3)}${'a'.repeat(62)}.a`), '256 characters');
});
