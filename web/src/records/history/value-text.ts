import { flagWord } from '@quartermaster/contract/rules/cells';
import { shownDomain } from '@quartermaster/contract/rules/domain-name';
import type { AutoRenew } from '@quartermaster/contract/rules/renewal';
import { formatDateTime, formatDay, formatMoney } from '../../ui/format.ts';
import { autoRenewLabels, intervalLabels } from '../dates/renewal.ts';
import { type Entity, capital } from '../entity.ts';

type Labels = NonNullable<Entity['labels']>;

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const midnight = /T00:00:00(?:\.0+)?Z$/;

const words: Labels = {
  autoRenew: autoRenewLabels satisfies Record<AutoRenew, string>,
  interval: intervalLabels,
};

/** The value of a field as on its page: a choice by its label, lists joined, dates, prices and names readable, nothing as a dash. */
export function valueText(field: string, value: unknown, labels: Labels = {}): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return flagWord(field, value);
  if (Array.isArray(value))
    return value.length === 0 ? '—' : value.map((each) => valueText(field, each)).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, part]) => `${name}: ${valueText(name, part)}`)
      .join(', ');
  if (field === 'price' && Number.isFinite(Number(value))) return formatMoney(Number(value), null);
  if (typeof value !== 'string') return JSON.stringify(value);
  if (field === 'domain') return shownDomain(value);
  if (field === 'status' && /^[A-Z]+$/.test(value)) return capital(value.toLowerCase());
  const isDay = /(?:date|until)$/i.test(field) && /^\d{4}-\d\d-\d\d$/.test(value);
  if (isDay || (instant.test(value) && midnight.test(value))) return formatDay(value);
  return instant.test(value) ? formatDateTime(value) : ({ ...words, ...labels }[field]?.[value] ?? value);
}
