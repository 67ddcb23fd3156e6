import type { Expiration } from '@quartermaster/contract/expirations/expirations.schema';
import { SnoozeMenu } from '../../records/alerts/snooze-menu.tsx';
import { useAlertAction } from '../../records/alerts/use-alert-action.ts';
import { Button } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format.ts';

interface SelectedAlertsProps {
  /** The selected rows. */
  rows: readonly Expiration[];
  onClear: () => void;
}

/** What can be done about the alerts of the selected rows. */
export function SelectedAlerts({ rows, onClear }: SelectedAlertsProps) {
  const { mutate } = useAlertAction();
  const ids = rows.flatMap(({ alertId }) => (alertId === null ? [] : [alertId]));
  const act = (does: Parameters<typeof mutate>[0]['does']) =>
    mutate({ ids, does }, { onSuccess: () => onClear() });
  return (
    <div role="group" aria-label="Selection" className="flex flex-wrap items-center gap-2 print:hidden">
      <span className="text-sm font-medium">{formatNumber(rows.length)} selected</span>
      {ids.length === 0 ? (
        <span className="text-sm text-ink-2">No alert was raised about them yet.</span>
      ) : (
        <>
          <Button onClick={() => act({ action: 'acknowledge' })}>Acknowledge</Button>
          <SnoozeMenu of="the selected" onSnooze={act} />
          <Button onClick={() => act({ action: 'letExpire' })}>Let expire</Button>
        </>
      )}
      <Button variant="ghost" onClick={onClear}>
        Clear selection
      </Button>
    </div>
  );
}
