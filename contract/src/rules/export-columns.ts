import type { Csv } from './csv.ts';
import { inTitle } from './field-label.ts';

/** What says which columns the files of a kind have. */
interface ExportedKind {
  fieldLabels: Readonly<Record<string, string>>;
  csv?: Csv;
  moreColumns?: Csv;
}

/** Every column that a file of a kind can have, those of its usual file first. None holds a secret. */
export function exportColumns({ csv = {}, moreColumns = {}, fieldLabels }: ExportedKind): Csv {
  const references = Object.entries(fieldLabels).filter(([field]) => field.endsWith('Id'));
  return {
    ...csv,
    ...moreColumns,
    ...Object.fromEntries(references.map(([field, label]) => [`${inTitle(label)} ID`, field])),
    'Created At': 'createdAt',
    'Updated At': 'updatedAt',
    ID: 'id',
  };
}

/** The columns with these headings, in this order; by default those of the usual file, or all if the kind has none. */
export function chosenColumns(kind: ExportedKind, headings: readonly string[] = []): Csv {
  const all = exportColumns(kind);
  if (headings.length === 0) return kind.csv ?? all;
  return Object.fromEntries(
    headings.flatMap((heading) => {
      const column = Object.hasOwn(all, heading) ? all[heading] : undefined;
      return column === undefined ? [] : [[heading, column]];
    }),
  );
}

/** A file's name with another ending: 'domains.csv' as 'domains.json'. */
export const fileNameAs = (name: string, format: string): string =>
  `${name.slice(0, name.lastIndexOf('.') + 1)}${format}`;
