import type { Area } from '@quartermaster/contract/api/areas';
import type { Import, imports } from '@quartermaster/contract/imports/imports.schema';
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
import { AppError, refuse } from '../../lib/errors.ts';
import { inBulkQueue } from '../../records/bulk/bulk-queue.ts';
import { tableOfArea } from '../../records/entities.ts';

import type { Table } from '../../sheets/table.ts';
import { importAnswer } from './imports.answer.ts';
import { changedOptions, expectKnown, isReadAnew, readingOf } from './imports.options.ts';
import { describeColumns, readFile, rememberMapping } from './imports.reading.ts';
import { type Details, planStaged, planned, stateOf } from './imports.staged.ts';
import { openImport } from './imports.opening.ts';
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

export function expectOpen({ state }: store.ImportRecord): void {
  if (state === 'applied') throw new AppError('CONFLICT', 'This import has been applied already');
  if (state === 'applying') throw new AppError('CONFLICT', 'This import is being applied');
}

/** Plans an import anew and keeps the result. */
export async function replan(
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

export async function removeImport(db: Db, caller: Caller, id: string): Promise<{ id: string }> {
  const row = await store.ownImport(db, caller, id);
  if (row.state === 'applying') throw new AppError('CONFLICT', 'This import is being applied');
  await asCaller(db, caller, (tx) => store.deleteImport(tx, row.ownerId, row.id));
  return { id: row.id };
}
