import { type CellsByHeading, cellsOf } from '@quartermaster/contract/rules/csv';
import { chosenColumns } from '@quartermaster/contract/rules/export-columns';
import { download } from '../api/download.ts';
import type { Entity } from '../records/entity.ts';
import type { RawListQuery } from '../records/list-query.ts';

/** Rows that are loaded, or the query by which the server exports them. */
export type Listed = { rows: readonly object[] } | { query: RawListQuery };

/** The cells of rows under some headings, as exports have them. */
export async function listedCells(
  entity: Pick<Entity, 'csv' | 'moreColumns' | 'fieldLabels' | 'export'>,
  headings: readonly string[],
  listed: Listed,
  onBytes?: (bytes: number) => void,
): Promise<readonly CellsByHeading[]> {
  if ('rows' in listed) return cellsOf(chosenColumns(entity, headings), listed.rows);
  const query = { ...listed.query, format: 'json', columns: headings.join() };
  const { blob } = await download(entity.export, { query, ...(onBytes && { onBytes }) });
  return JSON.parse(await blob.text()) as CellsByHeading[];
}
