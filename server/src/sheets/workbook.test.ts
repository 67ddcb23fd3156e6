// In a process of its own: it measures how much memory the process takes.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { workbook, zip } from '../../test/workbook-file.ts';
import { readInThread } from './read-in-thread.ts';
import { SourceError } from './table.ts';
import { walkXml } from './xml.ts';

const cells = (...rows: string[]): string =>
  `<worksheet><sheetData>${rows.map((row, at) => `<row r="${at + 1}">${row}</row>`).join('')}</sheetData></worksheet>`;
const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;

/** The relations of a workbook to its sheet and another part. */
const relations = (sheet: string, other: string) => `<Relationships>
  <Relationship Id="rId1" Type="x/worksheet" Target="${sheet}"/>
  <Relationship Id="rId9" Type="x/${other.replace('.xml', '')}" Target="${other}"/></Relationships>`;

const read = (bytes: Buffer, name = 'x.xlsx') =>
  readInThread({ bytes, name, area: 'domains', known: ['domain', 'comment'], whole: [], reading: {} });

/** Expects a refusal in words, in little memory. */
async function refused(bytes: Buffer, message: RegExp): Promise<void> {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);
  await assert.rejects(read(bytes), (error) => error instanceof SourceError && message.test(error.message));
  clearInterval(timer);
  assert.ok(most - before < 200 * 1024 * 1024, `${Math.round((most - before) / 1024 / 1024)} MiB`);
}

test('a formula counts as its last value, a secret keeps its blanks', async () => {
  const sheet = cells(
    text('A1', 'Domain') + text('B1', 'Comment'),
    '<c r="A2" t="str"><f>"a"&amp;".example"</f><v>a.example</v></c>' + text('B2', '  kept  '),
    '<c r="A3"><f>1+1</f><v>2</v></c><c r="B3" t="b"><v>1</v></c>',
  );
  const table = await read(workbook(sheet));
  assert.deepEqual([table.source, table.sheet], ['XLSX', 'A & B']);
  assert.deepEqual(table.rows, [
    ['a.example', '  kept  '],
    ['2', 'Yes'],
  ]);
});

test('a ZIP bomb is refused before it takes memory', async () => {
  await refused(
    workbook(cells(), { 'xl/media/image1.png': Buffer.alloc(120 * 1024 * 1024) }),
    /more than 100 MB/,
  );
});

test('a long text is passed on in parts while it is read, and a long attribute or comment is refused', async () => {
  let longest = 0;
  const walk = (start: string, end: string) => {
    const pieces = [start, ...Array.from({ length: 100 }, () => 'x'.repeat(65_536)), end];
    const stream = Readable.from(pieces.map((piece) => Buffer.from(piece)));
    return walkXml(stream, { text: (part) => (longest = Math.max(longest, part.length)) });
  };
  await walk('<t>', '</t>');
  await walk('<t><![CDATA[', ']]></t>');
  assert.ok(longest > 0 && longest < 4 * 65_536, `${longest} characters at once`);
  for (const [start, end] of [
    ['<t a="', '"/>'],
    ['<t><!--', '--></t>'],
    ['<', '/>'],
  ] as const)
    await assert.rejects(walk(start, end), /Max buffer length exceeded/);
});

test('a sheet of more than two million cells is refused, however few of them hold a value', async () => {
  const far = [
    text('A1', 'Domain') + text('XFD1048576', 'x'),
    `<c s="${'0'.repeat(100)}" r='XFD1048576'><v>1</v></c>`,
  ];
  for (const row of far) await refused(workbook(cells(row)), /more than 2,000,000 cells/);
  const sheet = (rows: string) => workbook(`<worksheet><sheetData>${rows}</sheetData></worksheet>`);
  await refused(sheet('<row r="9999999"><c><v>1</v></c></row>'), /more than 2,000,000 cells/);
  await refused(sheet(`<row r="10000">${'<c><v>1</v></c>'.repeat(201)}</row>`), /more than 2,000,000 cells/);
});

test('a text that no cell may hold is refused while it is read', async () => {
  const long = 'x'.repeat(90_000_000);
  await refused(workbook(cells(text('A1', long))), /cell has more than 32,767 characters/);
  await refused(workbook(cells(text('A1', `${'<r/>'.repeat(10)}${long}`))), /damaged|more than 32,767/);
  const shared = (strings: string) =>
    workbook(cells('<c r="A1" t="s"><v>0</v></c>'), {
      'xl/_rels/workbook.xml.rels': relations('worksheets/sheet1.xml', 'sharedStrings.xml'),
      'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    });
  await refused(shared(`<si><t>${long}</t></si>`), /cell has more than 32,767 characters/);
  await refused(workbook(`<worksheet>${'<a>'.repeat(10_000_000)}`), /damaged/);
  await refused(
    workbook(`<worksheet ${Array.from({ length: 1000 }, (_, at) => `a${at}=""`).join(' ')}/>`),
    /damaged/,
  );
});

test('a place that there is not is refused, so that no value is lost', async () => {
  const value = '<v>1</v>';
  for (const row of ['0', '-5', 'abc', '1e3', '99999999'])
    await refused(
      workbook(`<worksheet><sheetData><row r="${row}"><c>${value}</c></row></sheetData></worksheet>`),
      /damaged/,
    );
  for (const cell of ['A0', 'A', '1', 'ABCD1', 'A1e', ''])
    await refused(workbook(cells(`<c r="${cell}">${value}</c>`)), /damaged/);
});

test('texts that no cell refers to do not count', async () => {
  const file = workbook(cells('<c r="A1" t="s"><v>999999</v></c>', text('A2', 'x.example')), {
    'xl/_rels/workbook.xml.rels': relations('worksheets/sheet1.xml', 'sharedStrings.xml'),
    'xl/sharedStrings.xml': `<sst>${'<si><t>some forty characters of a shared text</t></si>'.repeat(999_999)}<si><r><t>Do</t></r><r><t>main</t></r><rPh><t>x</t></rPh></si></sst>`,
  });
  assert.deepEqual((await read(file)).columns, ['Domain']);
});

test('what programs leave out or write otherwise is read', async () => {
  const chartFirst = workbook('', {
    'xl/workbook.xml':
      '<x:workbook xmlns:x="x" xmlns:r="r"><x:workbookPr date1904="true"/><x:sheets><x:sheet name="Chart" r:id="rId2"/><x:sheet name="List" r:id="rId1"/></x:sheets></x:workbook>',
    'xl/_rels/workbook.xml.rels': relations('worksheets/sheet1.xml', 'styles.xml').replace(
      '</Relationships>',
      '<Relationship Id="rId2" Type="x/chartsheet" Target="/xl/chartsheets/sheet1.xml"/></Relationships>',
    ),
    'xl/chartsheets/sheet1.xml': '<chartsheet/>',
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    // Neither rows nor cells say where they are, and a formatted cell far away is blank.
    'xl/worksheets/sheet1.xml':
      '<x:worksheet xmlns:x="x"><x:sheetData><x:row><x:c t="str"><x:v>Domain</x:v></x:c><x:c t="str"><x:v>Expires</x:v></x:c></x:row>' +
      '<x:row><x:c t="str"><x:v>a.example</x:v></x:c><x:c s="1"><x:v>45000</x:v></x:c><x:c t="b"><x:v>true</x:v></x:c></x:row>' +
      '<x:row r="1048576"><x:c r="XFD1048576" s="1"/></x:row></x:sheetData></x:worksheet>',
  });
  const { rows, sheets, sheet } = await read(chartFirst);
  assert.deepEqual([sheets, sheet], [['List'], 'List']);
  assert.deepEqual(rows, [['a.example', '2027-03-16', 'Yes']]);
});

test('a workbook of too many sheets, or of one with a long name, is refused', async () => {
  const named = (...names: string[]) =>
    zip({
      'xl/workbook.xml': `<workbook><sheets>${names.map((name) => `<sheet name="${name}"/>`).join('')}</sheets></workbook>`,
    });
  await refused(named(...Array<string>(201).fill('x')), /more than 200 sheets/);
  await refused(named('x'.repeat(101)), /name of a sheet has more than 100 characters/);
});

test('a fault of ours while a file is read is no refusal', async () => {
  const file = { bytes: Buffer.from('a,b\n1,2'), name: '', area: 'domains', whole: [], reading: {} } as const;
  await assert.rejects(
    readInThread({ ...file, known: 1 as never }),
    (error) => error instanceof TypeError && !(error instanceof SourceError),
  );
});

test('what a refusal quotes of the file is cut', async () => {
  const key = 'k'.repeat(5000);
  const bytes = Buffer.from(JSON.stringify({ [key]: [{ a: 1 }], b: [{ a: 1 }] }));
  await assert.rejects(read(bytes, 'x.json'), ({ message }: Error) => message.length === 1000);
});

test('a ZIP file that is no workbook, and a damaged workbook, are refused', async () => {
  await refused(zip({ 'readme.txt': 'hello' }), /not an Excel workbook/);
  await refused(
    workbook('<worksheet><sheetData><row><c t="s"><v>99</v></c></row></sheetData></worksheet>'),
    /damaged|no rows/,
  );
  await refused(zip({ 'xl/workbook.xml': '<workbook/>' }), /damaged|no rows/);
});
