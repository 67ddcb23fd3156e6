import { type Cell, type CellsByHeading, toTsv } from '@quartermaster/contract/rules/csv';
import { exportColumns } from '@quartermaster/contract/rules/export-columns';
import { hostAndPort } from '@quartermaster/contract/rules/ip-address';
import type { Entity } from '../../records/entity.ts';
import { valueText } from '../../records/history/value-text.ts';

type CopiedKind = Pick<Entity, 'csv' | 'moreColumns' | 'fieldLabels' | 'name' | 'labels'>;

/** What of a list is copied. */
export type ListPart = 'names' | 'addresses' | 'table';

const headingOf = ({ csv = {} }: Pick<Entity, 'csv'>, path: unknown): string | undefined =>
  Object.keys(csv).find((heading) => csv[heading] === path);

/** The parts that a kind's list has. */
export const listParts = (entity: Pick<Entity, 'csv'>): readonly ListPart[] =>
  headingOf(entity, 'ip') === undefined ? ['names', 'table'] : ['names', 'addresses', 'table'];

/** Rows with their cells as on the page: dates, choices and prices in words. */
function asOnPage(entity: CopiedKind, rows: readonly CellsByHeading[]): CellsByHeading[] {
  const columns = exportColumns(entity);
  const words = ([heading, cell]: [string, Cell]): [string, Cell] => {
    const field = columns[heading];
    const isValue = typeof field === 'string' && cell !== null && cell !== '';
    return [heading, isValue ? valueText(field, cell, entity.labels) : cell];
  };
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(words)));
}

/** The text for the clipboard: one name or address a line, or a table. Rows without an address are left out. */
export function listText(entity: CopiedKind, rows: readonly CellsByHeading[], part: ListPart): string {
  if (part === 'table') return toTsv(asOnPage(entity, rows));
  const [first = ''] = Object.keys(entity.csv ?? {});
  const nameHeading = headingOf(entity, entity.name) ?? first;
  const [ipHeading = '', portHeading = ''] = [headingOf(entity, 'ip'), headingOf(entity, 'port')];
  const textOf = (row: CellsByHeading): string => {
    if (part === 'names') return String(row[nameHeading] ?? '');
    const [ip, port] = [row[ipHeading] ?? '', row[portHeading] ?? null];
    return ip === '' || port === null ? String(ip) : hostAndPort(String(ip), Number(port));
  };
  return rows
    .map(textOf)
    .filter((text) => text !== '')
    .join('\n');
}
