import type { ListedAlert } from '@quartermaster/contract/alerts/alerts.schema';
import { expirationLabels } from '@quartermaster/contract/expirations/expirations.routes';
import { aboutText } from '../alerts/alert-words.ts';
import { counted } from '../count-text.ts';

const day = { one: 'day' };

/** 'today', 'tomorrow', 'in 5 days', 'yesterday', '48 days ago', of calendar days. */
function daysFromNow(days: number): string {
  if (days === 0) return 'today';
  if (Math.abs(days) === 1) return days < 0 ? 'yesterday' : 'tomorrow';
  return days < 0 ? `${counted(day, -days)} ago` : `in ${counted(day, days)}`;
}

/**
 * What an alert says with a verb: 'Due in 5 days', 'Expired 48 days ago', 'Certificate ends in 2 days', 'Name servers
 * changed'. Never 'Expires in 5 days', which the panel Expiration Alerts alone says.
 */
export function dueText(alert: ListedAlert): string {
  const { kind, what, label, name, daysLeft, change } = alert;
  if (change) return label ?? 'Changed';
  if (kind !== 'expiry' || what === null || daysLeft === null) return aboutText(alert);
  const when = daysFromNow(daysLeft);
  if (what === 'domain') return `${daysLeft < 0 ? 'Expired' : 'Due'} ${when}`;
  if (what === 'tls') {
    const host = label === null || label === `${name}:443` ? '' : ` of ${label}`;
    return `Certificate${host} ${daysLeft < 0 ? 'ended' : 'ends'} ${when}`;
  }
  const subject = label ?? expirationLabels[what];
  if (what === 'password') return `${subject} ${daysLeft < 0 ? 'was' : 'is'} due ${when}`;
  return daysLeft < 0 ? `${subject} expired ${when}` : `${subject} is due ${when}`;
}
