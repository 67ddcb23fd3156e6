import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Area } from '@quartermaster/contract/api/areas';
import { readSource } from './read.ts';

const read = (text: string, area: Area = 'emails') =>
  readSource({ bytes: Buffer.from(text), name: '', area, known: ['email'], whole: [], reading: {} });
/** The cells of each row, or what is wrong with it. */
async function rowsOf(text: string, area?: Area) {
  const { rows, errors } = await read(text, area);
  return rows.map((row, at) => errors[at]?.map(({ column, message }) => `${column}: ${message}`) ?? row);
}
const unclear = 'It is unclear where this cell ends, by its quotation marks: write it again';

test('a row with more cells than the header is an error, whichever way it came to be', async () => {
  for (const [text, expected] of [
    [
      'Email,Comment\na@x.example,x,y\nb@x.example,z,, \nc@x.example',
      ['Column 3: This row has 3 cells, the header 2'],
    ],
    [
      'Email;Comment\r\na@x.example;eins;zwei;drei\r\nb@x.example;z;;\r\nc@x.example',
      ['Column 3: This row has 4 cells, the header 2'],
    ],
    [
      'Email\tComment\ra@x.example\tx\t\ty\rb@x.example\tz\rc@x.example',
      ['Column 4: This row has 4 cells, the header 2'],
    ],
    [
      'Ours\nEmail|Comment|\na@x.example|x|1|y\nb@x.example|z|\nc@x.example||',
      ['Column 4: This row has 4 cells, the header 3'],
    ],
  ] as const) {
    const [first, second, third] = await rowsOf(text);
    assert.deepEqual(first, expected, text);
    assert.deepEqual([second?.slice(0, 2), third?.[0]], [['b@x.example', 'z'], 'c@x.example'], text);
  }
  const { errors } = await read('a@x.example,b\nc@x.example,d,e\nf@x.example,g,h');
  assert.deepEqual(errors, {}, 'without a header there is nothing to compare with');
});

const header = '"Account","Login Name","Password","Web Site","Comments"\r\n';
/** A line of KeePass 1.x whose password and comment are written like this. */
const line = (password: string, comment = '""') => `"Ops","a@x.example",${password},"",${comment}\r\n`;

describe('KeePass 1.x', () => {
  for (const [name, text, passwords] of [
    [
      'writes quotation marks and backslashes behind a backslash',
      header + line(String.raw`"a\"b"`) + line(String.raw`"c\\d"`) + line('"plain"'),
      ['a"b', String.raw`c\d`, 'plain'],
    ],
    [
      'may end a cell with either',
      header + line(String.raw`"\""`) + line(String.raw`"x\\"`) + line(String.raw`"\\\""`),
      ['"', 'x\\', '\\"'],
    ],
    [
      'is not proved by its header: marks written twice leave backslashes as they are',
      header + line('"a""b"') + line(String.raw`"c\\d\"`),
      ['a"b', String.raw`c\\d` + '\\'],
    ],
    [
      'is not needed where RFC 4180 explains all marks',
      'Email,Password\r\na@x.example,"C:\\dir\\"\r\nb@x.example,"d\\\\e"\r\n',
      ['C:\\dir\\', 'd\\\\e'],
    ],
    [
      'has relatives with other headers',
      String.raw`"Email","Password"` +
        '\n' +
        String.raw`"a@x.example","say \"hi\", \\o/"` +
        '\n"b@x.example","x"\n',
      ['say "hi", \\o/', 'x'],
    ],
  ] as const)
    test(name, async () => {
      const { columns, rows, errors } = await read(text);
      const at = columns.indexOf('Password');
      assert.deepEqual([rows.map((row) => row[at]), errors], [passwords, {}]);
    });

  test('keeps commas and lines of a cell together', async () => {
    const { rows, source } = await read(
      header + line('"x"', String.raw`"say \"hi\", then` + '\r\n' + String.raw`go \\ \"now\""`),
    );
    assert.deepEqual([source, rows[0]?.at(-1)], ['KeePass', 'say "hi", then\r\ngo \\ "now"']);
  });
});

test('a quotation mark that no rule explains is an error at its row, and never text', async () => {
  for (const [text, column, at] of [
    [header + line('"a"b"') + line(String.raw`"c\\d"`), 'Password', 0],
    [header + line(String.raw`"a\"b"`) + line('"c""d"'), 'Password', 0],
    [header + line('"ok"') + line('"x"', '"a "b"\r\nc"'), 'Comments', 1],
    ['Email,Password\na@x.example,"one" two\nb@x.example,three', 'Password', 0],
    ['Email;Password\na@x.example;"""well"" quoted"\nb@x.example;"not" quoted"', 'Password', 1],
    ['Email\tPassword\na@x.example\t"x"y"z"\nb@x.example\t"fine"', 'Password', 0],
    ['Email,Password\na@x.example, "x"\nb@x.example,"y, z"', 'Password', 0],
  ] as const) {
    const { errors } = await read(text);
    assert.deepEqual(errors[at]?.[0], { column, message: unclear }, text);
  }
  const { rows, errors } = await read(
    'Email,Password\na@x.example,"""quoted"""\nb@x.example,5" or 6"\nc@x.example,"ends"  \n',
  );
  assert.deepEqual([rows.map((row) => row[1]), errors], [['"quoted"', '5" or 6"', 'ends'], {}]);
});

test('blanks before quotation marks do not cut a text', async () => {
  for (const [text, comment] of [
    ['Email, Since, Comment\na@x.example, 2027-01-01, "Müller, Söhne"', 'Müller, Söhne'],
    ['"Email";  "Since";  "Comment"\n"a@x.example";  "x";  "un; deux ""trois"""', 'un; deux "trois"'],
    ['"Email" , "Since" , "Comment"\n"a@x.example" , "x" , "two\nlines, one cell"', 'two\nlines, one cell'],
    ['Email,\tSince,\tComment\na@x.example,\tx,\t"a, b"', 'a, b'],
  ] as const) {
    const { columns, rows, errors } = await read(text);
    assert.deepEqual([columns, rows[0]?.[2], errors], [['Email', 'Since', 'Comment'], comment, {}], text);
  }
  const many = Array.from({ length: 9_900 }, (_, n) => `${n}@x.example, "a, b"`);
  assert.equal((await read(['Email, Comment', ...many].join('\n'))).rows.length, 9_900);
});
