import type { Resolution, Resolve, Undone } from '@quartermaster/contract/history/history.schema';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { secretWords } from '@quartermaster/contract/rules/secrets';
import { sql } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import type { Caller } from '../../access/caller.ts';
import type { Owner } from '../../access/owner.ts';
import { expectUnscoped, writerOf } from '../../access/permit.ts';
import { read } from '../../db/raw-sql.ts';
import { rowLock } from '../../db/row-lock.ts';
import { attempted } from '../../db/savepoint.ts';
import type { OwnedTableName, Tx } from '../../db/schema.ts';
import { AppError } from '../../lib/errors.ts';
import { pacedEach } from '../../lib/paced.ts';
import { UnsealError } from '../../secrets/seal.ts';
import type { Batch } from '../history/batches.ts';
import type { RecordReference } from '../history/names.ts';
import { allOf, isOneOf } from '../table/conditions.ts';
import type { RecordTable, Tables } from '../list/record-table.ts';
import type { StoredRow } from '../kinds/row.ts';
import { isSeen, scopeErrors } from '../table/scope.ts';
import { type Allowed, checkedWrites } from './checked-writes.ts';
import { groupsOf } from './groups.ts';
import type { UndoWrite } from './write.ts';
import { type Origins, originsOf } from './origins.ts';
import { type FieldConflict, type Plan, planRemoval, planRestoration, planUpdate } from './plan.ts';
import { type Reversal, actionOf } from './reversals.ts';

export type Conflict = RecordReference & { fields: FieldConflict[] };

export type UndoRefusal = RecordReference & { message: string };

export interface Reverted {
  /** Of records; the first of them are listed. */
  counts: Undone['counts'];
  conflicts: Conflict[];
  refused: UndoRefusal[];
}

type Planned = Plan & Pick<UndoWrite, 'reversal' | 'before'>;

const isWrite = (planned: Planned): planned is UndoWrite => planned.fields !== null;

/** Reverses what acts did, in the caller's transaction, with the checks of every other write. */
export class Revert {
  readonly #tx: Tx;
  readonly #caller: Caller;
  readonly #tables: Tables;
  readonly #resolve: Resolve;
  readonly #batch: Batch;
  readonly result: Reverted = {
    counts: { done: 0, conflicts: 0, refused: 0 },
    conflicts: [],
    refused: [],
  };

  constructor(tx: Tx, caller: Caller, tables: Tables, resolve: Resolve, batch: Batch) {
    this.#tx = tx;
    this.#caller = caller;
    this.#tables = tables;
    this.#resolve = resolve;
    this.#batch = batch;
  }

  async run(
    pages: AsyncIterable<readonly Reversal[]>,
    onProgress: (done: number) => void,
  ): Promise<Reverted> {
    let done = 0;
    for await (const page of pages)
      for await (const group of groupsOf(this.#tx, this.#caller.owner, page)) {
        await this.#revertGroup(group);
        await setImmediate(); // Let other requests run.
        onProgress((done += group.length));
      }
    return this.result;
  }

  #contest({ table, recordId }: Reversal, fields: FieldConflict[]): void {
    const { counts, conflicts } = this.result;
    counts.conflicts += 1;
    if (conflicts.length < serverLimits.conflictsListed) conflicts.push({ table, recordId, fields });
  }

  #refuse({ table, recordId }: Reversal, message: string): void {
    const { counts, refused } = this.result;
    counts.refused += 1;
    if (refused.length < serverLimits.conflictsListed) refused.push({ table, recordId, message });
  }

  #resolutionOf({ recordId }: Reversal): Resolution {
    if (typeof this.#resolve === 'string') return this.#resolve;
    return Object.hasOwn(this.#resolve, recordId) ? (this.#resolve[recordId] ?? 'theirs') : 'theirs';
  }

  /** Locks and returns those of the records that exist and are visible, and tells which exist. */
  async #rowsOf(table: OwnedTableName, ids: readonly string[]) {
    const tx = this.#tx;
    const named = isOneOf(`${table}.id`, ids);
    const { rows } = await read(
      tx,
      sql<StoredRow>`select * from ${sql.table(table)}
      where ${allOf([isSeen(table, this.#caller.owner), named])} order by id ${rowLock(tx)}`,
    );
    const all = await read(tx, sql<{ id: string }>`select id from ${sql.table(table)} where ${named}`);
    return {
      rows: new Map(rows.map((row) => [row.id, { ...row }])),
      existing: new Set(all.rows.map(({ id }) => id)),
    };
  }

  async #revertGroup(group: readonly Reversal[]): Promise<void> {
    const [first] = group;
    if (!first) return;
    const table = this.#tables[first.table];
    const action = actionOf(first);
    const { owner } = this.#caller;
    const ids = group.map(({ recordId }) => recordId);
    const { rows, existing } = await this.#rowsOf(table.name, ids);
    // There is nothing to compare what is restored with.
    const origins = action === 'restore' ? new Map<string, Origins>() : await originsOf(this.#tx, owner, ids);
    const planned: Planned[] = [];
    await pacedEach(group, (reversal) => {
      const before = rows.get(reversal.recordId) ?? null;
      // A record that is not there any more has nothing to be undone, one that is there nothing to be restored.
      if (action === 'restore' ? existing.has(reversal.recordId) : before === null) return;
      const plan = this.#planOf(table, reversal, before, origins.get(reversal.recordId));
      if (!plan) return;
      if (plan.conflicts.length > 0) this.#contest(reversal, plan.conflicts);
      planned.push({ ...plan, reversal, before });
    });
    let writer: Owner;
    try {
      // Kinds with global records carry no tags: everyone sees them, so no member with a scope writes them.
      if (table.entity.global) expectUnscoped(this.#caller);
      writer = writerOf(this.#caller, table.entity, first.ownerId);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      for (const { reversal } of planned.filter(isWrite)) this.#refuse(reversal, error.message);
      return;
    }
    const writes = planned.filter(isWrite).filter((each) => this.#expectKnown(each));
    if (writes.length === 0) return;
    if (action === 'remove') await this.#remove(table, writer, writes);
    else await this.#write(table, writer, writes, action);
  }

  /** null: the record was out of scope. */
  #planOf(
    table: RecordTable,
    reversal: Reversal,
    row: StoredRow | null,
    origins: Origins | undefined,
  ): Plan | null {
    const { owner } = this.#caller;
    try {
      if (!row) {
        if (reversal.isEmptied) throw new AppError('CONFLICT', 'Its values were removed from the trash');
        const plan = planRestoration(owner, reversal);
        const isSeenAfter = Object.keys(scopeErrors(table.name, owner, plan.fields?.['tags'])).length === 0;
        return isSeenAfter ? plan : null;
      }
      if (reversal.isEmptied) throw new AppError('CONFLICT', 'Its values were removed from the history');
      const plan = actionOf(reversal) === 'remove' ? planRemoval : planUpdate;
      return plan(owner, reversal, row, origins, this.#resolutionOf(reversal));
    } catch (error) {
      if (error instanceof UnsealError)
        this.#refuse(reversal, 'A secret of it cannot be opened with any key');
      else if (error instanceof AppError) this.#refuse(reversal, error.message);
      else throw error;
      return null;
    }
  }

  #expectKnown({ reversal, lost }: UndoWrite): boolean {
    const [path] = lost;
    if (path === undefined) return true;
    this.#refuse(reversal, `Its earlier ${secretWords(path, undefined)} was removed from the history`);
    return false;
  }

  async #remove(table: RecordTable, writer: Owner, writes: readonly UndoWrite[]): Promise<void> {
    const rows = writes.flatMap(({ before }) => before ?? []);
    const inUse = await table.owned.removeMany(this.#tx, writer, rows, this.#batch);
    for (const { reversal } of writes) {
      const error = inUse.get(reversal.recordId);
      if (error) this.#refuse(reversal, error.message);
      else this.result.counts.done += 1;
    }
  }

  async #write(
    table: RecordTable,
    writer: Owner,
    writes: readonly UndoWrite[],
    action: 'update' | 'restore',
  ): Promise<void> {
    const { allowed, refused } = await checkedWrites(this.#tx, this.#caller.owner, table, writes);
    for (const { write, message } of refused) this.#refuse(write.reversal, message);
    const uniqueFields = table.entity.unique.fields;
    const isPlain = ({ fields }: UndoWrite) => !uniqueFields.some((field) => field in fields);
    const together = action === 'restore' ? allowed : allowed.filter(({ write }) => isPlain(write));
    if (together.length > 0) await this.#store(table, writer, together, action);
    // A name may be taken, also by one that is about to change.
    for (const one of allowed.filter((each) => !together.includes(each))) {
      const error = await attempted(this.#tx, () => this.#store(table, writer, [one], action));
      if (error) this.#refuse(one.write.reversal, error.message);
    }
  }

  async #store(
    table: RecordTable,
    writer: Owner,
    allowed: readonly Allowed[],
    action: 'update' | 'restore',
  ): Promise<void> {
    if (action === 'update') {
      const edits = allowed.flatMap(({ write: { before, fields, touched }, owners }) =>
        before ? [{ before, fields, touched, owners }] : [],
      );
      await table.owned.updateMany(this.#tx, writer, edits, this.#batch);
      this.result.counts.done += allowed.length;
      return;
    }
    const restorations = allowed.map(({ write: { fields, reversal }, owners }) => ({
      fields,
      owners,
      before: { ...reversal.was, id: reversal.recordId },
    }));
    const taken = await table.owned.restoreMany(this.#tx, writer, restorations, this.#batch);
    for (const { write } of allowed)
      if (taken.has(write.reversal.recordId)) this.#refuse(write.reversal, table.entity.unique.message);
      else this.result.counts.done += 1;
  }
}
