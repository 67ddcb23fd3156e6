import { daysLeft, expiringDays, expiryText, expiryTone } from '@quartermaster/contract/rules/expiry';
import { Badge } from '../../ui/badge.tsx';
import { formatDay } from '../../ui/format.ts';

const daysUntil = (date: string, now = Date.now()) => daysLeft(Date.parse(date), now);

/** How long a domain has left: coloured once it is urgent, 'Never' without a date. */
export function DaysLeft({ date }: { date: string | null }) {
  if (date === null) return 'Never';
  const days = daysUntil(date);
  if (days > expiringDays) return <span className="text-xs text-ink-2">{expiryText(days)}</span>;
  return <Badge tone={expiryTone(days)}>{expiryText(days)}</Badge>;
}

export const ExpiryCell = ({ date }: { date: string | null }) =>
  date === null ? (
    <DaysLeft date={null} />
  ) : (
    <span className="grid justify-items-start leading-4">
      {formatDay(date)}
      <DaysLeft date={date} />
    </span>
  );
