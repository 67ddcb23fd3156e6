import { type CellsByHeading, type Csv, cellsOf, toCsv } from '@quartermaster/contract/rules/csv';
import { chosenColumns, fileNameAs } from '@quartermaster/contract/rules/export-columns';
import type { Download } from '../api/download.ts';
import type { Entity } from '../records/entity.ts';
import { cellsAsShown } from './cells-as-shown.ts';
import { type Listed, listedCells } from './listed-cells.ts';

/** The columns of a file, by heading, and its format, where they are not the usual ones. */
export interface FileChoice {
  columns: readonly string[];
  format: 'csv' | 'json';
  /** Cells are written as on the page. */
  isAsShown?: boolean;
}

type ExportedEntity = Pick<Entity, 'csv' | 'moreColumns' | 'fieldLabels' | 'labels' | 'export'>;

/** Formats rows like the server's export. */
export function fileOf(entity: ExportedEntity, rows: readonly object[], choice?: FileChoice): Download {
  const format = choice?.format ?? (entity.csv ? 'csv' : 'json');
  const columns = chosenColumns(entity, choice?.columns);
  const json = () => (entity.csv || choice ? cellsOf(columns, rows) : rows);
  return fileWith(entity, format, format === 'csv' ? toCsv(columns, rows) : json());
}

/** A file of what is listed with cells as on the page. */
export async function fileAsShown(
  entity: ExportedEntity,
  listed: Listed,
  { columns, format }: FileChoice,
  onBytes: (bytes: number) => void,
): Promise<Download> {
  const cells = cellsAsShown(entity, await listedCells(entity, columns, listed, onBytes));
  const csv = Object.fromEntries(
    columns.map((heading) => [heading, (row: CellsByHeading) => row[heading] ?? null]),
  ) as Csv;
  return fileWith(entity, format, format === 'csv' ? toCsv(csv, cells) : cells);
}

/** Under the name of the usual file. */
function fileWith(entity: ExportedEntity, format: FileChoice['format'], content: string | object): Download {
  const today = new Date().toISOString().slice(0, 10);
  const name = (entity.export.download?.name ?? 'export.csv').replace('YYYY-MM-DD', today);
  const [text, type] =
    typeof content === 'string'
      ? [content, 'text/csv;charset=utf-8']
      : [JSON.stringify(content, null, 2), 'application/json'];
  return { blob: new Blob([text], { type }), name: fileNameAs(name, format) };
}
