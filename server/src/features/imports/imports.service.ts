import type { Area } from '@quartermaster/contract/api/areas';
import type { Import, imports } from '@quartermaster/contract/imports/imports.schema';
import { takesSeveralColumns } from '@quartermaster/contract/imports/shared-targets';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import type { EventEmitter } from 'node:events';
import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import type { Caller } from '../../access/caller.ts';
import { scopeKey } from '../../access/owner.ts';
import { expectUnscoped } from '../../access/permit.ts';
import type { Db } from '../../db/schema.ts';
import { AppError, refuse } from '../../lib/errors.ts';
import { tableOfArea } from '../../records/kinds/entities.ts';
import type { Table } from '../../sheets/table.ts';
import { importAnswer } from './imports.answer.ts';
import { changedOptions, expectKnown, isReadAnew, readingOf } from './imports.options.ts';
import { describeColumns, readFile } from './imports.reading.ts';
import { isSecretColumn } from './imports.secret-columns.ts';
import { type Details, openStaged } from './imports.staged.ts';
import { openImport } from './imports.opening.ts';
import { readFileOf, readRows, replacePieces, sealFile, sealRows } from './imports.pieces.ts';
import { asCaller, expectOpen, inTurn, replan, sealPlan } from './imports.planning.ts';
import * as store from './imports.store.ts';
import { recordTableOf } from './imports.tables.ts';

type Update = z.output<typeof imports.update.body>;

const hourMs = 3_600_000;
/** What is kept of how a file was read. */
const readDetails = ({ rows, targets: _, ...read }: Table) => ({ ...read, rows: rows.length });

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
      ambiguous: [],
      remembered: [],
      needs: [],
      bad: {},
      notes: null,
      mended: {},
      error: null,
      ...readDetails(table),
      ...(await describeColumns(db, caller, area, table)),
      options: {
        existing: 'update',
        duplicates: 'first',
        tags: 'add',
        badCells: 'drop',
        secretComments: 'keep',
        replace: {},
        references: {},
        values: {},
        dates: {},
      },
    };
    const plan = await sealPlan(db, caller, id, details, table.rows);
    const row: store.ImportRecord = {
      ownerId: owner.id,
      id,
      userId: principal.userId,
      tokenId: token?.id ?? null,
      revision: 0,
      applyKey: null,
      batchId: null,
      createdAt: now,
      expiresAt: now + serverLimits.importHours * hourMs,
      ...plan.changes,
    };
    const content = await sealFile(owner, id, bytes);
    const cells = await sealRows(owner, id, 'cells', table.rows);
    await asCaller(db, caller, async (tx) => {
      await store.insertImport(tx, row);
      await replacePieces(tx, 'file', row, content);
      await replacePieces(tx, 'cells', row, cells);
      await replacePieces(tx, 'plan', row, plan.pieces);
      await store.expectRoom(tx, row);
    });
    return importAnswer(row, plan.details);
  });

export async function listImports(db: Db, caller: Caller): Promise<Import[]> {
  const rows = await store
    .ownImports(db, caller)
    .orderBy('createdAt', 'desc')
    .limit(serverLimits.imports)
    .execute();
  return rows.flatMap((row) => {
    try {
      const details = openStaged(caller.owner, row);
      return details.view === scopeKey(caller.owner) ? [importAnswer(row, details)] : [];
    } catch (error) {
      // One that can't be read any more does not hide the others.
      if (error instanceof AppError) return [];
      throw error;
    }
  });
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
    const { references } = options;
    let next: Details = {
      ...details,
      options: changedOptions(details, options),
      remembered: stillRemembered(details.remembered, references),
    };
    const isAnew = isReadAnew(details, options);
    let cells: string[][];
    if (isAnew) {
      const bytes = await readFileOf(db, caller.owner, id);
      const reading = readingOf(details, options);
      const table = await readFile(bytes, details.name, details.area, reading);
      cells = table.rows;
      next = {
        ...next,
        reading,
        mended: {},
        ...readDetails(table),
        ...(await describeColumns(db, caller, details.area, table)),
      };
    } else cells = await readRows<string[]>(db, caller.owner, id, 'cells');
    next = {
      ...next,
      mapping: Object.fromEntries([...Object.entries(next.mapping), ...Object.entries(mapping)]),
      guessed: next.guessed.filter((header) => !Object.hasOwn(mapping, header)),
      undecided: Object.fromEntries(
        Object.entries(next.undecided ?? {}).filter(([header]) => !Object.hasOwn(mapping, header)),
      ),
    };
    expectKnown(next, mapping, options);
    expectOneEach(next);
    next = { ...next, options: withoutSecretReplacements(next) };
    const remember = Object.keys(mapping).length > 0;
    const result = await replan(db, caller, row, next, cells, {
      isCellsNew: isAnew,
      remember,
      ...(typeof references === 'object' && { references }),
    });
    return importAnswer(result.row, result.details);
  });

/** The remembered choices that a request leaves as they are. */
const stillRemembered = (
  keys: Details['remembered'],
  changes: NonNullable<Update['options']>['references'],
): Details['remembered'] =>
  typeof changes === 'string'
    ? []
    : keys.filter((key) => changes === undefined || !Object.hasOwn(changes, key));

/** A column that has become secret takes no replacements: their texts are its values. */
const withoutSecretReplacements = (details: Details): Details['options'] => ({
  ...details.options,
  replace: Object.fromEntries(
    Object.entries(details.options.replace).filter(([header]) => !isSecretColumn(details, header)),
  ),
});

/** Only tags, the comment and the secure note take several columns. */
function expectOneEach({ mapping }: Details): void {
  const taken = new Map<string, string>();
  for (const [header, path] of Object.entries(mapping)) {
    if (path === null || takesSeveralColumns(path)) continue;
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
