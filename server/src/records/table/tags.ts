import type { TagName } from '@quartermaster/contract/rules/tags';
import { type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely';
import { randomInt } from 'node:crypto';
import { read } from '../../db/raw-sql.ts';
import type { Db, OwnedTableName, Tx } from '../../db/schema.ts';
import { valuesOf } from '../../db/values-of.ts';
import { inChunks, pacedEach, pacedMap } from '../../lib/paced.ts';
import type { Row, StoredRow } from '../kinds/row.ts';
import type { Follower } from './change-log.ts';

/** One tag on one record: a row of `record_tags`. */
export interface TagLink {
  recordId: string;
  tag: TagName;
}

/** The ids of an owner's tags, by `keyOf`. */
export type TagIds = ReadonlyMap<string, number>;

const tagsAtOnce = 4000;
const idsBelow = 2 ** 31;

/** Case-sensitive, unlike `tagKey`: filters match a tag as typed. */
const keyOf = ({ type, value }: TagName): string => `${type}\0${value}`;

/** The tags in a record's checked fields. */
export const linksOf = (recordId: string, { tags }: Readonly<Record<string, unknown>>): TagLink[] =>
  ((tags ?? []) as TagName[]).map((tag) => ({ recordId, tag }));

/** The tags of a stored row. */
const storedLinks = (row: Tagged | Row | undefined): TagLink[] =>
  typeof row?.tags === 'string' ? linksOf(String(row.id), { tags: JSON.parse(row.tags) }) : [];

/**
 * Looks up the ids of these tags and adds missing ones. New ids are random: a counter would make transactions that add
 * tags wait for each other. Tags are added in sorted order, so that transactions can't deadlock.
 */
export async function tagIds<T>(
  tx: Db,
  ownerId: string,
  tableName: OwnedTableName,
  items: readonly T[],
  linksIn: (item: T) => readonly TagLink[],
): Promise<TagIds> {
  const ids = new Map<string, number>();
  const byKey = new Map<string, TagName>();
  await pacedEach(items, (item) => {
    for (const { tag } of linksIn(item)) byKey.set(keyOf(tag), tag);
  });
  const sorted = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1));
  for await (const some of inChunks(sorted, tagsAtOnce)) {
    const find = async () => {
      const tags = some.map(([, tag]) => tag);
      for (const { id, ...tag } of await findTags(tx, ownerId, tableName, tags)) ids.set(keyOf(tag), id);
      return some.filter(([key]) => !ids.has(key));
    };
    // Retries if a random id was taken, or another transaction added the tag meanwhile.
    for (let missing = await find(); missing.length > 0; missing = await find())
      await tx
        .insertInto('tags')
        .columns(['id', 'type', 'value', 'ownerId', 'tableName'])
        .expression(
          sql`select added.*, ${sql.lit(ownerId)}, ${sql.lit(tableName)} from (${valuesOf(tx, [
            ['integer', missing.map(() => randomInt(idsBelow))],
            ['text', missing.map(([, { type }]) => type)],
            ['text', missing.map(([, { value }]) => value)],
          ])}) added where true`,
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  }
  return ids;
}

/** The first records with any of these tags, by id. */
export async function taggedRecords(
  db: Db,
  ownerId: string,
  table: OwnedTableName,
  tags: readonly TagName[],
  limit: number,
): Promise<string[]> {
  const { rows } = await read(
    db,
    sql<{ id: string }>`select distinct "recordId" as id from tags cross join record_tags
    where record_tags."ownerId" = tags."ownerId" and "tagId" = tags.id and tags."ownerId" = ${ownerId}
      and "tableName" = ${table} and (type, value) in (${namesOf(db, tags)})
    order by "recordId" limit ${sql.lit(limit)}`,
  );
  return rows.map(({ id }) => id);
}

const namesOf = (db: Db, tags: readonly TagName[]) =>
  valuesOf(db, [
    ['text', tags.map(({ type }) => type)],
    ['text', tags.map(({ value }) => value)],
  ]);

async function findTags(tx: Db, ownerId: string, tableName: OwnedTableName, tags: readonly TagName[]) {
  const { rows } = await read(
    tx,
    sql<TagName & { id: number }>`select id, type, value from tags
    where "ownerId" = ${ownerId} and "tableName" = ${tableName} and (type, value) in (${namesOf(tx, tags)})`,
  );
  return rows;
}

const valuesOfLinks = (tx: Tx, ids: TagIds, links: readonly TagLink[]) =>
  valuesOf(tx, [
    ['integer', links.map(({ tag }) => ids.get(keyOf(tag)) ?? 0)],
    ['text', links.map(({ recordId }) => recordId)],
  ]);

const linksAtOnce = 10_000;

/**
 * The statements that store the tags of many new records, in index order: SQLite takes a seventh of the time for it.
 */
export async function sortedInserts<T>(
  db: Db,
  ownerId: string,
  ids: TagIds,
  items: readonly T[],
  linksIn: (item: T) => readonly TagLink[],
): Promise<CompiledQuery[]> {
  const statements: CompiledQuery[] = [];
  for await (const values of sortedValues(db, ids, items, linksIn))
    statements.push(insertLinks(db, ownerId, values).compile());
  return statements;
}

/** The links of these items in index order, split into lists for one statement each. */
async function* sortedValues<T>(
  db: Db,
  ids: TagIds,
  items: readonly T[],
  linksIn: (item: T) => readonly TagLink[],
): AsyncGenerator<RawBuilder<unknown>> {
  const byTag = new Map<number, string[]>();
  await pacedEach(items, (item) => {
    for (const { recordId, tag } of linksIn(item)) {
      const id = ids.get(keyOf(tag)) ?? 0;
      const records = byTag.get(id);
      if (records) records.push(recordId);
      else byTag.set(id, [recordId]);
    }
  });
  // A typed array sorts numbers without calling a function for each comparison.
  const sorted = Float64Array.from(byTag.keys()).sort();
  const pairs = function* (): Generator<[number, string]> {
    for (const id of sorted) for (const record of (byTag.get(id) ?? []).sort()) yield [id, record];
  };
  for await (const some of inChunks(pairs(), linksAtOnce))
    yield valuesOf(db, [
      ['integer', some.map(([id]) => id)],
      ['text', some.map(([, record]) => record)],
    ]);
}

/** What is left of a deleted row for its tags to be deleted. */
export type Tagged = Pick<StoredRow, 'id'> & { tags?: Row[string] };

/** Deletes the tags of many deleted records in the order of the index, too. */
export async function deleteTags(
  tx: Tx,
  ownerId: string,
  tableName: OwnedTableName,
  rows: readonly Tagged[],
): Promise<void> {
  const links = await pacedMap(rows, storedLinks);
  const same = (some: readonly TagLink[]) => some;
  const ids = await tagIds(tx, ownerId, tableName, links, same);
  for await (const values of sortedValues(tx, ids, links, same))
    await deleteLinks(tx, ownerId, values).execute();
}

const deleteLinks = (tx: Tx, ownerId: string, values: RawBuilder<unknown>) =>
  tx
    .deleteFrom('record_tags')
    .where('ownerId', '=', ownerId)
    .where(sql<SqlBool>`("tagId", "recordId") in (${values})`);

const insertLinks = (tx: Db, ownerId: string, values: RawBuilder<unknown>) =>
  tx
    .insertInto('record_tags')
    .columns(['tagId', 'recordId', 'ownerId'])
    .expression(sql`select links.*, ${sql.lit(ownerId)} from (${values}) links`);

/** Stores the changed tags of at most a few hundred records. */
export const followTags: Follower = async (tx, { id: ownerId }, table, changes) => {
  const removed: TagLink[] = [];
  const added: TagLink[] = [];
  for (const { before, after } of changes) {
    if (before?.tags === after?.tags) continue;
    const [old, now] = [storedLinks(before), storedLinks(after)];
    removed.push(...linksBeyond(old, now));
    added.push(...linksBeyond(now, old));
  }
  const ids = await tagIds(tx, ownerId, table, [removed, added], (links) => links);
  return [
    ...(removed.length > 0 ? [deleteLinks(tx, ownerId, valuesOfLinks(tx, ids, removed))] : []),
    ...(added.length > 0 ? [insertLinks(tx, ownerId, valuesOfLinks(tx, ids, added))] : []),
  ];
};

function linksBeyond(links: readonly TagLink[], others: readonly TagLink[]): readonly TagLink[] {
  if (others.length === 0) return links;
  const keys = new Set(others.map(({ tag }) => keyOf(tag)));
  return links.filter(({ tag }) => !keys.has(keyOf(tag)));
}
