import { type OwnedTableName, globalOwner } from '../db/schema.ts';
import { entityOf } from '../records/entities.ts';
import type { Sealer } from '../secrets/keyring.ts';
import type { Principal } from './principal.ts';

/** Whose records are read and written, by whom, and with which key. */
export interface Owner {
  /** The workspace, or the global owner. */
  id: string;
  principal: Principal;
  sealer: Sealer;
}

/** Whose rows of a table are seen in a workspace: its own and, where its entity has them, global ones. */
export const visibleOwners = (table: OwnedTableName, owner: Owner): string[] =>
  entityOf[table].global && owner.id !== globalOwner ? [owner.id, globalOwner] : [owner.id];

const noSecrets = (): never => {
  throw new Error('Global records hold no secrets');
};

/** The global owner, for what a principal writes there. */
export const globalWriter = (principal: Principal): Owner => ({
  id: globalOwner,
  principal,
  sealer: { seal: noSecrets, unseal: noSecrets, keyOf: () => null },
});
