import type { Route } from '@quartermaster/contract/api/route';
import { useState } from 'react';
import { download } from '../api/call.ts';
import type { Query } from '../records/list-query.ts';
import { saveFile } from './save-file.ts';

/** Saves a file that was made here, or the one that the server makes of all that match a query. */
export function useExport(onError: (title: string, error: unknown) => void) {
  const [isBusy, setBusy] = useState(false);
  const run = async (endpoint: Route, { file, query }: { file?: Blob; query?: Query }) => {
    setBusy(true);
    try {
      const made = file
        ? { blob: file, name: nameToday(endpoint.download?.name ?? 'export.csv') }
        : await download(endpoint, query);
      saveFile(made.name, made.blob);
    } catch (error) {
      onError('Export failed', error);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, save: (...args: Parameters<typeof run>) => void run(...args) };
}

/** A name that carries the day, as the server puts it in. */
const nameToday = (name: string): string => name.replace('YYYY-MM-DD', new Date().toISOString().slice(0, 10));
