import type { Download } from '@quartermaster/contract/api/route';
import { type Csv, cellMakers, csvHeader, csvRows } from '@quartermaster/contract/rules/csv';
import type { FastifyReply } from 'fastify';
import type { Db } from '../db/schema.ts';
import { auditExport } from '../access/audit-export.ts';
import type { Caller } from '../access/caller.ts';
import { areaOfTable } from '../records/entities.ts';
import type { RecordTable } from '../records/record-table.ts';
import { recordChunks } from '../records/list/record-chunks.ts';
import type { ListQuery } from '../records/list/list.ts';
import { fileAnswer } from './implement.ts';

/** More would block the event loop for longer: each chunk is decoded and formatted in one go. */
const rowsAtOnce = 200;

async function* csvChunks(columns: Csv, lists: AsyncIterable<unknown[]>): AsyncGenerator<string, void> {
  let before = csvHeader(columns);
  for await (const rows of lists) {
    if (rows.length === 0) continue;
    yield before + csvRows(columns, rows);
    before = '';
  }
  if (before !== '') yield before;
}

async function* jsonChunks<R>(
  shape: (row: R) => unknown,
  lists: AsyncIterable<R[]>,
): AsyncGenerator<string, void> {
  let before = '[';
  for await (const rows of lists) {
    if (rows.length === 0) continue;
    yield before + rows.map((row) => `\n${JSON.stringify(shape(row))}`).join();
    before = ',';
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}

/** The CSV columns as an object, so that the JSON file holds the same and no secret. */
const byHeader = (columns: Csv) => {
  const cells = Object.entries(cellMakers(columns));
  return (row: unknown): unknown => Object.fromEntries(cells.map(([header, cell]) => [header, cell(row)]));
};

/** Streams rows as a CSV file or, if that was asked for, as JSON with the same columns. */
export const tableAnswer = (
  reply: FastifyReply,
  { name, type }: Download,
  format: 'csv' | 'json' | undefined,
  columns: Csv,
  rows: AsyncIterable<unknown[]>,
): AsyncGenerator<string, void> =>
  format === 'json'
    ? fileAnswer(
        reply,
        { name: name.replace(/csv$/, 'json'), type: 'application/json' },
        jsonChunks(byHeader(columns), rows),
      )
    : fileAnswer(reply, { name, type }, csvChunks(columns, rows));

/** Sends a list as a CSV file, or as JSON if the query asks for it or the entity has no columns. */
export async function exportList(
  { reply, db, caller }: { reply: FastifyReply; db: Db; caller: Caller },
  table: RecordTable,
  query: ListQuery & { format?: 'csv' | 'json' | undefined },
): Promise<AsyncGenerator<string, void>> {
  const { csv, download } = table.entity;
  const { owner } = caller;
  const ids = await table.ids(db, owner, query);
  const details = { area: areaOfTable(table.name), count: ids.length };
  await auditExport(db, caller, table.entity.many, details);
  const withoutSecrets = { ...owner, secrets: false };
  const read = (some: readonly string[]) => table.byIds(db, withoutSecrets, some);
  const rows = recordChunks(db, owner, table, ids, rowsAtOnce, read);
  const name = download.name.replace('YYYY-MM-DD', new Date().toISOString().slice(0, 10));
  if (!csv)
    return fileAnswer(
      reply,
      { ...download, name },
      jsonChunks(({ secretFields: _, ...row }) => row, rows),
    );
  return tableAnswer(reply, { ...download, name }, query.format, csv, rows);
}
