import { expirationLabels } from '@quartermaster/contract/expirations/expirations.routes';
import type { Expiration } from '@quartermaster/contract/expirations/expirations.schema';
import { useQuery } from '@tanstack/react-query';
import { CalendarCheck } from 'lucide-react';
import type { RefObject } from 'react';
import { useMay } from '../api/rights.ts';
import { alertStateLabels, stateTones } from '../records/alerts/alert-words.ts';
import { CalendarDaysLeft } from '../records/dates/calendar-days-left.tsx';
import { DueMenu } from '../records/due/due-menu.tsx';
import { expirationsOfRecord } from '../records/due/due-query.ts';
import { dueOfExpiration, isRecordEnd, isRenewable } from '../records/due/due.ts';
import { askRenewal } from '../records/due/renewal-asked.ts';
import { dueKeys, useDueActions } from '../records/due/use-due-actions.ts';
import { Button } from '../ui/button.tsx';
import { formatDay } from '../ui/format.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { useHotkeys } from '../ui/use-hotkeys.ts';
import type { Subject } from './details.ts';

/** The record's own date, and what has an alert; the other dates have a block of their own. */
const isShown = (expiration: Expiration): boolean => isRecordEnd(expiration) || expiration.alertId !== null;

interface EndsProps {
  subject: Pick<Subject, 'record'>;
  within: RefObject<HTMLElement | null> | undefined;
}

/** When a record ends, and what can be done about it; keys act on the date that has the focus, else on the first. */
export function Ends({ subject: { record }, within }: EndsProps) {
  const { data } = useQuery(expirationsOfRecord(record.id));
  const mayWrite = useMay('write');
  const actions = useDueActions();
  const shown = (data?.expirations ?? []).filter(isShown);
  const [first] = shown.toSorted((a, b) => Number(isRecordEnd(b)) - Number(isRecordEnd(a)));
  const keys = Object.entries(dueKeys(actions, dueOfExpiration));
  const focused = ({ target }: KeyboardEvent) => {
    const row = target instanceof Element && target.closest<HTMLElement>('[data-expiration]');
    return (row && data?.expirations.find(({ id }) => id === row.dataset['expiration'])) || first;
  };
  const pressed = keys.map(([key, work]) => {
    const run = (event: KeyboardEvent) => {
      const expiration = focused(event);
      return expiration ? work(expiration) : false;
    };
    return [key, run] as const;
  });
  useHotkeys(Object.fromEntries(pressed), within);
  if (shown.length === 0) return null;
  return (
    <ul aria-label="When it ends" className="grid gap-1 text-sm">
      {shown.map((expiration) => {
        const { id, what, label, date, daysLeft, alertState } = expiration;
        const due = dueOfExpiration(expiration);
        return (
          <li key={id} data-expiration={id} className="flex min-h-8 flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="font-medium">
              {[expirationLabels[what], label].filter((part) => part !== null).join(', ')}
            </span>
            {date === null ? (
              <span className="text-ink-2">No date</span>
            ) : (
              <time dateTime={date}>{formatDay(date)}</time>
            )}
            {daysLeft !== null && <CalendarDaysLeft days={daysLeft} />}
            {alertState !== null && (
              <StatusBadge tone={stateTones[alertState]}>{alertStateLabels[alertState]}</StatusBadge>
            )}
            {/* On a phone it is in the menu alone, which has no room beside it. */}
            {mayWrite && isRenewable(due) && (
              <Button
                className="no-print max-md:hidden"
                icon={CalendarCheck}
                onClick={() => askRenewal([due])}
              >
                Renewed…
              </Button>
            )}
            <DueMenu due={due} actions={actions} />
          </li>
        );
      })}
    </ul>
  );
}
