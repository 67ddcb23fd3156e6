import { recordNameOf } from '@quartermaster/contract/rules/record-name';
import type { Owner } from '../../access/owner.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { inChunks } from '../../lib/paced.ts';
import { entityOf } from '../kinds/entities.ts';
import { namesOf } from '../table/record-names.ts';
import { scopeErrors } from '../table/scope.ts';
import { deletedRecords } from './deleted-records.ts';

const idsAtOnce = 500;

/** The names of records, of deleted ones the last that they had. */
export type Names = ReadonlyMap<string, string>;

export interface RecordReference {
  table: OwnedTableName;
  recordId: string;
}

/** Looks up the names of those that the reader sees, or saw before they were deleted. */
export async function visibleNamesIn(
  db: Db,
  owner: Owner,
  records: readonly RecordReference[],
): Promise<Names> {
  const whole = { ...owner, scopes: [], secrets: false };
  const names = new Map<string, string>();
  for (const [table, some] of Map.groupBy(records, (each) => each.table))
    for await (const ids of inChunks(new Set(some.map(({ recordId }) => recordId)), idsAtOnce)) {
      for (const { id, name } of await namesOf(db, owner, table, ids)) names.set(id, name);
      const missing = ids.filter((id) => !names.has(id));
      for (const [id, gone] of await deletedRecords(db, whole, table, missing))
        if (Object.keys(scopeErrors(table, owner, gone['tags'])).length === 0)
          names.set(id, recordNameOf(entityOf[table], gone).name);
    }
  return names;
}

/**
 * The same without scopes, as a record shows the names of all that it refers to: callers name only what the reader sees,
 * or what a record that the reader sees refers to.
 */
export const namesIn = (db: Db, owner: Owner, records: readonly RecordReference[]): Promise<Names> =>
  visibleNamesIn(db, { ...owner, scopes: [] }, records);

/** The name of a record, or what to call one whose values left the history. */
export const nameIn = (names: Names, { table, recordId }: RecordReference): string =>
  names.get(recordId) || `Deleted ${entityOf[table].one}`;
