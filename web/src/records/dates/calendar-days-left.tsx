import { expiringDays, expiryTone } from '@quartermaster/contract/rules/expiry';
import { Badge } from '../../ui/badge.tsx';
import { counted } from '../count-text.ts';

const day = { one: 'day' };

/** '5 days left', 'Today', '3 days ago', of calendar days. */
export function daysText(days: number): string {
  if (days === 0) return 'Today';
  return days < 0 ? `${counted(day, -days)} ago` : `${counted(day, days)} left`;
}

/** The calendar days until a date: a badge once they are few. */
export const CalendarDaysLeft = ({ days }: { days: number }) =>
  days > expiringDays ? (
    <span className="min-w-0 clipped text-xs text-ink-2">{daysText(days)}</span>
  ) : (
    <Badge tone={expiryTone(days)}>{daysText(days)}</Badge>
  );
