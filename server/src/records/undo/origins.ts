import { sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import type { Db } from '../../db/schema.ts';
import { secretChangesOf } from '../exposure/secret-changes.ts';
import { isUnfingerprinted, wholeChanges } from '../history/whole-changes.ts';
import { inChunks } from '../../lib/paced.ts';

const recordsAtOnce = 500;

/** A write of a secret, in the order of time. */
interface SecretWrite {
  path: string;
  changeId: string;
  at: number;
  batchId: string | null;
  kind: string | null;
  undoOf: string | null;
  action: string | null;
  wasSet: boolean;
  isSet: boolean;
}

/**
 * Where the values of a record's secrets come from: each write has a number, and an undo brings back an earlier one. So
 * whether a secret is as it was follows from what was done, never from its values: who may not read secrets does not
 * learn whether two of them are equal.
 */
export class Origins {
  readonly #writes: ReadonlyMap<string, readonly SecretWrite[]>;

  constructor(writes: readonly SecretWrite[]) {
    this.#writes = Map.groupBy(writes, ({ path }) => path);
  }

  get paths(): string[] {
    return [...this.#writes.keys()];
  }

  /** The origin of the value that the write `at` left; -1: what was there before the first. */
  #origin(writes: readonly SecretWrite[], at: number): number {
    let place = at;
    for (;;) {
      const write = writes[place];
      if (!write) return -1;
      const { kind, undoOf, action, batchId } = write;
      // Deleting a record writes no secret, so a restored one has what was there before.
      if (action === 'create' && (kind === 'restore' || kind === 'undo')) place -= 1;
      else {
        const undone =
          kind === 'undo' && undoOf !== null ? writes.findIndex((each) => each.batchId === undoOf) : -1;
        if (undone < 0 || undone >= place || batchId === undoOf) return place;
        place = undone - 1;
      }
    }
  }

  #tokenAt(path: string, count: number): string | undefined {
    const writes = this.#writes.get(path) ?? [];
    const last = writes[count - 1];
    const isSet = last ? last.isSet : (writes[count]?.wasSet ?? true);
    return isSet ? `${this.#origin(writes, count - 1)}` : undefined;
  }

  /** Stands for the value before the change; undefined if none was set. */
  before(path: string, changeId: string): string | undefined {
    return this.#tokenAt(
      path,
      this.#count(path, (each) => each < changeId),
    );
  }

  /** The same after it. */
  after(path: string, changeId: string): string | undefined {
    return this.#tokenAt(
      path,
      this.#count(path, (each) => each <= changeId),
    );
  }

  now(path: string): string | undefined {
    return this.#tokenAt(path, this.#writes.get(path)?.length ?? 0);
  }

  #count(path: string, isBefore: (changeId: string) => boolean): number {
    return (this.#writes.get(path) ?? []).filter(({ changeId }) => isBefore(changeId)).length;
  }
}

/** Reads the writes of these records' secrets; those without fingerprints yet from the values. */
export async function originsOf(
  db: Db,
  owner: Owner,
  recordIds: readonly string[],
): Promise<Map<string, Origins>> {
  const found = new Map<string, SecretWrite[]>();
  const add = (recordId: string, write: SecretWrite) =>
    found.set(recordId, [...(found.get(recordId) ?? []), write]);
  for await (const ids of inChunks(new Set(recordIds), recordsAtOnce)) {
    const rows = await db
      .selectFrom('secret_changes')
      .leftJoin('changes', (join) =>
        join
          .onRef('changes.ownerId', '=', 'secret_changes.ownerId')
          .onRef('changes.id', '=', 'secret_changes.changeId'),
      )
      .leftJoin('batches', (join) =>
        join.onRef('batches.ownerId', '=', 'changes.ownerId').onRef('batches.id', '=', 'changes.batchId'),
      )
      .select(['secret_changes.recordId', 'path', 'changeId', 'secret_changes.at', 'changes.batchId'])
      .select(['batches.kind', 'batches.undoOf', 'changes.action'])
      .select(sql<number>`case when secret_changes.before = '' then 0 else 1 end`.as('wasSet'))
      .select(sql<number>`case when secret_changes.after = '' then 0 else 1 end`.as('isSet'))
      .where('secret_changes.ownerId', '=', owner.id)
      .where('secret_changes.recordId', 'in', ids)
      .execute();
    for (const { recordId, wasSet, isSet, ...row } of rows)
      add(recordId, { ...row, wasSet: wasSet === 1, isSet: isSet === 1 });
    const which = sql<boolean>`${isUnfingerprinted} and "recordId" in (${sql.join(ids)})`;
    for await (const changes of wholeChanges(db, owner.id, which))
      for (const change of changes)
        for (const { path, at, before, after } of secretChangesOf(owner, change))
          add(change.recordId, {
            path,
            changeId: change.id,
            at,
            batchId: null,
            kind: null,
            undoOf: null,
            action: change.action,
            wasSet: before !== '',
            isSet: after !== '',
          });
  }
  const inOrder = (one: SecretWrite, other: SecretWrite) => (one.changeId < other.changeId ? -1 : 1);
  return new Map([...found].map(([id, writes]) => [id, new Origins(writes.toSorted(inOrder))]));
}
