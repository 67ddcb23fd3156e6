import type { Expiration } from '@quartermaster/contract/expirations/expirations.schema';
import { useQueries } from '@tanstack/react-query';
import { SnoozeMenu } from '../../records/alerts/snooze-menu.tsx';
import { useAlertAction } from '../../records/alerts/use-alert-action.ts';
import { autoRenewChoices } from '../../records/dates/renewal.ts';
import { useMismatchAction } from '../../records/looked-up/acts.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { formatNumber } from '../../ui/format.ts';
import { dateFoundQuery } from './expirations-query.ts';
import { isLookedUp, renews, useLook, useSetAutoRenew } from './selected-records.ts';

interface SelectedRowsProps {
  /** The selected rows. */
  rows: readonly Expiration[];
  onClear: () => void;
}

/** What can be done about the selected rows: each act shows where it applies to one of them. */
export function SelectedRows({ rows, onClear }: SelectedRowsProps) {
  const alerts = useAlertAction();
  const mismatches = useMismatchAction();
  const look = useLook();
  const renew = useSetAutoRenew();
  const found = useQueries({
    queries: rows.filter(({ what }) => what === 'domain').map(({ recordId }) => dateFoundQuery(recordId)),
  });
  const ids = rows.flatMap(({ alertId }) => (alertId === null ? [] : [alertId]));
  const taken = found.flatMap(({ data }) => data ?? []);
  const looked = rows.filter(isLookedUp);
  const renewed = rows.filter(renews);
  const after = { onSuccess: () => onClear() };
  const act = (does: Parameters<typeof alerts.mutate>[0]['does']) => alerts.mutate({ ids, does }, after);
  return (
    <div role="group" aria-label="Selection" className="flex flex-wrap items-center gap-2 print:hidden">
      <span className="text-sm font-medium">{formatNumber(rows.length)} selected</span>
      {ids.length > 0 && (
        <>
          <Button onClick={() => act({ action: 'acknowledge' })}>Acknowledge</Button>
          <SnoozeMenu of="the selected" onSnooze={act} />
          <Button onClick={() => act({ action: 'letExpire' })}>Let expire</Button>
        </>
      )}
      {taken.length > 0 && (
        <Button
          busy={mismatches.isPending}
          onClick={() =>
            mismatches.mutate({ records: { ids: taken }, action: { action: 'takeOver' } }, after)
          }
        >
          Take over
        </Button>
      )}
      {looked.length > 0 && (
        <Button busy={look.isPending} onClick={() => look.mutate(looked, after)}>
          Look now
        </Button>
      )}
      {renewed.length > 0 && (
        <ChoiceMenu
          label="Set auto renew"
          choices={autoRenewChoices}
          onChoose={(word) => renew.isPending || renew.mutate({ rows: renewed, word }, after)}
        />
      )}
      <Button variant="ghost" onClick={onClear}>
        Clear selection
      </Button>
    </div>
  );
}
