import { type CellsByHeading, toTsv } from '@quartermaster/contract/rules/csv';
import { hostAndPort } from '@quartermaster/contract/rules/ip-address';
import type { Entity } from '../../records/entity.ts';
import { cellsAsShown } from '../cells-as-shown.ts';

type CopiedKind = Pick<Entity, 'csv' | 'moreColumns' | 'fieldLabels' | 'name' | 'labels'>;

/** What of a list is copied. */
export type ListPart = 'names' | 'addresses' | 'table';

const headingOf = ({ csv = {} }: Pick<Entity, 'csv'>, path: unknown): string | undefined =>
  Object.keys(csv).find((heading) => csv[heading] === path);

/** The parts that a kind's list has. */
export const listParts = (entity: Pick<Entity, 'csv'>): readonly ListPart[] =>
  headingOf(entity, 'ip') === undefined ? ['names', 'table'] : ['names', 'addresses', 'table'];

/** The text for the clipboard: one name or address a line, or a table. Rows without an address are left out. */
export function listText(entity: CopiedKind, rows: readonly CellsByHeading[], part: ListPart): string {
  if (part === 'table') return toTsv(cellsAsShown(entity, rows));
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
