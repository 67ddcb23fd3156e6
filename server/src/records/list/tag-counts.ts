import type { AvailableTags } from '@quartermaster/contract/api/summaries';
import { limits } from '@quartermaster/contract/rules/limits';
import { sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { isScoped, isSeen } from '../table/scope.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { cached } from './cache.ts';
import type { TagName } from '@quartermaster/contract/rules/tags';

/** The tags in use with their counts, the most used, types and values in alphabetical order. */
export const tagCounts = (db: Db, owner: Owner, tableName: OwnedTableName) =>
  cached(db, owner, `tags of ${tableName}`, async () => byType(await countTags(db, owner, tableName)));

export interface CountedTag extends TagName {
  count: number;
  /** The id of the newest record that carries it. */
  newest: string;
}

/** The same as a list, and not cached. */
export async function countTags(db: Db, owner: Owner, tableName: OwnedTableName): Promise<CountedTag[]> {
  const counted = db
    .selectFrom('tags')
    .innerJoin('record_tags', (join) =>
      join.onRef('record_tags.ownerId', '=', 'tags.ownerId').onRef('record_tags.tagId', '=', 'tags.id'),
    )
    .select(['type', 'value', sql<number>`count(*)`.as('count'), sql<string>`max("recordId")`.as('newest')])
    .where('tags.ownerId', '=', owner.id)
    .where('tableName', '=', tableName)
    .$if(isScoped(tableName, owner), (query) =>
      query.where(
        'recordId',
        'in',
        sql<string>`(select id from ${sql.table(tableName)} where ${isSeen(tableName, owner)})`,
      ),
    )
    .groupBy(['type', 'value'])
    .orderBy('count', 'desc')
    .orderBy('type')
    .orderBy('value')
    .limit(limits.tagsListed);
  return db.selectFrom(counted.as('counted')).selectAll().orderBy('type').orderBy('value').execute();
}

/** Groups counted tags by their type. */
export const byType = (rows: readonly (TagName & { count: number })[]) =>
  [...Map.groupBy(rows, ({ type }) => type)].map(([type, values]) => ({
    type,
    values: values.map(({ value, count }) => ({ value, count })),
  }));

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
