import { flagWord } from '@quartermaster/contract/rules/cells';
import type { Entity } from '../entity.ts';
import { formatDate, formatDateTime } from '../../ui/format.ts';

type Labels = NonNullable<Entity['labels']>;

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** The value of a field in words: a choice by its label, lists joined, times readable, nothing as a dash. */
export function valueText(field: string, value: unknown, labels: Labels = {}): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return flagWord(field, value);
  if (Array.isArray(value))
    return value.length === 0 ? '—' : value.map((each) => valueText(field, each)).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, part]) => `${name}: ${valueText(name, part)}`)
      .join(', ');
  const text = typeof value === 'string' ? (labels[field]?.[value] ?? value) : JSON.stringify(value);
  if (!instant.test(text)) return text;
  return text.endsWith('T00:00:00.000Z') ? formatDate(text) : formatDateTime(text);
}
