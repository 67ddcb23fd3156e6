import { joinedTargets } from '@quartermaster/contract/imports/shared-targets';
import { unguarded } from '@quartermaster/contract/rules/csv';
import { isBlank } from '../../records/import/cells.ts';
import type { Column } from '../../records/import/levels.ts';

interface Table {
  columns: readonly Column[];
  rows: readonly (readonly string[])[];
}

/** Where several columns become one text, the first has all of them, each as a line 'Header: value'. */
function withJoined({ columns, rows }: Table, path: string): Table {
  const places = [...columns.keys()].filter((at) => columns[at]?.target?.path === path);
  const [first, ...others] = places;
  if (first === undefined || others.length === 0) return { columns, rows };
  const joined = (row: readonly string[]): string => {
    const said = places.flatMap((at) => {
      const { header = '', target = null } = columns[at] ?? {};
      const text = row[at] ?? '';
      if (isBlank(target, text)) return [];
      // Secrets are taken as they stand.
      return [{ header, text: target?.secret === true || text === '-' ? text : unguarded(text).trim() }];
    });
    const lines = said.filter(({ text }) => text !== '-');
    if (lines.length === 0) return said.length > 0 ? '-' : '';
    return lines.map(({ header, text }) => `${header}: ${text}`).join('\n');
  };
  return {
    columns: columns.map((column, at) => (others.includes(at) ? { ...column, target: null } : column)),
    rows: rows.map((row) => row.with(first, joined(row))),
  };
}

/** The columns that become the comment, or the secure note, as one each. */
export const withJoinedTexts = (columns: Table['columns'], rows: Table['rows']): Table =>
  joinedTargets.reduce(withJoined, { columns, rows });
