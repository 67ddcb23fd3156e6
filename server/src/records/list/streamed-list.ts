import { Readable } from 'node:stream';
import type { Pagination } from '@quartermaster/contract/api/query';
import { limits } from '@quartermaster/contract/rules/limits';
import type { Owner } from '../../access/owner.ts';
import type { Db } from '../../db/schema.ts';
import { isSealed } from '../codec.ts';
import type { RecordTable } from '../record-table.ts';
import { batches } from './batches.ts';
import type { ListPage, ListQuery } from './list.ts';

const streamBuffer = 256 * 1024;
const largeRowsAtOnce = 100;

/**
 * The rows that are in memory at once. Sealed maps and lists, such as the users of a server with their keys, may have
 * hundreds of kilobytes.
 */
export const rowsAtOnce = ({ entity }: RecordTable): number =>
  Object.values(entity.fields).some(({ column }) => isSealed(column) && column !== 'secret')
    ? largeRowsAtOnce
    : limits.pageRows;

/** Whether a page may have more rows than memory should hold. */
export const isLong = (table: RecordTable, { limit = limits.listRows }: ListQuery): boolean =>
  limit > rowsAtOnce(table);

async function* chunks(listKey: string, rows: AsyncIterable<unknown[]>, pagination: Pagination | null) {
  const head = `{"data":{"${listKey}":[`;
  let before = head;
  for await (const some of rows)
    for (const row of some) {
      yield `${before}${JSON.stringify(row)}`;
      before = ',';
    }
  if (before === head) yield head;
  yield pagination ? `],"pagination":${JSON.stringify(pagination)}}}` : ']}}';
}

async function* after(first: string, rest: AsyncIterable<string>) {
  yield first;
  yield* rest;
}

/** An error in the first batch is still a proper response; a later one breaks the response off. */
async function sent(
  table: RecordTable,
  ids: readonly string[],
  pagination: Pagination | null,
  read: (ids: readonly string[]) => Promise<unknown[]>,
): Promise<Readable> {
  const rows = batches(read, ids, rowsAtOnce(table));
  const text = chunks(table.entity.listKey, rows, pagination);
  const first = await text.next();
  return Readable.from(after(first.done ? '' : first.value, text), {
    objectMode: false,
    highWaterMark: streamBuffer,
  });
}

/**
 * A page as text. Records are built from the answer's schema (`shownBy`), so they hold nothing else; the schema's
 * serializer takes twice as long for 500 of them, most of it to collect its garbage.
 */
export const listText = ({ entity }: RecordTable, { rows, pagination }: ListPage<unknown>): Buffer =>
  Buffer.from(JSON.stringify({ data: { [entity.listKey]: rows, pagination } }));

/**
 * A list as text, read from the database as fast as it is sent. Its ids are a snapshot; records deleted while it is
 * sent are left out. `read` reads a batch of them.
 */
export async function streamedList(
  db: Db,
  owner: Owner,
  table: RecordTable,
  query: ListQuery,
  read: (ids: readonly string[]) => Promise<unknown[]>,
): Promise<Readable> {
  const { ids, pagination } = await table.listIds(db, owner, query);
  return sent(table, ids, pagination, read);
}

/** The same without pagination. */
export async function streamedRows(
  db: Db,
  owner: Owner,
  table: RecordTable,
  query: ListQuery,
): Promise<Readable> {
  const { ids } = await table.listIds(db, owner, query);
  return sent(table, ids, null, (some) => table.byIds(db, owner, some));
}
