import type { Readable } from 'node:stream';
import { type Csv, cellMakers, csvHeader, csvRows } from '@quartermaster/contract/rules/csv';
import type { FastifyReply } from 'fastify';
import type { Db } from '../../db/schema.ts';
import type { Owner } from '../../access/owner.ts';
import type { RecordTable } from '../record-table.ts';
import { batches } from './batches.ts';
import type { ListQuery } from './list.ts';
import { fileAnswer } from '../../http/implement.ts';

const rowsAtOnce = 500;

async function* csvChunks(columns: Csv, lists: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  yield csvHeader(columns);
  for await (const rows of lists) if (rows.length > 0) yield csvRows(columns, rows);
}

async function* jsonChunks<R>(shape: (row: R) => unknown, lists: AsyncIterable<R[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const rows of lists)
    for (const row of rows) {
      yield `${before}\n${JSON.stringify(shape(row))}`;
      before = ',';
    }
  yield before === '[' ? '[]\n' : '\n]\n';
}

/** The CSV columns as an object, so that the JSON file holds the same and no secret. */
const byHeader = (columns: Csv) => {
  const cells = Object.entries(cellMakers(columns));
  return (row: unknown): unknown => Object.fromEntries(cells.map(([header, cell]) => [header, cell(row)]));
};

/** Sends a list as a CSV file, or as JSON if the query asks for it or the entity has no columns. */
export async function exportList(
  { reply, db, owner }: { reply: FastifyReply; db: Db; owner: Owner },
  table: RecordTable,
  query: ListQuery & { format?: 'csv' | 'json' | undefined },
): Promise<Readable> {
  const { csv, download } = table.entity;
  const ids = await table.ids(db, owner, query);
  const withoutSecrets = { ...owner, secrets: false };
  const rows = batches((some) => table.byIds(db, withoutSecrets, some), ids, rowsAtOnce);
  const name = download.name.replace('YYYY-MM-DD', new Date().toISOString().slice(0, 10));
  if (!csv)
    return fileAnswer(
      reply,
      { ...download, name },
      jsonChunks(({ secretFields: _, ...row }) => row, rows),
    );
  if (query.format === 'json')
    return fileAnswer(
      reply,
      { name: name.replace(/csv$/, 'json'), type: 'application/json' },
      jsonChunks(byHeader(csv), rows),
    );
  return fileAnswer(reply, { ...download, name }, csvChunks(csv, rows));
}
