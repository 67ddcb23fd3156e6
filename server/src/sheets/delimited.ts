import { limits } from '@quartermaster/contract/rules/limits';
import { CsvError } from 'csv-parse/sync';
import { type Escape, type Quoted, longestRecord, quotedCells } from './csv-cells.ts';
import { type Cells, type Reading, SourceError, expectSize, isBlank, tooManyCells } from './table.ts';

const delimiters = [',', ';', '\t', '|'] as const;
const sampleLength = 64 * 1024;
const sampleRows = 100;
/** A recognised header may have this many rows of titles above it. */
const titlesAtMost = 100;

/** How well a delimiter splits the text: how many rows have as many cells as most, if that is more than one. */
function scoreOf(text: string, delimiter: string): number {
  let rows: Cells;
  try {
    rows = quotedCells(text, { delimiter, escape: 'doubled', to: sampleRows }).cells;
  } catch {
    return 0;
  }
  const byWidth = Map.groupBy(rows, ({ length }) => length);
  let best = 0;
  for (const [width, { length }] of byWidth)
    if (width > 1) best = Math.max(best, length * (1 + Math.min(width, 20) / 100));
  return best / Math.max(1, rows.length);
}

/** The delimiter that splits most rows alike; none of one column needs any. */
function delimiterOf(text: string): string {
  const end = text.lastIndexOf('\n', sampleLength);
  const sample = text.length > sampleLength ? text.slice(0, end > 0 ? end : sampleLength) : text;
  const scores = delimiters.map((delimiter) => ({ delimiter, score: scoreOf(sample, delimiter) }));
  const [best] = scores.sort((a, b) => b.score - a.score);
  return best && best.score > 0.4 ? best.delimiter : ',';
}

function inWords(error: unknown): SourceError {
  if (!(error instanceof CsvError)) throw error;
  const { code } = error;
  const line = typeof error['lines'] === 'number' ? ` in line ${error['lines']}` : '';
  if (code === 'CSV_MAX_RECORD_SIZE')
    return new SourceError(`A line has more than ${longestRecord.toLocaleString('en')} characters`);
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return new SourceError(`A quotation mark opens${line} and is never closed`);
  return new SourceError(`The file breaks the rules of CSV${line}`);
}

const linesIn = (text: string): number => text.match(/\r\n?|\n/g)?.length ?? 0;

/** A function that tells the line in which a record begins, from the line in which the parser says that it ends. */
function beginnings(above: number): (record: readonly string[], end: number) => number {
  /** The parser counts CRLF within quotation marks twice. */
  let surplus = 0;
  return (record, end) => {
    const within = record.filter((cell) => /[\r\n]/.test(cell));
    const counted = within.reduce((sum, cell) => sum + (cell.match(/[\r\n]/g)?.length ?? 0), 0);
    const line = end - surplus - counted;
    surplus += counted - within.reduce((sum, cell) => sum + linesIn(cell), 0);
    return above + line;
  };
}

/** Counts records while they are read: too many are refused before they fill the memory, and none is dropped. */
function counting(header: number): (record: string[]) => string[] {
  const aboveRows = Math.max(header, titlesAtMost);
  const blank: string[] = [];
  let filled = 0;
  let cells = 0;
  return (record) => {
    if (isBlank(record)) return blank;
    filled += 1;
    cells += record.length;
    expectSize(0, filled - aboveRows);
    if (cells > limits.importCells) throw tooManyCells();
    return record;
  };
}

/** The header of KeePass 1.x, which writes all cells in quotation marks. */
const keepassHeader = /^"Account","Login Name","Password","Web Site","Comments"[\r\n]/;

/**
 * Reads quotation marks by RFC 4180, unless backslashes explain them better. Of a list like those of KeePass 1.x
 * backslashes are tried first: without marks in its texts, both rules explain it.
 */
function bestRead<Q extends Quoted>(text: string, read: (escape: Escape) => Q): Q {
  const isKeepass = keepassHeader.test(text);
  if (!text.includes('\\"') && !(isKeepass && text.includes('\\\\'))) return read('doubled');
  const attempt = (escape: Escape): { quoted: Q } | { error: unknown } => {
    try {
      return { quoted: read(escape) };
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      return { error };
    }
  };
  const [doubled, backslash] = [attempt('doubled'), attempt('backslash')];
  if ('error' in doubled) {
    if ('error' in backslash) throw doubled.error;
    return backslash.quoted;
  }
  if ('error' in backslash || backslash.quoted.isDoubled) return doubled.quoted;
  const better = doubled.quoted.strays.size - backslash.quoted.strays.size;
  return better > 0 || (better === 0 && isKeepass) ? backslash.quoted : doubled.quoted;
}

/** The cells of a CSV or TSV text, the line of each row, and the delimiter that was given, declared ('sep=;') or recognised. */
export function readDelimited(
  text: string,
  { delimiter: asked, header = 0 }: Reading,
): Quoted & { lines: number[]; delimiter: string } {
  const declared = /^sep=([^\r\n"])(?:\r\n?|\n)/i.exec(text);
  const body = declared ? text.slice(declared[0].length) : text;
  const delimiter = asked ?? declared?.[1] ?? delimiterOf(body);
  try {
    const read = (escape: Escape) => {
      let lines: number[] = [];
      const onRecord = () => {
        const count = counting(header);
        const beginning = beginnings(declared ? 1 : 0);
        const own: number[] = [];
        lines = own;
        return (record: string[], context: { lines: number }) => {
          own.push(beginning(record, context.lines));
          return count(record);
        };
      };
      const quoted = quotedCells(body, { delimiter, escape, onRecord });
      return { ...quoted, lines };
    };
    return { ...bestRead(body, read), delimiter };
  } catch (error) {
    throw inWords(error);
  }
}
