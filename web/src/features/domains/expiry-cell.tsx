import { daysLeft, expiringDays, expiryText, expiryTone } from '@quartermaster/contract/rules/expiry';
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

export const ExpiryCell = ({ date }: { date: string | null }) =>
  date === null ? (
    <DaysLeft date={null} />
  ) : (
    <span className="stacked justify-items-start">
      <span>{formatDay(date)}</span>
      <DaysLeft date={date} />
    </span>
  );
