import type { DateOrder } from '@quartermaster/contract/imports/imports.schema';
import { formatDay } from '../../ui/format.ts';

const numbers = /^\s*(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})\b/;

/** A date of an undecided column written out in an order of days and months; null for one that is not undecided. */
export function writtenOut(example: string, order: DateOrder): string | null {
  const [, first, second, year = ''] = numbers.exec(example) ?? [];
  if (first === undefined || second === undefined) return null;
  const [day, month] = order === 'dmy' ? [first, second] : [second, first];
  const whole = year.length === 2 ? `20${year}` : year;
  const date = new Date(Date.UTC(Number(whole), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 ? formatDay(date.toISOString()) : null;
}
