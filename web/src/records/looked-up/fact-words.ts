import type { FactField, LookKind } from '@quartermaster/contract/lookups/lookups.routes';
import type { Check, Fact } from '@quartermaster/contract/lookups/lookups.schema';
import { isIsoDate } from '@quartermaster/contract/rules/formats';
import { formatDateTime, formatDay, formatRelative } from '../../ui/format.ts';

export const kindLabels: Readonly<Record<LookKind, string>> = {
  registration: 'Registration',
  dns: 'DNS',
  tls: 'Certificate',
};

export const fieldLabels: Readonly<Record<FactField, string>> = {
  expirationDate: 'Expires',
  registeredAt: 'Registered',
  changedAt: 'Changed',
  registrar: 'Registrar',
  statuses: 'Statuses',
  nameServers: 'Name servers',
  dnssec: 'DNSSEC',
  ns: 'Name servers',
  a: 'IPv4',
  aaaa: 'IPv6',
  cname: 'CNAME',
  mx: 'Mail servers',
  notBefore: 'Valid from',
  notAfter: 'Valid until',
  issuer: 'Issuer',
  names: 'Names',
  chain: 'Chain',
  trusted: 'Trusted',
  nameMatches: 'Name matches',
};

/** A value as people read it; several stand in lines. */
export function valueLines(value: Fact['value']): string[] {
  if (typeof value === 'boolean') return [value ? 'Yes' : 'No'];
  if (Array.isArray(value)) return value.length === 0 ? ['None'] : value;
  if (!isIsoDate(value) || !/^\d{4}-\d{2}-\d{2}T/.test(value)) return [value];
  return [value.endsWith('T00:00:00.000Z') ? formatDay(value) : formatDateTime(value)];
}

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
