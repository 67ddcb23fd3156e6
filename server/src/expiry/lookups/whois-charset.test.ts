import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whoisTextOf } from './whois-charset.ts';

test('an answer is read in UTF-8 where it is that, else in the character set of its registry', () => {
  const latin1 = (text: string) => Buffer.from(text, 'latin1');
  const texts: [bytes: Uint8Array, tld: string, text: string][] = [
    [latin1('Müller é Cie'), 'is', 'Müller é Cie'],
    [Buffer.from('Müller é Cie'), 'is', 'Müller é Cie'],
    [latin1('Åland'), 'ax', 'Åland'],
    [latin1('São Paulo'), 'br', 'São Paulo'],
    [Buffer.from('İş Çözümleri'), 'tr', 'İş Çözümleri'],
    [Buffer.from([0xdd, 0xfe, 0x20, 0xd6, 0xf0]), 'tr', 'İş Öğ'],
    [Buffer.from([0xcf, 0xf0, 0xe8, 0xec, 0xe5, 0xf0]), 'kg', 'Пример'],
    [Buffer.from('1b244245504f3f1b284220332e', 'hex'), 'jp', '登録 3.'],
    [Buffer.from('登録'), 'jp', '登録'],
  ];
  for (const [bytes, tld, text] of texts) assert.equal(whoisTextOf(bytes, tld), text);
});
