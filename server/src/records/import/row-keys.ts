import type { Owner } from '../../access/owner.ts';
import type { Db } from '../../db/schema.ts';
import { type Reference, keyOf, references } from '../kinds/entities.ts';
import type { RecordTable } from '../list/record-table.ts';
import type { Choices } from './choices.ts';
import { namedAt } from './named-rows.ts';
import { openNames } from './open-names.ts';
import type { Existing } from './existing.ts';
import type { CellRows, Levels } from './levels.ts';
import { findNamed } from './lookup.ts';
import { ownFields } from './own-fields.ts';
import type { CheckedRow } from './plan.ts';
import { type ReferencedRecord, askedKey } from './reference-query.ts';
import { spellingKey } from './spellings.ts';

type Fields = Record<string, unknown>;

/** A row by what it is known by. */
export interface Keyed {
  fields: Fields;
  /** The same for rows about one record, whether or not it exists; null: the row does not say. */
  fileKey: string | null;
}

type FoundByColumn = ReadonlyMap<string, ReadonlyMap<string, readonly ReferencedRecord[]>>;

/** What the references among the unique fields lead to; a name that none or several fit, to the record that was picked. */
export async function keyReferences(
  db: Db,
  owner: Owner,
  { table }: CellRows,
  levels: Levels,
  rows: readonly number[],
  choices: Choices,
) {
  const found = new Map<string, ReadonlyMap<string, readonly ReferencedRecord[]>>();
  for (const { column, shown, to } of ownReferences(table))
    if (table.entity.unique.fields.includes(column)) {
      const named = namedAt(levels, rows, shown, to);
      const asked = [...named.values()].map((each) => each.asked);
      const records = new Map(await findNamed(db, owner, to, asked));
      for (const each of openNames(to, named, records)) {
        const { picked } = await choices.of(shown, to, each);
        if (picked) for (const key of each.keys) records.set(key, [picked]);
      }
      found.set(column, records);
    }
  return found;
}

export const ownReferences = ({ name }: RecordTable): Reference[] =>
  references.filter(({ from }) => from === name);

export function keyedRow(table: RecordTable, levels: Levels, row: number, found: FoundByColumn): Keyed {
  const { unique, fields: definitions } = table.entity;
  const { fields } = ownFields(levels, [row], '', table.name, ({ target }) =>
    unique.fields.includes(target.field),
  );
  const key: Fields = {};
  const names: unknown[] = [];
  let isKnown = true;
  for (const field of unique.fields) {
    const reference = ownReferences(table).find(({ column }) => column === field);
    if (reference) {
      const asked = levels.asked(row, reference.shown, reference.to);
      if (asked === null || asked === 'cleared') return { fields: {}, fileKey: null };
      const [one, second] = found.get(field)?.get(askedKey(asked)) ?? [];
      if (one && !second) key[field] = one.id;
      else isKnown = false;
      names.push(one?.id ?? spellingKey(reference.to, asked));
      continue;
    }
    const definition = definitions[field];
    const value = fields[field] ?? definition?.initial;
    const { data, success } = definition?.rule.safeParse(value) ?? { success: false, data: null };
    if (!success) return { fields: {}, fileKey: null };
    key[field] = data;
    names.push(keyOf(table.name, field, table.stored({ [field]: data })[field]));
  }
  return { fields: isKnown ? { ...key, ...table.stored(key) } : {}, fileKey: JSON.stringify(names) };
}

/** What is done with a row whose record exists, unless it is changed. */
export function decided(
  table: RecordTable,
  existing: Existing | undefined,
  { existing: choice }: CellRows['options'],
): CheckedRow | null {
  const { unique, many } = table.entity;
  const taken = { errors: { [unique.field]: unique.message } };
  if (existing === undefined) return null;
  if (existing === 'global') return { skip: `Global ${many} are not imported` };
  if (existing === 'hidden' || choice === 'error') return taken;
  return choice === 'skip' ? { skip: 'It exists already' } : null;
}
