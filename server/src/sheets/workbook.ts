import { limits } from '@quartermaster/contract/rules/limits';
import { readSheet } from 'read-excel-file/node';
import { type Cells, SourceError, tooManyCells } from './table.ts';
import { pack, unpack } from './zip.ts';

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescaped = (text: string): string =>
  text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
    (whole, hex, decimal, name) => {
      if (typeof name === 'string') return entities[name.toLowerCase()] ?? whole;
      const code = typeof hex === 'string' ? parseInt(hex, 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : String(whole);
    },
  );

/** The names of the sheets in their order, the visible ones first. */
function sheetNames(workbook: string): string[] {
  const sheets = [...workbook.matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)].map(([tag]) => ({
    name: unescaped(/\sname="([^"]*)"/.exec(tag)?.[1] ?? ''),
    hidden: /\sstate="(?:hidden|veryHidden)"/.test(tag),
  }));
  if (sheets.length > limits.importSheets)
    throw new SourceError(`This workbook has more than ${limits.importSheets} sheets`);
  if (sheets.some(({ name }) => name.length > limits.name))
    throw new SourceError(`The name of a sheet has more than ${limits.name} characters`);
  return [...sheets.filter(({ hidden }) => !hidden), ...sheets.filter(({ hidden }) => hidden)].map(
    ({ name }) => name,
  );
}

const pieceLength = 1024 * 1024;

/** A part of a workbook as text, a piece at a time; no tag is cut. */
function* piecesOf(part: Buffer): Generator<string> {
  for (let start = 0, end = 0; start < part.length; start = end) {
    end = part.lastIndexOf('>', start + pieceLength) + 1;
    if (end <= start) end = start + pieceLength;
    yield part.toString('latin1', start, end);
  }
}

const place = /\sr\s*=\s*["']([a-z]*)(\d+)["']/i;

/** Refuses a sheet that reaches so far that reading it would fill the memory. */
function expectCells(sheet: Buffer): void {
  // How far cells reach, and where the last row and cell are: those without a number follow one another.
  const most = { row: 0, column: 0 };
  const last = { row: 0, column: 0 };
  for (const piece of piecesOf(sheet))
    for (const [, tag, attributes = ''] of piece.matchAll(/<(?:\w+:)?(row|c)((?:\s[^>]*)?)>/g)) {
      const [, letters = '', row = String(last.row + (tag === 'row' ? 1 : 0))] = place.exec(attributes) ?? [];
      last.row = Number(row);
      last.column = tag === 'row' ? 0 : letters === '' ? last.column + 1 : columnNumber(letters);
      if (tag === 'c') most.row = Math.max(most.row, last.row);
      most.column = Math.max(most.column, last.column);
      // A row without cells costs as much as a cell.
      if (Math.max(last.row, most.row * most.column) > limits.importCells) throw tooManyCells();
    }
}

/** 'AB' is 28. */
const columnNumber = (letters: string): number =>
  [...letters.toUpperCase()].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

const dayMs = 86_400_000;

/** A day, or a day with its time. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  // Days and their fractions are stored as floating-point numbers, a little below the second that was typed.
  const time = Math.round(date.getTime() / 1000) * 1000;
  const text = new Date(time).toISOString();
  return time % dayMs === 0 ? text.slice(0, 10) : `${text.slice(0, 19)}Z`;
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return dateText(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The library throws errors of every kind at what it can't read. */
function damaged(): never {
  throw new SourceError('This Excel file is damaged');
}

/** A formula counts as the value last shown, a link as its text. Secrets keep their blanks. */
async function cellsOf(file: Buffer, sheet: string): Promise<Cells> {
  const rows = await readSheet(file, sheet, { trim: false, parseNumber: (text: string) => text }).catch(
    damaged,
  );
  return rows.map((row) => row.map(cellText));
}

/** The cells of a sheet: the one asked for, or the first that has any. */
export async function readWorkbook(
  zip: Buffer,
  asked?: string,
): Promise<{ cells: Cells; sheets: string[]; sheet: string }> {
  const parts = await unpack(zip, (path) =>
    /^(xl\/.*\.(xml|rels)|\[Content_Types\]\.xml|_rels\/\.rels)$/.test(path),
  );
  const workbook = parts.get('xl/workbook.xml');
  if (!workbook) throw new SourceError('This is a ZIP file, but not an Excel workbook');
  const sheets = sheetNames(workbook.toString('utf8'));
  for (const [path, part] of parts) if (path.startsWith('xl/worksheets/')) expectCells(part);
  if (asked !== undefined && !sheets.includes(asked)) throw new SourceError(`There is no sheet ${asked}`);
  const file = pack(parts);
  parts.clear();
  for (const sheet of asked === undefined ? sheets : [asked]) {
    const cells = await cellsOf(file, sheet);
    if (cells.length > 0) return { cells, sheets, sheet };
  }
  return { cells: [], sheets, sheet: asked ?? sheets[0] ?? '' };
}
