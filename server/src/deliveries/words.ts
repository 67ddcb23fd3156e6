import type { Alert } from '@quartermaster/contract/alerts/alerts.schema';
import {
  type ExpirationKind,
  expirationLabels,
} from '@quartermaster/contract/expirations/expirations.routes';
import { shownName } from '@quartermaster/contract/rules/domain-name';
import { shortened } from '@quartermaster/contract/rules/limits';
import { inOneLine } from '../lib/in-one-line.ts';

/** A label inside a sentence: 'Domain' becomes 'domain', 'TLS certificate' stays. */
const inSentence = (label: string): string =>
  label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

const days = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`;

export function expiresWhen(daysLeft: number | null): string {
  if (daysLeft === null) return 'expires';
  if (daysLeft === 0) return 'expires today';
  return daysLeft > 0 ? `expires in ${days(daysLeft)}` : `expired ${days(-daysLeft)} ago`;
}

/** What happened in alerts of other kinds; the list of kinds is open. */
const happened: Readonly<Record<string, string>> = {
  'registration-lost': 'no longer registered',
  'registry-silent': 'the registry does not answer',
  'channel-failing': 'messages are refused',
  'messages-waiting': 'very many wait, and more than 20,000 are left out',
  'job-stuck': 'a job does not run',
};

const whatOf = (what: ExpirationKind, label: string | null): string =>
  what === 'other' ? (label ?? 'other date') : inSentence(expirationLabels[what]);

/** The same with the label that tells it apart from others of its record. */
export function whatExpires(what: ExpirationKind, label: string | null): string {
  if (label === null || what === 'other') return whatOf(what, label);
  return what === 'password' ? inSentence(label) : `${whatOf(what, null)} (${label})`;
}

/** What a message is about, in one line: names may hold what would begin another header of a mail. */
export function subjectOf(alert: Alert): string {
  return inOneLine(subjectWords(alert));
}

function subjectWords({ kind, area, name: stored, what, label, daysLeft, change }: Alert): string {
  const name = shownName(area, stored);
  if (change !== null) return `${name}: ${inSentence(label ?? '')}`;
  if (kind !== 'expiry' || what === null) return `${name}: ${happened[kind] ?? kind.replaceAll('-', ' ')}`;
  return `${name}: ${whatOf(what, label)} ${expiresWhen(daysLeft)}`;
}

export const subjectOfMany = ([first]: readonly Alert[], count: number): string =>
  inOneLine(`${count} alerts, the most urgent about ${first ? shownName(first.area, first.name) : ''}`);

/** A day as people write it: 3 December 2026. */
export const dayInWords = (date: string): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

const longestValue = 300;

/** What a fact said, as text that anybody may have written. */
function factInWords(value: NonNullable<Alert['change']>['before']): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = inOneLine([value ?? []].flat().join(', '));
  return text === '' ? 'none' : shortened(text, longestValue);
}

/** What a message says below its subject. */
export function detailsOf({ date, renewal, change }: Alert): string {
  return [
    ...(change === null
      ? []
      : [`Before: ${factInWords(change.before)}.`, `Now: ${factInWords(change.after)}.`]),
    ...(date === null ? [] : [`The date is ${dayInWords(date)}.`]),
    ...(renewal === null ? [] : ['It was renewed by the registry, which the registrar has not confirmed.']),
  ].join(' ');
}
