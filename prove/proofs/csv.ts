import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { guardPlaces } from '@quartermaster/contract/rules/csv';
import papaparse from 'papaparse';
import { createRecord } from '../../server/test/records.ts';
import { registerOperator } from '../operator.ts';
import type { Proof } from '../proof.ts';
import type { Context } from '../context.ts';

/** Strings that a spreadsheet would run, a parser might misread, or an encoding might lose. */
const fragments = [
  ...[
    '=',
    '+',
    '-',
    '@',
    '\t',
    '\r',
    '\n',
    '\r\n',
    '"',
    '""',
    "'",
    ',',
    ';',
    '|',
    '\\',
    '\u00a0',
    '\u200d',
    ...['\ufe0f', '\u034f', '\u3164', '\u115f', '\u180e', '\u{e0020}'],
    ' ',
  ],
  ...[
    '=1+1',
    '=HYPERLINK("http://a.example","x")',
    "=cmd|' /C calc'!A0",
    '+1',
    '-1+1',
    '@SUM(1)',
    '=WEBSERVICE("x")',
  ],
  ...[
    'über',
    '日本',
    '🙂',
    'e\u0301',
    '１',
    '＝1',
    '\u200c',
    'NULL',
    '0123',
    '1e9',
    '1/2',
    'TRUE',
    '#REF!',
    '0x1F',
    '%00',
  ],
];

type Row = { comment: string; tags: { type: string; value: string }[]; domain: string };

const text = (context: Context, most: number): string =>
  Array.from(
    { length: context.between(1, most) },
    () => fragments[context.between(0, fragments.length - 1)],
  ).join('');

/** Trims and composes, as the server does, and never splits a surrogate pair. */
const cut = (value: string, length: number): string =>
  value.trim().normalize().slice(0, length).toWellFormed().trim();
/** A tag is text of one line. */
const line = (value: string): string => value.replaceAll(/[\t\r\n]/g, ' ');
const words = (context: Context, most: number): string => cut(text(context, most), 90) || '=1';

const generated = (context: Context, rows: number): Row[] =>
  Array.from({ length: rows }, (_, index) => ({
    domain: `row-${index}.example.com`,
    comment: words(context, 9),
    tags: [{ type: cut(line(words(context, 2)), 40), value: line(words(context, 4)) }],
  }));

/** A cell without the apostrophes that disarm formulas, all of which must be there. */
function unguarded(cell = ''): string {
  const guards = new Set(guardPlaces(cell).map((place) => place - 1));
  for (const at of guards) assert.equal(cell[at], "'", `a formula: ${JSON.stringify(cell)}`);
  return cell
    .split('')
    .filter((_, at) => !guards.has(at))
    .join('');
}

/** What the file must contain, apart from the apostrophes. */
const expected = ({ comment, tags }: Row) => ({
  Comment: comment,
  Tags: tags.map(({ type, value }) => `${type}:${value}`).join('; '),
});

/** The number of cells that LibreOffice treats as formulas, or null if it is not installed. */
async function formulasInLibreOffice(
  context: Context,
  csv: string,
  separators: string,
): Promise<number | null> {
  const dir = await context.directory();
  await writeFile(join(dir, 'domains.csv'), csv);
  // Separators by code, quotes, UTF-8, from the first row, no column types, and formulas evaluated.
  const filter = `--infilter=CSV:${separators},34,76,1,,0,false,true,false,false,false,-1,true`;
  const profile = `-env:UserInstallation=file://${join(dir, 'profile')}`;
  const args = [
    profile,
    '--headless',
    filter,
    '--convert-to',
    'fods',
    '--outdir',
    dir,
    join(dir, 'domains.csv'),
  ];
  try {
    await promisify(execFile)('soffice', args, { timeout: 120_000 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const sheet = await readFile(join(dir, 'domains.fods'), 'utf8');
  assert.ok(sheet.includes('row-0.example.com'), 'LibreOffice did not read the file');
  return sheet.match(/table:formula=/g)?.length ?? 0;
}

async function readBack(
  context: Context,
  engine: Context['engines'][number],
  rows: readonly Row[],
): Promise<string> {
  const server = await context.start(await context.store(engine));
  const operator = await registerOperator(server.url, 'op@example.com');
  const account = await createRecord(operator, 'registrator-accounts');
  const domains = rows.map((row) => ({ ...row, registratorAccountId: account.id }));
  const imported = await operator.call<{ data: { imported: number } }>('POST', '/domains/bulk-import', {
    domains,
  });
  assert.equal(imported.body.data.imported, rows.length, imported.text.slice(0, 500));
  const { text: csv } = await operator.call('GET', '/domains/export?sortBy=domain');
  const { data, errors } = papaparse.parse<Record<string, string>>(csv, {
    header: true,
    skipEmptyLines: true,
  });
  assert.deepEqual(errors, []);
  assert.equal(data.length, rows.length);
  const byName = new Map(data.map((row) => [row.Domain, row]));
  for (const row of rows) {
    const { Comment, Tags } = byName.get(row.domain) ?? {};
    const read = { Comment: unguarded(Comment), Tags: unguarded(Tags) };
    assert.deepEqual(read, expected(row), JSON.stringify(row));
  }
  for (const cell of data.flatMap((row) => Object.values(row)))
    for (const part of cell.split(/[,;|\t\r\n]/))
      assert.doesNotMatch(
        part,
        /^[\s"\p{Default_Ignorable_Code_Point}\p{C}]*[=+\-@＝＋－＠]/u,
        `a formula: ${JSON.stringify(cell)}`,
      );
  return csv;
}

export const csv: Proof = {
  name: 'csv',
  promise: 'No cell of an export is a formula, and every file reads back exactly as stored.',
  seconds: 240,
  quick: true,
  run: async (context) => {
    const rows = generated(context, context.quick ? 500 : 10_000);
    let file = '';
    for (const engine of context.engines) file = await readBack(context, engine, rows);
    let formulas: number | null = null;
    // Commas, and the separators of other regions and programs.
    for (const separators of context.quick ? [] : ['44', '44/59', '44/124/9']) {
      formulas = await formulasInLibreOffice(context, file, separators);
      assert.equal(formulas ?? 0, 0, `formulas in LibreOffice, split at ${separators}`);
    }
    const readers = `a parser${formulas === null ? ' (LibreOffice not installed)' : ' and LibreOffice'}`;
    return `0 differences and 0 formulas in ${rows.length} rows, read by ${readers}`;
  },
};
