import { setImmediate } from 'node:timers/promises';
import type { Owner } from '../../access/owner.ts';
import type { Db } from '../../db/schema.ts';
import type { RecordTable } from './record-table.ts';
import { storedBytes } from './stored-bytes.ts';

/** The first chunk of an answer is small: it is read without waiting for room in memory. */
const firstBytes = 64 * 1024;
const chunkBytes = 512 * 1024;
const measuredAtOnce = 1000;

let lastRead: Promise<unknown> = Promise.resolve();

/** Exports and long lists share a queue for reading chunks, so that other requests wait for one chunk at most. */
function afterOthers<T>(make: () => Promise<T>): Promise<T> {
  const made = lastRead.then(make);
  lastRead = made.catch(() => undefined).then(() => setImmediate());
  return made;
}

/** The number of records from `start` on that hold at most so many bytes; at least one. */
function countWithin(sizes: readonly number[], start: number, rowsAtOnce: number, bytes: number): number {
  let [count, sum] = [1, sizes[start] ?? 0];
  while (start + count < sizes.length && count < rowsAtOnce && sum + (sizes[start + count] ?? 0) <= bytes) {
    sum += sizes[start + count] ?? 0;
    count += 1;
  }
  return count;
}

export interface RecordChunk<R> {
  rows: R[];
  isLast: boolean;
}

/** Reads records in chunks by their size, each when it is asked for. */
export async function* recordChunks<R>(
  db: Db,
  owner: Owner,
  { name }: RecordTable,
  ids: readonly string[],
  rowsAtOnce: number,
  read: (ids: readonly string[]) => Promise<R[]>,
): AsyncGenerator<RecordChunk<R>> {
  let bytes = firstBytes;
  for (let from = 0; from < ids.length; from += measuredAtOnce) {
    const some = ids.slice(from, from + measuredAtOnce);
    const sizes = await storedBytes(db, owner, name, some);
    for (let start = 0; start < some.length;) {
      const end = start + countWithin(sizes, start, rowsAtOnce, bytes);
      const chunk = some.slice(start, end);
      yield { rows: await afterOthers(() => read(chunk)), isLast: from + end >= ids.length };
      [start, bytes] = [end, chunkBytes];
    }
  }
}
