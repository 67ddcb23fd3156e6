import type { Area } from '@quartermaster/contract/api/areas';
import { limits } from '@quartermaster/contract/rules/limits';

/** How a file is read; what is left out is recognised. */
export interface Reading {
  delimiter?: string | undefined;
  /** The row that names the columns, from 1; 0: none. */
  header?: number | undefined;
  encoding?: string | undefined;
  sheet?: string | undefined;
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
  /** What columns become in this source, where their names do not tell. */
  targets: Record<string, string | null>;
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
  const rows = cells.slice(header).filter((row) => !isBlank(row));
  const names = header === 0 ? [] : (cells[header - 1] ?? []);
  const filled = new Set<number>();
  const fill = (cell: string, at: number) => void (cell.trim() !== '' && filled.add(at));
  names.forEach(fill);
  for (const row of rows) row.forEach(fill);
  expectSize(filled.size, rows.length);
  const used = [...filled].sort((a, b) => a - b);
  return {
    columns: distinct(used.map((at) => (names[at] ?? '').trim() || `Column ${at + 1}`)),
    rows: rows.map((row) => used.map((at) => row[at] ?? '')),
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
