import { shortened } from '@quartermaster/contract/rules/limits';
import type { OwnedTableName } from '../../db/schema.ts';
import { entityOf } from '../kinds/entities.ts';
import type { Levels } from './levels.ts';
import { type ReferenceQuery, askedKey } from './reference-query.ts';

export interface ReferencedRows {
  asked: ReferenceQuery;
  rows: number[];
}

/** A name and the rows with it, by `askedKey`. */
export type NamedRows = Map<string, ReferencedRows>;

/** What rows name at a path, each once. */
export function namedAt(
  levels: Levels,
  rows: Iterable<number>,
  at: string,
  table: OwnedTableName,
): NamedRows {
  const named: NamedRows = new Map();
  for (const row of rows) {
    const asked = levels.asked(row, at, table);
    if (asked === null || asked === 'cleared') continue;
    const key = askedKey(asked);
    const known = named.get(key);
    if (known) known.rows.push(row);
    else named.set(key, { asked, rows: [row] });
  }
  return named;
}

const nameLength = 300;

/** A name as messages quote it: a cell may hold any text. */
export const quotedName = (name: string): string => shortened(name, nameLength);

/** So many of several records that fit are in the message. */
const namedInMessage = 5;

/** Why a name of several records leads to none, with the names of the first few of them. */
export function severalMessage(
  table: OwnedTableName,
  { name, found, names }: { name: string; found: readonly unknown[]; names: readonly string[] },
): string {
  const few = names.slice(0, namedInMessage);
  const more = found.length - few.length;
  const listed = [...few, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return `Several ${entityOf[table].many} are named ${quotedName(name)}: ${listed}`;
}
