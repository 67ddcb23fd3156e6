import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { transaction } from '../../db/transaction.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { pacedMap } from '../../lib/paced.ts';
import type { Sealer } from '../../secrets/sealer.ts';
import { sealedWith } from '../../secrets/seal.ts';
import { holdKeys } from '../../secrets/wrapped-keys.ts';
import {
  type SecretChange,
  type WholeChange,
  insertSecretChanges,
  secretChangesOf,
} from './secret-changes.ts';
import { wholeChanges } from './whole-changes.ts';

const changesAtOnce = 500;

/** Stores these in place of all fingerprints of the changes. */
async function replace(
  tx: Tx,
  ownerId: string,
  changeIds: readonly string[],
  rows: readonly SecretChange[],
): Promise<void> {
  await tx
    .deleteFrom('secret_changes')
    .where('ownerId', '=', ownerId)
    .where('changeId', 'in', changeIds)
    .execute();
  for (const insert of insertSecretChanges(tx, rows)) await insert.execute();
  const keys = new Set(rows.map(({ before, after }) => sealedWith(after || before)));
  if (keys.size > 0) await holdKeys(tx, ownerId, keys);
}

const secretChangesIn = (db: Db, ownerId: string, changeIds: readonly string[]): Promise<SecretChange[]> =>
  db
    .selectFrom('secret_changes')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('changeId', 'in', changeIds)
    .execute();

/**
 * Without its values, the fingerprints of a change themselves are fingerprinted: equal ones stay equal, and no key of
 * before fits.
 */
function again(sealer: Sealer, row: SecretChange): SecretChange {
  const of = (old: string) =>
    old === '' ? '' : sealer.fingerprint(row.tableName, row.recordId, row.path, old);
  return { ...row, before: of(row.before), after: of(row.after) };
}

/** The fingerprints of a change, anew: from its values, or from the stored ones of those that left the history. */
function anew(sealer: Sealer, change: WholeChange, stored: readonly SecretChange[]): SecretChange[] {
  const found = secretChangesOf({ sealer }, { ...change, touched: stored.map(({ path }) => path) });
  const byPath = new Map(found.map((row) => [row.path, row]));
  for (const row of stored) {
    const made = byPath.get(row.path);
    const isWhole = (['before', 'after'] as const).every(
      (side) => (made?.[side] === '') === (row[side] === ''),
    );
    // Who undoes a change does not know the secret that comes back.
    byPath.set(row.path, made && isWhole ? { ...made, actorId: row.actorId } : again(sealer, row));
  }
  return [...byPath.values()];
}

/** Makes the fingerprints of these changes from their values, a few at a time. */
async function fingerprint(
  db: Db,
  ownerId: string,
  sealer: Sealer,
  ids: readonly string[],
): Promise<Set<string>> {
  const done = new Set<string>();
  for await (const changes of wholeChanges(db, ownerId, sql`id in (${sql.join([...ids])})`)) {
    const began = performance.now();
    const some = changes.map(({ id }) => id);
    const known = Map.groupBy(await secretChangesIn(db, ownerId, some), ({ changeId }) => changeId);
    const rows = await pacedMap(changes, (change) => anew(sealer, change, known.get(change.id) ?? []));
    await transaction(db, (tx) => replace(tx, ownerId, some, rows.flat()));
    for (const id of some) done.add(id);
    // Let others write: SQLite has one writer at a time.
    await pause(performance.now() - began);
  }
  return done;
}

/** Makes fingerprints anew where an old key made them. Returns the last change; null at the end. */
export async function refingerprint(
  db: Db,
  ownerId: string,
  sealer: Sealer,
  oldKeys: Iterable<string>,
  after: string,
): Promise<{ last: string | null; changes: number }> {
  const patterns = [...oldKeys].map((key) => `f1.${key}.%`);
  const found = await db
    .selectFrom('secret_changes')
    .select('changeId')
    .distinct()
    .where('ownerId', '=', ownerId)
    .where('changeId', '>', after)
    .where(({ or, eb }) =>
      or(patterns.flatMap((each) => [eb('before', 'like', each), eb('after', 'like', each)])),
    )
    .orderBy('changeId')
    .limit(changesAtOnce)
    .execute();
  const ids = found.map(({ changeId }) => changeId);
  if (ids.length === 0) return { last: null, changes: 0 };
  const done = await fingerprint(db, ownerId, sealer, ids);
  const gone = ids.filter((id) => !done.has(id));
  if (gone.length > 0) await transaction(db, (tx) => refingerprintGone(tx, ownerId, sealer, gone));
  return { last: ids.length === changesAtOnce ? (ids.at(-1) ?? null) : null, changes: ids.length };
}

async function refingerprintGone(
  tx: Tx,
  ownerId: string,
  sealer: Sealer,
  changeIds: readonly string[],
): Promise<void> {
  const rows = await secretChangesIn(tx, ownerId, changeIds);
  await replace(
    tx,
    ownerId,
    changeIds,
    rows.map((row) => again(sealer, row)),
  );
}
