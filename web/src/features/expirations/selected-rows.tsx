import type { Expiration } from '@quartermaster/contract/expirations/expirations.schema';
import { useQueries } from '@tanstack/react-query';
import { CornerDownLeft, RefreshCw, Repeat } from 'lucide-react';
import { Bar } from '../../list/bulk/bar.tsx';
import { useAlertAction } from '../../records/alerts/use-alert-action.ts';
import { autoRenewChoices } from '../../records/dates/renewal.ts';
import { DueButtons, inBar } from '../../records/due/due-buttons.tsx';
import { dueOfExpiration } from '../../records/due/due.ts';
import { useMismatchAction } from '../../records/looked-up/acts.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { formatNumber } from '../../ui/format.ts';
import { datesFoundQueries, isLookedUp, renews, useLook, useSetAutoRenew } from './selected-records.ts';

interface SelectedRowsProps {
  /** The selected rows. */
  rows: readonly Expiration[];
  onClear: () => void;
}

/** What can be done about the selected rows: each act shows where it applies to one of them. */
export function SelectedRows({ rows, onClear }: SelectedRowsProps) {
  const alerts = useAlertAction();
  const mismatches = useMismatchAction();
  const looking = useLook();
  const renew = useSetAutoRenew();
  const domains = rows.filter(({ what }) => what === 'domain').map(({ recordId }) => recordId);
  const found = useQueries({ queries: datesFoundQueries(domains) });
  const taken = found.flatMap(({ data }) => data ?? []);
  const looked = rows.filter(isLookedUp);
  const renewed = rows.filter(renews);
  const isBusy = [alerts, mismatches, looking, renew].some(({ isPending }) => isPending);
  const after = { onSuccess: () => onClear() };
  return (
    <Bar label={`${formatNumber(rows.length)} selected`} onClear={onClear} isBusy={isBusy}>
      <div data-actions className="flex min-w-0 flex-wrap items-center">
        <DueButtons dues={rows.map(dueOfExpiration)} alerts={alerts} onDone={onClear} />
        {taken.length > 0 && (
          <Button
            {...inBar}
            icon={CornerDownLeft}
            busy={mismatches.isPending}
            onClick={() =>
              mismatches.mutate({ records: { ids: taken }, action: { action: 'takeOver' } }, after)
            }
          >
            Use registry value{taken.length > 1 && 's'}
          </Button>
        )}
        {looked.length > 0 && (
          <Button
            {...inBar}
            icon={RefreshCw}
            busy={looking.isPending}
            onClick={() => looking.mutate(looked, after)}
          >
            Check now
          </Button>
        )}
        {renewed.length > 0 && (
          <ChoiceMenu
            inBar={Repeat}
            label="Set auto renew"
            choices={autoRenewChoices}
            onChoose={(word) => renew.isPending || renew.mutate({ rows: renewed, word }, after)}
          />
        )}
      </div>
    </Bar>
  );
}
