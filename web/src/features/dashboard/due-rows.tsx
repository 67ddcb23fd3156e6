import type { ListedAlert } from '@quartermaster/contract/alerts/alerts.schema';
import { Link } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { alertName } from '../../records/alerts/alert-words.ts';
import { autoRenewLabels } from '../../records/dates/renewal.ts';
import { priceText } from '../../records/dates/renewal-text.ts';
import { type Due, dueOfAlert } from '../../records/due/due.ts';
import { DueMenu } from '../../records/due/due-menu.tsx';
import { dueText } from '../../records/due/due-words.ts';
import { dueKeys, useDueActions } from '../../records/due/use-due-actions.ts';
import { formatDay } from '../../ui/format.ts';
import { TagChip } from '../../ui/tag-chip.tsx';
import { useHotkeys } from '../../ui/use-hotkeys.ts';

interface DueRowsProps {
  alerts: readonly ListedAlert[];
  /** With the client, the registrar, auto renew and the price, where there is room. */
  isWide?: boolean;
}

const cell = 'clipped text-ink-2';

/** What is known of the renewal, each in a column; on a narrow screen all in one line, without what is unknown. */
function Renewal({ expiration }: Pick<ListedAlert, 'expiration'>) {
  const clients = (expiration?.tags ?? []).filter(({ type }) => type === 'client');
  const autoRenew = expiration?.autoRenew ?? 'UNKNOWN';
  const price = expiration && priceText(expiration);
  return (
    <span className="col-span-full flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 text-xs md:contents md:text-sm">
      <span className="flex min-w-0 gap-1 empty:hidden md:empty:inline">
        {clients.map((tag) => (
          <TagChip key={tag.value} tag={tag} />
        ))}
      </span>
      <span className={`${cell} empty:hidden md:empty:inline`}>{expiration?.registrar}</span>
      <span className={`${cell} empty:hidden md:empty:inline`}>
        {autoRenew !== 'UNKNOWN' && `Auto renew: ${autoRenewLabels[autoRenew]}`}
      </span>
      <span className={`${cell} empty:hidden md:text-right md:empty:inline`}>{price}</span>
    </span>
  );
}

/** Alerts with what can be done about each; keys act on the one that has the focus, which moves on when that is done. */
export function DueRows({ alerts, isWide = false }: DueRowsProps) {
  const frame = useRef<HTMLUListElement>(null);
  const actions = useDueActions();
  const keys = Object.entries(dueKeys(actions, (due: Due) => due)).map(([key, work]) => {
    const run = ({ target }: KeyboardEvent) => {
      const row = target instanceof Element && target.closest<HTMLElement>('[data-row]');
      const alert = row && alerts.find(({ id }) => id === row.dataset['row']);
      return alert ? work(dueOfAlert(alert)) : false;
    };
    return [key, run] as const;
  });
  useHotkeys(Object.fromEntries(keys), frame);
  const focused = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (focused.current === undefined || document.activeElement !== document.body) return;
    const links = frame.current?.querySelectorAll<HTMLElement>('[data-row] > a') ?? [];
    links[Math.min(focused.current, links.length - 1)]?.focus();
  }, [alerts]);
  const columns = isWide
    ? 'md:grid-cols-[minmax(0,6fr)_minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)_minmax(0,4fr)_minmax(0,3fr)_2rem]'
    : 'md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2rem]';
  return (
    <ul ref={frame} className="divide-y divide-line">
      {alerts.map((alert, at) => {
        const { id, area, recordId, date } = alert;
        const link =
          area === null || recordId === null
            ? { to: '/alerts', search: { alert: id } }
            : { to: `/${area}/${recordId}` };
        return (
          <li
            key={id}
            data-row={id}
            onFocus={() => (focused.current = at)}
            onBlur={() => (focused.current = undefined)}
            className={`grid min-h-9 grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2rem] items-center gap-x-3 py-0.5 max-md:pb-1.5 ${columns}`}
          >
            <Link {...link} className="clipped py-1 font-medium hover:underline">
              {alertName(alert)}
            </Link>
            <span
              className="wrap-anywhere md:clipped"
              data-tip={date === null ? dueText(alert) : `${dueText(alert)}, ${formatDay(date)}`}
            >
              {dueText(alert)}
            </span>
            {isWide && <Renewal {...alert} />}
            <span className="max-md:col-start-3 max-md:row-start-1">
              <DueMenu due={dueOfAlert(alert)} actions={actions} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
