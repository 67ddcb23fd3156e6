import type { Scope } from '@quartermaster/contract/members/members.schema';
import { type OwnedTableName, globalOwner } from '../db/schema.ts';
import { entityOf } from '../records/entities.ts';
import type { Sealer } from '../secrets/keyring.ts';
import type { Membership } from './memberships.ts';
import type { ApiToken, Principal } from './principal.ts';

/** Whose records are read and written, by whom, which of them, and with which key. */
export interface Owner {
  /** The workspace, or the global owner. */
  id: string;
  principal: Principal;
  sealer: Sealer;
  /** Whether answers hold secrets. */
  secrets: boolean;
  /** A record is seen if it carries a tag of each of these lists: of the member's, and of the token's. */
  scopes: readonly Scope[];
}

/** What of a workspace somebody sees: by a token what it was given, of what its maker sees. */
export const viewOf = (
  { secrets, scope }: Pick<Membership, 'secrets' | 'scope'>,
  token: ApiToken | null,
): Pick<Owner, 'secrets' | 'scopes'> => ({
  secrets: secrets && (token === null || token.permissions.includes('secrets')),
  scopes: [scope, token?.scope ?? []].filter(({ length }) => length > 0),
});

/** Whose records, and which of them. */
export type Extent = Pick<Owner, 'id' | 'scopes'>;

/** The whole workspace, for the server's own work. */
export const wholeOwner = (id: string, principal: Principal, sealer: Sealer): Owner => ({
  id,
  principal,
  sealer,
  secrets: true,
  scopes: [],
});

/** Whose rows of a table are seen in a workspace: its own and, where its entity has them, global ones. */
export const visibleOwners = (table: OwnedTableName, owner: Owner): string[] =>
  entityOf[table].global && owner.id !== globalOwner ? [owner.id, globalOwner] : [owner.id];

const noSecrets = (): never => {
  throw new Error('Global records hold no secrets');
};

/** The global owner, for what a principal writes there. */
export const globalWriter = (principal: Principal): Owner =>
  wholeOwner(globalOwner, principal, { seal: noSecrets, unseal: noSecrets, keyOf: () => null });
