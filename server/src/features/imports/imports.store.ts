import type { ImportState, RowKind } from '@quartermaster/contract/imports/imports.schema';
import { rowKinds } from '@quartermaster/contract/imports/imports.schema';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { sql } from 'kysely';
import type { Caller } from '../../access/caller.ts';
import type { Owner } from '../../access/owner.ts';
import { read } from '../../db/raw-sql.ts';
import type { Db, Schema, Tx } from '../../db/schema.ts';
import { AppError, notFound } from '../../lib/errors.ts';
import { UnsealError, sealedWith } from '../../secrets/seal.ts';
import { holdKeys } from '../../secrets/wrapped-keys.ts';

export type ImportRecord = Schema['imports'];

const letters: Readonly<Record<RowKind, string>> = {
  create: 'c',
  update: 'u',
  same: '=',
  skip: 's',
  error: 'e',
  conflict: 'x',
};
const kindOf = new Map(rowKinds.map((kind) => [letters[kind], kind]));
export const kindsText = (kinds: readonly RowKind[]): string => kinds.map((kind) => letters[kind]).join('');
export const kindsIn = (text: string): RowKind[] => [...text].map((letter) => kindOf.get(letter) ?? 'error');

/** A staged import can't be read once the key that sealed it is gone. */
export function opened<T>(open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (error instanceof UnsealError)
      throw new AppError('CONFLICT', 'The keys have been rotated since; import the file again');
    throw error;
  }
}

export const sealDetails = ({ sealer }: Owner, id: string, details: object): string =>
  sealer.seal('imports', 'sealed', id, JSON.stringify(details));

export const openDetails = <T>({ sealer }: Owner, { id, sealed }: ImportRecord): T =>
  opened(() => JSON.parse(sealer.unseal('imports', 'sealed', id, sealed)) as T);

/** The person's own imports that are not gone: those begun with the same token, or in sessions. */
export function ownImports(db: Db, { owner, principal, token }: Caller) {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('ownerId', '=', owner.id)
    .where('userId', '=', principal.userId)
    .where('tokenId', token ? '=' : 'is', token?.id ?? null)
    .where('expiresAt', '>', Date.now());
}

export async function ownImport(db: Db, caller: Caller, id: string): Promise<ImportRecord> {
  const row = await ownImports(db, caller).where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('import');
  return row;
}

export const applyingImports = (db: Db) =>
  db.selectFrom('imports').where('state', '=', 'applying' satisfies ImportState);

/** Nothing is written with a key that has been retired meanwhile. */
export const hold = (tx: Tx, ownerId: string, sealed: readonly string[]): Promise<void> =>
  holdKeys(tx, ownerId, new Set(sealed.map(sealedWith)));

export async function insertImport(tx: Tx, row: ImportRecord): Promise<void> {
  await hold(tx, row.ownerId, [row.sealed]);
  await tx.insertInto('imports').values(row).execute();
}

/**
 * Deletes the oldest imports of a person beyond the limits, but neither this one nor one that runs. Throws if those of
 * the workspace take too much all the same.
 */
export async function expectRoom(tx: Tx, { ownerId, userId, id }: ImportRecord): Promise<void> {
  const { rows } = await read(
    tx,
    sql<{ id: string; userId: string; state: ImportState; bytes: number | null }>`
    select id, "userId", state, (select sum(octet_length(sealed)) from import_pieces
      where import_pieces."ownerId" = imports."ownerId" and "importId" = imports.id) as bytes
    from imports where "ownerId" = ${ownerId} order by "createdAt" desc, id desc`,
  );
  const bytesOf = (some: typeof rows) => some.reduce((sum, { bytes }) => sum + Number(bytes), 0);
  const own = rows.filter((row) => row.userId === userId && row.id !== id && row.state !== 'applying');
  let count = 1;
  let bytes = bytesOf(rows.filter((row) => row.id === id));
  const surplus = own.filter((row) => {
    count += 1;
    bytes += Number(row.bytes);
    return count > serverLimits.imports || bytes > serverLimits.importStaged;
  });
  for (const row of surplus) await deleteImport(tx, ownerId, row.id);
  if (bytesOf(rows) - bytesOf(surplus) > serverLimits.importStagedByAll)
    throw new AppError(
      'CONFLICT',
      `The imports of this workspace take more than ${serverLimits.importStagedByAll / 1024 ** 3} GB; discard one, or wait a day`,
    );
}

export async function deleteImport(tx: Db, ownerId: string, id: string): Promise<void> {
  await tx.deleteFrom('imports').where('ownerId', '=', ownerId).where('id', '=', id).execute();
}

/** Writes an import unless another request has changed it since it was read. */
export async function updateImport(
  tx: Tx,
  { ownerId, id, revision }: ImportRecord,
  changes: Partial<ImportRecord>,
): Promise<void> {
  if (changes.sealed !== undefined) await hold(tx, ownerId, [changes.sealed]);
  const result = await tx
    .updateTable('imports')
    .set({ ...changes, revision: revision + 1 })
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n)
    throw new AppError('CONFLICT', 'This import was changed meanwhile; load it again');
}

/** Deletes staged imports of a workspace that one of these keys sealed: they are not worth resealing. */
export async function deleteImportsSealedWith(
  db: Db,
  ownerId: string,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) {
    const old = `v1.${key}.%`;
    await db
      .deleteFrom('imports')
      .where('ownerId', '=', ownerId)
      .where(({ or, eb, selectFrom }) =>
        or([
          eb('sealed', 'like', old),
          eb(
            'id',
            'in',
            selectFrom('import_pieces')
              .select('importId')
              .where('import_pieces.ownerId', '=', ownerId)
              .where('import_pieces.sealed', 'like', old),
          ),
        ]),
      )
      .execute();
  }
}

/** Deletes what has expired, with its pieces. */
export async function deleteExpiredImports(db: Db, now: number): Promise<void> {
  await db.deleteFrom('imports').where('expiresAt', '<=', now).execute();
}
