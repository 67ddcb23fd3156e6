import { v7 as uuid } from 'uuid';
import type { Caller } from '../../access/caller.ts';
import { expectStillCurrent } from '../../access/current.ts';
import type { Owner } from '../../access/owner.ts';
import { retried } from '../../db/retried.ts';
import type { Db, OwnedTableName, Schema, Tx } from '../../db/schema.ts';
import { gatherStatistics } from '../../db/statistics.ts';
import { nextTime } from '../../lib/clock.ts';
import { inBatches, pacedMap } from '../../lib/paced.ts';
import { UnsealError, sealedWith } from '../../secrets/seal.ts';
import { holdKeys } from '../../secrets/wrapped-keys.ts';
import { type Write, batchWrites } from '../batch-writes.ts';
import { entityOf } from '../entities.ts';
import { textLength } from '../row.ts';
import { type Action, type Change, insertChanges } from './changes.ts';
import { insertSecretChanges, secretChangesOf } from '../exposure/secret-changes.ts';

type BatchRow = Schema['batches'];
type Count = 'created' | 'updated' | 'deleted';

const countOf: Record<Action, Count> = { create: 'created', update: 'updated', delete: 'deleted' };

/** Every kind of batch with the verb and noun of its label; the edit of a single record has no label. */
const kinds = {
  edit: null,
  bulk: { act: 'Bulk edit', count: 'updated' },
  import: { act: 'Import', count: 'created' },
  delete: { act: 'Deletion', count: 'deleted' },
  'expiry-check': { act: 'Expiration check', count: 'updated' },
} satisfies Record<string, { act: string; count: Count } | null>;

export type BatchKind = keyof typeof kinds;

/** 'Import of 120 domains'. */
function labelOf(kind: BatchKind, table: OwnedTableName, counts: Record<Count, number>): string | null {
  const label = kinds[kind];
  if (!label) return null;
  const count = counts[label.count];
  const { one, many } = entityOf[table];
  return `${label.act} of ${count} ${count === 1 ? one : many}`;
}

/** An action of a principal on records of a table. */
interface Act {
  kind: BatchKind;
  table: OwnedTableName;
  /** The actor's owner, even if some records are global. */
  owner: Owner;
  /** Whose rights must still hold at the end; absent: the server itself acts. */
  caller?: Caller;
}

const rowsAtOnce = 500;

const weightOf = ({ before, after }: Change): number => textLength(before) + textLength(after);

/** The changes of one action. Its row is stored with the first of them. */
export class Batch {
  readonly #act: Act;
  readonly #row: BatchRow;
  /** The number of changes that the stored row counts. */
  #stored = 0;
  /** The keys that sealed values in the changes, by owner. */
  readonly #keys = new Map<string, Set<string>>();

  constructor(act: Act) {
    const { kind, owner } = act;
    const { id: ownerId, principal } = owner;
    this.#act = act;
    this.#row = {
      ownerId,
      id: uuid(),
      kind,
      label: null,
      actorId: principal.userId,
      principalKind: principal.kind,
      principalId: principal.id,
      at: nextTime(),
      created: 0,
      updated: 0,
      deleted: 0,
    };
  }

  /** The number of changes. */
  get size(): number {
    return this.#row.created + this.#row.updated + this.#row.deleted;
  }

  get #label(): string | null {
    return labelOf(this.#act.kind, this.#act.table, this.#row);
  }

  /** The statements that store these changes, a few hundred at most. `owner` is the records'. */
  async statements(
    tx: Tx,
    owner: Owner,
    table: OwnedTableName,
    action: Action,
    changes: readonly Change[],
  ): Promise<Write[]> {
    const { insert, stored, keys } = insertChanges(tx, owner, this.#row.id, table, action, changes);
    if (stored.length === 0) return [];
    const secrets = (await pacedMap(stored, (change) => secretChangesOf(owner, change))).flat();
    for (const { before, after } of secrets) keys.add(sealedWith(after || before));
    if (keys.size > 0) this.#keys.set(owner.id, new Set([...keys, ...(this.#keys.get(owner.id) ?? [])]));
    this.#row[countOf[action]] += stored.length;
    const statements: Write[] = [insert, ...insertSecretChanges(tx, secrets)];
    if (this.#stored === 0) {
      statements.push(tx.insertInto('batches').values({ ...this.#row, label: this.#label }));
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
  ): Promise<void> {
    for await (const some of inBatches(changes, rowsAtOnce, weightOf))
      await batchWrites(tx, await this.statements(tx, owner, table, action, some));
  }

  /** Throws SERVICE_UNAVAILABLE if a key that the changes use has been retired. */
  async holdKeys(tx: Tx): Promise<void> {
    for (const [owner, keys] of this.#keys) await holdKeys(tx, owner, keys);
  }

  /** Stores the final counts, unless a key that was used has been retired meanwhile. */
  async finish(tx: Tx): Promise<void> {
    await this.holdKeys(tx);
    if (this.#stored === this.size) return;
    const { ownerId, id, created, updated, deleted } = this.#row;
    await tx
      .updateTable('batches')
      .set({ created, updated, deleted, label: this.#label })
      .where('ownerId', '=', ownerId)
      .where('id', '=', id)
      .execute();
  }
}

type Work<T> = (tx: Tx, batch: Batch) => Promise<T>;

/** Runs an action and stores its batch, if its author still has the rights. */
async function inOne<T>(tx: Tx, act: Act, work: Work<T>): Promise<{ result: T; changes: number }> {
  const batch = new Batch(act);
  const result = await work(tx, batch).catch(async (error: unknown) => {
    // A value that it sealed itself cannot be opened once its key has been deleted, so the client may retry.
    if (error instanceof UnsealError) await batch.holdKeys(tx);
    throw error;
  });
  await batch.finish(tx);
  if (act.caller) await expectStillCurrent(tx, act.caller);
  return { result, changes: batch.size };
}

/**
 * Runs an action in a transaction, again after a deadlock. Its changes form one batch; an action without changes leaves
 * none.
 */
export async function inBatch<T>(db: Db, act: Act, work: Work<T>): Promise<T> {
  const { result, changes } = await retried(() => db.transaction().execute((tx) => inOne(tx, act, work)));
  await gatherStatistics(db, act.table, changes);
  return result;
}
