import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Db } from '../db/schema.ts';
import { AppError } from '../lib/errors.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { Key } from '../secrets/seal.ts';
import type { SystemKeys } from '../secrets/system-keys.ts';
import type { Authenticate, Caller } from './caller.ts';
import { type Session, findSession } from './sessions.ts';
import { type VerifiedClaims, isCurrent, verifyAccessToken } from './tokens.ts';

const sessionTtlMs = 5000;
const max = 10_000;

/** Sessions for five seconds, so that a logout or a changed role takes effect within ten, on every process. */
export class SessionCache {
  readonly #db: Db;
  readonly #cache = new LRUCache<string, { session: Session | null }>({ max, ttl: sessionTtlMs });

  constructor(db: Db) {
    this.#db = db;
  }

  async find(id: string): Promise<Session | null> {
    const cached = this.#cache.get(id);
    if (cached) return cached.session;
    const session = await findSession(this.#db, id);
    this.#cache.set(id, { session });
    return session;
  }

  forget(id: string): void {
    this.#cache.delete(id);
  }
}

/**
 * Remembers verified tokens, since a signature costs more than the rest of a small request. Whether they have expired and
 * whether their key is still accepted is checked anew.
 */
function tokenReader(keys: SystemKeys) {
  const verified = new LRUCache<string, { claims: VerifiedClaims; key: Key }>({ max });
  return async (token: string): Promise<VerifiedClaims | 'expired' | null> => {
    const cached = verified.get(token);
    if (cached && keys.accepted.some(({ id }) => id === cached.key.id))
      return isCurrent(cached.claims) ? cached.claims : 'expired';
    for (const key of keys.accepted) {
      const claims = await verifyAccessToken(key.bytes, token);
      if (claims === null) continue;
      if (claims !== 'expired') verified.set(token, { claims, key });
      return claims;
    }
    return null;
  };
}

function bearer(request: FastifyRequest): string {
  const [scheme, token, ...rest] = (request.headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !token || rest.length > 0)
    throw new AppError('UNAUTHORIZED', 'Sign in first');
  return token;
}

/** Identifies the caller by the bearer token and its session. */
export function authenticator(keys: SystemKeys, sessions: SessionCache, keyring: Keyring): Authenticate {
  const read = tokenReader(keys);
  return async (request): Promise<Caller> => {
    const claims = await read(bearer(request));
    if (claims === null) throw new AppError('UNAUTHORIZED', 'The access token is not valid');
    if (claims === 'expired') throw new AppError('TOKEN_EXPIRED', 'The access token has expired');
    const session = await sessions.find(claims.sid);
    if (!session || session.endedAt !== null || session.user.id !== claims.sub)
      throw new AppError('TOKEN_EXPIRED', 'The session has ended; sign in again');
    const { user, membership } = session;
    const principal = { kind: 'session', id: session.id, userId: user.id } as const;
    const sealer = await keyring.sealer(membership.workspaceId);
    return {
      principal,
      isAdministrator: user.role === 'ADMIN',
      membership,
      owner: { id: membership.workspaceId, principal, sealer },
    };
  };
}
