import type { CompiledQuery } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Owner } from '../../access/owner.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { rowsOf } from '../../db/values-of.ts';
import { nextTime } from '../../lib/clock.ts';
import { inChunks, pacedMap } from '../../lib/paced.ts';
import type { ChangeLog } from './change-log.ts';
import type { OwnedTable } from './owned-table.ts';
import type { Resolved } from './reference-checks.ts';
import { type Row, textLength } from '../kinds/row.ts';
import { type TagIds, followTags, linksOf, sortedInserts, tagIds } from './tags.ts';

/** A record to create; `key` joins its unique fields. Others may refer to it by an id that it has already. */
export interface NewRecord {
  id?: string;
  fields: Readonly<Record<string, unknown>>;
  owners: Resolved['owners'];
  key: string;
}

interface Stored extends NewRecord {
  row: Row & { id: string };
}

/** Records ready to store: sealed, encoded, with compiled statements. */
export interface PreparedRecords {
  chunks: { records: Stored[]; insert: CompiledQuery<{ id: string }> }[];
  tags: TagIds;
  /** Store the tags of all records. */
  tagInserts: CompiledQuery[];
}

/** Rows for each statement: each costs a message to SQLite's thread and back, or a round trip to PostgreSQL. */
const rowsAtOnce = 400;

/** Inserts the rows whose unique columns are free, and returns their ids. */
function insertOf(db: Db, table: OwnedTable, records: readonly Stored[]) {
  const rows = records.map(({ row }) => row);
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return db
    .insertInto(table.name as 'domains')
    .columns(columns as never)
    .expression(rowsOf(db, table.name, columns, rows))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .compile();
}

const tagInsertsOf = (db: Db, { id }: Owner, tags: TagIds, records: readonly Stored[]) =>
  sortedInserts(db, id, tags, records, ({ row, fields }) => linksOf(row.id, fields));

/**
 * Does everything that needs no transaction, since a transaction on SQLite blocks all other writes. Adds tags in short
 * transactions of their own: a tag without records is never shown.
 */
export async function prepareMany(
  db: Db,
  owner: Owner,
  table: OwnedTable,
  list: readonly NewRecord[],
): Promise<PreparedRecords> {
  const now = nextTime();
  const tags = await tagIds(db, owner.id, table.name, list, ({ fields }) => linksOf('', fields));
  // Ids follow the order of the list. Rows are stored in the order of their keys, so that two imports of the same
  // records can't deadlock.
  const stored = await pacedMap(list, (record) => ({
    ...record,
    row: table.newRow(owner, record.id ?? uuid(), record.fields, record.owners, now),
  }));
  stored.sort((a, b) => (a.key < b.key ? -1 : 1));
  const chunks: PreparedRecords['chunks'] = [];
  for await (const records of inChunks(stored, rowsAtOnce, ({ row }) => textLength(row)))
    chunks.push({ records, insert: insertOf(db, table, records) });
  return { chunks, tags, tagInserts: await tagInsertsOf(db, owner, tags, stored) };
}

/** Stores the records in few statements, except those that `isLost`. Returns the keys of those it did not store. */
export async function insertMany(
  tx: Tx,
  owner: Owner,
  table: OwnedTable,
  { chunks, tags, tagInserts }: PreparedRecords,
  isLost: (record: NewRecord) => boolean,
  batch: ChangeLog,
): Promise<ReadonlySet<string>> {
  const lost = new Set<string>();
  const added: Stored[] = [];
  for (const { records, insert } of chunks) {
    const wanted = records.filter((record) => !isLost(record));
    const statement = wanted.length === records.length ? insert : insertOf(tx, table, wanted);
    const { rows } = wanted.length > 0 ? await table.guarded(() => tx.executeQuery(statement)) : { rows: [] };
    const ids = new Set(rows.map(({ id }) => id));
    const changes: { after: Row }[] = [];
    for (const record of records)
      if (ids.has(record.row.id)) {
        added.push(record);
        changes.push({ after: record.row });
      } else lost.add(record.key);
    await table.follow(tx, owner, { action: 'create', changes, except: [followTags] }, batch);
  }
  for (const statement of lost.size === 0 ? tagInserts : await tagInsertsOf(tx, owner, tags, added))
    await tx.executeQuery(statement);
  return lost;
}
