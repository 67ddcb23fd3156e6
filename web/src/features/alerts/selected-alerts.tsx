import type { ListedAlert } from '@quartermaster/contract/alerts/alerts.schema';
import { AlarmClock, BellOff, BellRing, CalendarCheck, Check } from 'lucide-react';
import { Bar } from '../../list/bulk/bar.tsx';
import { SnoozeMenu } from '../../records/alerts/snooze-menu.tsx';
import { useAlertAction } from '../../records/alerts/use-alert-action.ts';
import { dueOfAlert, isRenewable } from '../../records/due/due.ts';
import { askRenewal } from '../../records/due/renewal-asked.ts';
import { Button } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format.ts';

interface SelectedAlertsProps {
  rows: readonly ListedAlert[];
  onClear: () => void;
}

const look = { variant: 'ghost', className: 'px-2 max-md:h-9' } as const;

/** What can be done about the selected alerts. */
export function SelectedAlerts({ rows, onClear }: SelectedAlertsProps) {
  const { mutate, isPending } = useAlertAction();
  const ids = rows.map(({ id }) => id);
  const due = rows.map(dueOfAlert).filter(isRenewable);
  const act = (does: Parameters<typeof mutate>[0]['does']) => mutate({ ids, does }, { onSuccess: onClear });
  const isAny = (...states: string[]) => rows.some(({ state }) => states.includes(state));
  return (
    <Bar label={`${formatNumber(rows.length)} selected`} onClear={onClear} isBusy={isPending}>
      <div data-actions className="flex min-w-0 flex-wrap items-center">
        {due.length > 0 && (
          <Button {...look} icon={CalendarCheck} onClick={() => askRenewal(due)}>
            Renewed…
          </Button>
        )}
        {isAny('OPEN') && (
          <Button {...look} icon={Check} onClick={() => act({ action: 'acknowledge' })}>
            Acknowledge
          </Button>
        )}
        <SnoozeMenu inBar={AlarmClock} of="the selected" onSnooze={act} />
        <Button {...look} icon={BellOff} onClick={() => act({ action: 'letExpire' })}>
          Don't renew
        </Button>
        {isAny('ACKNOWLEDGED', 'SNOOZED', 'LET_EXPIRE') && (
          <Button {...look} icon={BellRing} onClick={() => act({ action: 'reopen' })}>
            Reopen
          </Button>
        )}
      </div>
    </Bar>
  );
}
