import { parse } from 'csv-parse/sync';
import type { Cells } from './table.ts';

/** No table of ours has such a line: it is another kind of file. */
export const longestRecord = 1_000_000;

/** How a quotation mark within a quoted cell is written: twice (RFC 4180), or behind a backslash, which is itself doubled. */
export type Escape = 'doubled' | 'backslash';

/** Cells, and where quotation marks stand that the rules do not explain. */
export interface Quoted {
  cells: Cells;
  /** By the index of a row, its first cell with such a mark. */
  strays: ReadonlyMap<number, number>;
  /** Whether a mark within a quoted cell is written twice. */
  isDoubled: boolean;
}

interface Splitting {
  delimiter: string;
  escape: Escape;
  /** How many rows are wanted; without it all. */
  to?: number;
  /** Makes a function that sees each row as it is read, for each time that the text is. */
  onRecord?: () => (record: string[], context: { lines: number }) => string[];
}

/** No text has it: it stands for a quotation mark behind a backslash while the text is split. */
const escapedMark = '\0';

interface Quotations {
  /** Whether one opens right behind a delimiter, or behind one and blanks. */
  atOnce: boolean;
  afterBlank: boolean;
}

function split(text: string, { delimiter, escape, to, onRecord }: Splitting, skipsBlanks: boolean) {
  const bytes = Buffer.from(
    escape === 'backslash'
      ? text.replaceAll(/\\(["\\])/g, (_, next: string) => (next === '"' ? escapedMark : next))
      : text,
  );
  const strays = new Map<number, number>();
  const found: Quotations = { atOnce: false, afterBlank: false };
  let isDoubled = false;
  let rows = 0;
  const stray = (column: number) => void (strays.has(rows) || strays.set(rows, column));
  /** Whether the bytes before this place are the text as a quoted cell. */
  const isQuotedAt = (end: number, value: string): boolean => {
    const quoted = `"${value.replaceAll('"', '""')}"`;
    return bytes.toString('utf8', Math.max(0, end - Buffer.byteLength(quoted)), end) === quoted;
  };
  const read = (
    value: string,
    { quoting, index, bytes: end }: { quoting: boolean; index: number; bytes: number },
  ) => {
    if (index > 0 && quoting) found.atOnce = true;
    const isAfterBlank = !quoting && /^[ \t]+"/.test(value);
    if (isAfterBlank) found.afterBlank = true;
    // What follows a stray mark may be the rest of its cell, and programs that write backslashes quote all cells.
    const isRest = !quoting && value.includes('"') && (escape === 'backslash' || strays.has(rows - 1));
    if (isAfterBlank || isRest) stray(index);
    if (!quoting || !value.includes('"')) return value;
    // A quoted cell with text behind its last mark comes with its marks, like one whose text begins with a mark.
    if (isQuotedAt(end, value)) isDoubled = true;
    else if (value.startsWith('"')) {
      const inner = value.trimEnd().slice(1, -1);
      const blanks = value.length - value.trimEnd().length;
      if (blanks > 0 && isQuotedAt(end - blanks, inner)) return inner;
      stray(index);
    }
    return value;
  };
  const seen = onRecord?.() ?? ((record: string[]) => record);
  const cells: Cells = parse(bytes, {
    delimiter,
    // Each of them ends a record, as in spreadsheets: programs that append to a file mix them.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: longestRecord,
    ltrim: skipsBlanks,
    ...(to !== undefined && { to }),
    // It takes time for each cell.
    ...(text.includes('"') && {
      cast: (value, context) => read(value, context).replaceAll(escapedMark, '"'),
    }),
    on_record: (record: string[], context) => {
      rows += 1;
      return seen(record, context);
    },
  });
  return { cells, strays, isDoubled, found };
}

/**
 * Splits a text into cells. Blanks between a delimiter and a quotation mark are skipped if all quotations have them; of
 * some it is unclear whether they belong to the text.
 */
export function quotedCells(text: string, splitting: Splitting): Quoted {
  const asIs = split(text, splitting, false);
  const { atOnce, afterBlank } = asIs.found;
  return afterBlank && !atOnce ? split(text, splitting, true) : asIs;
}
