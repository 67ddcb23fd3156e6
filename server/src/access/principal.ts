import type { FastifyRequest } from 'fastify';
import type { Owner } from './owner.ts';
import type { Membership } from './memberships.ts';

/** Who acts: a person in a session or by an API token, or a job of the server's own. */
export interface Principal {
  kind: 'session' | 'token' | 'job';
  /** Of the session or the token; the kind of the job. */
  id: string;
  /** null: a job acts for nobody. */
  userId: string | null;
}

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
