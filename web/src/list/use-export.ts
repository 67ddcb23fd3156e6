import { useState } from 'react';
import { download } from '../api/request.ts';
import type { Entity } from '../records/entity.ts';
import type { Query } from '../records/list-query.ts';

/** Saves a file of rows, or the server's export for a query. */
export function useExport(
  entity: Pick<Entity, 'csv' | 'export'>,
  report: (title: string, error?: unknown) => void,
) {
  const [isBusy, setBusy] = useState(false);
  const run = async ({ rows, query }: { rows?: readonly object[]; query?: Query }) => {
    setBusy(true);
    try {
      // Loaded on demand, to keep it off the way to the first row.
      const { fileOf, saveFile } = await import('./save-file.ts');
      const made = rows ? fileOf(entity, rows) : await download(entity.export, query);
      saveFile(made.name, made.blob);
      report('Export failed');
    } catch (error) {
      report('Export failed', error);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, save: (...args: Parameters<typeof run>) => void run(...args) };
}
