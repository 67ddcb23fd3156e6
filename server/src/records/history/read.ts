import { type SqlBool, sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { isScoped, isSeen } from '../scope.ts';
import { type Db, type OwnedTableName, type Schema, globalOwner } from '../../db/schema.ts';
import { inBatches } from '../../lib/paced.ts';
import { decode, isSealed } from '../codec.ts';
import { entityOf, ownedTables } from '../entities.ts';
import { type Condition, anyOf } from '../list/conditions.ts';
import type { Row, Value } from '../row.ts';
import type { Action } from './changes.ts';
import { octets } from './whole-changes.ts';

/** Where the next page begins; null after the last one. */
interface Page<T, Cursor> {
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

type PastBatch = Schema['batches'];
type BatchCursor = Pick<PastBatch, 'at' | 'id'>;

/** The batches of a workspace, newest first; for a member with a scope only their own. */
export async function batchesOf(
  db: Db,
  owner: Owner,
  limit: number,
  from: BatchCursor | null = null,
): Promise<Page<PastBatch, BatchCursor>> {
  let query = db
    .selectFrom('batches')
    .selectAll()
    .where('ownerId', '=', owner.id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
  // A batch's counts include records outside a member's scope.
  if (owner.scopes.length > 0) query = query.where('actorId', '=', owner.principal.userId);
  if (from) query = query.where(sql<boolean>`(at, id) < (${from.at}, ${from.id})`);
  return toPage(await query.execute(), limit, ({ at, id }) => ({ at, id }));
}

interface ChangedField {
  field: string;
  /** Secrets stay sealed. */
  before: unknown;
  after: unknown;
}

interface PastChange {
  id: string;
  at: number;
  /** null: a job of the server. */
  actorId: string | null;
  /** null, like the kind, if a server of an earlier version wrote it. */
  batchId: string | null;
  kind: string | null;
  tableName: OwnedTableName;
  recordId: string;
  action: Action;
  fields: ChangedField[];
}

const noSecret = (): never => {
  throw new Error('Secrets stay sealed');
};

const rowOf = (stored: string | null): Row => (stored === null ? {} : (JSON.parse(stored) as Row));

/**
 * The fields that differ: an update before schema 9 stored whole rows. A migration that changes how a field is stored
 * must translate here what an earlier `schemaVersion` stored.
 */
function changedFields({ tableName, before, after }: Schema['changes']): ChangedField[] {
  const [old, current] = [rowOf(before), rowOf(after)];
  return Object.entries(entityOf[tableName as OwnedTableName].fields).flatMap(([field, { column }]) => {
    const [was, is] = [old[field] ?? null, current[field] ?? null];
    if (was === is) return [];
    const read = (value: Value) =>
      value === null || isSealed(column) ? value : decode(column, value, noSecret);
    return { field, before: read(was), after: read(is) };
  });
}

/** A member with a scope reads changes of currently visible records, and none of deleted ones. */
function ofSeenRecords(owner: Owner): Condition {
  const scoped = ownedTables.filter((table) => isScoped(table, owner));
  if (scoped.length === 0) return sql`1 = 1`;
  const each = scoped.map(
    (table) => sql<SqlBool>`(changes."tableName" = ${table}
      and changes."recordId" in (select id from ${sql.table(table)} where ${isSeen(table, owner)}))`,
  );
  return anyOf([sql`changes."tableName" not in (${sql.join(scoped)})`, ...each]);
}

/** Changes of this workspace, and those of global records that its batches made. */
const changesIn = (db: Db, owner: Owner) =>
  db
    .selectFrom('changes')
    .leftJoin('batches', (join) =>
      join.on('batches.ownerId', '=', owner.id).onRef('batches.id', '=', 'changes.batchId'),
    )
    .where('changes.ownerId', 'in', [owner.id, globalOwner])
    .where(({ or, eb }) => or([eb('changes.ownerId', '=', owner.id), eb('batches.id', 'is not', null)]))
    .where(ofSeenRecords(owner));

type StoredChange = Schema['changes'] & { kind: string | null };

function toChange(row: StoredChange): PastChange {
  const { id, at, actorId, batchId, kind, recordId } = row;
  const [tableName, action] = [row.tableName as OwnedTableName, row.action as Action];
  return { id, at, actorId, batchId, kind, tableName, recordId, action, fields: changedFields(row) };
}

/** A page of changes; large ones end it early, and are read about a megabyte at a time. */
async function changesPage(
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
  for await (const part of inBatches(some, limit, (each) => each.octets)) {
    const rows = await query
      .selectAll('changes')
      .select('batches.kind')
      .where(
        'changes.id',
        'in',
        part.map(({ id }) => id),
      )
      .execute();
    changes.push(...rows.map(toChange));
  }
  return { items: changes, next: some.length < items.length ? (some.at(-1)?.id ?? null) : next };
}

/** The changes of a batch, in the order in which they were made. */
export async function changesOfBatch(
  db: Db,
  owner: Owner,
  batchId: string,
  limit: number,
  after = '',
): Promise<Page<PastChange, string>> {
  const query = changesIn(db, owner)
    .where('changes.batchId', '=', batchId)
    .where('changes.id', '>', after)
    .orderBy('changes.id');
  return changesPage(query, limit);
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
  return changesPage(query, limit);
}
