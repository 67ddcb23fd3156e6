import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import type { EventEmitter } from 'node:events';
import type { Caller } from '../../access/caller.ts';
import { expectCurrent } from '../../access/current.ts';
import { transaction } from '../../db/transaction.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { AppError, refuse } from '../../lib/errors.ts';
import { pacedEach } from '../../lib/paced.ts';
import { inBulkQueue } from '../../work/bulk-queue.ts';
import { replacePieces, sealRows } from './imports.pieces.ts';
import { rememberMapping } from './imports.mappings.ts';
import { type Decisions, decisionsIn, rememberPicks, rememberedPicks } from './imports.picks.ts';
import { type Details, planStaged, planned, stateOf } from './imports.staged.ts';
import * as store from './imports.store.ts';

type Rows = readonly (readonly string[])[];

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
export const asCaller = <T>(db: Db, caller: Caller, write: (tx: Tx) => Promise<T>): Promise<T> =>
  transaction(db, async (tx) => {
    await expectCurrent(tx, caller);
    return write(tx);
  });

export function expectOpen({ state }: store.ImportRecord): void {
  if (state === 'applied') throw new AppError('CONFLICT', 'This import has been applied already');
  if (state === 'applying') throw new AppError('CONFLICT', 'This import is being applied');
}

/** Refuses cells that were changed into more text than a file may have. */
export async function expectTexts(cells: Rows): Promise<void> {
  let length = 0;
  await pacedEach(cells, (row) => {
    for (const cell of row) length += cell.length;
  });
  if (length > serverLimits.importText)
    refuse({
      cells: `All cells together may have at most ${serverLimits.importText.toLocaleString('en')} characters`,
    });
}

/** Plans what an import does with its rows, and seals the result. */
export async function sealPlan(
  db: Db,
  caller: Caller,
  id: string,
  details: Details,
  cells: Rows,
  decisions: Decisions = new Map(),
) {
  const { owner } = caller;
  const picked = await rememberedPicks(db, caller, decisions);
  const result = planned(details, await planStaged(db, owner, details, cells, { picked }));
  const changes = {
    state: stateOf(result.details),
    kinds: store.kindsText(result.rows.map(({ kind }) => kind)),
    sealed: store.sealDetails(owner, id, result.details),
  };
  return { ...result, changes, pieces: await sealRows(owner, id, 'plan', result.rows) };
}

/** Plans an import anew and keeps the result. */
export async function replan(
  db: Db,
  caller: Caller,
  row: store.ImportRecord,
  details: Details,
  cells: Rows,
  {
    isCellsNew = false,
    remember = false,
    references = {},
  }: { isCellsNew?: boolean; remember?: boolean; references?: Readonly<Record<string, string | null>> } = {},
) {
  const decisions = decisionsIn(caller, details.area, references);
  const plan = await sealPlan(db, caller, row.id, details, cells, decisions);
  const newCells = isCellsNew ? await sealRows(caller.owner, row.id, 'cells', cells) : null;
  await asCaller(db, caller, async (tx) => {
    await store.updateImport(tx, row, plan.changes);
    await replacePieces(tx, 'plan', row, plan.pieces);
    if (newCells) await replacePieces(tx, 'cells', row, newCells);
    await store.expectRoom(tx, row);
    if (remember) await rememberMapping(tx, caller, plan.details);
    await rememberPicks(tx, caller, decisions);
  });
  return { row: { ...row, ...plan.changes }, details: plan.details, rows: plan.rows };
}
