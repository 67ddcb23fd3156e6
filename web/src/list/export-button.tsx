import { type CsvColumn, toCsv } from '@quartermaster/contract/rules/csv';
import type { Endpoint } from '@quartermaster/contract/lib/endpoint';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { download } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { csvFile, saveFile } from './save-file.ts';
import type { List } from './use-list.ts';

interface ExportButtonProps<T> {
  label?: string;
  /** Answers all that match the list's filters; its name is the file's. */
  endpoint: Endpoint;
  /** Without them the server makes the file. */
  columns?: readonly CsvColumn<T>[];
  list: Pick<List<T>, 'rows' | 'isComplete' | 'query'>;
  onError: (title: string, error: unknown) => void;
  /** Only the rows of the page that is shown, never more. */
  onlyShown?: boolean;
  disabled?: boolean;
}

/** Saves the rows that match as a file: made here when all of them are loaded, else by the server. */
export function ExportButton<T>(props: ExportButtonProps<T>) {
  const { label = 'Export', endpoint, columns, list, onError, onlyShown = false, disabled = false } = props;
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    const name = endpoint.download?.name ?? 'export.csv';
    if (columns && (onlyShown || list.isComplete)) return saveFile(name, csvFile(toCsv(columns, list.rows)));
    const file = await download(endpoint, list.query);
    return saveFile(file.name, file.blob);
  };
  const run = async () => {
    setBusy(true);
    try {
      await save();
    } catch (error) {
      onError('Export failed', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={Download} busy={isBusy} disabled={disabled} onClick={() => void run()}>
      {label}
    </Button>
  );
}
