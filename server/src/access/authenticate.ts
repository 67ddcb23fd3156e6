import type { FastifyRequest } from 'fastify';
import type { Keyring } from '../secrets/keyring.ts';
import type { Db } from '../db/schema.ts';
import type { Authenticate, Caller } from './caller.ts';
import { AppError } from '../lib/errors.ts';
import { type VerifiedClaims, verifyAccessToken } from './tokens.ts';
import { type Session, findSession } from './accounts.ts';

const keptMs = 5000;
const keptSessions = 10_000;

/** Sessions for five seconds, so that a logout or a changed role takes effect within ten, on every process. */
export class SessionCache {
  readonly #db: Db;
  readonly #kept = new Map<string, { session: Session | null; until: number }>();

  constructor(db: Db) {
    this.#db = db;
  }

  async find(id: string): Promise<Session | null> {
    const now = Date.now();
    const known = this.#kept.get(id);
    if (known && known.until > now) return known.session;
    const session = await findSession(this.#db, id);
    if (this.#kept.size >= keptSessions) this.#kept.clear();
    this.#kept.set(id, { session, until: now + keptMs });
    return session;
  }

  forget(id: string): void {
    this.#kept.delete(id);
  }
}

/** Tokens whose signature was verified; a token's text never says anything else. Expiry is looked at each time. */
class VerifiedTokens {
  readonly #key: Uint8Array;
  readonly #known = new Map<string, VerifiedClaims>();

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  async read(token: string): Promise<VerifiedClaims | 'expired' | null> {
    const known = this.#known.get(token);
    if (known) return known.exp * 1000 > Date.now() ? known : 'expired';
    const claims = await verifyAccessToken(this.#key, token);
    if (claims === null || claims === 'expired') return claims;
    if (this.#known.size >= keptSessions) this.#known.clear();
    this.#known.set(token, claims);
    return claims;
  }
}

function bearer(request: FastifyRequest): string {
  const [scheme, token, ...rest] = (request.headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !token || rest.length > 0)
    throw new AppError('UNAUTHORIZED', 'Sign in first');
  return token;
}

/** Who calls, from the bearer token and its session. */
export function authenticator(key: Uint8Array, sessions: SessionCache, keyring: Keyring): Authenticate {
  const tokens = new VerifiedTokens(key);
  return async (request): Promise<Caller> => {
    const claims = await tokens.read(bearer(request));
    if (claims === null) throw new AppError('UNAUTHORIZED', 'The access token is not valid');
    if (claims === 'expired') throw new AppError('TOKEN_EXPIRED', 'The access token has expired');
    const session = await sessions.find(claims.sid);
    if (!session || session.endedAt !== null || session.user.id !== claims.sub)
      throw new AppError('TOKEN_EXPIRED', 'The session has ended; sign in again');
    const { id: userId, workspaceId, role } = session.user;
    const owner = { id: workspaceId, userId, sealer: await keyring.sealer(workspaceId) };
    return { userId, sessionId: session.id, role: role === 'ADMIN' ? 'ADMIN' : 'USER', owner };
  };
}
