import type { Area } from '@quartermaster/contract/api/areas';
import type { TextPath } from '@quartermaster/contract/api/kind';
import type { RecordName } from '@quartermaster/contract/api/relations';
import { hostAndPort } from '@quartermaster/contract/rules/ip-address';
import { entities } from './entities.ts';
import type { Identified } from './entity.ts';

const valueAt = (row: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], row);

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** A record's name wherever others show it, and what tells it from others of that name. */
export function recordName(area: Area, row: Identified): RecordName {
  const { name, detail, labels } = entities[area].entity;
  const read = (path: TextPath): string => {
    if (typeof path !== 'string')
      return hostAndPort(textOf(valueAt(row, path.host)), Number(valueAt(row, path.port)));
    const text = textOf(valueAt(row, path));
    return labels?.[path]?.[text] ?? text;
  };
  return { id: row.id, name: read(name), detail: (detail && read(detail)) || null };
}
