import { isReference } from '@quartermaster/contract/api/fields';
import { formatDay } from '@quartermaster/contract/rules/format-day';
import { shortened } from '@quartermaster/contract/rules/limits';
import { pacer } from '../../lib/paced.ts';
import { entityOf } from '../kinds/entities.ts';
import { cellValue, isBlank, tagsOf } from './cells.ts';
import type { CellRows, Column } from './levels.ts';
import type { CheckedRow } from './plan.ts';
import { type CellNote, textOf } from './preview.ts';
import type { Keyed } from './row-keys.ts';
import type { TagSpelling } from './tag-spellings.ts';
import { identityOf } from './targets.ts';

/** What becomes of rows about the same record, of which one counts. */
interface RepeatedRows {
  outcomes: Map<number, CheckedRow>;
  /** The cells of rows that count, where blank ones are filled from the others. */
  cells: Map<number, string[]>;
  notes: Map<number, CellNote[]>;
}

const valueLength = 100;

/** The value of a cell, as a text to compare; two spellings may be the same day. null: it can't be read. */
function valueIn({ target, order }: Column, text: string, spelling: TagSpelling): string | null {
  if (!target || target.secret) return text;
  const value = cellValue(target, text.trim(), order);
  if ('error' in value) return null;
  const read = target.field === 'tags' ? tagsOf(value).map(spelling) : value.value;
  return JSON.stringify(read).toLowerCase();
}

/** What a cell says, in words; a secret does not. */
function inWords({ target, order }: Column, text: string): string {
  if (!target || target.secret) return 'something else';
  const { table, field, element } = target;
  const definition = entityOf[table].fields[field];
  const value = cellValue(target, text, order);
  const isValue =
    'value' in value && definition !== undefined && !isReference(definition) && element === null;
  const read = isValue ? textOf(table, field, value.value) : text.trim();
  const words = isValue && target.column === 'time' && read !== null ? formatDay(read) : read;
  return shortened(words ?? 'nothing', valueLength);
}

/**
 * Of rows with the same key one counts, and takes what it leaves blank from the others; those are skipped, and say where
 * they contradict it.
 */
export async function repeatedRows(
  { table, columns, rows, lines, options }: CellRows,
  keyed: ReadonlyMap<number, Keyed>,
  spelling: TagSpelling,
): Promise<RepeatedRows> {
  const found: RepeatedRows = { outcomes: new Map(), cells: new Map(), notes: new Map() };
  const key = identityOf(table.name);
  const isCompared = ({ target }: Column) =>
    target !== null &&
    !key.includes(target.path) &&
    !(target.at === '' && table.entity.unique.fields.includes(target.field));
  const compared = [...columns.entries()].filter(([, column]) => isCompared(column));
  const lineOf = (row: number): number => lines[row] ?? row + 1;
  const note = (row: number, each: CellNote) => found.notes.set(row, [...(found.notes.get(row) ?? []), each]);
  const compare = (row: number, counts: number, cells: string[]): void => {
    for (const [at, column] of compared) {
      const [said, its] = [rows[row]?.[at] ?? '', cells[at] ?? ''];
      const value = isBlank(column.target, said) || said === '-' ? null : valueIn(column, said, spelling);
      if (value === null) continue;
      const { header } = column;
      if (isBlank(column.target, its) || valueIn(column, its, spelling) === null) {
        cells[at] = said;
        note(counts, { column: header, kind: 'filled', message: `Filled from row ${lineOf(row)}` });
      } else if (valueIn(column, its, spelling) !== value) {
        const message = `Row ${lineOf(counts)} says ${inWords(column, its)}`;
        note(row, { column: header, kind: 'differs', message });
      }
    }
  };
  const due = pacer();
  for (const [fileKey, same] of Map.groupBy(keyed.keys(), (row) => keyed.get(row)?.fileKey ?? '')) {
    const counts = options.duplicates === 'last' ? same.at(-1) : same[0];
    if (fileKey === '' || counts === undefined || same.length < 2) continue;
    const cells = [...(rows[counts] ?? [])];
    for (const row of same) {
      const other = row === counts ? same.find((each) => each !== row) : counts;
      const message = `Also in row ${lineOf(other ?? row)}`;
      if (options.duplicates === 'error') found.outcomes.set(row, { errors: { '': message } });
      else if (row !== counts) {
        found.outcomes.set(row, { skip: message });
        compare(row, counts, cells);
      }
      const turn = due();
      if (turn) await turn;
    }
    found.cells.set(counts, cells);
  }
  return found;
}
