import { sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { transaction } from '../../db/transaction.ts';
import { type Db, type OwnedTableName, type Tx, globalOwner } from '../../db/schema.ts';
import { UnsealError, sealedWith } from '../../secrets/seal.ts';
import { holdKeys } from '../../secrets/wrapped-keys.ts';
import type { Sealer } from '../../secrets/sealer.ts';
import { decodeColumn } from '../kinds/decode-column.ts';
import { entityOf } from '../kinds/entities.ts';
import { encode, isSealed } from '../kinds/codec.ts';
import type { Condition } from '../table/conditions.ts';
import type { Row } from '../kinds/row.ts';
import type { WholeChange } from './secret-changes.ts';
import { wholeChanges } from './whole-changes.ts';

/** Which secrets leave the history: those at these paths, or all. */
type Which = ReadonlySet<string> | 'all';

/** Among the forgotten paths of a deletion: all secrets of the record were removed. */
export const everything = '*';

type Values = Record<string, unknown>;

/** What is left of a sealed value, and the paths of the secrets in it that leave; null if none does. */
function withoutSecrets(
  field: string,
  value: unknown,
  which: Which,
): { value: unknown; paths: string[] } | null {
  const leaves = (path: string, each: unknown) =>
    typeof each === 'string' && each !== '' && (which === 'all' || which.has(path));
  if (typeof value === 'string') return leaves(field, value) ? { value: null, paths: [field] } : null;
  const paths: string[] = [];
  const strip = (path: string, map: Values, names: readonly string[]): Values =>
    Object.fromEntries(
      Object.entries(map).flatMap(([name, each]) => {
        if (!names.includes(name) || !leaves(`${path}.${name}`, each)) return [[name, each]];
        paths.push(`${path}.${name}`);
        return Array.isArray(value) ? [[name, null]] : [];
      }),
    );
  const left = Array.isArray(value)
    ? (value as (Values & { id: string })[]).map((element) =>
        strip(`${field}.${element.id}`, element, ['password', 'sshKey']),
      )
    : strip(field, (value ?? {}) as Values, Object.keys(value ?? {}));
  return paths.length > 0 ? { value: left, paths } : null;
}

interface Stripping {
  sealer: Sealer;
  change: WholeChange;
  which: Which;
  /** The secrets that were removed. */
  paths: Set<string>;
  /** The keys that sealed what is left. */
  keys: Set<string>;
}

/** The row without these secrets; what no key opens leaves as a whole. */
function stripped({ sealer, change, which, paths, keys }: Stripping, row: Row | undefined): Row | undefined {
  if (!row) return undefined;
  const table = change.tableName as OwnedTableName;
  const left: Row = { ...row };
  for (const [field, { column }] of Object.entries(entityOf[table].fields)) {
    const stored = row[field] ?? null;
    if (!isSealed(column) || stored === null) continue;
    const isConcerned = which === 'all' || [...which].some((path) => path.split('.')[0] === field);
    if (!isConcerned) continue;
    let value: unknown;
    try {
      value = decodeColumn(sealer, table, change.recordId, field, column, stored);
    } catch (error) {
      if (!(error instanceof UnsealError)) throw error;
      paths.add(field);
      left[field] = null;
      continue;
    }
    const rest = withoutSecrets(field, value, which);
    if (!rest) continue;
    for (const path of rest.paths) paths.add(path);
    left[field] = encode(column, rest.value, (text) => {
      const sealed = sealer.seal(table, field, change.recordId, text);
      keys.add(sealedWith(sealed));
      return sealed;
    });
  }
  return left;
}

const toJson = (row: Row | undefined): string | null => (row ? JSON.stringify(row) : null);

async function forgetIn(
  tx: Tx,
  { id: ownerId, sealer }: Pick<Owner, 'id' | 'sealer'>,
  change: WholeChange,
  which: Which,
) {
  const stripping = { sealer, change, which, paths: new Set<string>(), keys: new Set<string>() };
  const before = stripped(stripping, change.before);
  const after = stripped(stripping, change.after);
  // A deletion without any secret is marked too, so that it is not looked at again.
  if (which === 'all' && change.action === 'delete') stripping.paths.add(everything);
  const { paths, keys } = stripping;
  if (paths.size === 0) return false;
  const { forgotten } = await tx
    .selectFrom('changes')
    .select('forgotten')
    .where('ownerId', '=', ownerId)
    .where('id', '=', change.id)
    .executeTakeFirstOrThrow();
  const all = new Set([...paths, ...(JSON.parse(forgotten ?? '[]') as string[])]);
  if (keys.size > 0) await holdKeys(tx, ownerId, keys);
  await tx
    .updateTable('changes')
    .set({ before: toJson(before), after: toJson(after), forgotten: JSON.stringify([...all]) })
    .where('ownerId', '=', ownerId)
    .where('id', '=', change.id)
    .execute();
  return true;
}

/**
 * Removes the values of secrets from these changes, and notes which. That they changed, and when, stays in
 * `secret_changes`. Returns how many changes had one.
 */
export async function forgetSecrets(
  db: Db,
  owner: Pick<Owner, 'id' | 'sealer'>,
  changes: Condition,
  which: Which,
): Promise<number> {
  let count = 0;
  for await (const some of wholeChanges(db, owner.id, changes)) {
    const forget = async (tx: Tx): Promise<number> => {
      let done = 0;
      for (const change of some) if (await forgetIn(tx, owner, change, which)) done += 1;
      return done;
    };
    count += db.isTransaction ? await forget(db as Tx) : await transaction(db, forget);
  }
  return count;
}

/** Removes all values of records from the history; that they were deleted, by whom and when, stays. */
export async function emptyChanges(tx: Tx, owner: Owner, recordIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('changes')
    .set({ before: null, after: null })
    .where('ownerId', 'in', [owner.id, globalOwner])
    .where('recordId', 'in', recordIds)
    .where(sql<boolean>`(before is not null or after is not null)`)
    .execute();
  // The label of an undo is stored, and may name the record; without it one is made that does not.
  const touching = tx
    .selectFrom('changes')
    .select('batchId')
    .where('ownerId', 'in', [owner.id, globalOwner])
    .where('recordId', 'in', recordIds)
    .$castTo<{ batchId: string }>();
  await tx
    .updateTable('batches')
    .set({ label: null })
    .where('ownerId', '=', owner.id)
    .where('kind', '=', 'undo')
    .where('id', 'in', touching)
    .execute();
}
