import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { readSource } from './read.ts';
import { zip as archive } from '../../test/workbook-file.ts';
import { type Reading, type SourceFile, SourceError } from './table.ts';

const known = ['domain', 'registrar', 'expires', 'comment', 'price', 'registrar email'];
const file = (content: string | Uint8Array, more: Partial<SourceFile> = {}): SourceFile => ({
  bytes: typeof content === 'string' ? Buffer.from(content) : content,
  name: '',
  area: 'domains',
  known,
  whole: ['tags'],
  reading: {},
  ...more,
});
const read = (content: string | Uint8Array, more: Partial<SourceFile> = {}) =>
  readSource(file(content, more));
const refused = async (content: string | Uint8Array, message: RegExp, more: Partial<SourceFile> = {}) =>
  assert.rejects(read(content, more), (error) => error instanceof SourceError && message.test(error.message));

const header = ['Domain', 'Registrar', 'Expires', 'Comment'];
/** Twenty rows, of which two are dirty: too few cells and too many. */
const rows = Array.from({ length: 20 }, (_, n) => {
  const row = [
    `site-${n}.example`,
    'Müller & Söhne',
    `1${n % 10}.02.2027`,
    n % 3 === 0 ? 'two\nlines; "quoted", äöü' : '',
  ];
  return n === 7 ? row.slice(0, 2) : n === 13 ? [...row, 'surplus'] : row;
});
const expected = rows.map((row) => [...row, '', '', ''].slice(0, 5));

const quoted = (cell: string, delimiter: string) =>
  /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;

const encoders = {
  'utf-8': (text: string) => Buffer.from(text),
  'utf-8 with a mark': (text: string) => Buffer.from(`\uFEFF${text}`),
  'utf-16le': (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'utf-16le without a mark': (text: string) => Buffer.from(text, 'utf16le'),
  'windows-1252': (text: string) => Buffer.from(text, 'latin1'),
};

describe('a table of a spreadsheet', () => {
  for (const [encoding, encode] of Object.entries(encoders))
    for (const [delimiter, end] of [
      [',', '\n'],
      [';', '\r\n'],
      ['\t', '\n'],
      ['|', '\r\n'],
    ] as const)
      for (const title of [[], [['Our domains'], [], ['as of', 'today']]])
        test(`in ${encoding}, split by ${JSON.stringify(delimiter)}, with ${title.length} lines above, is read`, async () => {
          const lines = [...title, header, ...rows, ['', '', '', '']];
          const text = lines
            .map((row) => row.map((cell) => quoted(cell, delimiter)).join(delimiter))
            .join(end);
          const table = await read(encode(text));
          assert.deepEqual(table.columns, [...header, 'Column 5']);
          assert.deepEqual(table.rows, expected);
          assert.equal(table.delimiter, delimiter);
          assert.equal(table.encoding, encoding.split(' ')[0]);
        });
});

const folder = `${import.meta.dirname}/../../test/import-files`;

describe('a file of a real program', () => {
  /** When its first and its last domain expires, and how its text is written. */
  const written: Record<string, { expires: [string, string]; encoding?: string; delimiter?: string }> = {
    'openpyxl.xlsx': { expires: ['2027-01-13', '2027-08-17'] },
    'libreoffice.xlsx': { expires: ['2027-01-13', '2027-08-17'] },
    'libreoffice-title.xlsx': { expires: ['2027-01-13T12:30:00Z', '2027-08-17T12:30:00Z'] },
    'libreoffice-formulas.xlsx': { expires: ['2027-01-13', '2027-08-17'] },
    'libreoffice.csv': { expires: ['2027-01-13', '2027-08-17'], encoding: 'utf-8', delimiter: ';' },
    'openpyxl-title.xlsx': { expires: ['2027-01-13T12:30:00Z', '2027-08-17T12:30:00Z'] },
    'gnumeric.xlsx': { expires: ['2027-01-13', '2027-08-17'] },
    'gnumeric.csv': { expires: ['2027/01/13', '2027/08/17'], encoding: 'utf-8', delimiter: ',' },
    'gnumeric-1252.csv': { expires: ['13.01.2027', '17.08.2027'], encoding: 'windows-1252', delimiter: ';' },
    'gnumeric-utf16.tsv': { expires: ['13.01.2027', '17.08.2027'], encoding: 'utf-16le', delimiter: '\t' },
  };
  /** `gnumeric-tab-1252-windows.csv`: the program, the delimiter, the encoding, and another option. */
  for (const name of readdirSync(`${folder}/texts`)) {
    const [program, delimiter, encoding] = name.split('-');
    written[`texts/${name}`] = {
      expires: program === 'gnumeric' ? ['2027/01/13', '2027/08/17'] : ['2027-01-13', '2027-08-17'],
      delimiter: { comma: ',', semicolon: ';', tab: '\t' }[delimiter ?? ''] ?? '',
      encoding: { utf8: 'utf-8', utf16: 'utf-16le', 1252: 'windows-1252' }[encoding ?? ''] ?? '',
    };
  }
  test('is one of the forty that are read below', () => assert.equal(Object.keys(written).length, 40));
  for (const [name, { expires, encoding = null, delimiter = null }] of Object.entries(written))
    test(`is read: ${name}`, async () => {
      const table = await read(readFileSync(`${folder}/${name}`), { name });
      assert.deepEqual(table.columns, [
        'Domain',
        'Registrar',
        'Registrar Email',
        'Expires',
        'Comment',
        'Price',
      ]);
      assert.equal(table.rows.length, 20);
      assert.deepEqual([table.encoding, table.delimiter], [encoding, delimiter]);
      const ends = [table.rows[0], table.rows.at(-1)].map((row) => row?.slice(0, 5));
      assert.deepEqual(ends, [
        ['site-0.example', 'Namecheap', 'ops@acme.example', expires[0], 'Kunde Müller 0 '],
        ['site-19.example', 'Namecheap', 'ops@acme.example', expires[1], 'Kunde Müller 19 '],
      ]);
      assert.deepEqual(new Set(table.rows.map(({ length }) => length)), new Set([6]));
    });
});

describe('a file', () => {
  test('is read as a person says: another header, delimiter or sheet', async () => {
    const asked = (reading: Reading) => read('x\na;b,c\n1;2,3\n', { reading });
    assert.deepEqual((await asked({ header: 2, delimiter: ';' })).columns, ['a', 'b,c']);
    assert.deepEqual((await asked({ header: 0, delimiter: ',' })).columns, ['Column 1', 'Column 2']);
    const workbook = readFileSync(`${folder}/openpyxl-title.xlsx`);
    const { sheets, sheet } = await read(workbook);
    assert.deepEqual([sheets, sheet], [['Shops & more', 'Hidden'], 'Shops & more']);
    assert.equal((await read(workbook, { reading: { sheet: 'Hidden', header: 0 } })).rows.length, 1);
    await refused(workbook, /no sheet Other/, { reading: { sheet: 'Other' } });
  });

  test('of JSON is a list of objects, the only one in an object, with values by path', async () => {
    const records = [
      { domain: 'a.example', owner: { name: 'x', tags: ['p', 'q'] }, on: true },
      { domain: 'b.example', none: null },
    ];
    for (const value of [records, { data: { domains: records, pagination: { total: 2 } } }]) {
      const table = await read(JSON.stringify(value));
      assert.deepEqual(table.columns, ['domain', 'owner.name', 'owner.tags', 'on', 'none']);
      assert.deepEqual(table.rows, [
        ['a.example', 'x', 'p; q', 'Yes', ''],
        ['b.example', '', '', '', ''],
      ]);
    }
    const several = JSON.stringify({ a: [{ id: 1 }], b: { c: records } });
    const { sheets, sheet, rows: longest } = await read(several);
    assert.deepEqual([sheets, sheet, longest.length], [['a', 'b.c'], 'b.c', 2]);
    assert.deepEqual((await read(several, { reading: { sheet: 'a' } })).rows, [['1']]);
    await refused(several, /no list d/, { reading: { sheet: 'd' } });
    await refused('{"a": 1}', /no list of objects/);
    await refused('{"a": ', /not valid JSON/, { name: 'x.json' });
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
      ['[{"domain":"a.example","tags":[', ']}]'],
    ] as const) {
      const nested = `${open.repeat(20_000)}1${close.repeat(20_000)}`;
      await refused(`[{"domain":"a.example","more":${nested}}]`, /nested more than 100 levels/);
      await refused(nested, /nested more than 100 levels/, { name: 'x.json' });
    }
    const quoted = await read(JSON.stringify([{ domain: 'a.example', comment: '[{"'.repeat(5000) }]));
    assert.equal(quoted.rows.length, 1);
  });

  test('gives a blank header its number and a repeated one a count', async () => {
    const { columns } = await read('Domain,,Domain,Comment\na.example,1,2,3');
    assert.deepEqual(columns, ['Domain', 'Column 2', 'Domain (2)', 'Comment']);
  });

  test('that is something else than its name says, or no table, is refused in words', async () => {
    const zip = readFileSync(`${folder}/openpyxl.xlsx`);
    await refused(zip, /x\.csv is an Excel workbook/, { name: 'x.csv' });
    await refused('Domain\na.example', /x\.xlsx is not an Excel workbook/, { name: 'x.xlsx' });
    await refused(zip.subarray(0, 2000), /damaged/);
    await refused(Buffer.from('%PDF-1.7 …'), /PDF/);
    await refused(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), /old Excel file/);
    await refused(Buffer.from([1, 2, 0, 3, 0, 0, 5]), /not a text file/);
    await refused('<!DOCTYPE html><html></html>', /web page/);
    const xml = '<?xml version="1.0"?>\n';
    for (const [content, message] of [
      [`${xml}<?mso-application progid="Excel.Sheet"?>\n<Workbook/>`, /old Excel XML file.*\.xlsx/],
      [`${xml}<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>`, /old Excel XML file/],
      [`${xml}<office:document xmlns:office="x"/>`, /flat OpenDocument sheet/],
      [`${xml}<domains/>`, /an XML file/],
      ['ID;PWXL;N;E\nC;Y1;X1;K"Domain"', /SYLK/],
    ] as const) {
      await refused(content, message, { name: 'x.xls' });
      await refused(Buffer.from(`\uFEFF${content}`, 'utf16le'), message);
    }
    for (const [part, message] of [
      ['content.xml', /^This is an OpenDocument sheet: save it as XLSX or CSV$/],
      ['xl/workbook.bin', /binary Excel workbook \(\.xlsb\): save it as XLSX/],
      ['Index/Document.iwa', /Numbers document: export it as XLSX/],
      ['word/document.xml', /a Word document/],
      ['readme.txt', /not an Excel workbook/],
    ] as const)
      await refused(archive({ 'META-INF/manifest.xml': '', [part]: 'x' }), message);
    await refused('Domain\n"a.example', /quotation mark/);
    await refused('Domain,Comment\n', /no rows/);
  });

  test('loses no row, however many titles and blank lines there are', async () => {
    const some = Array.from({ length: 9_000 }, (_, n) => `${n}.example,x`);
    const blanks = Array<string>(3_000).fill(',');
    const whole = await read(['Domain,Comment', ...blanks, ...some].join('\n'));
    assert.deepEqual([whole.rows.length, whole.rows.at(-1)], [9_000, ['8999.example', 'x']]);
    const below = await read([...some.slice(0, 4_000), 'Domain,Comment', ...some].join('\n'), {
      reading: { header: 4_001 },
    });
    assert.deepEqual([below.columns, below.rows.length], [['Domain', 'Comment'], 9_000]);
    const many = [...some, ...some].join('\n');
    await refused(many, /At most 10,000 rows/, { reading: { header: 4_001 } });
  });

  test('ends a record at each kind of line ending, wherever it stands', async () => {
    const ends = ['\r\n', '\n', '\r'];
    for (const [first = ''] of [ends, ends.toReversed(), ['\n', '\r\n']]) {
      const lines = [
        'Domain,Comment',
        'a.example,x',
        'b.example,"two\r\nlines"',
        'c.example,y',
        'd.example,z',
      ];
      const text = lines.map((line, at) => line + (at === 0 ? first : (ends[at % 3] ?? ''))).join('');
      const comments = ['x', 'two\r\nlines', 'y', 'z'];
      assert.deepEqual(
        (await read(text)).rows,
        comments.map((comment, at) => [`${'abcd'[at]}.example`, comment]),
      );
    }
  });

  test('says where each row stands: its first line, its row in a sheet, its number in a list', async () => {
    const linesOf = async (content: string | Uint8Array, more: Partial<SourceFile> = {}) =>
      (await read(content, more)).lines;
    const text =
      'Our domains,\r\n\r\nDomain,Comment\r\na.example,"two\r\nlines"\r\n,\r\n\r\nb.example,x\rc.example,"y\nz"\nd.example,';
    assert.deepEqual(await linesOf(text), [4, 8, 9, 11]);
    assert.deepEqual(await linesOf(`sep=;\n${text.replaceAll(',', ';')}`), [5, 9, 10, 12]);
    assert.deepEqual(await linesOf('[{"domain":"a.example"},{},{"domain":"b.example"}]'), [1, 3]);
    assert.deepEqual(await linesOf('a.example\n\nb.example, c.example'), [1, 3, 3]);
    assert.deepEqual(await linesOf('192.0.2.1:80\n\n192.0.2.2:80', { area: 'proxies' }), [1, 3]);
    const workbook = await read(readFileSync(`${folder}/openpyxl-title.xlsx`));
    assert.equal(workbook.lines[0], (workbook.header ?? 0) + 1);
  });

  test('that is too long is refused in words', async () => {
    await refused(`Domain,Comment\n${'x'.repeat(1_100_000)}`, /A line has more than/);
    await refused(`Domain,Comment\n${'x'.repeat(40_000)},y`, /A cell has more than 32,767/);
    const many = Array.from({ length: 10_001 }, (_, n) => `${n}.example,x`).join('\n');
    await refused(`Domain,Comment\n${many}`, /At most 10,000 rows/);
    const named = `header,${'same,'.repeat(20_000)}`;
    await refused(`${named}\n${named}`, /more than 200 columns/);
    await refused(
      Array.from({ length: 201 }, (_, n) => `column ${n}`).join() + '\n1',
      /more than 200 columns/,
    );
  });
});
