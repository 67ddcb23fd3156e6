import { AlarmClock, BellOff, BellRing, CalendarCheck, Check } from 'lucide-react';
import { SnoozeMenu } from '../alerts/snooze-menu.tsx';
import type { useAlertAction } from '../alerts/use-alert-action.ts';
import { Button } from '../../ui/button.tsx';
import { type Due, hasState, isRenewable } from './due.ts';
import { askRenewal } from './renewal-asked.ts';

interface DueButtonsProps {
  /** The selected. */
  dues: readonly Due[];
  alerts: Pick<ReturnType<typeof useAlertAction>, 'mutate'>;
  onDone: () => void;
}

export const inBar = { variant: 'ghost', className: 'px-2 max-md:h-9' } as const;

/** What can be done about selected things that are due, each where it applies to one of them. */
export function DueButtons({ dues, alerts: { mutate }, onDone }: DueButtonsProps) {
  const ids = dues.flatMap(({ alert }) => alert?.id ?? []);
  const renewable = dues.filter(isRenewable);
  const act = (does: Parameters<typeof mutate>[0]['does']) => mutate({ ids, does }, { onSuccess: onDone });
  return (
    <>
      {renewable.length > 0 && (
        <Button {...inBar} icon={CalendarCheck} onClick={() => askRenewal(renewable, onDone)}>
          Renewed…
        </Button>
      )}
      {dues.some(hasState('OPEN')) && (
        <Button {...inBar} icon={Check} onClick={() => act({ action: 'acknowledge' })}>
          Acknowledge
        </Button>
      )}
      {ids.length > 0 && <SnoozeMenu inBar={AlarmClock} of="the selected" onSnooze={act} />}
      {dues.some(({ alert, expiration }) => alert && expiration) && (
        <Button {...inBar} icon={BellOff} onClick={() => act({ action: 'letExpire' })}>
          Don't renew
        </Button>
      )}
      {dues.some(hasState('ACKNOWLEDGED', 'SNOOZED', 'LET_EXPIRE')) && (
        <Button {...inBar} icon={BellRing} onClick={() => act({ action: 'reopen' })}>
          Reopen
        </Button>
      )}
    </>
  );
}
