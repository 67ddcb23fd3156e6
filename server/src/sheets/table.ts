import type { EntityChoice } from '@quartermaster/contract/imports/imports.options';
import type { Area } from '@quartermaster/contract/api/areas';
import { limits } from '@quartermaster/contract/rules/limits';

/** How a file is read; what is left out is recognised. */
export interface Reading {
  delimiter?: string | undefined;
  /** The row that names the columns, from 1; 0: none. */
  header?: number | undefined;
  encoding?: string | undefined;
  /** Of a workbook its sheet, of JSON its list. */
  sheet?: string | undefined;
  /** Whether HTML's entities in a file of LastPass are decoded, where they may be. */
  entities?: EntityChoice | undefined;
}

/** Why a row can't be imported as it was read, until this cell is written anew. */
export interface RowError {
  column: string;
  message: string;
}

/** A file to read. */
export interface SourceFile {
  bytes: Uint8Array;
  name: string;
  area: Area;
  /** The names by which columns of the area are known, as `columnName` makes them. */
  known: readonly string[];
  /** The fields whose values are JSON, which stay whole. */
  whole: readonly string[];
  reading: Reading;
}

/** A file as a table of texts. */
export interface Table {
  /** What it was read as: 'CSV', 'XLSX', 'Bitwarden'. */
  source: string;
  sheets: string[];
  sheet: string | null;
  encoding: string | null;
  delimiter: string | null;
  /** The row that named the columns, from 1; 0: none did; null: the source has names of its own. */
  header: number | null;
  columns: string[];
  /** Each as long as the columns. Blank rows are left out. */
  rows: string[][];
  /** Where each row stands: its first line in a text, its row in a sheet, its number in a list of JSON. */
  lines: number[];
  /** Why some rows are not imported, by their index. */
  skipped: Record<number, string>;
  /** What is wrong with some rows, by their index. */
  errors: Record<number, RowError[]>;
  /** What a person should know of how the file was read. */
  notices: string[];
  /** Whether the encoding is a guess from a few bytes. */
  isEncodingGuessed: boolean;
  /** null: there are no entities to decode. */
  entities: EntityChoice | null;
  /** What columns become in this source, where their names do not tell. */
  targets: Record<string, string | null>;
  /** Columns whose values are not shown, where neither their names nor their values tell. */
  secret: string[];
}

/** Cells as they stand in a file, before its header is known. */
export type Cells = string[][];

/** A refusal in words. */
export class SourceError extends Error {}

export const isBlank = (row: readonly string[]): boolean => row.every((cell) => cell.trim() === '');

/** Refuses a table that is too large, before any work that grows with its rows and columns. */
export function expectSize(columns: number, rows: number): void {
  if (rows > limits.bulkRows)
    throw new SourceError(`At most ${limits.bulkRows.toLocaleString('en')} rows at once: split the file`);
  if (columns > limits.importColumns)
    throw new SourceError(`This file has more than ${limits.importColumns} columns`);
}

export const tooManyCells = (): SourceError =>
  new SourceError(`A table has more than ${limits.importCells.toLocaleString('en')} cells`);

/** The columns and rows below a header, without blank rows and columns that have neither a name nor a value. */
export function tableOf(cells: Cells, header: number): Pick<Table, 'columns' | 'rows'> {
  const { columns, places, rows } = below(cells, header);
  return { columns, rows: rows.map((row) => places.map((at) => row[at] ?? '')) };
}

const strayMark = 'It is unclear where this cell ends, by its quotation marks: write it again';

/** What the rows below a header have that it does not explain: cells beyond it, or stray quotation marks. */
export function rowErrors(
  cells: Cells,
  header: number,
  strays: ReadonlyMap<number, number>,
): Record<number, RowError[]> {
  const width = header === 0 ? Infinity : (cells[header - 1]?.length ?? 0);
  const errors: Record<number, RowError[]> = {};
  const { columns, places, rows } = below(cells, header);
  const nameAt = (place: number) => columns[places.indexOf(place)] ?? '';
  const strayIn = new Map([...strays].map(([row, place]) => [cells[row], place]));
  for (const [row, texts] of rows.entries()) {
    const found: RowError[] = [];
    const stray = strayIn.get(texts);
    if (stray !== undefined) found.push({ column: nameAt(stray), message: strayMark });
    const beyond = texts.findIndex((text, place) => place >= width && text.trim() !== '');
    const count = texts.findLastIndex((text) => text.trim() !== '') + 1;
    if (beyond >= 0)
      found.push({ column: nameAt(beyond), message: `This row has ${count} cells, the header ${width}` });
    if (found.length > 0) errors[row] = found;
  }
  return errors;
}

function below(cells: Cells, header: number) {
  const rows = cells.slice(header).filter((row) => !isBlank(row));
  const names = header === 0 ? [] : (cells[header - 1] ?? []);
  const filled = new Set<number>();
  const fill = (cell: string, at: number) => void (cell.trim() !== '' && filled.add(at));
  names.forEach(fill);
  for (const row of rows) row.forEach(fill);
  expectSize(filled.size, rows.length);
  const places = [...filled].sort((a, b) => a - b);
  return {
    columns: distinct(places.map((at) => (names[at] ?? '').trim() || `Column ${at + 1}`)),
    places,
    rows,
  };
}

/** A repeated header gets ' (2)'. */
export function distinct(headers: readonly string[]): string[] {
  const taken = new Set<string>();
  return headers.map((header) => {
    let name = header;
    for (let count = 2; taken.has(name); count += 1) name = `${header} (${count})`;
    taken.add(name);
    return name;
  });
}
