import {
  type FactField,
  type FactSource,
  type LookKind,
  factSources,
} from '@quartermaster/contract/lookups/lookups.routes';
import type { Check, Fact } from '@quartermaster/contract/lookups/lookups.schema';
import { isIsoDate } from '@quartermaster/contract/rules/formats';
import { formatDateTime, formatDay, formatRelative } from '../../ui/format.ts';

export const kindLabels: Readonly<Record<LookKind, string>> = {
  registration: 'Registration',
  dns: 'DNS',
  tls: 'Certificate',
};

/** The fields in the order in which they are shown. */
export const fieldLabels: Readonly<Record<FactField, string>> = {
  expirationDate: 'Expires',
  registrar: 'Registrar',
  registeredAt: 'Registered',
  changedAt: 'Changed',
  statuses: 'Statuses',
  nameServers: 'Name servers',
  dnssec: 'DNSSEC',
  ns: 'Name servers',
  a: 'IPv4',
  aaaa: 'IPv6',
  cname: 'CNAME',
  mx: 'Mail servers',
  notAfter: 'Expires',
  notBefore: 'Valid from',
  issuer: 'Issuer',
  names: 'Names',
  chain: 'Chain',
  trusted: 'Trusted',
  nameMatches: 'Name matches',
  oldTls: 'Old TLS',
};
const fieldOrder = Object.keys(fieldLabels);

/** What each source says of a field, by field, in the order in which they are shown. */
export const byField = (facts: readonly Fact[]): [FactField, Fact[]][] => {
  const ofField = Map.groupBy(facts, ({ field }) => field);
  const place = (source: FactSource) => factSources.indexOf(source);
  return [...ofField]
    .sort(([one], [other]) => fieldOrder.indexOf(one) - fieldOrder.indexOf(other))
    .map(([field, all]) => [field, all.sort((one, other) => place(one.source) - place(other.source))]);
};

/** A value as people read it; several stand in lines. */
export function valueLines(value: Fact['value']): string[] {
  if (typeof value === 'boolean') return [value ? 'Yes' : 'No'];
  if (Array.isArray(value)) return value.length === 0 ? ['None'] : value;
  if (!isIsoDate(value) || !/^\d{4}-\d{2}-\d{2}T/.test(value)) return [value];
  return [value.endsWith('T00:00:00.000Z') ? formatDay(value) : formatDateTime(value)];
}

/** A value in one line; null: there was or is none. */
export const factText = (value: Fact['value'] | null): string =>
  value === null ? '—' : valueLines(value).join(', ');

const stateWords: Readonly<Record<Check['state'], string>> = {
  never: 'Not looked up yet',
  ok: 'Looked up',
  unpublished: 'The registry publishes no date, asked',
  unregistered: 'Not registered, asked',
  failing: 'Failed',
};

/** When it was looked up, how that went, and when it comes next. */
export function checkText({ state, checkedAt, answeredAt, nextAt, error }: Check): string {
  const parts = [
    `${stateWords[state]}${checkedAt === null ? '' : ` ${formatRelative(checkedAt)}`}`,
    error,
    state === 'failing' && answeredAt !== null ? `last answer ${formatRelative(answeredAt)}` : null,
    nextAt === null ? 'switched off' : `next ${nextText(nextAt)}`,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

const nextText = (at: string): string => (Date.parse(at) <= Date.now() ? 'soon' : formatDateTime(at));
