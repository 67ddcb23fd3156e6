import type { FastifyRequest } from 'fastify';
import type { Membership } from './memberships.ts';
import type { Owner } from './owner.ts';
import type { ApiToken, Origin, Principal } from './principal.ts';
import type { Session } from './sessions.ts';

/** Who sent a request, whatever their workspaces. */
export interface Person {
  principal: Principal & { userId: string };
  /** null: they act in a session. */
  token: ApiToken | null;
  /** As it was some seconds ago at most; of a token its maker. */
  user: Session['user'];
  /** Of the installation, which gives no right in anybody's workspace. */
  isAdministrator: boolean;
  /** When they last proved who they are (ms); null for a token. */
  confirmedAt: number | null;
  origin: Origin;
}

/** Who sent a request, and the workspace that they work in. */
export interface Caller extends Person {
  membership: Membership;
  owner: Owner;
}

export interface Authenticate {
  /** Answers who sent a request, or throws UNAUTHORIZED or TOKEN_EXPIRED. */
  person: (request: FastifyRequest) => Promise<Person>;
  /** Throws CONFIRM_REQUIRED unless the person proved who they are in the last minutes. */
  confirmed: (person: Person) => Promise<void>;
  /**
   * The same person in a workspace, by default their own, of a token its only one; throws NOT_FOUND unless they are a
   * member of it.
   */
  member: (person: Person, workspaceId: string | null) => Promise<Caller>;
}
