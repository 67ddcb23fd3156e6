import type { ImportState, RowKind } from '@quartermaster/contract/imports/imports.schema';
import { rowKinds } from '@quartermaster/contract/imports/imports.schema';
import { limits } from '@quartermaster/contract/rules/limits';
import { sql } from 'kysely';
import type { Caller } from '../../access/caller.ts';
import type { Owner } from '../../access/owner.ts';
import type { Db, Schema, Tx } from '../../db/schema.ts';
import { AppError, notFound } from '../../lib/errors.ts';
import { inChunks } from '../../lib/paced.ts';
import { UnsealError, sealedWith } from '../../secrets/seal.ts';
import { holdKeys } from '../../secrets/wrapped-keys.ts';

export type ImportRecord = Schema['imports'];
/** The file as it was sent, the texts of its cells, and what is planned for its rows. */
type Part = 'file' | 'cells' | 'plan';

export const rowsInPiece = 100;
/** Of the file: a sealed text takes up to twice as much. */
const bytesInPiece = 512 * 1024;

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
function opened<T>(open: () => T): T {
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

const place = (importId: string, at: number): string => `${importId} ${at}`;

/** The person's own imports that are not gone: those begun with the same token, or in sessions. */
export function ownImports(db: Db | Tx, { owner, principal, token }: Caller) {
  return (db as Db)
    .selectFrom('imports')
    .selectAll()
    .where('ownerId', '=', owner.id)
    .where('userId', '=', principal.userId)
    .where('tokenId', token ? '=' : 'is', token?.id ?? null)
    .where('expiresAt', '>', Date.now());
}

export async function ownImport(db: Db | Tx, caller: Caller, id: string): Promise<ImportRecord> {
  const row = await ownImports(db, caller).where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('import');
  return row;
}

/** Nothing is written with a key that has been retired meanwhile. */
const hold = (tx: Tx, ownerId: string, sealed: readonly string[]): Promise<void> =>
  holdKeys(tx, ownerId, new Set(sealed.map(sealedWith)));

export async function insertImport(tx: Tx, row: ImportRecord): Promise<void> {
  await hold(tx, row.ownerId, [row.sealed]);
  await tx.insertInto('imports').values(row).execute();
}

/** Deletes the oldest imports of a person beyond the limit; never one that runs. */
export async function deleteSurplus(tx: Tx, { ownerId, userId }: ImportRecord): Promise<void> {
  const rows = await tx
    .selectFrom('imports')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('userId', '=', userId)
    .where('state', '!=', 'applying' satisfies ImportState)
    .orderBy('createdAt', 'desc')
    .offset(limits.imports)
    .limit(limits.imports)
    .execute();
  for (const { id } of rows) await deleteImport(tx, ownerId, id);
}

export async function deleteImport(tx: Db | Tx, ownerId: string, id: string): Promise<void> {
  await (tx as Db).deleteFrom('imports').where('ownerId', '=', ownerId).where('id', '=', id).execute();
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

const piecesAtOnce = 20;

/** Seals pieces outside of a transaction, which blocks others on SQLite. */
export function sealPieces(owner: Owner, importId: string, part: Part, texts: readonly string[]) {
  return texts.map((text, at) => ({
    ownerId: owner.id,
    importId,
    part,
    at,
    sealed: owner.sealer.seal('import_pieces', part, place(importId, at), text),
  }));
}

export async function replacePieces(
  tx: Tx,
  part: Part,
  { ownerId, id }: Pick<ImportRecord, 'ownerId' | 'id'>,
  pieces: readonly Schema['import_pieces'][],
): Promise<void> {
  await hold(
    tx,
    ownerId,
    pieces.map(({ sealed }) => sealed),
  );
  await tx
    .deleteFrom('import_pieces')
    .where('ownerId', '=', ownerId)
    .where('importId', '=', id)
    .where('part', '=', part)
    .execute();
  for await (const some of inChunks(pieces, piecesAtOnce, ({ sealed }) => sealed.length))
    await tx.insertInto('import_pieces').values(some).execute();
}

/** The texts of a part in their order: all of them, or those with these numbers. */
export async function readPieces(
  db: Db | Tx,
  owner: Owner,
  importId: string,
  part: Part,
  numbers?: readonly number[],
): Promise<string[]> {
  let query = (db as Db)
    .selectFrom('import_pieces')
    .selectAll()
    .where('ownerId', '=', owner.id)
    .where('importId', '=', importId)
    .where('part', '=', part)
    .orderBy('at');
  if (numbers) query = query.where(sql.ref<number>('at'), 'in', [...numbers]);
  const rows = await query.execute();
  return rows.map(({ at, sealed }) =>
    opened(() => owner.sealer.unseal('import_pieces', part, place(importId, at), sealed)),
  );
}

/** Rows as pieces of a hundred. */
export const rowPieces = (rows: readonly unknown[]): string[] =>
  Array.from({ length: Math.ceil(rows.length / rowsInPiece) }, (_, at) =>
    JSON.stringify(rows.slice(at * rowsInPiece, (at + 1) * rowsInPiece)),
  );

export const filePieces = (bytes: Uint8Array): string[] =>
  Array.from({ length: Math.ceil(bytes.length / bytesInPiece) }, (_, at) =>
    Buffer.from(bytes.subarray(at * bytesInPiece, (at + 1) * bytesInPiece)).toString('base64'),
  );

export const fileOf = (pieces: readonly string[]): Buffer =>
  Buffer.concat(pieces.map((piece) => Buffer.from(piece, 'base64')));

export const rowsOf = <T>(pieces: readonly string[]): T[] =>
  pieces.flatMap((piece) => JSON.parse(piece) as T[]);

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
