import type { BatchKind } from '@quartermaster/contract/history/history.routes';
import { v7 as uuid } from 'uuid';
import type { Caller } from '../../access/caller.ts';
import { expectStillCurrent } from '../../access/current.ts';
import type { Owner } from '../../access/owner.ts';
import { transaction } from '../../db/transaction.ts';
import type { Db, OwnedTableName, Schema, Tx } from '../../db/schema.ts';
import { gatherStatistics } from '../../db/statistics.ts';
import { nextTime } from '../../lib/clock.ts';
import { inChunks, pacedMap } from '../../lib/paced.ts';
import { UnsealError, sealedWith } from '../../secrets/seal.ts';
import { holdKeys } from '../../secrets/wrapped-keys.ts';
import { type Write, writeTogether } from '../table/write-together.ts';
import { textLength } from '../kinds/row.ts';
import type { Action, Change, ChangeLog } from '../table/change-log.ts';
import { insertChanges } from './changes.ts';
import { type WholeChange, insertSecretChanges, secretChangesOf } from './secret-changes.ts';
import type { About } from './labels.ts';

type BatchRow = Schema['batches'];

const countOf: Record<Action, 'created' | 'updated' | 'deleted'> = {
  create: 'created',
  update: 'updated',
  delete: 'deleted',
};

/** An action of a principal on records of a table. */
export interface Act extends Pick<About, 'words' | 'to' | 'file'> {
  kind: BatchKind;
  table: OwnedTableName;
  /** The actor's owner, even if some records are global. */
  owner: Owner;
  /** Whose rights must still hold at the end; absent: the server itself acts. */
  caller?: Caller;
  /** What else the act came from. */
  source?: { type: string; id: string };
  /** The whole label of an act that is about another one, and that one. */
  undoes?: { batchId: string | null; label: string };
  /** The row that was stored before, for work that a job does. */
  pending?: { id: string; at: number };
}

const rowsAtOnce = 500;

const weightOf = ({ before, after }: Change): number => textLength(before) + textLength(after);

/** The changes of one action. Its row is stored with the first of them. */
export class Batch implements ChangeLog {
  readonly #act: Act;
  readonly #row: BatchRow;
  /** The number of changes that the stored row counts. */
  #stored = 0;
  /** The keys that sealed values in the changes, by owner. */
  readonly #keys = new Map<string, Set<string>>();
  /** The fields that updates changed; an act that is no edit is labelled without them. */
  readonly #fields = new Set<string>();
  readonly #tables = new Map<OwnedTableName, number>();
  readonly #atEnd = new Map<string, (tx: Tx) => Promise<void>>();
  #recordId = '';

  constructor(act: Act) {
    const { kind, owner, caller, source, undoes, pending } = act;
    const { id: ownerId, principal } = owner;
    this.#act = act;
    this.#row = {
      ownerId,
      id: pending?.id ?? uuid(),
      kind,
      label: undoes?.label ?? null,
      actorId: principal.userId,
      principalKind: principal.kind,
      principalId: principal.id,
      at: pending?.at ?? nextTime(),
      created: 0,
      updated: 0,
      deleted: 0,
      actorName: caller?.user.name ?? null,
      actorEmail: caller?.user.email ?? null,
      tokenId: caller?.token?.id ?? null,
      tokenName: caller?.token?.name ?? null,
      about: null,
      source: source ? JSON.stringify(source) : null,
      undoOf: undoes?.batchId ?? null,
      undoneBy: null,
      progress: null,
    };
  }

  get id(): string {
    return this.#row.id;
  }

  /** The number of changes. */
  get size(): number {
    return this.#row.created + this.#row.updated + this.#row.deleted;
  }

  /** As it is stored. */
  get row(): BatchRow {
    const { table, words, to, file, kind } = this.#act;
    const about: About = {
      tables: Object.fromEntries([
        ...(this.#tables.has(table) ? [[table, 0] as const] : []),
        ...this.#tables,
      ]),
      ...(this.size === 1 && { recordId: this.#recordId }),
      ...(kind === 'edit' && this.#row.updated > 0 && { fields: [...this.#fields] }),
      ...(words !== undefined && { words }),
      ...(to && { to }),
      ...(file !== undefined && { file }),
    };
    return { ...this.#row, about: JSON.stringify(about) };
  }

  #count(table: OwnedTableName, action: Action, stored: readonly WholeChange[]): void {
    this.#row[countOf[action]] += stored.length;
    this.#tables.set(table, (this.#tables.get(table) ?? 0) + stored.length);
    this.#recordId = stored[0]?.recordId ?? '';
    if (this.#act.kind === 'edit')
      for (const { after } of stored) for (const field of Object.keys(after ?? {})) this.#fields.add(field);
  }

  /** The statements that store these changes, a few hundred at most. */
  async #statements(
    tx: Tx,
    owner: Owner,
    table: OwnedTableName,
    action: Action,
    changes: readonly Change[],
  ): Promise<Write[]> {
    const { kind } = this.#act;
    const { insert, stored, keys } = insertChanges(tx, owner, this.#row.id, table, action, changes);
    if (stored.length === 0) return [];
    const found = (await pacedMap(stored, (change) => secretChangesOf(owner, change))).flat();
    // Who brings a secret back did not type it in.
    const isRepeated = kind === 'undo' || kind === 'restore';
    const secrets = isRepeated ? found.map((row) => ({ ...row, actorId: null })) : found;
    for (const { before, after } of secrets) keys.add(sealedWith(after || before));
    if (keys.size > 0) this.#keys.set(owner.id, new Set([...keys, ...(this.#keys.get(owner.id) ?? [])]));
    this.#count(table, action, stored);
    const statements: Write[] = [insert, ...insertSecretChanges(tx, secrets)];
    if (this.#stored === 0 && !this.#act.pending) {
      statements.push(tx.insertInto('batches').values(this.row));
      this.#stored = this.size;
    }
    return statements;
  }

  async write(
    tx: Tx,
    owner: Owner,
    table: OwnedTableName,
    action: Action,
    changes: readonly Change[],
    others: readonly Write[] = [],
  ): Promise<void> {
    let more = others;
    for await (const some of inChunks(changes, rowsAtOnce, weightOf)) {
      await writeTogether(tx, [...more, ...(await this.#statements(tx, owner, table, action, some))]);
      more = [];
    }
  }

  atEnd(key: string, run: (tx: Tx) => Promise<void>): void {
    this.#atEnd.set(key, run);
  }

  /** Does what was left for the end, unless nothing changed. */
  async end(tx: Tx): Promise<void> {
    if (this.size > 0) for (const run of this.#atEnd.values()) await run(tx);
  }

  /** Throws SERVICE_UNAVAILABLE if a key that the changes use has been retired. */
  async holdKeys(tx: Tx): Promise<void> {
    for (const [owner, keys] of this.#keys) await holdKeys(tx, owner, keys);
  }

  /**
   * Stores the final counts, or deletes a pending batch of which nothing was written. Throws if a key that was used has
   * been retired meanwhile.
   */
  async finish(tx: Tx): Promise<void> {
    await this.holdKeys(tx);
    if (this.#stored === this.size && !this.#act.pending) return;
    const { ownerId, id, created, updated, deleted, about } = this.row;
    if (this.size === 0) {
      await tx
        .deleteFrom('batches')
        .where('ownerId', '=', ownerId)
        .where('id', '=', id)
        .where('progress', 'is not', null) // Another run of the same job may have written and finished it.
        .execute();
      return;
    }
    await tx
      .updateTable('batches')
      .set({ created, updated, deleted, about, progress: null })
      .where('ownerId', '=', ownerId)
      .where('id', '=', id)
      .execute();
  }
}

type Work<T> = (tx: Tx, batch: Batch) => Promise<T>;

/** Runs an action and stores its batch, if its author still has the rights. */
async function inOne<T>(tx: Tx, act: Act, work: Work<T>): Promise<{ result: T; batch: Batch }> {
  const batch = new Batch(act);
  const result = await work(tx, batch).catch(async (error: unknown) => {
    // A value that it sealed itself cannot be opened once its key has been deleted, so the client may retry.
    if (error instanceof UnsealError) await batch.holdKeys(tx);
    throw error;
  });
  await batch.finish(tx);
  if (act.caller) await expectStillCurrent(tx, act.caller);
  await batch.end(tx);
  return { result, batch };
}

/**
 * Runs an action in a transaction, again after a deadlock. Its changes form one batch; an action without changes leaves
 * none.
 */
export async function inBatch<T>(db: Db, act: Act, work: Work<T>): Promise<T> {
  const { result, batch } = await transaction(db, (tx) => inOne(tx, act, work));
  if (batch.size > 0) act.caller?.onBatch?.(batch.id);
  await gatherStatistics(db, act.table, batch.size);
  return result;
}
