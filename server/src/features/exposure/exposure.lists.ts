import type { Area } from '@quartermaster/contract/api/areas';
import type { Pagination } from '@quartermaster/contract/api/query';
import type { WorkItem, WorkList } from '@quartermaster/contract/exposure/exposure.schema';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { isUuid } from '@quartermaster/contract/rules/formats';
import { v7 as uuid } from 'uuid';
import type { Caller } from '../../access/caller.ts';
import { asSender } from '../../access/current.ts';
import { lockWorkspace } from '../../access/memberships.ts';
import type { Owner } from '../../access/owner.ts';
import type { Db, Schema } from '../../db/schema.ts';
import { iso, nextTime } from '../../lib/clock.ts';
import { AppError, notFound, refuse } from '../../lib/errors.ts';
import { inChunks } from '../../lib/paced.ts';
import { paginationOf } from '../../lib/pagination.ts';
import { tableOfArea } from '../../records/kinds/entities.ts';
import type { Tables } from '../../records/list/record-table.ts';
import { secretsInWords } from '../../records/history/secret-words.ts';
import { changedSince } from '../../records/history/changed-secrets.ts';
import { type GivenState, type StoredItem, itemsOf, namesById, saveItem, stateOf } from './exposure.work.ts';

type List = Schema['work_lists'];
const itemsAtOnce = 200;
/** Few, because a record may have hundreds of kilobytes. */
const recordsAtOnce = 20;

const secretAt = ({ area, recordId, field, since }: StoredItem) => ({
  table: tableOfArea[area as Area],
  recordId,
  field,
  since,
});

async function shownItems(db: Db, owner: Owner, items: readonly StoredItem[]): Promise<WorkItem[]> {
  const secrets = items.map(secretAt);
  const changed = await changedSince(db, owner, secrets);
  const words = await secretsInWords(db, owner, secrets);
  return items.map((item, index) => {
    const { area, recordId, recordName, field, since } = item;
    const isChanged = changed[index] ?? false;
    const state = stateOf(isChanged, item, since);
    return {
      area: area as Area,
      recordId,
      recordName,
      field,
      changed: isChanged,
      state,
      since: iso(since),
      reason: state === item.state ? item.reason : null,
      fieldName: words[index] ?? field,
    };
  });
}

const shownList = ({ id, name, createdAt }: List, items: readonly WorkItem[]): WorkList => ({
  id,
  name,
  createdAt: iso(createdAt),
  total: items.length,
  open: items.filter(({ state }) => state === 'open').length,
});

const listsOf = (db: Db, owner: Owner) =>
  db
    .selectFrom('work_lists')
    .selectAll()
    .where('ownerId', '=', owner.id)
    .where('origin', '=', 'selection')
    .orderBy('createdAt', 'desc');

async function listOf(db: Db, owner: Owner, id: string): Promise<List> {
  const list = await listsOf(db, owner).where('id', '=', id).executeTakeFirst();
  if (!list) throw notFound('work list');
  return list;
}

export async function listWorkLists(db: Db, { owner }: Caller): Promise<WorkList[]> {
  const shown: WorkList[] = [];
  for (const list of await listsOf(db, owner).execute())
    shown.push(shownList(list, await shownItems(db, owner, await itemsOf(db, owner, list.id))));
  return shown;
}

export async function workListOf(
  db: Db,
  { owner }: Caller,
  id: string,
  { page = 1, limit = serverLimits.exposureRows }: { page?: number | undefined; limit?: number | undefined },
): Promise<{ workList: WorkList; items: WorkItem[]; pagination: Pagination }> {
  const list = await listOf(db, owner, id);
  const items = await shownItems(db, owner, await itemsOf(db, owner, id));
  const pagination = paginationOf({ page, limit }, items.length);
  return {
    workList: shownList(list, items),
    items: items.slice((page - 1) * limit, page * limit),
    pagination,
  };
}

/** Records of one kind. */
interface Chosen {
  area: Area;
  ids: readonly string[];
}

/** The secrets that are set in these records. */
async function secretsIn(db: Db, tables: Tables, owner: Owner, area: Area, ids: readonly string[]) {
  const table = tableOfArea[area];
  const records = tables[table];
  const found: { recordId: string; field: string }[] = [];
  for await (const some of inChunks(new Set(ids.filter(isUuid)), recordsAtOnce)) {
    if (found.length > serverLimits.workItems) break;
    for (const record of await records.byIds(db, { ...owner, secrets: false }, some))
      for (const field of (record as { secretFields?: string[] }).secretFields ?? [])
        found.push({ recordId: record.id, field });
  }
  const names = await namesById(
    db,
    owner,
    found.map(({ recordId }) => ({ table, recordId })),
  );
  return found.map((secret) => ({ ...secret, area, recordName: names.get(secret.recordId) ?? '' }));
}

/** Creates a list of the secrets that are set in these records. */
export async function createWorkList(
  db: Db,
  tables: Tables,
  caller: Caller,
  { name, also = [], ...first }: Chosen & { name: string; also?: readonly Chosen[] | undefined },
): Promise<WorkList> {
  const { owner, user } = caller;
  const now = nextTime();
  const list: List = {
    ownerId: owner.id,
    id: uuid(),
    origin: 'selection',
    subjectId: null,
    name,
    createdBy: user.id,
    createdAt: now,
  };
  let secrets: Awaited<ReturnType<typeof secretsIn>> = [];
  for (const [area, chosen] of Map.groupBy([first, ...also], (each) => each.area)) {
    if (secrets.length > serverLimits.workItems) break;
    const ids = chosen.flatMap((each) => each.ids);
    secrets = [...secrets, ...(await secretsIn(db, tables, owner, area, ids))];
  }
  refuse({
    ...(secrets.length === 0 && { ids: 'None of these records has a secret' }),
    ...(secrets.length > serverLimits.workItems && {
      ids: `Maximum ${serverLimits.workItems} secrets allowed`,
    }),
  });
  const items = secrets.map((secret) => ({
    ownerId: owner.id,
    listId: list.id,
    ...secret,
    since: now,
    state: 'open',
    reason: null,
    changedBy: user.id,
    changedAt: now,
  }));
  await asSender(db, caller, async (tx) => {
    // Locked, so that lists are counted one after another.
    await lockWorkspace(tx, owner.id);
    const { length } = await tx
      .selectFrom('work_lists')
      .select('id')
      .where('ownerId', '=', owner.id)
      .where('origin', '=', 'selection')
      .execute();
    if (length >= serverLimits.workLists)
      throw new AppError(
        'CONFLICT',
        `Maximum ${serverLimits.workLists} work lists allowed; delete one that is done`,
      );
    await tx.insertInto('work_lists').values(list).execute();
    for await (const some of inChunks(items, itemsAtOnce))
      await tx.insertInto('work_items').values(some).execute();
  });
  return shownList(list, await shownItems(db, owner, items));
}

export async function setWorkItem(
  db: Db,
  caller: Caller,
  { id, area, recordId, field }: { id: string; area: string; recordId: string; field: string },
  said: GivenState,
): Promise<WorkItem> {
  const { owner } = caller;
  await listOf(db, owner, id);
  const find = async () =>
    (await itemsOf(db, owner, id)).find(
      (item) => item.area === area && item.recordId === recordId && item.field === field,
    );
  const item = await find();
  if (!item) throw notFound('secret');
  await asSender(db, caller, (tx) => saveItem(tx, caller, id, secretAt(item), item.recordName, said));
  const [shown] = await shownItems(db, owner, [(await find()) ?? item]);
  if (!shown) throw notFound('secret');
  return shown;
}

export async function removeWorkList(db: Db, caller: Caller, id: string): Promise<{ id: string }> {
  const { owner } = caller;
  await listOf(db, owner, id);
  await asSender(db, caller, async (tx) => {
    await tx.deleteFrom('work_items').where('ownerId', '=', owner.id).where('listId', '=', id).execute();
    await tx.deleteFrom('work_lists').where('ownerId', '=', owner.id).where('id', '=', id).execute();
  });
  return { id };
}
