import { useState } from 'react';
import type { Entity } from '../records/entity.ts';
import type { RawListQuery } from '../records/list-query.ts';
import type { FileChoice } from './rows-file.ts';

interface ExportSource {
  /** The rows, if the file is made here; otherwise the query of the server's export. */
  rows?: readonly object[];
  query?: RawListQuery;
  choice?: FileChoice | undefined;
}

const megabyte = 1_000_000;

/** Saves a file of rows, or the server's export for a query; `received` says how much of a large one has arrived: '3.2 MB'. */
export function useExport(
  entity: Pick<Entity, 'csv' | 'moreColumns' | 'fieldLabels' | 'labels' | 'export'>,
  report: (title: string, error?: unknown) => void,
) {
  const [isBusy, setBusy] = useState(false);
  const [received, setReceived] = useState<string | null>(null);
  const onBytes = (bytes: number) => {
    if (bytes >= megabyte) setReceived(`${(bytes / megabyte).toFixed(1)} MB`);
  };
  const run = async ({ rows, query, choice }: ExportSource) => {
    setBusy(true);
    try {
      // Loaded on demand, to keep it off the way to the first row.
      const [{ download }, { fileAsShown, fileOf }, { saveFile }] = await Promise.all([
        import('../api/download.ts'),
        import('./rows-file.ts'),
        import('../ui/save-file.ts'),
      ]);
      const made = choice?.isAsShown
        ? await fileAsShown(entity, rows ? { rows } : { query: query ?? {} }, choice, onBytes)
        : rows
          ? fileOf(entity, rows, choice)
          : await download(entity.export, { query: { ...query, ...asked(choice) }, onBytes });
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

const asked = (choice: FileChoice | undefined): RawListQuery =>
  choice ? { columns: choice.columns.join(), format: choice.format } : {};
