import type { BatchKind } from '@quartermaster/contract/history/history.routes';
import { type SqlBool, sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { isScoped, isSeen } from '../table/scope.ts';
import { type Db, type OwnedTableName, type Schema, globalOwner } from '../../db/schema.ts';
import { inChunks } from '../../lib/paced.ts';
import { ownedTables } from '../kinds/entities.ts';
import { type Condition, anyOf } from '../table/conditions.ts';
import type { Row } from '../kinds/row.ts';
import type { Action } from '../table/change-log.ts';
import { isGone } from './gone.ts';
import { octets } from './whole-changes.ts';

/** Where the next page begins; null after the last one. */
export interface Page<T, Cursor> {
  items: T[];
  next: Cursor | null;
}

/** The most for the changes of a page, in bytes as stored. */
const pageOctets = 8 * 1024 * 1024;

const toPage = <T, Cursor>(rows: T[], limit: number, cursorOf: (last: T) => Cursor): Page<T, Cursor> => {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last ? cursorOf(last) : null };
};

export type PastBatch = Schema['batches'];
export type BatchCursor = Pick<PastBatch, 'at' | 'id'>;

export interface BatchFilters {
  table?: OwnedTableName | undefined;
  recordId?: string | undefined;
  actorId?: string | undefined;
  tokenId?: string | undefined;
  /** Whose batches are visible; null: everyone's. */
  madeBy?: string | null;
  kind?: BatchKind | undefined;
  /** Leaves out those of jobs. */
  ofPeople?: boolean;
  /** The first and the last time (ms). */
  from?: number | undefined;
  to?: number | undefined;
}

/** The batches of a workspace, newest first. */
export async function batchesOf(
  db: Db,
  owner: Owner,
  limit: number,
  after: BatchCursor | null = null,
  { table, recordId, actorId, tokenId, madeBy = null, kind, ofPeople = false, from, to }: BatchFilters = {},
): Promise<Page<PastBatch, BatchCursor>> {
  let query = db
    .selectFrom('batches')
    .selectAll()
    .where('ownerId', '=', owner.id)
    .where(isWholeSeen(db, owner))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (madeBy !== null) query = query.where('actorId', '=', madeBy);
  if (actorId !== undefined) query = query.where('actorId', '=', actorId);
  if (tokenId !== undefined) query = query.where('tokenId', '=', tokenId);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (ofPeople) query = query.where('actorId', 'is not', null);
  if (from !== undefined) query = query.where('at', '>=', from);
  if (to !== undefined) query = query.where('at', '<=', to);
  if (table !== undefined) query = query.where(sql<SqlBool>`about like ${`%"${table}":%`}`);
  if (recordId !== undefined)
    query = query.where(
      'id',
      'in',
      db
        .selectFrom('changes')
        .select('batchId')
        .where('ownerId', 'in', [owner.id, globalOwner])
        .where('recordId', '=', recordId)
        .$castTo<{ batchId: string }>(),
    );
  if (after) query = query.where(sql<boolean>`(at, id) < (${after.at}, ${after.id})`);
  return toPage(await query.execute(), limit, ({ at, id }) => ({ at, id }));
}

/** A batch of the workspace, made by this person or by anyone (null). */
export const findBatch = (
  db: Db,
  owner: Owner,
  madeBy: string | null,
  id: string,
): Promise<PastBatch | undefined> => {
  let query = db
    .selectFrom('batches')
    .selectAll()
    .where('ownerId', '=', owner.id)
    .where('id', '=', id)
    .where(isWholeSeen(db, owner));
  if (madeBy !== null) query = query.where('actorId', '=', madeBy);
  return query.executeTakeFirst();
};

const batchesById = async (db: Db, owner: Owner, ids: readonly string[]): Promise<PastBatch[]> =>
  ids.length === 0
    ? []
    : db.selectFrom('batches').selectAll().where('ownerId', '=', owner.id).where('id', 'in', ids).execute();

/** A change with its rows as they are stored, secrets sealed, and what is told of its batch. */
export interface PastChange {
  id: string;
  ownerId: string;
  at: number;
  /** null: a job of the server. */
  actorId: string | null;
  /** null if a server of an earlier version wrote it. */
  batchId: string | null;
  batch: PastBatch | null;
  tableName: OwnedTableName;
  recordId: string;
  action: Action;
  before: Row | undefined;
  after: Row | undefined;
  /** The paths of secrets whose values were removed from it. */
  forgotten: string[];
}

const rowOf = (stored: string | null): Row | undefined =>
  stored === null ? undefined : (JSON.parse(stored) as Row);

/** A member with a scope reads changes of records that are in it, or were when they were deleted. */
function ofSeenRecords(db: Db, owner: Owner): Condition {
  const scoped = ownedTables.filter((table) => isScoped(table, owner));
  if (scoped.length === 0) return sql`1 = 1`;
  const each = scoped.map(
    (table) => sql<SqlBool>`(changes."tableName" = ${table}
      and (changes."recordId" in (select id from ${sql.table(table)} where ${isSeen(table, owner)})
        or ${isGone(db, owner, table, sql`changes."recordId"`)}))`,
  );
  return anyOf([sql`changes."tableName" not in (${sql.join(scoped)})`, ...each]);
}

/** Counts and labels concern all changes of a batch, so a member with a scope sees those without a hidden record. */
function isWholeSeen(db: Db, owner: Owner): Condition {
  if (owner.scopes.length === 0) return sql`1 = 1`;
  return sql<SqlBool>`not exists (select 1 from changes where changes."ownerId" in (${owner.id}, ${globalOwner})
    and changes."batchId" = batches.id and not ${ofSeenRecords(db, owner)})`;
}

/** Changes of this workspace, and those of global records that its batches made. */
export const changesIn = (db: Db, owner: Owner) =>
  db
    .selectFrom('changes')
    .leftJoin('batches', (join) =>
      join.on('batches.ownerId', '=', owner.id).onRef('batches.id', '=', 'changes.batchId'),
    )
    .where('changes.ownerId', 'in', [owner.id, globalOwner])
    .where(({ or, eb }) => or([eb('changes.ownerId', '=', owner.id), eb('batches.id', 'is not', null)]))
    .where(ofSeenRecords(db, owner));

/** A page of changes; large ones end it early, and are read about a megabyte at a time. */
async function changesPage(
  db: Db,
  owner: Owner,
  query: ReturnType<typeof changesIn>,
  limit: number,
): Promise<Page<PastChange, string>> {
  const sizes = await query
    .select(['changes.id', octets.as('octets')])
    .limit(limit + 1)
    .execute();
  let total = 0;
  const { items, next } = toPage(sizes, limit, ({ id }) => id);
  const some = items.filter((each, at) => (total += each.octets) < pageOctets || at === 0);
  const changes: PastChange[] = [];
  const batches = new Map<string, PastBatch>();
  for await (const part of inChunks(some, limit, (each) => each.octets)) {
    const rows = await query
      .selectAll('changes')
      .where(
        'changes.id',
        'in',
        part.map(({ id }) => id),
      )
      .execute();
    const unknown = new Set(
      rows.flatMap(({ batchId }) => (batches.has(batchId ?? '') ? [] : (batchId ?? []))),
    );
    for (const batch of await batchesById(db, owner, [...unknown])) batches.set(batch.id, batch);
    for (const { before, after, forgotten, ...row } of rows)
      changes.push({
        ...row,
        tableName: row.tableName as OwnedTableName,
        action: row.action as Action,
        batch: batches.get(row.batchId ?? '') ?? null,
        before: rowOf(before),
        after: rowOf(after),
        forgotten: forgotten === null ? [] : (JSON.parse(forgotten) as string[]),
      });
  }
  return { items: changes, next: some.length < items.length ? (some.at(-1)?.id ?? null) : next };
}

/** The changes of a batch, in the order in which they were made. */
export const changesOfBatch = (
  db: Db,
  owner: Owner,
  batchId: string,
  limit: number,
  after = '',
): Promise<Page<PastChange, string>> =>
  changesPage(
    db,
    owner,
    changesIn(db, owner)
      .where('changes.batchId', '=', batchId)
      .where('changes.id', '>', after)
      .orderBy('changes.id'),
    limit,
  );

/** The same from the last to the first. */
export async function changesOfBatchBackwards(
  db: Db,
  owner: Owner,
  batchId: string,
  limit: number,
  before: string | null,
  which: Condition = sql`1 = 1`,
): Promise<Page<PastChange, string>> {
  let query = changesIn(db, owner).where('changes.batchId', '=', batchId).orderBy('changes.id', 'desc');
  if (before !== null) query = query.where('changes.id', '<', before);
  return changesPage(db, owner, query.where(which), limit);
}

/** The changes of a record, newest first, even if it was deleted. */
export async function changesOfRecord(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  recordId: string,
  limit: number,
  before: string | null = null,
): Promise<Page<PastChange, string>> {
  let query = changesIn(db, owner)
    .where('changes.tableName', '=', table)
    .where('changes.recordId', '=', recordId)
    .orderBy('changes.id', 'desc');
  if (before !== null) query = query.where('changes.id', '<', before);
  return changesPage(db, owner, query, limit);
}
