import type { Exposed } from '@quartermaster/contract/exposure/exposure.schema';
import type { Pagination } from '@quartermaster/contract/api/query';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import type { Scope } from '@quartermaster/contract/members/members.schema';
import { v7 as uuid } from 'uuid';
import type { Caller } from '../../access/caller.ts';
import { asSender } from '../../access/current.ts';
import { findMembership } from '../../access/memberships.ts';
import { type Owner, viewOf } from '../../access/owner.ts';
import type { Db } from '../../db/schema.ts';
import { iso, nextTime } from '../../lib/clock.ts';
import { notFound } from '../../lib/errors.ts';
import { cached } from '../../records/list/cache.ts';
import { areaOfTable, entityOf, ownedTables, tableOfArea } from '../../records/kinds/entities.ts';
import { isSealed } from '../../records/kinds/codec.ts';
import type { Tables } from '../../records/list/record-table.ts';
import { changedSince } from '../../records/history/changed-secrets.ts';
import { secretsInWords } from '../../records/history/secret-words.ts';
import { inChunks } from '../../lib/paced.ts';
import { paginationOf } from '../../lib/pagination.ts';
import { type Known, knownBy } from './exposure.seen.ts';
import { type GivenState, itemsOf, namesById, saveItem, stateOf, tableIn } from './exposure.work.ts';

interface Page {
  page?: number | undefined;
  limit?: number | undefined;
}

/** A member's rights, or those that the audit recorded when they left. */
async function rightsOf(
  db: Db,
  owner: Owner,
  userId: string,
): Promise<{ secrets: boolean; scope: Scope } | null> {
  const membership = await findMembership(db, owner.id, userId);
  if (membership) return membership;
  const events = await db
    .selectFrom('audit_events')
    .select('details')
    .where('workspaceId', '=', owner.id)
    .where('action', 'in', ['member.removed', 'member.left'])
    .where('details', 'like', `%"userId":"${userId}"%`)
    .orderBy('at', 'desc')
    .limit(1)
    .execute();
  const [event] = events;
  if (!event) return null;
  return JSON.parse(event.details) as { secrets: boolean; scope: Scope };
}

/** Few, because a record may have hundreds of kilobytes. */
const recordsAtOnce = 20;

/** The number of secrets that a person with these rights can read. */
function countReadable(
  db: Db,
  tables: Tables,
  owner: Owner,
  { secrets, scope }: { secrets: boolean; scope: Scope },
) {
  if (!secrets) return Promise.resolve(0);
  const asThey: Owner = { ...owner, ...viewOf({ secrets: false, scope }, null) };
  return cached(db, owner, `readable secrets ${JSON.stringify(scope)}`, async () => {
    let count = 0;
    for (const table of ownedTables) {
      if (!Object.values(entityOf[table].fields).some(({ column }) => isSealed(column))) continue;
      const records = tables[table];
      const ids = await records.ids(db, asThey, {});
      for await (const some of inChunks(ids, recordsAtOnce))
        for (const record of await records.byIds(db, asThey, some))
          count += (record as { secretFields?: string[] }).secretFields?.length ?? 0;
    }
    return count;
  });
}

const leaverList = async (db: Db, owner: Owner, userId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('work_lists')
      .select('id')
      .where('ownerId', '=', owner.id)
      .where('origin', '=', 'leaver')
      .where('subjectId', '=', userId)
      .executeTakeFirst()
  )?.id;

async function shown(db: Db, owner: Owner, userId: string, known: readonly Known[]): Promise<Exposed[]> {
  const listId = await leaverList(db, owner, userId);
  const said = new Map(
    (listId ? await itemsOf(db, owner, listId) : []).map((item) => [
      `${item.area} ${item.recordId} ${item.field}`,
      item,
    ]),
  );
  const changed = await changedSince(db, owner, known);
  const names = await namesById(db, owner, known);
  const words = await secretsInWords(db, owner, known);
  return known.map(({ table, recordId, field, how, since, recordName }, index) => {
    const area = areaOfTable(table);
    const item = said.get(`${area} ${recordId} ${field}`);
    const isChanged = changed[index] ?? false;
    const state = stateOf(isChanged, item, since);
    const name = names.get(recordId) ?? recordName ?? item?.recordName ?? 'A deleted record';
    return {
      area,
      recordId,
      recordName: name,
      field,
      how,
      lastAt: iso(since),
      changed: isChanged,
      state,
      reason: state === item?.state ? item.reason : null,
      fieldName: words[index] ?? field,
    };
  });
}

/** What a person knows, the latest first; throws NOT_FOUND for somebody who was never a member. */
async function knownOf(db: Db, owner: Owner, userId: string) {
  const rights = await rightsOf(db, owner, userId);
  const known = await knownBy(db, owner, userId);
  if (!rights && known.length === 0) throw notFound('member');
  return { known, rights };
}

export async function exposureOf(
  db: Db,
  tables: Tables,
  { owner }: Caller,
  userId: string,
  { page = 1, limit = serverLimits.exposureRows }: Page,
): Promise<{ exposure: Exposed[]; couldRead: number; pagination: Pagination }> {
  const { known, rights } = await knownOf(db, owner, userId);
  const some = known.slice((page - 1) * limit, page * limit);
  return {
    exposure: await shown(db, owner, userId, some),
    couldRead: rights ? await countReadable(db, tables, owner, rights) : 0,
    pagination: paginationOf({ page, limit }, known.length),
  };
}

/** An answer's first rows, of at most 64 KB, are read without waiting for room in memory. */
const rowsAtOnce = 100;

async function* rowsOf(db: Db, owner: Owner, userId: string, known: readonly Known[]) {
  for await (const some of inChunks(known, rowsAtOnce)) yield await shown(db, owner, userId, some);
}

/** The whole report, read in chunks. */
export const exposureRows = async (
  db: Db,
  { owner }: Caller,
  userId: string,
): Promise<AsyncGenerator<Exposed[]>> => rowsOf(db, owner, userId, (await knownOf(db, owner, userId)).known);

export async function setExposure(
  db: Db,
  caller: Caller,
  { userId, area, recordId, field }: { userId: string; area: string; recordId: string; field: string },
  said: GivenState,
): Promise<Exposed> {
  const { owner } = caller;
  const known = await knownBy(db, owner, userId, recordId);
  const table = tableIn(tableOfArea, area);
  const item = known.find(
    (each) => each.table === table && each.recordId === recordId && each.field === field,
  );
  const [before] = item ? await shown(db, owner, userId, [item]) : [];
  if (!item || !before) throw notFound((await rightsOf(db, owner, userId)) ? 'secret' : 'member');
  await asSender(db, caller, async (tx) => {
    let listId = await leaverList(tx, owner, userId);
    if (listId === undefined) {
      listId = uuid();
      const list = { ownerId: owner.id, id: listId, origin: 'leaver', subjectId: userId, name: '' };
      const made = { createdBy: caller.user.id, createdAt: nextTime() };
      await tx
        .insertInto('work_lists')
        .values({ ...list, ...made })
        .execute();
    }
    await saveItem(tx, caller, listId, item, before.recordName, said);
  });
  const [result] = await shown(db, owner, userId, [item]);
  if (!result) throw notFound('secret');
  return result;
}
