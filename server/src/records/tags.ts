import type { AvailableTags } from '@quartermaster/contract/api/summaries';
import { sql } from 'kysely';
import { inBatches } from '../lib/in-batches.ts';
import type { Owner } from '../access/owner.ts';
import type { Row } from './row.ts';
import { cached } from './list/cache.ts';
import type { Db, OwnedTableName, Tx } from '../db/schema.ts';

export interface TagRow {
  recordId: string;
  type: string;
  value: string;
}

/** The tags of a row, for the table that finds records by them. */
export function tagRows(row: Row): TagRow[] {
  if (typeof row.tags !== 'string' || row.tags === '[]') return [];
  const tags = JSON.parse(row.tags) as Omit<TagRow, 'recordId'>[];
  return tags.map(({ type, value }) => ({ recordId: String(row.id), type, value }));
}

const rowsAtOnce = 500;

/** Stores tag rows, after taking away those of the records named in `replacing`. */
export async function writeTags(
  tx: Tx,
  ownerId: string,
  tableName: OwnedTableName,
  rows: readonly TagRow[],
  replacing: readonly string[] = [],
): Promise<void> {
  if (replacing.length > 0)
    await tx
      .deleteFrom('record_tags')
      .where('ownerId', '=', ownerId)
      .where('tableName', '=', tableName)
      .where('recordId', 'in', replacing)
      .execute();
  for await (const batch of inBatches(rows, rowsAtOnce))
    await insertTags(tx, ownerId, tableName, batch).execute();
}

/** The statement that stores these tag rows, a few hundred at most. */
export const insertTags = (tx: Tx, ownerId: string, tableName: OwnedTableName, rows: readonly TagRow[]) =>
  tx.insertInto('record_tags').values(rows.map((row) => ({ ownerId, tableName, ...row })));

/** The tags in use with how often, types and values in alphabetical order. */
export const tagCounts = (db: Db, owner: Owner, tableName: OwnedTableName) =>
  cached(db, owner, `tags of ${tableName}`, () => countTags(db, owner, tableName));

async function countTags(db: Db, owner: Owner, tableName: OwnedTableName) {
  const rows = await db
    .selectFrom('record_tags')
    .select(['type', 'value', sql<number>`count(*)`.as('count')])
    .where('ownerId', '=', owner.id)
    .where('tableName', '=', tableName)
    .groupBy(['type', 'value'])
    .orderBy('type')
    .orderBy('value')
    .execute();
  const types = Map.groupBy(rows, ({ type }) => type);
  return [...types].map(([type, values]) => ({
    type,
    values: values.map(({ value, count }) => ({ value, count })),
  }));
}

/** The tags in use, for suggestions. */
export const availableTags = async (
  db: Db,
  owner: Owner,
  tableName: OwnedTableName,
): Promise<AvailableTags> =>
  (await tagCounts(db, owner, tableName)).map(({ type, values }) => ({
    type,
    values: values.map(({ value }) => value),
  }));
