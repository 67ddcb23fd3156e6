import type { KindFacts, TextPath } from '../api/kind.ts';
import type { RecordName } from '../api/relations.ts';
import { hostAndPort } from './ip-address.ts';

const valueAt = (row: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], row);

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** A record's name wherever others show it, and the detail that tells apart records with the same name. */
export function recordNameOf(
  { name, detail, labels }: Pick<KindFacts, 'name' | 'detail' | 'labels'>,
  row: { id: string },
): RecordName {
  const read = (path: TextPath): string => {
    if (typeof path !== 'string') {
      const host = textOf(valueAt(row, path.host));
      // A proxy outside the reader's scope tells no address.
      return host && hostAndPort(host, Number(valueAt(row, path.port)));
    }
    const text = textOf(valueAt(row, path));
    return labels?.[path]?.[text] ?? text;
  };
  return { id: row.id, name: read(name), detail: (detail && read(detail)) || null };
}
