import type { Alert } from '@quartermaster/contract/alerts/alerts.schema';
import { useRef } from 'react';
import { useMay } from '../../api/rights.ts';
import { Button } from '../../ui/button.tsx';
import { alertName } from './alert-words.ts';
import { SnoozeMenu } from './snooze-menu.tsx';
import { useAlertAction } from './use-alert-action.ts';

/** What can be done about an alert in the panel of open ones. */
export function AlertActions({ alert }: { alert: Alert }) {
  const { mutate } = useAlertAction();
  const root = useRef<HTMLDivElement>(null);
  const mayWrite = useMay('write');
  const { id, state } = alert;
  if (!mayWrite || state === 'CLOSED') return null;
  const name = alertName(alert);
  const act = (does: Parameters<typeof mutate>[0]['does']) => {
    // The button goes; without the focus, the panel around it would close.
    root.current?.parentElement?.closest<HTMLElement>('[tabindex="-1"]')?.focus();
    mutate({ ids: [id], does });
  };
  return (
    <div ref={root} className="flex flex-wrap items-center gap-1.5">
      {state === 'OPEN' ? (
        <Button
          className="max-md:h-9"
          aria-label={`Acknowledge ${name}`}
          onClick={() => act({ action: 'acknowledge' })}
        >
          Acknowledge
        </Button>
      ) : (
        <Button
          className="max-md:h-9"
          aria-label={`Reopen ${name}`}
          onClick={() => act({ action: 'reopen' })}
        >
          Reopen
        </Button>
      )}
      {state !== 'LET_EXPIRE' && <SnoozeMenu of={name} onSnooze={act} />}
    </div>
  );
}
