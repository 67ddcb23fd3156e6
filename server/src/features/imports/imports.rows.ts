import type { ImportRow, RowKind, imports } from '@quartermaster/contract/imports/imports.schema';
import type { EventEmitter } from 'node:events';
import type { z } from 'zod';
import type { Caller } from '../../access/caller.ts';
import type { Db } from '../../db/schema.ts';
import { notFound, refuse } from '../../lib/errors.ts';
import { rowAnswer } from './imports.answer.ts';
import { openImport } from './imports.opening.ts';
import { expectOpen, inTurn, replan } from './imports.service.ts';
import type { Details, StagedRow } from './imports.staged.ts';
import * as store from './imports.store.ts';

/** The number of a row in a path; NOT_FOUND unless there is such a row. */
function rowNumber(text: string, { rows }: Details): number {
  const n = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (n < 1 || n > rows) throw notFound('row');
  return n;
}

export const updateRow = (
  db: Db,
  caller: Caller,
  client: EventEmitter,
  { id, n: sent }: { id: string; n: string },
  { cells: changes = {}, skip }: z.output<typeof imports.updateRow.body>,
) =>
  inTurn(db, caller, client, async () => {
    const { row, details } = await openImport(db, caller, id);
    expectOpen(row);
    const n = rowNumber(sent, details);
    const unknown = Object.keys(changes).find((header) => !details.columns.includes(header));
    if (unknown !== undefined) refuse({ [`cells.${unknown}`]: `There is no column ${unknown}` });
    const cells = store.rowsOf<string[]>(await store.readPieces(db, caller.owner, id, 'cells'));
    const before = cells[n - 1] ?? [];
    cells[n - 1] = details.columns.map((header, at) =>
      Object.hasOwn(changes, header) ? (changes[header] ?? '') : (before[at] ?? ''),
    );
    const skipped = { ...details.skipped };
    if (skip === true) skipped[n - 1] = 'Left out';
    if (skip === false) delete skipped[n - 1];
    const result = await replan(db, caller, row, { ...details, skipped }, cells, { isCellsNew: true });
    const staged = result.rows[n - 1];
    if (!staged || !result.details.counts) throw notFound('row');
    return { row: rowAnswer(result.details, n, cells[n - 1] ?? [], staged), counts: result.details.counts };
  });

const pageRows = 100;

/** A page of rows, of one kind or all. */
export async function pageOfRows(
  db: Db,
  caller: Caller,
  id: string,
  { kind, cursor }: { kind?: RowKind | undefined; cursor?: string | undefined },
): Promise<{ rows: ImportRow[]; next: string | null }> {
  const { row, details } = await openImport(db, caller, id);
  if (cursor !== undefined && !/^\d{1,6}$/.test(cursor)) refuse({ cursor: 'Cursor is not valid' });
  const from = Number(cursor ?? 0);
  const wanted: number[] = [];
  const kinds = store.kindsIn(row.kinds);
  for (let at = from; at < kinds.length && wanted.length <= pageRows; at += 1)
    if (kind === undefined || kinds[at] === kind) wanted.push(at);
  const next = wanted.length > pageRows ? String(wanted.pop()) : null;
  return { rows: await rowsAt(db, caller, id, details, wanted), next };
}

/** Rows by their indexes, in ascending order. */
export async function rowsAt(
  db: Db,
  { owner }: Caller,
  id: string,
  details: Details,
  wanted: readonly number[],
) {
  const numbers = [...new Set(wanted.map((at) => Math.floor(at / store.rowsInPiece)))];
  if (numbers.length === 0) return [];
  const read = async <T>(part: 'cells' | 'plan') => {
    const pieces = await store.readPieces(db, owner, id, part, numbers);
    return new Map(numbers.map((number, at) => [number, JSON.parse(pieces[at] ?? '[]') as T[]]));
  };
  const [cells, plans] = [await read<string[]>('cells'), await read<StagedRow>('plan')];
  return wanted.flatMap((at): ImportRow[] => {
    const [piece, place] = [Math.floor(at / store.rowsInPiece), at % store.rowsInPiece];
    const plan = plans.get(piece)?.[place];
    return plan ? [rowAnswer(details, at + 1, cells.get(piece)?.[place] ?? [], plan)] : [];
  });
}
