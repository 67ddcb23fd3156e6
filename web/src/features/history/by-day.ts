import type { Batch } from '@quartermaster/contract/history/history.schema';
import { formatDate } from '../../ui/format.ts';

interface Day {
  day: string;
  title: string;
  batches: Batch[];
}

const dayOf = (at: Date): string => `${at.getFullYear()}-${at.getMonth() + 1}-${at.getDate()}`;

/** Groups acts, newest first, by the day in the viewer's time zone. */
export function byDay(batches: readonly Batch[], now = new Date()): Day[] {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  const titles = new Map([
    [dayOf(now), 'Today'],
    [dayOf(yesterday), 'Yesterday'],
  ]);
  return [...Map.groupBy(batches, ({ at }) => dayOf(new Date(at)))].map(([day, some]) => ({
    day,
    title: titles.get(day) ?? formatDate(some[0]?.at ?? ''),
    batches: some,
  }));
}
