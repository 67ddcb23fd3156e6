import { yesNo } from './cells.ts';

/** The value of a CSV cell. */
export type Cell = string | number | null;

/** The columns of a file by heading: the path of a value ('emailAccount.email'), or a function of the record. */
export type Csv<T = never> = Readonly<Record<string, CsvColumn<T>>>;
type CsvColumn<T> = string | ((record: T) => Cell);

/** The same in an order of its own, for headings that people choose. */
export type CsvPairs = readonly (readonly [heading: string, column: CsvColumn<never>])[];

const pairsOf = (csv: Csv | CsvPairs): CsvPairs => (isPairs(csv) ? csv : Object.entries(csv));
const isPairs = (csv: Csv | CsvPairs): csv is CsvPairs => Array.isArray(csv);

/**
 * What may precede a formula: the start of the text, or a character that some program splits cells at; then blanks,
 * quotes and invisible characters, which some drop. Full-width signs count too. The run after a split contains no other,
 * so that a text is read once.
 */
const formulas =
  /(?<=^|[,;\|\t\r\n])[[\s"'\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]--[\t\r\n]]*(?=[=+\-@＝＋－＠\t\r])/gv;
const isTab = (character: string): boolean => character === '\t' || character === '\r';

/**
 * The indexes before which an apostrophe keeps a spreadsheet from reading a formula (OWASP, 'CSV injection'): before each
 * sign that could begin one, and before a tab or carriage return at the start.
 */
export function guardPlaces(text: string): number[] {
  const places: number[] = [];
  for (const { index, 0: before } of text.matchAll(formulas)) {
    const place = index + before.length;
    if (index === 0 || !isTab(text.charAt(place))) places.push(place);
  }
  return places;
}

function guarded(text: string): string {
  const places = guardPlaces(text);
  return [...places, text.length].map((end, at) => text.slice(places[at - 1] ?? 0, end)).join("'");
}

/** Takes off the guards of a text that `toCsv` wrote. A text that would be guarded otherwise stays as it is. */
export function unguarded(text: string): string {
  if (!text.includes("'")) return text;
  const guards = guardPlaces(text)
    .map((place) => place - 1)
    .filter((place) => text.charAt(place) === "'");
  if (guards.length === 0) return text;
  return [...guards, text.length].map((end, at) => text.slice((guards[at - 1] ?? -1) + 1, end)).join('');
}

/** The fast path for most cells: no formula can begin in them, and they need no quotes. */
const plain = /^[a-z0-9][\w .:@/+-]*$/i;

/** Numbers stay numbers. */
function escaped(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  if (plain.test(value)) return value;
  const text = guarded(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function valueAt(record: unknown, path: readonly string[]): Cell {
  let value = record;
  for (const key of path) value = (value as Record<string, unknown> | null)?.[key];
  return typeof value === 'boolean' ? yesNo(value) : ((value ?? null) as Cell);
}

/** Each heading with the function for its column. */
export const cellMakers = (csv: Csv | CsvPairs): [heading: string, cell: (record: unknown) => Cell][] =>
  pairsOf(csv).map(([heading, column]) => {
    if (typeof column === 'function') return [heading, column as (record: unknown) => Cell];
    const path = column.split('.');
    return [heading, (record: unknown) => valueAt(record, path)];
  });

/** RFC 4180, lines ended by CRLF, without the heading. */
export function csvRows(csv: Csv | CsvPairs, records: readonly unknown[]): string {
  const cells = cellMakers(csv);
  return records.map((record) => `${cells.map(([, cell]) => escaped(cell(record))).join(',')}\r\n`).join('');
}

/** The cells of a record by the headings of a file. */
export type CellsByHeading = Readonly<Record<string, Cell>>;

export const cellsOf = (csv: Csv, records: readonly unknown[]): CellsByHeading[] => {
  const cells = cellMakers(csv);
  return records.map((record) => Object.fromEntries(cells.map(([heading, cell]) => [heading, cell(record)])));
};

/** A table for the clipboard, which spreadsheets paste into cells: separated by tabs, with the heading, without formulas. */
export function toTsv(rows: readonly CellsByHeading[]): string {
  const cellText = (cell: Cell) =>
    typeof cell === 'number' ? String(cell) : guarded((cell ?? '').replaceAll(/[\t\r\n]+/g, ' '));
  const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))];
  return lines.map((cells) => cells.map(cellText).join('\t')).join('\n');
}

/** Tells Excel that a file is in UTF-8. */
const byteOrderMark = '\ufeff';

/** The start of a file. */
export const csvHeader = (csv: Csv | CsvPairs): string =>
  `${byteOrderMark}${pairsOf(csv)
    .map(([heading]) => escaped(heading))
    .join(',')}\r\n`;

export const toCsv = (csv: Csv | CsvPairs, records: readonly unknown[]): string =>
  csvHeader(csv) + csvRows(csv, records);
