import type { Route } from '@quartermaster/contract/api/route';
import type { FastifyRequest } from 'fastify';
import type { Membership } from './memberships.ts';
import type { Owner } from './owner.ts';
import type { ApiToken, Origin, Principal } from './principal.ts';
import type { Session } from './sessions.ts';

/** What a route demands of its sender. */
export type Demands = Pick<Route, 'access' | 'confirmed' | 'unscoped'>;

/** The sender of a request, independent of any workspace. */
export interface Person {
  principal: Principal & { userId: string };
  /** null: a session. */
  token: ApiToken | null;
  /** The person, or a token's maker; up to some seconds old. */
  user: Session['user'];
  /** An administrator of the installation, which gives no rights in any workspace. */
  isAdministrator: boolean;
  /** When the person last proved their identity (ms); null for a token. */
  confirmedAt: number | null;
  origin: Origin;
  /** Those of the route that was called, by which rights are checked again. */
  demands: Demands;
  /** When these rights were read (ms, by `performance.now()`). */
  readAt: number;
}

/** By which a sender's rights are read again. */
export type Sender = Pick<Person, 'principal' | 'origin' | 'demands'>;

/** The sender of a request in a workspace. */
export interface Caller extends Person {
  membership: Membership;
  owner: Owner;
  /** Told the id of each batch that the request has stored. */
  onBatch?: (batchId: string) => void;
}

export const isCaller = (sender: Person): sender is Caller => 'membership' in sender;

export interface Authenticate {
  /** Identifies the sender of a request; throws UNAUTHORIZED or TOKEN_EXPIRED. */
  person: (request: FastifyRequest, demands: Demands) => Promise<Person>;
  /**
   * The same person in a workspace: by default their own, or the only one of a token. Throws NOT_FOUND unless they are
   * a member of it.
   */
  member: (person: Person, workspaceId: string | null) => Promise<Caller>;
  /** Throws FORBIDDEN or CONFIRM_REQUIRED unless the sender meets the demands of the route. */
  permitted: (sender: Person) => Promise<void>;
  /** Throws CONFIRM_REQUIRED unless the person proved their identity recently. */
  confirmed: (person: Person) => Promise<void>;
  /** The same sender with their present rights; throws unless they may still send the request. */
  again: <S extends Person>(sender: S) => Promise<S>;
  /** Also throws if they see less, or other records, than before. */
  seesStill: (sender: Person) => Promise<void>;
}
