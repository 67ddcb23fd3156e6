import { limits } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { readDelimited } from './delimited.ts';
import { decodeText } from './encoding.ts';
import { headerRowOf } from './header-row.ts';
import { parseJson, readJson } from './json.ts';
import { ansibleInventory } from './special/ansible.ts';
import { bitwarden } from './special/bitwarden.ts';
import { domainmod } from './special/domainmod.ts';
import { keepassxc } from './special/keepassxc.ts';
import { names } from './special/names.ts';
import { proxyLines } from './special/proxy-lines.ts';
import { registrarLists } from './special/registrar-lists.ts';
import type { FromCells, FromText, Special } from './special/special.ts';
import { sshConfig } from './special/ssh-config.ts';
import {
  type Cells,
  type SourceFile,
  SourceError,
  type Table,
  expectSize,
  isBlank,
  tableOf,
} from './table.ts';
import { readWorkbook } from './workbook.ts';

const fromCells: readonly FromCells[] = [bitwarden, keepassxc, domainmod, registrarLists];
const fromText: readonly FromText[] = [proxyLines, names, sshConfig];

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
  targets: {},
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
      const found = recognise(cells, area);
      if (found) return found;
    }
  if (asked !== undefined && asked > cells.length)
    throw new SourceError(`There is no row ${asked} to name the columns`);
  const header = asked ?? headerRowOf(cells, known);
  return { source, header, ...tableOf(cells, header) };
}

function fromPlainText(text: string, file: SourceFile): Partial<Table> & Special {
  const { name, area, whole, reading } = file;
  if (/^\s*(?:<!doctype html|<html|<table)/i.test(text))
    throw new SourceError('This is a web page, not a table');
  if (/\.json$/i.test(name) || /^\s*(?:\{|\[\s*[[{"\]])/.test(text)) {
    const value = parseJson(text);
    return (
      (area === 'servers' ? ansibleInventory(value) : null) ?? { source: 'JSON', ...readJson(value, whole) }
    );
  }
  const isTable = reading.delimiter !== undefined || reading.header !== undefined;
  if (!isTable)
    for (const recognise of fromText) {
      const found = recognise(text, area);
      if (found) return found;
    }
  const { cells, lines, delimiter } = readDelimited(text, reading);
  return { delimiter, ...fromTable(cells, file, delimiter === '\t' ? 'TSV' : 'CSV', lines) };
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
    const { text, encoding } = decodeText(file.bytes, file.reading.encoding);
    table = { ...blank, encoding, ...fromPlainText(text, file) };
  }
  expectWithinLimits(table);
  const { lines, rows } = table;
  return { ...table, lines: lines.length > 0 ? lines : rows.map((_, at) => at + 1) };
}
