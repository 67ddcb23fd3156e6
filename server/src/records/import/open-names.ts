import type { OwnedTableName } from '../../db/schema.ts';
import { nameOfAsked } from './levels.ts';
import type { NamedRows, ReferencedRows } from './named-rows.ts';
import type { ReferencedRecord } from './reference-query.ts';
import { spellingKey } from './spellings.ts';

/** A name that leads to no record or to several, in all of its spellings. */
export interface OpenName {
  keys: string[];
  names: string[];
  named: ReferencedRows;
  /** Those that fit: none, or several that can't be told apart. */
  records: readonly ReferencedRecord[];
}

/** The names that do not lead to one record; several spellings of one are together. */
export function openNames(
  table: OwnedTableName,
  named: NamedRows,
  found: ReadonlyMap<string, readonly ReferencedRecord[]>,
): OpenName[] {
  const open = new Map<string, OpenName>();
  for (const [key, { asked, rows }] of named) {
    const records = found.get(key) ?? [];
    if (records.length === 1) continue;
    // Spellings that fit other records are other questions.
    const spelling = JSON.stringify([spellingKey(table, asked), records.length, records[0]?.id]);
    const each = open.get(spelling) ?? { keys: [], names: [], named: { asked, rows: [] }, records };
    open.set(spelling, each);
    each.keys.push(key);
    each.names.push(nameOfAsked(table, asked));
    each.named.rows.push(...rows);
  }
  return [...open.values()];
}
