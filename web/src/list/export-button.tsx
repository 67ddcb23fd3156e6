import { ChevronDown, Download } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import { deferred } from '../ui/deferred.tsx';
import type { FileChoice } from './rows-file.ts';
import { useExport } from './use-export.ts';
import type { Versioned } from '../records/entity.ts';
import type { RecordPage } from './use-record-page.ts';

const ExportDialog = deferred(() => import('./export-dialog.tsx'));

interface ExportButtonProps<T extends Versioned> {
  page: Pick<RecordPage<T>, 'entity' | 'columns' | 'list' | 'report'>;
  label?: string;
  /** Exports only the rows of the current page. */
  onlyShown?: boolean;
  disabled?: boolean;
}

/**
 * Saves matching rows as a file, built here if all are loaded, otherwise by the server. A second button asks for columns
 * and format first.
 */
export function ExportButton<T extends Versioned>(props: ExportButtonProps<T>) {
  const { page, label = 'Export', onlyShown = false, disabled = false } = props;
  const { entity, list, report } = page;
  const saving = useExport(entity, report);
  const [isAsking, setAsking] = useState(false);
  const save = (choice?: FileChoice) => {
    const isMadeHere = (entity.csv || choice) && (onlyShown || list.isComplete);
    saving.save({ ...(isMadeHere ? { rows: list.rows } : { query: list.query }), choice });
  };
  return (
    <span className="inline-flex">
      <Button
        icon={Download}
        busy={saving.isBusy}
        disabled={disabled}
        className="flex-1 rounded-r-none"
        onClick={() => save()}
      >
        {label}
        {saving.received !== null && <span className="text-ink-2">{saving.received}</span>}
      </Button>
      <IconButton
        label="Export options"
        icon={ChevronDown}
        aria-haspopup="dialog"
        disabled={disabled || saving.isBusy}
        className="h-8 rounded-l-none border border-l-0 border-line bg-surface shadow-card"
        onClick={() => setAsking(true)}
      />
      {isAsking && (
        <ExportDialog
          entity={entity}
          listColumns={page.columns}
          count={onlyShown ? list.rows.length : list.total}
          onExport={(choice) => {
            setAsking(false);
            save(choice);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </span>
  );
}
