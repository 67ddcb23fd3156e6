import { formatDate, formatDateTime } from '../../ui/format.ts';

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** A value of the history in words: lists joined, times readable, nothing as a dash. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length === 0 ? '—' : value.map(valueText).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, part]) => `${name}: ${valueText(part)}`)
      .join(', ');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (!instant.test(text)) return text;
  return text.endsWith('T00:00:00.000Z') ? formatDate(text) : formatDateTime(text);
}
