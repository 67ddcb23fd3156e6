import { limits } from '@quartermaster/contract/rules/limits';
import { CsvError, parse } from 'csv-parse/sync';
import { type Cells, SourceError } from './table.ts';

const delimiters = [',', ';', '\t', '|'] as const;
const sampleLength = 64 * 1024;
const sampleRows = 100;
/** No table of ours has such a line: it is another kind of file. */
const longestRecord = 1_000_000;

const parsed = (text: string, delimiter: string, to: number): Cells =>
  parse(text, {
    delimiter,
    to,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: longestRecord,
    trim: false,
  });

/** How well a delimiter splits the text: how many rows have as many cells as most, if that is more than one. */
function scoreOf(text: string, delimiter: string): number {
  let rows: Cells;
  try {
    rows = parsed(text, delimiter, sampleRows);
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
  const sample = text.length > sampleLength && end > 0 ? text.slice(0, end) : text;
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

/** The cells of a CSV or TSV text, and the delimiter that was given, declared ('sep=;') or recognised. */
export function readDelimited(text: string, asked?: string): { cells: Cells; delimiter: string } {
  const declared = /^sep=([^\r\n"])\r?\n/i.exec(text);
  const body = declared ? text.slice(declared[0].length) : text;
  const delimiter = asked ?? declared?.[1] ?? delimiterOf(body);
  try {
    // One more than an import takes, and room for titles above the header.
    return { cells: parsed(body, delimiter, limits.bulkRows + 100), delimiter };
  } catch (error) {
    throw inWords(error);
  }
}
