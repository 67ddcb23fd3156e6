import type { ListedAlert } from '@quartermaster/contract/alerts/alerts.schema';
import { Bar } from '../../list/bulk/bar.tsx';
import { useAlertAction } from '../../records/alerts/use-alert-action.ts';
import { DueButtons } from '../../records/due/due-buttons.tsx';
import { dueOfAlert } from '../../records/due/due.ts';
import { formatNumber } from '../../ui/format.ts';

interface SelectedAlertsProps {
  rows: readonly ListedAlert[];
  onClear: () => void;
}

/** What can be done about the selected alerts. */
export function SelectedAlerts({ rows, onClear }: SelectedAlertsProps) {
  const alerts = useAlertAction();
  return (
    <Bar label={`${formatNumber(rows.length)} selected`} onClear={onClear} isBusy={alerts.isPending}>
      <div data-actions className="flex min-w-0 flex-wrap items-center">
        <DueButtons dues={rows.map(dueOfAlert)} alerts={alerts} onDone={onClear} />
      </div>
    </Bar>
  );
}
