import type { Route } from '@quartermaster/contract/api/route';
import { useState } from 'react';
import { download } from '../api/request.ts';
import type { Query } from '../records/list-query.ts';
import { saveFile } from './save-file.ts';

/** Saves a file built here, or the server's export for a query. */
export function useExport(report: (title: string, error?: unknown) => void) {
  const [isBusy, setBusy] = useState(false);
  const run = async (route: Route, { file, query }: { file?: Blob; query?: Query }) => {
    setBusy(true);
    try {
      const made = file
        ? { blob: file, name: nameToday(route.download?.name ?? 'export.csv') }
        : await download(route, query);
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

/** Puts today into a file name, as the server does. */
const nameToday = (name: string): string => name.replace('YYYY-MM-DD', new Date().toISOString().slice(0, 10));
