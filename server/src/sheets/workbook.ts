import { limits } from '@quartermaster/contract/rules/limits';
import { InvalidSpreadsheetError, readSheet } from 'read-excel-file/node';
import { type Cells, SourceError } from './table.ts';
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
  return [...sheets.filter(({ hidden }) => !hidden), ...sheets.filter(({ hidden }) => hidden)].map(
    ({ name }) => name,
  );
}

const pieceLength = 1024 * 1024;
const overlap = 64;

/** Refuses a sheet that reaches so far that reading it would fill the memory. */
function expectCells(sheet: Buffer): void {
  let rows = 0;
  let columns = 0;
  for (let start = 0; start < sheet.length; start += pieceLength) {
    const piece = sheet.toString('latin1', start, start + pieceLength + overlap);
    for (const [, letters = '', row] of piece.matchAll(/<c\s[^>]{0,40}?\br="([A-Z]{1,3})(\d{1,7})"/g)) {
      let column = 0;
      for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
      rows = Math.max(rows, Number(row));
      columns = Math.max(columns, column);
    }
  }
  if (rows * columns > limits.importCells)
    throw new SourceError(`A sheet has more than ${limits.importCells.toLocaleString('en')} cells`);
}

const dayMs = 86_400_000;

/** A day, or a day with its time. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const text = date.toISOString();
  return date.getTime() % dayMs === 0 ? text.slice(0, 10) : `${text.slice(0, 19)}Z`;
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return dateText(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A formula counts as the value last shown, a link as its text. Secrets keep their blanks. */
async function cellsOf(file: Buffer, sheet: string): Promise<Cells> {
  const rows = await readSheet(file, sheet, { trim: false, parseNumber: (text: string) => text });
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
  try {
    let cells: Cells = [];
    for (const sheet of asked === undefined ? sheets : [asked]) {
      cells = await cellsOf(file, sheet);
      if (cells.length > 0) return { cells, sheets, sheet };
    }
    return { cells, sheets, sheet: asked ?? sheets[0] ?? '' };
  } catch (error) {
    if (error instanceof InvalidSpreadsheetError || error instanceof TypeError)
      throw new SourceError('This Excel file is damaged');
    throw error;
  }
}
