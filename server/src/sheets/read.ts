import { limits } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { readDelimited } from './delimited.ts';
import { decodeText } from './encoding.ts';
import { headerRowOf } from './header-row.ts';
import { parseJson, readJson } from './json.ts';
import { ansibleFile, ansibleInventory } from './special/ansible.ts';
import { bitwarden, bitwardenJson } from './special/bitwarden.ts';
import { domainmod } from './special/domainmod.ts';
import { keepass } from './special/keepass.ts';
import { lastpass } from './special/lastpass.ts';
import { names } from './special/names.ts';
import { proxyLines } from './special/proxy-lines.ts';
import { registrarLists } from './special/registrar-lists.ts';
import type { FromCells, FromJson, FromText, Special } from './special/special.ts';
import { sshConfig } from './special/ssh-config.ts';
import {
  type Cells,
  type SourceFile,
  SourceError,
  type Table,
  expectSize,
  isBlank,
  rowErrors,
  tableOf,
} from './table.ts';
import { readWorkbook } from './workbook.ts';

const fromCells: readonly FromCells[] = [bitwarden, lastpass, keepass, domainmod, registrarLists];
const fromText: readonly FromText[] = [proxyLines, names, sshConfig, ansibleFile];
const fromJson: readonly FromJson[] = [bitwardenJson, ansibleInventory];

const blank: Table = {
  source: '',
  sheets: [],
  sheet: null,
  encoding: null,
  delimiter: null,
  header: null,
  columns: [],
  rows: [],
  lines: [],
  skipped: {},
  errors: {},
  notices: [],
  isEncodingGuessed: false,
  entities: null,
  targets: {},
  secret: [],
};

const startsWith = (bytes: Uint8Array, ...mark: number[]): boolean =>
  mark.every((byte, at) => bytes[at] === byte);

/** The first bytes of files that people mistake for tables, and what to say. */
const others: readonly (readonly [mark: number[], what: string])[] = [
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Excel file, or one with a password: save it as .xlsx or CSV'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF document'],
  [[0x89, 0x50, 0x4e, 0x47], 'a picture'],
  [[0xff, 0xd8, 0xff], 'a picture'],
  [[0x1f, 0x8b], 'a compressed file: unpack it first'],
];

/** How texts begin that are no tables, however they are called, and what to say. */
const markups: readonly (readonly [RegExp, what: string])[] = [
  [/^\s*(?:<!doctype html|<html|<table)/i, 'a web page, not a table'],
  [
    /^\s*<\?xml[\s\S]{0,2000}(?:progid="Excel\.Sheet"|urn:schemas-microsoft-com:office:spreadsheet)/i,
    'an old Excel XML file (2003): save it as .xlsx or CSV',
  ],
  [/^\s*<\?xml[\s\S]{0,2000}<office:document/i, 'a flat OpenDocument sheet (.fods): save it as XLSX or CSV'],
  [/^\s*<\?xml/i, 'an XML file, not a table'],
  [/^MIME-Version:/i, 'a web archive, not a table'],
  [/^ID;P/, 'a SYLK file: save it as XLSX or CSV'],
];

/** Refuses a file that its content shows to be something else than its name says. */
function expectKind({ bytes, name }: SourceFile): 'workbook' | 'text' {
  const other = others.find(([mark]) => startsWith(bytes, ...mark));
  if (other) throw new SourceError(`${name || 'This file'} is ${other[1]}`);
  const isZip = startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || startsWith(bytes, 0x50, 0x4b, 0x05, 0x06);
  const isNamedWorkbook = /\.xls[xm]$/i.test(name);
  if (isZip && /\.(csv|tsv|tab|txt|json)$/i.test(name))
    throw new SourceError(`${name} is an Excel workbook or another ZIP file, not a text`);
  if (isNamedWorkbook && !isZip) throw new SourceError(`${name} is not an Excel workbook`);
  return isZip ? 'workbook' : 'text';
}

/** The table below the header, with where its rows stand: each cell row at its own number, unless `lines` says where. */
function fromTable(cells: Cells, file: SourceFile, source: string, lines?: readonly number[]): Special {
  const table = belowHeader(cells, file, source);
  const above = table.header ?? 0;
  const filled = [...cells.keys()].filter((at) => at >= above && !isBlank(cells[at] ?? []));
  return { ...table, lines: filled.map((at) => lines?.[at] ?? at + 1) };
}

/** By a special source or by the header's row. */
function belowHeader(cells: Cells, { area, known, reading }: SourceFile, source: string): Special {
  const asked = reading.header;
  if (asked === undefined)
    for (const recognise of fromCells) {
      const found = recognise(cells, area, reading);
      if (found) return found;
    }
  if (asked !== undefined && asked > cells.length)
    throw new SourceError(`There is no row ${asked} to name the columns`);
  const header = asked ?? headerRowOf(cells, known);
  return { source, header, ...tableOf(cells, header) };
}

function fromPlainText(text: string, file: SourceFile): Partial<Table> & Special {
  const { name, area, whole, reading } = file;
  const markup = markups.find(([form]) => form.test(text));
  if (markup) throw new SourceError(`This is ${markup[1]}`);
  if (/\.json$/i.test(name) || /^\s*(?:\{|\[\s*[[{"\]])/.test(text)) {
    const value = parseJson(text);
    if (reading.sheet === undefined)
      for (const recognise of fromJson) {
        const found = recognise(value, area);
        if (found) return found;
      }
    return { source: 'JSON', ...readJson(value, whole, reading.sheet) };
  }
  const isTable = reading.delimiter !== undefined || reading.header !== undefined;
  if (!isTable)
    for (const recognise of fromText) {
      const found = recognise(text, area);
      if (found) return found;
    }
  const { cells, lines, delimiter, strays } = readDelimited(text, reading);
  const table = fromTable(cells, file, delimiter === '\t' ? 'TSV' : 'CSV', lines);
  return { delimiter, ...table, errors: rowErrors(cells, table.header ?? 0, strays) };
}

function expectWithinLimits({ columns, rows }: Table): void {
  const count = (number: number) => number.toLocaleString('en');
  if (rows.length === 0) throw new SourceError('There are no rows to import');
  expectSize(columns.length, rows.length);
  const long = columns.find(({ length }) => length > limits.importHeader);
  if (long !== undefined)
    throw new SourceError(`The name of a column has more than ${limits.importHeader} characters`);
  let length = 0;
  for (const row of rows)
    for (const cell of row) {
      if (cell.length > limits.importCell)
        throw new SourceError(`A cell has more than ${count(limits.importCell)} characters`);
      length += cell.length;
    }
  if (length > serverLimits.importText)
    throw new SourceError(
      `The texts of this file have more than ${count(serverLimits.importText)} characters`,
    );
}

/** Reads a file as a table, or throws a SourceError that says why it can't. */
export async function readSource(file: SourceFile): Promise<Table> {
  let table: Table;
  if (expectKind(file) === 'workbook') {
    const { cells, sheets, sheet } = await readWorkbook(Buffer.from(file.bytes), file.reading.sheet);
    table = { ...blank, sheets, sheet, ...fromTable(cells, file, 'XLSX') };
  } else {
    const { text, ...decoded } = decodeText(file.bytes, file.reading.encoding);
    const read = fromPlainText(text, file);
    table = { ...blank, ...decoded, ...read, notices: [...decoded.notices, ...(read.notices ?? [])] };
  }
  expectWithinLimits(table);
  const { lines, rows } = table;
  return { ...table, lines: lines.length > 0 ? lines : rows.map((_, at) => at + 1) };
}
