import type { Tag } from '../api/fields.ts';
import type { ProxySummary } from '../entities/summaries.ts';
import { hostAndPort } from './ip-address.ts';

/** One column of a file: its heading, and what a record shows there. */
export interface CsvColumn<T> {
  header: string;
  value: (record: T) => string | number | null;
}

/** A text that begins like a formula is made plain text (OWASP, 'CSV injection'). Numbers stay numbers. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180, lines ended by CRLF, without the heading. */
export const csvRows = <T>(columns: readonly CsvColumn<T>[], records: readonly T[]): string =>
  records.map((record) => `${columns.map(({ value }) => cell(value(record))).join(',')}\r\n`).join('');

export const csvHeader = <T>(columns: readonly CsvColumn<T>[]): string =>
  `${columns.map(({ header }) => cell(header)).join(',')}\r\n`;

export const toCsv = <T>(columns: readonly CsvColumn<T>[], records: readonly T[]): string =>
  csvHeader(columns) + csvRows(columns, records);

export const tagsCell = (tags: readonly Tag[]): string =>
  tags.map(({ type, value }) => `${type}:${value}`).join('; ');

export const yesNo = (value: boolean): string => (value ? 'Yes' : 'No');

export const proxyCell = (proxy: ProxySummary | null): string | null =>
  proxy && `${proxy.name} (${hostAndPort(proxy.ip, proxy.port)})`;
