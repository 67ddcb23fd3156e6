import type { Special } from './special.ts';

/**
 * Leaves out the rows for which there is a reason. Of these only the columns that say what they are stay: notes and cards
 * are secrets, which nobody asked to keep.
 */
export function withoutRows(
  { columns, rows }: Pick<Special, 'columns' | 'rows'>,
  kept: readonly string[],
  reasonOf: (cell: (column: string) => string) => string | null,
): Pick<Special, 'columns' | 'rows' | 'skipped'> {
  const skipped: Record<number, string> = {};
  const cells = rows.map((row, at) => {
    const reason = reasonOf((column) => row[columns.indexOf(column)] ?? '');
    if (reason === null) return row;
    skipped[at] = reason;
    return row.map((cell, place) => (kept.includes(columns[place] ?? '') ? cell : ''));
  });
  return { columns, rows: cells, skipped };
}
