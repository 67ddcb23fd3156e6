import { dateStyles, dateText, timeOfDay } from './cell-dates.ts';
import { type StoredCell, TextCount, sharedTexts, storedCells } from './sheet-cells.ts';
import { type Cells, SourceError } from './table.ts';
import { type WorkbookParts, isTrue, workbookParts } from './workbook-parts.ts';
import { openZip } from './zip.ts';

/** A formula counts as the value last shown, a link as its text. Secrets keep their blanks. */
function cellText(
  { type, style, text }: StoredCell,
  strings: ReadonlyMap<number, string>,
  dates: ReadonlySet<number>,
  isFrom1904: boolean,
): string {
  if (type === 's') {
    const string = strings.get(Number(text));
    if (string === undefined) throw new Error(`There is no text ${text}`);
    return string;
  }
  if (type === 'b') return isTrue(text.trim()) ? 'Yes' : 'No';
  if (type === 'd') return dateText(Date.parse(text));
  if (type === 'n' && dates.has(style)) return dateText(timeOfDay(Number(text), isFrom1904));
  return text;
}

async function cellsOf(
  { sharedStrings, styles, isFrom1904 }: WorkbookParts,
  sheet: AsyncIterable<Buffer>,
): Promise<Cells> {
  const count = new TextCount();
  const stored = await storedCells(sheet, count);
  const wanted = new Set(stored.filter(({ type }) => type === 's').map(({ text }) => Number(text)));
  const strings = sharedStrings
    ? await sharedTexts(sharedStrings(), wanted, count)
    : new Map<number, string>();
  const dates = styles ? await dateStyles(styles()) : new Set<number>();
  const cells: Cells = [];
  for (const each of stored) {
    while (cells.length <= each.row) cells.push([]);
    const row = cells[each.row] ?? [];
    while (row.length <= each.column) row.push('');
    row[each.column] = cellText(each, strings, dates, isFrom1904);
  }
  return cells;
}

/** Whatever is wrong with what programs have written is the file's fault. */
function damaged(error: unknown): never {
  if (error instanceof SourceError) throw error;
  throw new SourceError('This Excel file is damaged');
}

/** The cells of a sheet: the one asked for, or the first that has any. Its parts are read as streams. */
export async function readWorkbook(
  zip: Buffer,
  asked?: string,
): Promise<{ cells: Cells; sheets: string[]; sheet: string }> {
  const workbook = await workbookParts(await openZip(zip)).catch(damaged);
  const sheets = workbook.sheets.map(({ name }) => name);
  if (asked !== undefined && !sheets.includes(asked)) throw new SourceError(`There is no sheet ${asked}`);
  for (const { name, read } of workbook.sheets) {
    if (asked !== undefined && name !== asked) continue;
    const cells = await cellsOf(workbook, read()).catch(damaged);
    if (cells.length > 0) return { cells, sheets, sheet: name };
  }
  return { cells: [], sheets, sheet: asked ?? sheets[0] ?? '' };
}
