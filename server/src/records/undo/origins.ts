import { sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import type { Db } from '../../db/schema.ts';
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

/** The origin of what was there before the first write. */
const first = -1;

/** For each write of one secret, in order, the origin of the value that it left. */
function originsOfWrites(writes: readonly SecretWrite[]): number[] {
  const origins: number[] = [];
  const firstOf = new Map<string | null, number>();
  for (const [at, { kind, undoOf, action, batchId }] of writes.entries()) {
    const undone = kind === 'undo' && undoOf !== null ? firstOf.get(undoOf) : undefined;
    // Deleting a record writes no secret, so a restored one has what was there before.
    const isRestored = action === 'create' && (kind === 'restore' || kind === 'undo');
    const before = isRestored ? at : undone;
    origins.push(before === undefined ? at : (origins[before - 1] ?? first));
    if (!firstOf.has(batchId)) firstOf.set(batchId, at);
  }
  return origins;
}

interface Secret {
  writes: readonly SecretWrite[];
  origins: readonly number[];
}

/** The number of writes before the first whose change is one of these. */
function placeOf(writes: readonly SecretWrite[], isOne: (changeId: string) => boolean): number {
  const found = writes.findIndex(({ changeId }) => isOne(changeId));
  return found < 0 ? writes.length : found;
}

/**
 * Where the values of a record's secrets come from: each write has a number, and an undo brings back an earlier one. So
 * whether a secret is as it was follows from what was done, never from its values: who may not read secrets does not
 * learn whether two of them are equal.
 */
export class Origins {
  readonly #secrets: ReadonlyMap<string, Secret>;

  constructor(writes: readonly SecretWrite[]) {
    const byPath = Map.groupBy(writes, ({ path }) => path);
    this.#secrets = new Map(
      [...byPath].map(([path, some]) => [path, { writes: some, origins: originsOfWrites(some) }]),
    );
  }

  #tokenAfter(path: string, count: (writes: readonly SecretWrite[]) => number): string | undefined {
    const { writes, origins } = this.#secrets.get(path) ?? { writes: [], origins: [] };
    const place = count(writes);
    const last = writes[place - 1];
    const isSet = last ? last.isSet : (writes[place]?.wasSet ?? true);
    return isSet ? `${origins[place - 1] ?? first}` : undefined;
  }

  /** Stands for the value before the change; undefined if none was set. */
  before(path: string, changeId: string): string | undefined {
    return this.#tokenAfter(path, (writes) => placeOf(writes, (each) => each >= changeId));
  }

  /** The same after it. */
  after(path: string, changeId: string): string | undefined {
    return this.#tokenAfter(path, (writes) => placeOf(writes, (each) => each > changeId));
  }

  now(path: string): string | undefined {
    return this.#tokenAfter(path, ({ length }) => length);
  }
}

/** Reads the writes of these records' secrets. */
export async function originsOf(
  db: Db,
  owner: Owner,
  recordIds: readonly string[],
): Promise<Map<string, Origins>> {
  const found = new Map<string, SecretWrite[]>();
  const add = (recordId: string, write: SecretWrite) => {
    const known = found.get(recordId);
    if (known) known.push(write);
    else found.set(recordId, [write]);
  };
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
  }
  const inOrder = (one: SecretWrite, other: SecretWrite) => (one.changeId < other.changeId ? -1 : 1);
  return new Map([...found].map(([id, writes]) => [id, new Origins(writes.toSorted(inOrder))]));
}
