import { cellMakers, unguarded } from '@quartermaster/contract/rules/csv';
import { sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { read } from '../../db/raw-sql.ts';
import { type Db, globalOwner } from '../../db/schema.ts';
import { inChunks } from '../../lib/paced.ts';
import { keyColumn, keyOf } from '../kinds/entities.ts';
import type { RecordTable } from '../list/record-table.ts';
import type { StoredRow } from '../kinds/row.ts';
import { inScope } from '../table/scope.ts';
import type { CellRows, Levels } from './levels.ts';
import { uniqueKey } from './plan.ts';

type Fields = Record<string, unknown>;

/** A record with the key of a row: one to change, one that the person does not see, or a global one. */
export type Existing = { row: StoredRow } | 'hidden' | 'global';

const keysAtOnce = 500;

/** The records with these keys. A workspace's own one takes precedence over a global one. */
export async function existingByKey(
  db: Db,
  owner: Owner,
  table: RecordTable,
  keyed: readonly Fields[],
): Promise<Map<string, Existing>> {
  const { name, entity } = table;
  const [field = ''] = entity.unique.fields;
  const wanted = new Set(keyed.map((fields) => keyOf(name, field, fields[field])));
  const owners = entity.global ? [owner.id, globalOwner] : [owner.id];
  const found = new Map<string, Existing>();
  for await (const some of inChunks(wanted, keysAtOnce)) {
    const { rows } = await read(
      db,
      sql<StoredRow & { isSeen: 0 | 1 }>`select ${sql.table(name)}.*,
        case when ${inScope(name, owner, name, 'each') ?? sql`1 = 1`} then 1 else 0 end as "isSeen"
      from ${sql.table(name)} where "ownerId" in (${sql.join(owners)})
      and ${sql.ref(keyColumn(name, field))} in (${sql.join(some)})`,
    );
    for (const { isSeen, ...stored } of rows) {
      const key = uniqueKey(table, stored);
      if (stored.ownerId === owner.id) found.set(key, isSeen === 1 ? { row: stored } : 'hidden');
      else if (!found.has(key)) found.set(key, 'global');
    }
  }
  return found;
}

const recordsAtOnce = 500;

/** The answers of records, by id; never with their secrets. */
export async function answersOf(
  db: Db,
  owner: Owner,
  table: RecordTable,
  ids: readonly string[],
): Promise<Map<string, Fields>> {
  const answers = new Map<string, Fields>();
  for await (const some of inChunks(ids, recordsAtOnce))
    for (const record of await table.byIds(db, { ...owner, secrets: false }, some))
      answers.set(record.id, record);
  return answers;
}

/** A function that lets a row's cells be ignored where our own export of its record has the same. */
export function keeperOf({ table, columns, rows }: CellRows, levels: Levels) {
  const makers = new Map(cellMakers(table.entity.csv ?? {}));
  const own = columns.flatMap(({ header, target }, column) => {
    const make = makers.get(header);
    return make && target && !target.secret ? [{ column, make }] : [];
  });
  return (row: number, record: Fields): void => {
    const kept = own.filter(({ column, make }) => {
      const cell = rows[row]?.[column] ?? '';
      return cell !== '' && unguarded(cell) === String(make(record) ?? '');
    });
    levels.keep(row, new Set(kept.map(({ column }) => column)));
  };
}
