import { type Csv, toCsv } from '@quartermaster/contract/rules/csv';
import type { Route } from '@quartermaster/contract/api/route';
import { Download } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { csvFile } from './save-file.ts';
import { useExport } from './use-export.ts';
import type { List } from './list.ts';

interface ExportButtonProps<T> {
  label?: string;
  /** Answers all that match the list's filters; its name is the file's. */
  endpoint: Route;
  /** Without them the server makes the file. */
  columns?: Csv;
  list: Pick<List<T>, 'rows' | 'isComplete' | 'query'>;
  onError: (title: string, error: unknown) => void;
  /** Only the rows of the page that is shown, never more. */
  onlyShown?: boolean;
  disabled?: boolean;
}

/** Saves the rows that match as a file: made here when all of them are loaded, else by the server. */
export function ExportButton<T>(props: ExportButtonProps<T>) {
  const { label = 'Export', endpoint, columns, list, onError, onlyShown = false, disabled = false } = props;
  const saving = useExport(onError);
  const isMadeHere = columns && (onlyShown || list.isComplete);
  const save = () =>
    saving.save(endpoint, isMadeHere ? { file: csvFile(toCsv(columns, list.rows)) } : { query: list.query });
  return (
    <Button icon={Download} busy={saving.isBusy} disabled={disabled} onClick={save}>
      {label}
    </Button>
  );
}
