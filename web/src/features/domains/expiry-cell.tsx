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

/** 'Registry: Dec 10, 2027', where everything that expires is listed by another day than the record's own. */
function otherDay({ expirationDate, shownDate }: Dates): string | null {
  if (!shownDate) return null;
  const day = formatDay(shownDate.date);
  if (expirationDate !== null && formatDay(expirationDate) === day) return null;
  return `${sourceLabels[shownDate.source]}: ${day}`;
}

export function OtherDay({ of }: { of: Dates }) {
  const text = otherDay(of);
  return text && <span className="clipped text-xs text-ink-2">{text}</span>;
}

export function ExpiryCell({ of }: { of: Dates }) {
  const { expirationDate: date } = of;
  const other = <OtherDay of={of} />;
  if (date === null)
    return (
      <span className="stacked justify-items-start">
        <span>Never</span>
        {other}
      </span>
    );
  return (
    <span className={clsx('stacked justify-items-start', otherDay(of) && 'noted')}>
      <span>{formatDay(date)}</span>
      <DaysLeft date={date} />
      {other}
    </span>
  );
}
