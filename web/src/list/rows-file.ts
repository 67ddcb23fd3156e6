import { cellsOf, toCsv } from '@quartermaster/contract/rules/csv';
import { chosenColumns, fileNameAs } from '@quartermaster/contract/rules/export-columns';
import type { Download } from '../api/download.ts';
import type { Entity } from '../records/entity.ts';

/** The columns of a file, by heading, and its format, where they are not the usual ones. */
export interface FileChoice {
  columns: readonly string[];
  format: 'csv' | 'json';
}

/** Formats rows like the server's export. */
export function fileOf(
  entity: Pick<Entity, 'csv' | 'moreColumns' | 'fieldLabels' | 'export'>,
  rows: readonly object[],
  choice?: FileChoice,
): Download {
  const format = choice?.format ?? (entity.csv ? 'csv' : 'json');
  const columns = chosenColumns(entity, choice?.columns);
  const today = new Date().toISOString().slice(0, 10);
  const name = (entity.export.download?.name ?? 'export.csv').replace('YYYY-MM-DD', today);
  const json = () => JSON.stringify(entity.csv || choice ? cellsOf(columns, rows) : rows, null, 2);
  return {
    blob:
      format === 'csv'
        ? new Blob([toCsv(columns, rows)], { type: 'text/csv;charset=utf-8' })
        : new Blob([json()], { type: 'application/json' }),
    name: fileNameAs(name, format),
  };
}
