import type { Sealer } from '../secrets/keyring.ts';
import { type OwnedTableName, globalOwner } from '../db/schema.ts';

/** Whose records are read and written, by whom, and with which key. */
export interface Owner {
  id: string;
  /** null: the system itself. */
  userId: string | null;
  sealer: Sealer;
}

/** A row as it stands in the database. */
export type Value = string | number | null;
export type Row = Record<string, Value>;
/** A row that was read whole. */
export type StoredRow = Row & { id: string; ownerId: string; updatedAt: number };

/** Whose rows of a table a person sees: his own, and global registrator types. */
export const visibleOwners = (table: OwnedTableName, owner: Owner): string[] =>
  table === 'registrator_types' ? [owner.id, globalOwner] : [owner.id];
