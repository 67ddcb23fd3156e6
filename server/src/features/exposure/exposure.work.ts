import type { Area } from '@quartermaster/contract/api/areas';
import type { RecordName } from '@quartermaster/contract/api/relations';
import { recordNameOf } from '@quartermaster/contract/rules/record-name';
import type { WorkState } from '@quartermaster/contract/exposure/exposure.schema';
import type { Caller } from '../../access/caller.ts';
import type { Owner } from '../../access/owner.ts';
import type { Db, OwnedTableName, Schema, Tx } from '../../db/schema.ts';
import { nextTime } from '../../lib/clock.ts';
import { inChunks } from '../../lib/paced.ts';
import { areaOfTable, entityOf } from '../../records/kinds/entities.ts';
import { deletedRecords } from '../../records/history/deleted-records.ts';
import { namesOf } from '../../records/table/record-names.ts';
import type { SecretAt } from '../../records/history/changed-secrets.ts';

export type StoredItem = Schema['work_items'];
/** The state that a person gave to a secret. */
export interface GivenState {
  state: WorkState;
  reason?: string | null | undefined;
}

const namesAtOnce = 500;

/** The names of records by id; names of deleted records come from the history. */
export async function namesById(
  db: Db,
  owner: Owner,
  items: readonly Pick<SecretAt, 'table' | 'recordId'>[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const add = ({ id, name, detail }: RecordName) =>
    names.set(id, detail === null ? name : `${name} (${detail})`);
  for (const [table, some] of Map.groupBy(items, (item) => item.table))
    for await (const ids of inChunks(new Set(some.map(({ recordId }) => recordId)), namesAtOnce)) {
      (await namesOf(db, owner, table, ids)).forEach(add);
      const missing = ids.filter((id) => !names.has(id));
      for (const record of (await deletedRecords(db, { ...owner, secrets: false }, table, missing)).values())
        add(recordNameOf(entityOf[table], record));
    }
  return names;
}

/** A changed value outweighs the state that a person gave. */
export const stateOf = (changed: boolean, said: StoredItem | undefined, since: number): WorkState => {
  if (changed) return 'rotated';
  return said && said.since >= since ? (said.state as WorkState) : 'open';
};

export const itemsOf = (db: Db, owner: Owner, listId: string): Promise<StoredItem[]> =>
  db
    .selectFrom('work_items')
    .selectAll()
    .where('ownerId', '=', owner.id)
    .where('listId', '=', listId)
    .orderBy('recordName')
    .orderBy('area')
    .orderBy('recordId')
    .orderBy('field')
    .execute();

/** Stores the state that a person gave to a secret in a list. */
export async function saveItem(
  tx: Tx,
  { owner, user }: Caller,
  listId: string,
  { table, recordId, field, since }: SecretAt,
  recordName: string,
  { state, reason }: GivenState,
): Promise<void> {
  const said = {
    recordName,
    since,
    state,
    reason: state === 'open' ? null : (reason ?? null),
    changedBy: user.id,
    changedAt: nextTime(),
  };
  const key = { ownerId: owner.id, listId, area: areaOfTable(table), recordId, field };
  await tx
    .insertInto('work_items')
    .values({ ...key, ...said })
    .onConflict((conflict) =>
      conflict.columns(['ownerId', 'listId', 'area', 'recordId', 'field']).doUpdateSet(said),
    )
    .execute();
}

/** The table of an area, if it is one. */
export const tableIn = (tables: Readonly<Record<string, OwnedTableName>>, area: string) =>
  Object.hasOwn(tables, area) ? tables[area as Area] : undefined;
