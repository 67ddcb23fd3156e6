import type { Entity } from '../../records/entity.ts';
import { valueText } from '../../records/history/value-text.ts';
import { moneyText } from '../../records/dates/renewal-text.ts';
import type { Import, ImportColumn, ImportRow } from '@quartermaster/contract/imports/imports.schema';

type Change = ImportRow['changes'][number];

/** A cell of the preview. */
export interface PreviewedCell {
  column: ImportColumn;
  /** As in the file; null: it is secret and not shown. */
  text: string | null;
  /** What it changes, in its first column. */
  change: Change | undefined;
  errors: string[];
  /** Whether the row goes without it, and what else is said of it. */
  isDropped: boolean;
  notes: string[];
  /** How many cells of the column say the same, if it can't be read. */
  alike: number;
}

export interface PreviewedRow {
  cells: PreviewedCell[];
  /** Changes that no column says: values for all rows. */
  others: Change[];
  /** Errors at no column. */
  errors: string[];
}

/** The columns that become something, and those in which rows have errors. */
export const shownColumns = (
  { columns }: Pick<Import, 'columns'>,
  rows: readonly Pick<ImportRow, 'errors'>[],
): ImportColumn[] => {
  const faulty = new Set(rows.flatMap(({ errors }) => errors.map(({ column }) => column)));
  return columns.filter(({ target, header }) => target !== null || faulty.has(header));
};

/** Whether a column with this target is what a change of this field came from. */
function isOf(target: string, field: string): boolean {
  if (target === field) return true;
  if (field === 'tags') return target.startsWith('tag:');
  if (field.endsWith('Id')) return target.startsWith(`${field.slice(0, -2)}.`);
  return target.startsWith(`${field}.`);
}

const messagesOf = (row: ImportRow, isHere: (column: string | null) => boolean): string[] => [
  ...new Set(row.errors.filter(({ column }) => isHere(column)).map(({ message }) => message)),
];

/** A row whose changes are written as on the page of the record. */
export function rowInWords(row: ImportRow, labels: Entity['labels']): ImportRow {
  const currency = row.changes.find(({ field }) => field === 'currency');
  const words = ({ field, ...change }: Change, side: 'before' | 'after') => {
    const value = change[side];
    const code = currency?.[side];
    // What an existing record has instead of a currency that stays is not known here.
    if (field === 'price' && value !== null && (code || row.kind === 'create'))
      return moneyText(Number(value), code);
    return value && valueText(field, value, labels);
  };
  return {
    ...row,
    changes: row.changes.map((change) => ({
      ...change,
      before: words(change, 'before'),
      after: words(change, 'after'),
    })),
  };
}

/** Puts what becomes of a row, and what is wrong with it, at its cells. */
export function previewed(row: ImportRow, columns: readonly ImportColumn[]): PreviewedRow {
  const placed = new Map<string, Change>();
  const others: Change[] = [];
  for (const change of row.changes) {
    const column = columns.find(
      ({ header, target }) => target !== null && !placed.has(header) && isOf(target, change.field),
    );
    if (column) placed.set(column.header, change);
    else others.push(change);
  }
  const headers = new Set(columns.map(({ header }) => header));
  return {
    cells: columns.map((column) => {
      const text = row.cells[column.header] ?? null;
      const notes = row.notes.filter((note) => note.column === column.header);
      return {
        column,
        text,
        change: placed.get(column.header),
        errors: messagesOf(row, (header) => header === column.header),
        isDropped: notes.some(({ kind }) => kind === 'dropped'),
        notes: notes.map(({ message }) => message),
        alike: column.bad.find((bad) => bad.text === text?.trim())?.rows ?? 0,
      };
    }),
    others,
    errors: messagesOf(row, (header) => header === null || !headers.has(header)),
  };
}
