import type { Domain } from '@quartermaster/contract/entities/domains/domains.schema';
import { daysLeft, expiringDays, expiryText, expiryTone } from '@quartermaster/contract/rules/expiry';
import clsx from 'clsx';
import { sourceLabels } from '../../records/looked-up/source.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatDay } from '../../ui/format.ts';
import { useTime } from '../../ui/use-time.ts';

/** The days until a domain expires: a badge once they are few, 'Never' without a date. */
export const DaysLeft = ({ date }: { date: string | null }) =>
  date === null ? 'Never' : <DaysUntil date={Date.parse(date)} />;

function DaysUntil({ date }: { date: number }) {
  const days = useTime((now) => daysLeft(date, now));
  const text = expiryText(days);
  if (days > expiringDays) return <span className="min-w-0 clipped text-xs text-ok">{text}</span>;
  return (
    <span className="min-w-0 clipped">
      <Badge tone={expiryTone(days)}>{text}</Badge>
    </span>
  );
}

type Dates = Pick<Domain, 'expirationDate' | 'shownDate'>;

/** Whether everything that expires is listed by another day than the record's own. */
const hasOther = ({ expirationDate, shownDate }: Dates): boolean =>
  shownDate != null && (expirationDate === null || formatDay(shownDate.date) !== formatDay(expirationDate));

/** 'Registry: Dec 10, 2027', where that is so. */
export const OtherDay = ({ of }: { of: Dates }) =>
  of.shownDate && hasOther(of) ? (
    <span className="clipped text-xs text-ink-2">
      {sourceLabels[of.shownDate.source]}: {formatDay(of.shownDate.date)}
    </span>
  ) : null;

export function ExpiryCell({ of }: { of: Dates }) {
  const { expirationDate: date } = of;
  const isNoted = hasOther(of);
  if (date === null && !isNoted) return <DaysLeft date={null} />;
  return (
    <span className={clsx('stacked justify-items-start', isNoted && date !== null && 'noted')}>
      <span>{date === null ? <DaysLeft date={null} /> : formatDay(date)}</span>
      {date !== null && <DaysLeft date={date} />}
      <OtherDay of={of} />
    </span>
  );
}
