import { valuesAsked } from '@quartermaster/contract/api/filters';
import type { Download } from '@quartermaster/contract/api/route';
import { type Csv, type CsvPairs, cellMakers, csvHeader, csvRows } from '@quartermaster/contract/rules/csv';
import { chosenColumns, fileNameAs } from '@quartermaster/contract/rules/export-columns';
import type { FastifyReply } from 'fastify';
import type { Db } from '../../db/schema.ts';
import { auditExport } from '../../access/audit-export.ts';
import type { Caller } from '../../access/caller.ts';
import { areaOfTable } from '../../records/kinds/entities.ts';
import type { RecordTable } from '../../records/list/record-table.ts';
import { type RecordChunk, recordChunks } from '../../records/list/record-chunks.ts';
import type { ListQuery } from '../../records/list/list.ts';
import { fileAnswer } from '../../http/implement.ts';

/** More would block the event loop for longer: each chunk is decoded and formatted in one go. */
const rowsAtOnce = 200;

async function* csvChunks(
  columns: Csv | CsvPairs,
  lists: AsyncIterable<unknown[]>,
): AsyncGenerator<string, void> {
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

async function* rowsOf<R>(chunks: AsyncIterable<RecordChunk<R>>): AsyncGenerator<R[]> {
  for await (const { rows } of chunks) yield rows;
}

/** The CSV columns as an object, so that the JSON file holds the same and no secret. */
const byHeader = (columns: Csv | CsvPairs) => {
  const cells = cellMakers(columns);
  return (row: unknown): unknown => Object.fromEntries(cells.map(([header, cell]) => [header, cell(row)]));
};

/** Streams rows as a CSV file or, if that was asked for, as JSON with the same columns. */
export const tableAnswer = (
  reply: FastifyReply,
  { name }: Pick<Download, 'name'>,
  format: 'csv' | 'json' = 'csv',
  columns: Csv | CsvPairs,
  rows: AsyncIterable<unknown[]>,
): AsyncGenerator<string, void> => {
  const file = { name: fileNameAs(name, format), type: fileTypes[format] };
  return fileAnswer(
    reply,
    file,
    format === 'json' ? jsonChunks(byHeader(columns), rows) : csvChunks(columns, rows),
  );
};

const fileTypes = { csv: 'text/csv', json: 'application/json' };

interface ExportQuery extends ListQuery {
  format?: 'csv' | 'json' | undefined;
  columns?: string | undefined;
}

/** Sends a list as a CSV file, or as JSON if the query asks for it; whole records if the kind has no usual columns. */
export async function exportList(
  { reply, db, caller }: { reply: FastifyReply; db: Db; caller: Caller },
  table: RecordTable,
  query: ExportQuery,
): Promise<AsyncGenerator<string, void>> {
  const { kind, download } = table.entity;
  const { owner } = caller;
  const ids = await table.ids(db, owner, query);
  const details = { area: areaOfTable(table.name), count: ids.length };
  await auditExport(db, caller, table.entity.many, details);
  const withoutSecrets = { ...owner, secrets: false };
  const read = (some: readonly string[]) => table.byIds(db, withoutSecrets, some);
  const rows = rowsOf(recordChunks(db, owner, table, ids, rowsAtOnce, read));
  const name = download.name.replace('YYYY-MM-DD', new Date().toISOString().slice(0, 10));
  const { columns = '', format = kind.csv ? 'csv' : 'json' } = query;
  if (!kind.csv && format === 'json' && columns === '')
    return fileAnswer(
      reply,
      { ...download, name },
      jsonChunks(({ secretFields: _, ...row }) => row, rows),
    );
  return tableAnswer(reply, { name }, format, chosenColumns(kind, valuesAsked(columns)), rows);
}
