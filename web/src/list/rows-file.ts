import { toCsv } from '@quartermaster/contract/rules/csv';
import type { Download } from '../api/download.ts';
import type { Entity } from '../records/entity.ts';

/** Formats rows like the server's export. */
export function fileOf(
  { csv, export: { download } }: Pick<Entity, 'csv' | 'export'>,
  rows: readonly object[],
): Download {
  const today = new Date().toISOString().slice(0, 10);
  const blob = csv
    ? new Blob([toCsv(csv, rows)], { type: 'text/csv;charset=utf-8' })
    : new Blob([JSON.stringify(rows, null, 2)], { type: 'application/json' });
  return { blob, name: (download?.name ?? 'export.csv').replace('YYYY-MM-DD', today) };
}
