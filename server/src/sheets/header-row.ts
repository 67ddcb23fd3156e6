import { columnName } from '@quartermaster/contract/imports/column-name';
import type { Cells } from './table.ts';

const looked = 30;

/** What stands in rows rather than above them: numbers, dates, addresses, domains, links. */
const value = /^(?:[\d\s.,:\/+\-]+|[^\s@]+@\S+|(?:[\w\-]+\.)+[a-z]{2,}|https?:\/\/\S+)$/iu;

const filled = (row: readonly string[]): string[] => row.filter((cell) => cell.trim() !== '');

/**
 * The row that names the columns, from 1: of the first, the one with most known names; without any, the first whose
 * cells are all different words above rows that hold values. 0: none does.
 */
export function headerRowOf(cells: Cells, known: readonly string[]): number {
  const names = new Set(known);
  let best = { row: 0, score: 0 };
  for (const [at, row] of cells.slice(0, looked).entries()) {
    const found = new Set(row.map(columnName).filter((name) => names.has(name)));
    if (found.size > best.score) best = { row: at + 1, score: found.size };
  }
  if (best.row > 0) return best.row;
  const [first = []] = cells;
  const words = filled(first);
  const isWords = words.length > 0 && words.every((cell) => !value.test(cell.trim()));
  const isDistinct = new Set(words.map((cell) => cell.trim())).size === words.length;
  const below = cells.slice(1, looked).flatMap(filled);
  return isWords && isDistinct && below.some((cell) => value.test(cell.trim())) ? 1 : 0;
}
