import { sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import type { Db, Schema, Tx } from '../../db/schema.ts';
import { inChunks, pacedEach, pacedMap } from '../../lib/paced.ts';
import { type ImportRecord, hold, opened } from './imports.store.ts';

/** The file as it was sent, the texts of its cells, and what is planned for its rows. */
type Part = 'file' | 'cells' | 'plan';
type Piece = Schema['import_pieces'];

export const rowsInPiece = 100;
/** Of the file: a sealed text takes up to twice as much. */
const bytesInPiece = 512 * 1024;
const piecesAtOnce = 20;

const place = (importId: string, at: number): string => `${importId} ${at}`;

/** Seals pieces outside of a transaction, which blocks others on SQLite. */
const sealed = (
  { id: ownerId, sealer }: Owner,
  importId: string,
  part: Part,
  count: number,
  textOf: (at: number) => string,
): Promise<Piece[]> =>
  pacedMap(Array(count).keys(), (at) => ({
    ownerId,
    importId,
    part,
    at,
    sealed: sealer.seal('import_pieces', part, place(importId, at), textOf(at)),
  }));

export const sealFile = (owner: Owner, importId: string, bytes: Uint8Array): Promise<Piece[]> =>
  sealed(owner, importId, 'file', Math.ceil(bytes.length / bytesInPiece), (at) =>
    Buffer.from(bytes.subarray(at * bytesInPiece, (at + 1) * bytesInPiece)).toString('base64'),
  );

/** Seals rows in pieces of a hundred. */
export const sealRows = (
  owner: Owner,
  importId: string,
  part: Exclude<Part, 'file'>,
  rows: readonly unknown[],
): Promise<Piece[]> =>
  sealed(owner, importId, part, Math.ceil(rows.length / rowsInPiece), (at) =>
    JSON.stringify(rows.slice(at * rowsInPiece, (at + 1) * rowsInPiece)),
  );

/** Stores these pieces in place of all of the part. */
export async function replacePieces(
  tx: Tx,
  part: Part,
  { ownerId, id }: Pick<ImportRecord, 'ownerId' | 'id'>,
  pieces: readonly Piece[],
): Promise<void> {
  await hold(
    tx,
    ownerId,
    pieces.map((piece) => piece.sealed),
  );
  await tx
    .deleteFrom('import_pieces')
    .where('ownerId', '=', ownerId)
    .where('importId', '=', id)
    .where('part', '=', part)
    .execute();
  for await (const some of inChunks(pieces, piecesAtOnce, (piece) => piece.sealed.length))
    await tx.insertInto('import_pieces').values(some).execute();
}

/** The texts of a part in their order: all of them, or those with these numbers. */
async function readPieces(
  db: Db,
  { id: ownerId, sealer }: Owner,
  importId: string,
  part: Part,
  numbers?: readonly number[],
): Promise<string[]> {
  let query = db
    .selectFrom('import_pieces')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('importId', '=', importId)
    .where('part', '=', part)
    .orderBy('at');
  if (numbers) query = query.where(sql.ref<number>('at'), 'in', [...numbers]);
  return pacedMap(await query.execute(), (piece) =>
    opened(() => sealer.unseal('import_pieces', part, place(importId, piece.at), piece.sealed)),
  );
}

export async function readFileOf(db: Db, owner: Owner, importId: string): Promise<Buffer> {
  const pieces = await readPieces(db, owner, importId, 'file');
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece, 'base64')));
}

/** All rows of a part. */
export async function readRows<T>(
  db: Db,
  owner: Owner,
  importId: string,
  part: Exclude<Part, 'file'>,
): Promise<T[]> {
  const rows: T[] = [];
  await pacedEach(await readPieces(db, owner, importId, part), (piece) => {
    for (const row of JSON.parse(piece) as T[]) rows.push(row);
  });
  return rows;
}

/** The rows of some pieces, by the numbers of these. */
export async function readRowsIn<T>(
  db: Db,
  owner: Owner,
  importId: string,
  part: Exclude<Part, 'file'>,
  numbers: readonly number[],
): Promise<Map<number, T[]>> {
  const pieces = await readPieces(db, owner, importId, part, numbers);
  return new Map(numbers.map((number, at) => [number, JSON.parse(pieces[at] ?? '[]') as T[]]));
}
