import type { ExpirationMonth } from '@quartermaster/contract/expirations/expirations.schema';
import { addDays } from '@quartermaster/contract/rules/calendar';
import { useQuery } from '@tanstack/react-query';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { moneyText } from '../../records/dates/renewal-text.ts';
import { formatNumber } from '../../ui/format.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { countQuery, monthsQuery, withoutDays } from './expirations-query.ts';

/** Days from the first to the last; a missing one is open. */
export interface Range {
  from?: string | undefined;
  to?: string | undefined;
}

const monthsShown = 12;
const monthAndYear = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** 'Jan 2027' */
export const monthName = (month: string): string =>
  monthAndYear.format(Date.parse(`${month.slice(0, 7)}-01`));

/** The first and the last day of the month that a day is in. */
export function daysOf(day: string): Required<Range> {
  const month = day.slice(0, 7);
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))];
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) };
}

interface MonthStripProps {
  /** The filters of the list. */
  query: Record<string, string>;
  range: Range;
  onRange: (range: Range) => void;
}

/** The coming months with what expires and what that costs; a click lists one of them. */
export function MonthStrip({ query, range, onRange }: MonthStripProps) {
  const { data, error, refetch } = useQuery(monthsQuery(query));
  const months = data?.months ?? [];
  const first = months[0]?.month;
  const before: { to?: string } = first === undefined ? {} : { to: addDays(`${first}-01`, -1) };
  const { data: earlier = 0 } = useQuery({
    ...countQuery({ ...withoutDays(query), ...before }),
    enabled: first !== undefined,
  });
  const isShown = ({ from, to }: Range) => range.from === from && range.to === to;
  const toggle = (days: Range) => onRange(isShown(days) ? {} : days);
  return (
    <>
      <ProblemBanner title="Failed to load the months" error={error} onRetry={() => void refetch()} />
      <ul
        aria-label="Months"
        className="relative -mx-4 flex shrink-0 gap-1.5 overflow-x-auto px-4 pb-1 md:mx-0 md:px-0 print:hidden"
      >
        {earlier > 0 && first !== undefined && (
          <Month
            title="Earlier"
            count={earlier}
            isLate
            cost={[]}
            isShown={isShown(before)}
            onClick={() => toggle(before)}
          />
        )}
        {!data &&
          !error &&
          Array.from({ length: monthsShown }, (_, place) => (
            <li key={place} className="min-w-24 flex-1">
              <Skeleton className="h-[4.5rem] w-full" />
            </li>
          ))}
        {months.map(({ month, count, cost }) => (
          <Month
            key={month}
            title={monthName(month)}
            count={count}
            cost={cost}
            isShown={isShown(daysOf(month))}
            onClick={() => toggle(daysOf(month))}
          />
        ))}
      </ul>
    </>
  );
}

interface MonthProps extends Pick<ExpirationMonth, 'count' | 'cost'> {
  title: string;
  /** What is listed has passed. */
  isLate?: boolean;
  isShown: boolean;
  onClick: () => void;
}

const costsShown = 2;

function Month({ title, count, cost, isLate = false, isShown, onClick }: MonthProps) {
  const costs = cost.map(({ amount, currency }) => moneyText(amount, currency));
  const more = costs.length - costsShown;
  const all = costs.join(' + ');
  return (
    <li className="min-w-24 flex-1">
      <button
        type="button"
        aria-pressed={isShown}
        data-tip={more > 0 ? all : undefined}
        onClick={onClick}
        className="grid h-[4.5rem] w-full content-start gap-0.5 rounded-lg border border-line bg-surface px-2.5 py-1.5 text-left hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft"
      >
        <span className="flex items-baseline justify-between gap-1 text-xs whitespace-nowrap text-ink-2">
          {title}
          <span
            className={`text-base font-semibold ${count === 0 ? 'text-ink-3' : isLate ? 'text-bad' : 'text-ink'}`}
          >
            {formatNumber(count)}
            <span className="sr-only">{count === 1 ? ' date' : ' dates'}</span>
          </span>
        </span>
        <span className="grid text-xs text-ink-2">
          {costs.slice(0, costsShown).map((text, place) => (
            <span key={text} className="clipped">
              {text}
              {place === costsShown - 1 && more > 0 && ` +${more}`}
            </span>
          ))}
        </span>
      </button>
    </li>
  );
}
