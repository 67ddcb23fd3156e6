import type { Scope } from '@quartermaster/contract/members/members.schema';
import { globalOwner } from '../db/schema.ts';
import type { Sealer } from '../secrets/sealer.ts';
import type { Membership } from './memberships.ts';
import type { ApiToken, Principal } from './principal.ts';

/** The workspace whose records are accessed, by whom, which of them, and the key that opens them. */
export interface Owner {
  /** The workspace, or the global owner. */
  id: string;
  principal: Principal;
  sealer: Sealer;
  /** Whether answers contain secrets. */
  secrets: boolean;
  /** A record is visible if it carries a tag of every list: the member's scope and the token's. */
  scopes: readonly Scope[];
}

/** What a caller sees of a workspace: a token narrows what its maker sees. */
export const viewOf = (
  { secrets, scope }: Pick<Membership, 'secrets' | 'scope'>,
  token: ApiToken | null,
): Pick<Owner, 'secrets' | 'scopes'> => ({
  secrets: secrets && (token === null || token.permissions.includes('secrets')),
  scopes: [scope, token?.scope ?? []].filter(({ length }) => length > 0),
});

/** Keeps cached results of different scopes apart. */
export const scopeKey = ({ id, scopes }: Owner): string =>
  scopes.length === 0 ? id : `${id} ${JSON.stringify(scopes)}`;

/** A workspace's records within the scopes. */
export type Extent = Pick<Owner, 'id' | 'scopes'>;

/** The whole workspace, for the server's own work. */
export const wholeOwner = (id: string, principal: Principal, sealer: Sealer): Owner => ({
  id,
  principal,
  sealer,
  secrets: true,
  scopes: [],
});

const noSecrets = (): never => {
  throw new Error('Global records hold no secrets');
};

/** The global owner, written to by this principal. */
export const globalWriter = (principal: Principal): Owner =>
  wholeOwner(globalOwner, principal, {
    seal: noSecrets,
    unseal: noSecrets,
    keyOf: () => null,
    fingerprint: noSecrets,
  });
