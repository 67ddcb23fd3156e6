import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { type Csv, cellMakers, csvHeader, csvRows } from '@quartermaster/contract/rules/csv';
import type { FastifyReply } from 'fastify';
import type { ListPage, ListQuery } from './list-of.ts';
import { fileAnswer } from '../../http/implement.ts';

const rowsAtOnce = 500;

let lastTurn: Promise<unknown> = Promise.resolve();

/** One piece of all exports at a time: however many are being made, another request waits for one piece at most. */
function inTurn<T>(make: () => Promise<T>): Promise<T> {
  const made = lastTurn.then(make);
  lastTurn = made.catch(() => undefined).then(() => setImmediate());
  return made;
}

/** The rows that a list's query matches, some at a time, with room for other requests in between. */
async function* pages<R, Q extends ListQuery>(
  list: (query: Q) => Promise<ListPage<R>>,
  query: Q,
): AsyncGenerator<R[]> {
  const read = (page: number, after: ListQuery['after']) => {
    const reading = inTurn(() => list({ ...query, page, limit: rowsAtOnce, after, isWhole: true }));
    // Nobody waits for it where the client has gone.
    reading.catch(() => undefined);
    return reading;
  };
  let reading = read(1, undefined);
  for (let page = 1; ; page += 1) {
    const { rows, end, pagination } = await reading;
    const isLast = end === null || (!end && page >= pagination.totalPages);
    // The database looks for the next rows while these are written out.
    if (!isLast) reading = read(page + 1, end);
    yield rows;
    if (isLast) return;
  }
}

async function* csvPieces(columns: Csv, lists: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  yield csvHeader(columns);
  for await (const rows of lists) if (rows.length > 0) yield csvRows(columns, rows);
}

async function* jsonPieces<R>(shape: (row: R) => unknown, lists: AsyncIterable<R[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const rows of lists)
    for (const row of rows) {
      yield `${before}\n${JSON.stringify(shape(row))}`;
      before = ',';
    }
  yield before === '[' ? '[]\n' : '\n]\n';
}

/** The same columns as an object: the JSON file holds what the CSV file does, and no secret either. */
const byHeader = (columns: Csv) => {
  const cells = Object.entries(cellMakers(columns));
  return (row: unknown): unknown => Object.fromEntries(cells.map(([header, cell]) => [header, cell(row)]));
};

/** Answers a list as a CSV file, or as JSON where the query asks for it. */
export function exportList<R, Q extends ListQuery & { format?: 'csv' | 'json' | undefined }>(
  reply: FastifyReply,
  name: string,
  columns: Csv,
  list: (query: Q) => Promise<ListPage<R>>,
  query: Q,
): Readable {
  const rows = pages(list, query);
  if (query.format === 'json')
    return fileAnswer(
      reply,
      { name: name.replace(/csv$/, 'json'), type: 'application/json' },
      jsonPieces(byHeader(columns), rows),
    );
  return fileAnswer(reply, { name, type: 'text/csv' }, csvPieces(columns, rows));
}

/** Answers a list as a JSON file of the records that `shape` makes. */
export function exportRecords<R, Q extends ListQuery>(
  reply: FastifyReply,
  name: string,
  shape: (row: R) => unknown,
  list: (query: Q) => Promise<ListPage<R>>,
  query: Q,
): Readable {
  return fileAnswer(reply, { name, type: 'application/json' }, jsonPieces(shape, pages(list, query)));
}
