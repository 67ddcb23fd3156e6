import type { OwnedTableName } from '../../db/schema.ts';
import { nameOfAsked } from './levels.ts';
import type { NamedRows, ReferencedRows } from './named-rows.ts';
import type { ReferencedRecord } from './reference-query.ts';
import { spellingKey } from './spellings.ts';

/** A name that no record has, in all of its spellings. */
export interface Absent {
  keys: string[];
  names: string[];
  named: ReferencedRows;
}

/** The names that no record has; several spellings of one are together. */
export function absentNames(
  table: OwnedTableName,
  named: NamedRows,
  found: ReadonlyMap<string, readonly ReferencedRecord[]>,
): Absent[] {
  const absent = new Map<string, Absent>();
  for (const [key, { asked, rows }] of named) {
    if ((found.get(key) ?? []).length > 0) continue;
    const spelling = spellingKey(table, asked);
    const each = absent.get(spelling) ?? { keys: [], names: [], named: { asked, rows: [] } };
    absent.set(spelling, each);
    each.keys.push(key);
    each.names.push(nameOfAsked(table, asked));
    each.named.rows.push(...rows);
  }
  return [...absent.values()];
}
