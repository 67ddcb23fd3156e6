import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDomainName, shownDomain, toAsciiDomain, toUnicodeDomain } from './domain-name.ts';

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

test('labels that UTS 46 does not allow are no names, and are shown in ASCII', () => {
  for (const name of [
    'xn--a.com',
    'xn--zn7c.com',
    'xn--0.pt',
    'xn--a-ecp.ru',
    'xn--abc-.com',
    'xn--.com',
    'xn--xn--a--gua.pt',
    'xn--1-0hc.com',
    'www.xn--a.com',
  ]) {
    assert.ok(!isDomainName(name), name);
    assert.equal(toUnicodeDomain(name), null, name);
    assert.equal(shownDomain(name), name);
  }
  for (const typed of ['a\u200cb.com', '\u05d0b.com', '1\u05d0.com', '\u202eevil.com'])
    assert.ok(!isDomainName(toAsciiDomain(typed)), typed);
  assert.ok(isDomainName('ab--cd.com'), 'hyphens are the domain’s own matter');
});

test('names are shown in Unicode, with joiners where the script needs them', () => {
  for (const name of [
    'bücher.example',
    'faß.de',
    'نامه\u200cای.com',
    '例え.jp',
    'δοκιμή.gr',
    '☕.example',
    'ไทย.th',
  ]) {
    const ascii = toAsciiDomain(name);
    assert.ok(isDomainName(ascii), name);
    assert.equal(shownDomain(ascii), name);
    assert.equal(toUnicodeDomain(ascii), name);
  }
});

test('a label that mixes scripts is shown in ASCII; each label counts by itself', () => {
  for (const name of [
    'pаypal.com',
    'www.gооgle.example',
    'αb.gr',
    'שלוםa.com',
    'ไทยa.th',
    '한국ハ.kr',
    '𐌰a.com',
  ]) {
    const ascii = toAsciiDomain(name);
    assert.equal(shownDomain(ascii), ascii, name);
    assert.equal(toUnicodeDomain(ascii), name);
  }
  for (const name of [
    'пример.com',
    'shop.пример.рф',
    '例えabc.jp',
    '한국abc.kr',
    'ハローabc漢.jp',
    'café1.fr',
    '1пример.рф',
  ])
    assert.equal(shownDomain(toAsciiDomain(name)), name);
});
