import { Download } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { useExport } from './use-export.ts';
import type { Versioned } from '../records/entity.ts';
import type { RecordPage } from './use-record-page.ts';

interface ExportButtonProps<T extends Versioned> {
  page: Pick<RecordPage<T>, 'entity' | 'list' | 'report'>;
  label?: string;
  /** Exports only the rows of the current page. */
  onlyShown?: boolean;
  disabled?: boolean;
}

/** Saves matching rows as a file, built here if all are loaded, otherwise by the server. */
export function ExportButton<T extends Versioned>(props: ExportButtonProps<T>) {
  const { page, label = 'Export', onlyShown = false, disabled = false } = props;
  const { entity, list, report } = page;
  const saving = useExport(entity, report);
  const isMadeHere = entity.csv && (onlyShown || list.isComplete);
  const save = () => saving.save(isMadeHere ? { rows: list.rows } : { query: list.query });
  return (
    <Button icon={Download} busy={saving.isBusy} disabled={disabled} onClick={save}>
      {label}
      {saving.received !== null && <span className="text-ink-2">{saving.received}</span>}
    </Button>
  );
}
