import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodings } from '@quartermaster/contract/imports/imports.encodings';
import { decodeText } from './encoding.ts';

/** The bytes of a text in an encoding of one or two bytes a character, by what each byte pair decodes to. */
function encoded(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const bytesOf = new Map<string, number[]>();
  for (let first = 0xff; first >= 0; first -= 1) {
    if (!/euc|big5|gb|jis/.test(encoding)) bytesOf.set(decoder.decode(new Uint8Array([first])), [first]);
    else if (first < 0x80) bytesOf.set(String.fromCharCode(first), [first]);
    else
      for (let second = 0xff; second >= 0x40; second -= 1) {
        const character = decoder.decode(new Uint8Array([first, second]));
        if ([...character].length === 1) bytesOf.set(character, [first, second]);
      }
  }
  return new Uint8Array([...text].flatMap((character) => bytesOf.get(character) ?? assert.fail(character)));
}

/** A list as spreadsheets write it, with three comments. */
const list = (...comments: string[]): string =>
  [
    'Domain;Comment;Expires',
    ...comments.map((comment, at) => `site-${at}.example;${comment};2027-01-0${at + 1}`),
  ].join('\r\n');

test('the encoding of a list of people is guessed, and marked as a guess', () => {
  for (const [encoding, ...comments] of [
    [
      'windows-1251',
      'Клиент Иванов, продлить до весны',
      'Основной сайт компании',
      'Почта и хостинг в Москве',
    ],
    ['koi8-r', 'Клиент Иванов, продлить до весны', 'Основной сайт компании', 'Почта и хостинг в Москве'],
    [
      'windows-1250',
      'Zákazník Novák, prodloužit do jara',
      'Główna strona firmy, źródło',
      'Příšerně žluťoučký kůň',
    ],
    ['windows-1252', 'Kunde Müller & Söhne', 'Société générale, renouvelé à l’été', 'Señor Muñoz, mañana'],
    [
      'iso-8859-7',
      'Πελάτης Παπαδόπουλος, ανανέωση',
      'Κύρια σελίδα της εταιρείας',
      'Ταχυδρομείο και φιλοξενία',
    ],
    ['shift_jis', 'お客様の田中さん、春まで更新する', '会社の主なサイト', 'メールとホスティング'],
    ['gb18030', '客户王先生，续费到春天', '公司的主要网站', '邮件和主机'],
    ['big5', '客戶王先生，續費到春天', '公司的主要網站', '郵件和主機'],
    ['euc-kr', '고객 김씨, 봄까지 갱신', '회사의 주요 사이트', '메일과 호스팅'],
  ] as const) {
    const text = list(...comments);
    assert.deepEqual(decodeText(encoded(text, encoding)), {
      text,
      encoding,
      isEncodingGuessed: true,
      notices: [],
    });
  }
  const japanese = decodeText(Buffer.from('Domain;Comment\r\na.example;\u001B$BElE5\u001B(B', 'latin1'));
  assert.deepEqual([japanese.encoding, japanese.isEncodingGuessed], ['iso-2022-jp', true]);
  assert.deepEqual(decodeText(Buffer.from('a.example;\u001B[1mMüller')).encoding, 'utf-8');
});

test('a text is decoded as a person says, in each of the encodings', () => {
  for (const encoding of encodings) {
    const { encoding: taken, isEncodingGuessed, text } = decodeText(Buffer.from('a.example'), encoding);
    assert.deepEqual([taken, isEncodingGuessed], [encoding, false]);
    if (!encoding.startsWith('utf-16')) assert.equal(text, 'a.example', encoding);
  }
  const few = encoded('Domain;Comment\r\na1.example;Příšera', 'windows-1250');
  assert.match(decodeText(few, 'windows-1250').text, /Příšera/);
});

test('a text of UTF-8 with some other bytes stays UTF-8, and their lines are said', () => {
  const utf8 = (text: string) => [...Buffer.from(text)];
  const one = new Uint8Array([
    ...utf8('Domain,Comment\r\nbücher.example,Müller & Söhne\r\nc1.example,x'),
    0xa0,
    ...utf8(' y'),
  ]);
  const { text, encoding, isEncodingGuessed, notices } = decodeText(one);
  assert.deepEqual([encoding, isEncodingGuessed], ['utf-8', false]);
  assert.match(text, /bücher\.example,Müller & Söhne\r\nc1\.example,x\uFFFD y$/);
  assert.deepEqual(notices, ['Not UTF-8, and read as \uFFFD: the bytes in line 3 (A0)']);
  for (const [bytes, said] of [
    [[...utf8('Домен\rпример'), 0xc3], ['line 2 (C3)']],
    [[0xe9, ...utf8('\n日本\n'), 0xff, 0xfe], []],
    [
      [...utf8('žluťoučký\n\n'), 0xe9, ...utf8('\r\n'), 0xfc],
      ['line 3 (E9)', 'line 4 (FC)'],
    ],
  ] as const)
    assert.deepEqual(
      decodeText(new Uint8Array(bytes)).notices,
      said.length === 0 ? [] : [`Not UTF-8, and read as \uFFFD: the bytes in ${said.join(', ')}`],
    );
  const many = decodeText(new Uint8Array([...utf8('éééééééé'), ...Array<number>(8).fill(0xff)]));
  assert.match(many.notices[0] ?? '', /line 1 \(FF\) and 3 more$/);
  assert.throws(() => decodeText(Buffer.from('Müller', 'latin1'), 'utf-8'), /not a text in UTF-8/);
});
