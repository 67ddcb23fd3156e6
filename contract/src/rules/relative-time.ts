import { dayMs } from './expiry.ts';

const ago = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/** How long ago, from 'Just now' to weeks; null beyond that, where a full date is better. Times in milliseconds. */
export function relativeTime(time: number, now: number): string | null {
  const seconds = Math.floor((now - time) / 1000);
  if (seconds < 60) return 'Just now';
  if (seconds < 3600) return ago(Math.floor(seconds / 60), 'minute');
  if (seconds < 86_400) return ago(Math.floor(seconds / 3600), 'hour');
  const days = Math.floor((now - time) / dayMs);
  if (days < 7) return ago(days, 'day');
  const weeks = Math.floor(days / 7);
  return weeks < 4 ? ago(weeks, 'week') : null;
}
