import type { Interval } from '@quartermaster/contract/rules/renewal';
import { monthNumber } from './stats.ts';

/** What is paid alike: from the same month on, or without a date, and as often. */
export interface Payment {
  /** YYYY-MM; null: it has no date. */
  month: string | null;
  /** Its date has passed. */
  isOverdue: boolean;
  interval: Interval;
  /** It is not renewed. */
  isOnce: boolean;
}

const monthsIn: Readonly<Record<Interval, number>> = { MONTH: 1, YEAR: 12 };

/**
 * In which of these months, by their place, something is paid: in each period from its month on. What is overdue is paid
 * in the first; without a date, what is paid monthly in each and the rest in the first.
 */
export function monthsPaid({ month, isOverdue, interval, isOnce }: Payment, months: readonly string[]) {
  const [first] = months;
  if (first === undefined) return [];
  const step = monthsIn[interval];
  if (month === null) return step === 1 ? [...months.keys()] : [0];
  const due = monthNumber(month) - monthNumber(first);
  const isLate = due < 0 && isOverdue;
  return [...months.keys()].filter(
    (place) =>
      (isLate && place === 0) || (isOnce ? place === due : place >= due && (place - due) % step === 0),
  );
}
