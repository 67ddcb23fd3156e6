import { unguarded } from '@quartermaster/contract/rules/csv';
import { isBlank } from '../../records/import/cells.ts';
import type { Column } from '../../records/import/levels.ts';

type Rows = readonly (readonly string[])[];

/** Where several columns become the comment, the first has all of them, each as a line 'Header: value'. */
export function withJoinedComments(
  columns: readonly Column[],
  rows: Rows,
): { columns: readonly Column[]; rows: Rows } {
  const places = [...columns.keys()].filter((at) => columns[at]?.target?.path === 'comment');
  const [first, ...others] = places;
  if (first === undefined || others.length === 0) return { columns, rows };
  const joined = (row: readonly string[]): string => {
    const said = places.flatMap((at) => {
      const text = row[at] ?? '';
      return isBlank(columns[at]?.target ?? null, text) ? [] : [{ header: columns[at]?.header, text }];
    });
    const lines = said.filter(({ text }) => text !== '-');
    if (lines.length === 0) return said.length > 0 ? '-' : '';
    return lines.map(({ header, text }) => `${header}: ${unguarded(text).trim()}`).join('\n');
  };
  return {
    columns: columns.map((column, at) => (others.includes(at) ? { ...column, target: null } : column)),
    rows: rows.map((row) => row.with(first, joined(row))),
  };
}
