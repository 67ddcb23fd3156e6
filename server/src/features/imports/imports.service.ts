import type { Area } from '@quartermaster/contract/api/areas';
import type { Import, ImportRow, RowKind, imports } from '@quartermaster/contract/imports/imports.schema';
import { limits } from '@quartermaster/contract/rules/limits';
import type { EventEmitter } from 'node:events';
import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import type { Caller } from '../../access/caller.ts';
import { expectCurrent } from '../../access/current.ts';
import { scopeKey } from '../../access/owner.ts';
import { expectUnscoped } from '../../access/permit.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { retried } from '../../db/retried.ts';
import { AppError, notFound, refuse } from '../../lib/errors.ts';
import { inBulkQueue } from '../../records/bulk/bulk-queue.ts';
import { tableOfArea } from '../../records/entities.ts';

import type { Table } from '../../sheets/table.ts';
import { importAnswer, rowAnswer } from './imports.answer.ts';
import { changedOptions, expectKnown, isReadAnew, readingOf } from './imports.options.ts';
import { describeColumns, readFile, rememberMapping } from './imports.reading.ts';
import { type Details, type StagedRow, planStaged, planned, stateOf } from './imports.staged.ts';
import * as store from './imports.store.ts';
import { recordTableOf } from './imports.tables.ts';

type Update = z.output<typeof imports.update.body>;

const hourMs = 3_600_000;
/** Each may hold a file of 10 MiB. */
const waitingAtMost = 8;

/** Runs the reading or planning of a file in the workspace's turn. */
export const inTurn = <T>(
  db: Db,
  { owner }: Caller,
  client: EventEmitter,
  work: () => Promise<T>,
): Promise<T> => inBulkQueue(db, owner, client, waitingAtMost, work);

/** Writes in a transaction that first reads the caller's rights again. */
const asCaller = <T>(db: Db, caller: Caller, write: (tx: Tx) => Promise<T>): Promise<T> =>
  retried(() =>
    db.transaction().execute(async (tx) => {
      await expectCurrent(tx, caller);
      return write(tx);
    }),
  );

/** What is kept of how a file was read. */
const readDetails = ({
  source,
  sheets,
  sheet,
  encoding,
  delimiter,
  header,
  columns,
  rows,
  skipped,
}: Table) => ({
  source,
  sheets,
  sheet,
  encoding,
  delimiter,
  header,
  columns,
  skipped,
  rows: rows.length,
});

export interface File {
  area: Area;
  name: string;
  bytes: Uint8Array;
}

/** Types are global or of the whole workspace: members with a scope write none. */
function expectWritable(caller: Caller, area: Area): void {
  if (recordTableOf(tableOfArea[area]).entity.global) expectUnscoped(caller);
}

export const createImport = (db: Db, caller: Caller, client: EventEmitter, file: File): Promise<Import> =>
  inTurn(db, caller, client, async () => {
    const { owner, principal, token } = caller;
    const { area, name, bytes } = file;
    expectWritable(caller, area);
    const table = await readFile(bytes, name, area, {});
    const id = uuid();
    const now = Date.now();
    const details: Details = {
      area,
      name,
      view: scopeKey(owner),
      reading: {},
      counts: null,
      asks: [],
      missing: [],
      needs: [],
      error: null,
      ...readDetails(table),
      ...(await describeColumns(db, caller, area, table)),
      options: {
        existing: 'update',
        duplicates: 'first',
        tags: 'add',
        references: {},
        values: {},
        dates: {},
      },
    };
    const result = planned(details, await planStaged(db, owner, details, table.rows));
    const row: store.ImportRecord = {
      ownerId: owner.id,
      id,
      userId: principal.userId,
      tokenId: token?.id ?? null,
      revision: 0,
      state: stateOf(result.details),
      kinds: store.kindsText(result.rows.map(({ kind }) => kind)),
      applyKey: null,
      batchId: null,
      createdAt: now,
      expiresAt: now + limits.importHours * hourMs,
      sealed: store.sealDetails(owner, id, result.details),
    };
    const pieces = [
      ['file', store.filePieces(bytes)],
      ['cells', store.rowPieces(table.rows)],
      ['plan', store.rowPieces(result.rows)],
    ] as const;
    const sealed = pieces.map(([part, texts]) => [part, store.sealPieces(owner, id, part, texts)] as const);
    await asCaller(db, caller, async (tx) => {
      await store.insertImport(tx, row);
      for (const [part, some] of sealed) await store.replacePieces(tx, part, row, some);
      await store.deleteSurplus(tx, row);
    });
    return importAnswer(row, result.details);
  });

/** An import of the caller's, planned under the scope that they have now. */
export async function openImport(db: Db | Tx, caller: Caller, id: string) {
  const row = await store.ownImport(db, caller, id);
  const details = store.openDetails<Details>(caller.owner, row);
  if (details.view !== scopeKey(caller.owner)) throw notFound('import');
  return { row, details };
}

export async function listImports(db: Db, caller: Caller): Promise<Import[]> {
  const rows = await store
    .ownImports(db, caller)
    .orderBy('createdAt', 'desc')
    .limit(limits.imports)
    .execute();
  return rows.flatMap((row) => {
    try {
      const details = store.openDetails<Details>(caller.owner, row);
      return details.view === scopeKey(caller.owner) ? [importAnswer(row, details)] : [];
    } catch (error) {
      // One that can't be read any more does not hide the others.
      if (error instanceof AppError) return [];
      throw error;
    }
  });
}

function expectOpen({ state }: store.ImportRecord): void {
  if (state === 'applied') throw new AppError('CONFLICT', 'This import has been applied already');
  if (state === 'applying') throw new AppError('CONFLICT', 'This import is being applied');
}

/** Plans an import anew and keeps the result. */
async function replan(
  db: Db,
  caller: Caller,
  row: store.ImportRecord,
  details: Details,
  cells: readonly (readonly string[])[],
  { isCellsNew = false, remember = false } = {},
) {
  const { owner } = caller;
  const result = planned(details, await planStaged(db, owner, details, cells));
  const next = {
    state: stateOf(result.details),
    kinds: store.kindsText(result.rows.map(({ kind }) => kind)),
    sealed: store.sealDetails(owner, row.id, result.details),
  };
  const plan = store.sealPieces(owner, row.id, 'plan', store.rowPieces(result.rows));
  const newCells = isCellsNew ? store.sealPieces(owner, row.id, 'cells', store.rowPieces(cells)) : null;
  await asCaller(db, caller, async (tx) => {
    await store.updateImport(tx, row, next);
    await store.replacePieces(tx, 'plan', row, plan);
    if (newCells) await store.replacePieces(tx, 'cells', row, newCells);
    if (remember) await rememberMapping(tx, caller, result.details);
  });
  return { row: { ...row, ...next }, ...result };
}

export const updateImport = (
  db: Db,
  caller: Caller,
  client: EventEmitter,
  id: string,
  { mapping = {}, options = {} }: Update,
): Promise<Import> =>
  inTurn(db, caller, client, async () => {
    const { row, details } = await openImport(db, caller, id);
    expectOpen(row);
    let next: Details = { ...details, options: changedOptions(details.options, options) };
    const isAnew = isReadAnew(options);
    let cells: string[][];
    if (isAnew) {
      const bytes = store.fileOf(await store.readPieces(db, caller.owner, id, 'file'));
      const reading = readingOf(details.reading, options);
      const table = await readFile(bytes, details.name, details.area, reading);
      cells = table.rows;
      next = {
        ...next,
        reading,
        ...readDetails(table),
        ...(await describeColumns(db, caller, details.area, table)),
      };
    } else cells = store.rowsOf(await store.readPieces(db, caller.owner, id, 'cells'));
    expectKnown(next, mapping, options);
    next = {
      ...next,
      mapping: Object.fromEntries([...Object.entries(next.mapping), ...Object.entries(mapping)]),
      guessed: next.guessed.filter((header) => !Object.hasOwn(mapping, header)),
    };
    expectOneEach(next);
    const remember = Object.keys(mapping).length > 0;
    const result = await replan(db, caller, row, next, cells, { isCellsNew: isAnew, remember });
    return importAnswer(result.row, result.details);
  });

/** Only tags take several columns. */
function expectOneEach({ mapping }: Details): void {
  const taken = new Map<string, string>();
  for (const [header, path] of Object.entries(mapping)) {
    if (path === null || path === 'tags' || path.startsWith('tag:')) continue;
    const other = taken.get(path);
    if (other !== undefined) refuse({ [`mapping.${header}`]: `${other} becomes the same field` });
    taken.set(path, header);
  }
}

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
  changes: Readonly<Record<string, string>>,
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
    const result = await replan(db, caller, row, details, cells, { isCellsNew: true });
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

export async function removeImport(db: Db, caller: Caller, id: string): Promise<{ id: string }> {
  const row = await store.ownImport(db, caller, id);
  if (row.state === 'applying') throw new AppError('CONFLICT', 'This import is being applied');
  await asCaller(db, caller, (tx) => store.deleteImport(tx, row.ownerId, row.id));
  return { id: row.id };
}
