import type { Pagination } from '@quartermaster/contract/api/query';
import { limits } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import type { Owner } from '../../access/owner.ts';
import type { Db } from '../../db/schema.ts';
import { isSealed } from '../kinds/codec.ts';
import type { RecordTable } from './record-table.ts';
import { type RecordChunk, recordChunks } from './record-chunks.ts';
import type { ListQuery } from './list.ts';

/** More would block the event loop for longer: each chunk is decoded and written in one go. */
const rowsAtOnce = 1000;

/**
 * Whether a page may have more than memory should hold. Sealed maps and lists, such as the users of a server with their
 * keys, may have hundreds of kilobytes each.
 */
export function isLong({ entity }: RecordTable, { limit = serverLimits.listRows }: ListQuery): boolean {
  const isLarge = Object.values(entity.fields).some(({ column }) => isSealed(column) && column !== 'secret');
  return isLarge ? limit > 1 : limit > limits.pageRows;
}

/** A list as text, a chunk at a time; the end comes with the last one, so that a short list is sent as a whole. */
async function* textOf(
  listKey: string,
  chunks: AsyncIterable<RecordChunk<unknown>>,
  pagination: Pagination | null,
): AsyncGenerator<string, void> {
  const end = pagination ? `],"pagination":${JSON.stringify(pagination)}}}` : ']}}';
  let before = `{"data":{"${listKey}":[`;
  let isEnded = false;
  for await (const { rows, isLast } of chunks) {
    const text = rows.map((row) => JSON.stringify(row)).join();
    isEnded = isLast;
    if (text === '' && !isLast) continue;
    yield (text === '' && before === ',' ? '' : before) + text + (isLast ? end : '');
    before = ',';
  }
  if (!isEnded) yield before + end;
}

/**
 * A list as text, read from the database as fast as it is sent. Its ids are a snapshot; records deleted while it is
 * sent are left out. `read` reads a chunk of them.
 */
export async function streamedList(
  db: Db,
  owner: Owner,
  table: RecordTable,
  query: ListQuery,
  read: (ids: readonly string[]) => Promise<unknown[]>,
): Promise<AsyncGenerator<string, void>> {
  const { ids, pagination } = await table.listIds(db, owner, query);
  return textOf(table.entity.listKey, recordChunks(db, owner, table, ids, rowsAtOnce, read), pagination);
}

/** The same without pagination. */
export async function streamedRows(
  db: Db,
  owner: Owner,
  table: RecordTable,
  query: ListQuery,
  read: (ids: readonly string[]) => Promise<unknown[]>,
): Promise<AsyncGenerator<string, void>> {
  const { ids } = await table.listIds(db, owner, query);
  return textOf(table.entity.listKey, recordChunks(db, owner, table, ids, rowsAtOnce, read), null);
}
