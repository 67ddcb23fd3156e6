import type { FieldErrors } from '@quartermaster/contract/api/errors';
import { isReference } from '@quartermaster/contract/api/fields';
import { entityOf } from '../kinds/entities.ts';
import { cellValue, isBlank } from './cells.ts';
import { isoDate } from './dates.ts';
import type { CellRows, Column } from './levels.ts';
import type { CheckedRow } from './plan.ts';

type Cells = readonly string[];

/** A cell that can't be read, and why. */
export interface BadCell {
  column: string;
  message: string;
}

/** Whether a row may go without the cell of a column: it is no key, nothing that a record needs, and nothing to decide. */
function isOptional({ table }: CellRows, { target, order }: Column, text: string): boolean {
  if (!target || target.at !== '' || target.required || target.secret) return false;
  const definition = entityOf[target.table].fields[target.field];
  if (!definition || isReference(definition) || table.entity.unique.fields.includes(target.field))
    return false;
  return order !== 'unknown' || isoDate(text, order) !== 'order';
}

/** What is wrong with a cell by itself; null: nothing. */
function errorOf({ target, order }: Column, text: string): string | null {
  if (!target) return null;
  const value = cellValue(target, text, order);
  if ('error' in value) return value.error;
  const rule = entityOf[target.table].fields[target.field]?.rule;
  return rule?.safeParse(value.value).error?.issues[0]?.message ?? null;
}

/** The cells that cause errors of a row, by their columns; null: one of the errors keeps the row back. */
function badCells(input: CellRows, cells: Cells, errors: FieldErrors): Map<number, string> | null {
  const bad = new Map<number, string>();
  for (const [path, message] of Object.entries(errors)) {
    const field = path.split('.')[0] ?? '';
    const said = [...input.columns.entries()].filter(
      ([at, column]) =>
        column.target?.field === field &&
        !isBlank(column.target, cells[at] ?? '') &&
        isOptional(input, column, cells[at] ?? ''),
    );
    if (said.length === 0) return null;
    const own = said.map(([at, column]) => ({ at, error: errorOf(column, cells[at] ?? '') }));
    const wrong = own.filter(({ error }) => error !== null);
    for (const { at, error } of wrong.length > 0 ? wrong : own) bad.set(at, error ?? message);
  }
  return bad;
}

/**
 * Checks a row and, where nothing but cells that it can do without keeps it back, checks it again with these blank.
 * `blank` makes them so; it is undone where the row stays back all the same.
 */
export function checkedWithoutBadCells(
  input: CellRows,
  cells: Cells,
  check: () => CheckedRow,
  blank: (cells: Cells) => void,
): { checked: CheckedRow; bad: BadCell[] } {
  const dropped: BadCell[] = [];
  const errors: FieldErrors = {};
  let left = cells;
  let checked = check();
  while ('errors' in checked) {
    Object.assign(errors, checked.errors);
    const bad = input.options.badCells === 'drop' ? badCells(input, left, checked.errors) : null;
    if (bad === null) {
      blank(cells);
      return { checked: { errors }, bad: [] };
    }
    left = left.map((text, at) => (bad.has(at) ? '' : text));
    blank(left);
    for (const [at, message] of [...bad].sort(([a], [b]) => a - b))
      dropped.push({ column: input.columns[at]?.header ?? '', message });
    checked = check();
  }
  return { checked, bad: dropped };
}
