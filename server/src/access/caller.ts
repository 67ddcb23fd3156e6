import type { FastifyRequest } from 'fastify';
import type { Membership } from './memberships.ts';
import type { Owner } from './owner.ts';
import type { Principal } from './principal.ts';

/** Who sent a request, and the workspace that they work in. */
export interface Caller {
  principal: Principal & { userId: string };
  /** Of the installation, which gives no right in anybody's workspace. */
  isAdministrator: boolean;
  membership: Membership;
  owner: Owner;
}

/** Answers the caller of a request, or throws UNAUTHORIZED or TOKEN_EXPIRED. */
export type Authenticate = (request: FastifyRequest) => Promise<Caller>;
