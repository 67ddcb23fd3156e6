import type { AlertRule } from '@quartermaster/contract/alert-rules/alert-rules.schema';
import type { AlertEventName, AlertKind, AlertState } from '@quartermaster/contract/alerts/alerts.routes';
import type { Alert } from '@quartermaster/contract/alerts/alerts.schema';
import { expirationLabels } from '@quartermaster/contract/expirations/expirations.routes';
import { shownName } from '@quartermaster/contract/rules/domain-name';
import { shortened } from '@quartermaster/contract/rules/limits';
import { factText } from '../looked-up/fact-words.ts';
import { formatDateTime } from '../../ui/format.ts';
import type { Tone } from '../../ui/tone.ts';
import { counted } from '../count-text.ts';

const kindWords: Readonly<Record<Exclude<AlertKind, 'expiry'>, string>> = {
  'registration-lost': 'No longer registered',
  'registry-silent': 'The registry does not answer',
  'channel-failing': 'The channel refuses messages',
  'messages-waiting': 'Very many wait; more than 20,000 are left out',
  'job-stuck': 'The job does not run',
  'fact-changed': 'Changed',
};

const longestValue = 120;

/** A list may have hundreds of names. */
const valueText = (value: Parameters<typeof factText>[0]): string => shortened(factText(value), longestValue);

export const alertName = ({ area, name }: Pick<Alert, 'area' | 'name'>): string => shownName(area, name);

/** What an alert is about, beside the name. */
export function aboutText({ kind, what, name, label, renewal, change }: Alert): string {
  if (change)
    return `${label ?? kindWords['fact-changed']}: ${valueText(change.before)} → ${valueText(change.after)}`;
  if (kind !== 'expiry' || what === null) return kind === 'expiry' ? '' : kindWords[kind];
  const of =
    label === null || label === `${name}:443`
      ? expirationLabels[what]
      : `${expirationLabels[what]}, ${label}`;
  return renewal === null ? of : `${of}, renewed by the registry, not confirmed by the registrar`;
}

/** Said of a rule that tells nobody now. */
export const noRecipientText = ({ name, isDefault }: Pick<AlertRule, 'name' | 'isDefault'>): string =>
  `The ${isDefault ? 'default rule' : `rule ${name}`} has no recipient`;

const day = { one: 'day' };

/** The reminder that was due last. */
export function distanceText(distance: number | null): string | null {
  if (distance === null) return null;
  if (distance < 0) return 'After the date';
  return distance === 0 ? 'On the day' : `${counted(day, distance)} before`;
}

/** What was crossed last: of a short certificate, a share of its lifetime. */
export function crossedText({ distance, crossings }: Pick<Alert, 'distance' | 'crossings'>): string | null {
  const share = crossings.at(-1)?.share;
  return share === undefined ? distanceText(distance) : `${share} % of its lifetime left`;
}

/** '60, 30 and 7 days before, on the day' */
export function distancesText(distances: readonly number[]): string {
  const sorted = distances.toSorted((a, b) => b - a);
  const before = sorted.filter((distance) => distance > 0);
  const others = sorted.filter((distance) => distance <= 0).map((each) => distanceText(each)?.toLowerCase());
  const days = new Intl.ListFormat('en', { style: 'long' }).format(before.map(String));
  return [
    before.length > 0 && `${days} ${before.at(-1) === 1 && before.length === 1 ? 'day' : 'days'} before`,
    ...others,
  ]
    .filter(Boolean)
    .join(', ');
}

/** What more is known of an event, in words: a crossing is stored as a number of days, a time in UTC. */
export function detailText(detail: string): string {
  const [, distance] = /^Distance (-?[\d.]+)$/.exec(detail) ?? [];
  if (distance !== undefined) return distanceText(Number(distance)) ?? detail;
  const [, until] = /^Until (\d{4}-\d\d-\d\dT\S+Z)$/.exec(detail) ?? [];
  return until === undefined ? detail : `Until ${formatDateTime(until)}`;
}

export const alertStateLabels: Readonly<Record<AlertState, string>> = {
  OPEN: 'Open',
  ACKNOWLEDGED: 'Acknowledged',
  SNOOZED: 'Snoozed',
  LET_EXPIRE: 'Not renewing',
  CLOSED: 'Closed',
};

export const stateTones: Readonly<Record<AlertState, Tone>> = {
  OPEN: 'bad',
  ACKNOWLEDGED: 'ok',
  SNOOZED: 'info',
  LET_EXPIRE: 'mute',
  CLOSED: 'mute',
};

export const eventWords: Readonly<Record<AlertEventName, string>> = {
  raised: 'Raised',
  crossed: 'Nearer',
  escalated: 'Escalated',
  acknowledged: 'Acknowledged',
  snoozed: 'Snoozed',
  woken: 'Snooze ended',
  'let-expire': 'Not renewing',
  reopened: 'Reopened',
  closed: 'Closed',
};
