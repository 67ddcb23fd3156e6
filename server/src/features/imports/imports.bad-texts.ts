import type { ImportColumn } from '@quartermaster/contract/imports/imports.schema';
import { limits } from '@quartermaster/contract/rules/limits';
import type { PlannedCells } from '../../records/import/cell-plan.ts';
import type { CellRows } from '../../records/import/levels.ts';

const listedAtMost = 20;

/** The texts of each column that can't be read, the most frequent first. */
export function badTexts({ columns, rows }: CellRows, plans: readonly PlannedCells[]) {
  const places = new Map(columns.map(({ header }, at) => [header, at]));
  const byColumn = new Map<string, Map<string, ImportColumn['bad'][number]>>();
  for (const [row, { errors, notes }] of plans.entries()) {
    const dropped = notes.filter(({ kind }) => kind === 'dropped');
    for (const { column, message } of [...errors, ...dropped]) {
      const at = column === null ? undefined : places.get(column);
      if (column === null || at === undefined || columns[at]?.target?.secret === true) continue;
      const text = (rows[row]?.[at] ?? '').trim();
      if (text === '' || text.length > limits.importPath) continue;
      const texts = byColumn.get(column) ?? new Map<string, ImportColumn['bad'][number]>();
      const known = texts.get(text) ?? { text, rows: 0, message };
      texts.set(text, { ...known, rows: known.rows + 1 });
      byColumn.set(column, texts);
    }
  }
  return Object.fromEntries(
    [...byColumn].map(([header, texts]) => [
      header,
      [...texts.values()].sort((a, b) => b.rows - a.rows).slice(0, listedAtMost),
    ]),
  );
}
