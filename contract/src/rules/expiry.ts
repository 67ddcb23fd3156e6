/** All times here are milliseconds since 1970, UTC. */
export const dayMs = 86_400_000;
export const expiringDays = 30;

export const domainStatuses = ['ACTIVE', 'EXPIRING', 'EXPIRED', 'BLOCKED', 'TRANSFERRED'] as const;
export type DomainStatus = (typeof domainStatuses)[number];

/** Rounded up; 0 or less once the date has passed. */
export const daysLeft = (date: number, now: number): number => Math.ceil((date - now) / dayMs) || 0;

export type ExpiryClass = 'expired' | 'expiring' | 'healthy' | 'never';

export function classifyExpiry(date: number | null, now: number): ExpiryClass {
  if (date === null) return 'never';
  if (date < now) return 'expired';
  return daysLeft(date, now) <= expiringDays ? 'expiring' : 'healthy';
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** '5 days left', 'Expired today', 'Expired 3 days ago'. */
export function expiryText(days: number): string {
  if (days === 0) return 'Expired today';
  return days < 0 ? `Expired ${plural(-days, 'day')} ago` : `${plural(days, 'day')} left`;
}

/** The text of an alert: 'Expires in 5 days'. */
export const expiryAlertText = (days: number): string =>
  days > 0 ? `Expires in ${plural(days, 'day')}` : expiryText(days);

export type ExpiryTone = 'bad' | 'hot' | 'warn' | 'info';

/** Warmer tones for less time. */
export function expiryTone(days: number): ExpiryTone {
  if (days <= 3) return 'bad';
  if (days <= 7) return 'hot';
  return days <= 14 ? 'warn' : 'info';
}

/** The status after Check Expiration. Blocked and transferred domains keep theirs. */
export function checkedStatus(status: DomainStatus, date: number | null, now: number): DomainStatus {
  if (date === null || status === 'BLOCKED' || status === 'TRANSFERRED') return status;
  const found = classifyExpiry(date, now);
  if (found === 'expired') return 'EXPIRED';
  return found === 'expiring' ? 'EXPIRING' : 'ACTIVE';
}
