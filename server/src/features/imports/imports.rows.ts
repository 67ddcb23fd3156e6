import type { ImportRow, imports } from '@quartermaster/contract/imports/imports.schema';
import type { EventEmitter } from 'node:events';
import type { z } from 'zod';
import { valuesAsked } from '@quartermaster/contract/api/filters';
import type { Caller } from '../../access/caller.ts';
import type { Db } from '../../db/schema.ts';
import { notFound, refuse } from '../../lib/errors.ts';
import { pacedMap } from '../../lib/paced.ts';
import { rowAnswers } from './imports.answer.ts';
import { openImport } from './imports.opening.ts';
import { readRows, readRowsIn, rowsInPiece } from './imports.pieces.ts';
import { expectOpen, expectTexts, inTurn, replan } from './imports.planning.ts';
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
    const cells = await readRows<string[]>(db, caller.owner, id, 'cells');
    const before = cells[n - 1] ?? [];
    cells[n - 1] = details.columns.map((header, at) =>
      Object.hasOwn(changes, header) ? (changes[header] ?? '') : (before[at] ?? ''),
    );
    await expectTexts(cells);
    const mended = details.columns.filter((header) => Object.hasOwn(changes, header));
    const skipped = { ...details.skipped };
    if (skip === true) skipped[n - 1] = 'Left out';
    if (skip === false) delete skipped[n - 1];
    const errors = { ...details.errors };
    const left = errors[n - 1]?.filter(({ column }) => !mended.includes(column)) ?? [];
    if (left.length > 0) errors[n - 1] = left;
    else delete errors[n - 1];
    const changed = { ...details, skipped, errors, mended: withMended(details, n - 1, mended) };
    const result = await replan(db, caller, row, changed, cells, { isCellsNew: true });
    const staged = result.rows[n - 1];
    if (!staged || !result.details.counts) throw notFound('row');
    return { row: rowAnswers(result.details)(n, cells[n - 1] ?? [], staged), counts: result.details.counts };
  });

/** Replacements pass over cells that were changed by themselves. */
const withMended = ({ mended }: Details, row: number, headers: readonly string[]): Details['mended'] =>
  headers.length === 0 ? mended : { ...mended, [row]: [...new Set([...(mended[row] ?? []), ...headers])] };

const pageRows = 100;

/** A page of rows: all, or those of some kinds or with a note of a kind. */
export async function pageOfRows(
  db: Db,
  caller: Caller,
  id: string,
  { kind, note, cursor }: z.output<typeof imports.rows.query>,
): Promise<{ rows: ImportRow[]; next: string | null }> {
  const { row, details } = await openImport(db, caller, id);
  if (cursor !== undefined && !/^\d{1,6}$/.test(cursor)) refuse({ cursor: 'Cursor is not valid' });
  const from = Number(cursor ?? 0);
  const wanted: number[] = [];
  const kinds = store.kindsIn(row.kinds);
  const asked = new Set<string>(kind === undefined ? kinds : valuesAsked(kind));
  const noted = note === undefined ? null : new Set(details.notes?.[note]);
  for (let at = from; at < kinds.length && wanted.length <= pageRows; at += 1)
    if (asked.has(kinds[at] ?? '') && (noted === null || noted.has(at))) wanted.push(at);
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
  const numbers = [...new Set(wanted.map((at) => Math.floor(at / rowsInPiece)))];
  if (numbers.length === 0) return [];
  const cells = await readRowsIn<string[]>(db, owner, id, 'cells', numbers);
  const plans = await readRowsIn<StagedRow>(db, owner, id, 'plan', numbers);
  const answer = rowAnswers(details);
  const rows = await pacedMap(wanted, (at): ImportRow | null => {
    const [piece, place] = [Math.floor(at / rowsInPiece), at % rowsInPiece];
    const plan = plans.get(piece)?.[place];
    return plan ? answer(at + 1, cells.get(piece)?.[place] ?? [], plan) : null;
  });
  return rows.filter((row) => row !== null);
}
