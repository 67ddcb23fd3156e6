import { useState } from 'react';
import { download } from '../api/download.ts';
import type { Entity } from '../records/entity.ts';
import type { Query } from '../records/list-query.ts';

const megabyte = 1_000_000;

/** Saves a file of rows, or the server's export for a query; `received` says how much of a large one has arrived: '3.2 MB'. */
export function useExport(
  entity: Pick<Entity, 'csv' | 'export'>,
  report: (title: string, error?: unknown) => void,
) {
  const [isBusy, setBusy] = useState(false);
  const [received, setReceived] = useState<string | null>(null);
  const onBytes = (bytes: number) => {
    if (bytes >= megabyte) setReceived(`${(bytes / megabyte).toFixed(1)} MB`);
  };
  const run = async ({ rows, query }: { rows?: readonly object[]; query?: Query }) => {
    setBusy(true);
    try {
      // Loaded on demand, to keep it off the way to the first row.
      const [{ fileOf }, { saveFile }] = await Promise.all([
        import('./rows-file.ts'),
        import('../ui/save-file.ts'),
      ]);
      const made = rows ? fileOf(entity, rows) : await download(entity.export, { query, onBytes });
      saveFile(made.name, made.blob);
      report('Export failed');
    } catch (error) {
      report('Export failed', error);
    } finally {
      setBusy(false);
      setReceived(null);
    }
  };
  return { isBusy, received, save: (...args: Parameters<typeof run>) => void run(...args) };
}
