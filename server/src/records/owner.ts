import { entityOf } from './entities.ts';
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

/** Whose rows of a table a person sees: their own and, where its entity has them, global ones. */
export const visibleOwners = (table: OwnedTableName, owner: Owner): string[] =>
  entityOf[table].global && owner.id !== globalOwner ? [owner.id, globalOwner] : [owner.id];

const noSecrets = (): never => {
  throw new Error('Global records hold no secrets');
};

/** The global owner, for what this person writes there. */
export const globalWriter = (userId: string): Owner => ({
  id: globalOwner,
  userId,
  sealer: { seal: noSecrets, unseal: noSecrets },
});
