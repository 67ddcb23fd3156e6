import type { FastifyRequest } from 'fastify';
import type { User } from '@quartermaster/contract/auth/auth.schema';
import type { Owner } from '../records/owner.ts';

/** Who sent a request, and the workspace that they work in. */
export interface Caller {
  userId: string;
  sessionId: string;
  role: User['role'];
  owner: Owner;
}

/** Answers the caller of a request, or throws UNAUTHORIZED or TOKEN_EXPIRED. */
export type Authenticate = (request: FastifyRequest) => Promise<Caller>;
