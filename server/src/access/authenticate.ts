import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Db } from '../db/schema.ts';
import { isUuid } from '@quartermaster/contract/rules/formats';
import { limits, shortened } from '@quartermaster/contract/rules/limits';
import { AppError } from '../lib/errors.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { Key } from '../secrets/seal.ts';
import type { SystemKeys } from '../secrets/system-keys.ts';
import type { Authenticate, Person } from './caller.ts';
import type { Origin } from './principal.ts';
import { findMembership } from './memberships.ts';
import { hasSecondFactor } from './second-factors.ts';
import { isConfirmed } from './permit.ts';
import { type Session, findSession, touchSession } from './sessions.ts';
import { type VerifiedClaims, isCurrent, verifyAccessToken } from './tokens.ts';

const sessionTtlMs = 5000;
/** How often it is written when a session was used. */
const seenEveryMs = 60_000;
const max = 10_000;

type Membership = Awaited<ReturnType<typeof standing>>;

/** A membership, and whether the workspace requires a second factor that the person does not have. */
async function standing(db: Db, workspaceId: string, userId: string) {
  const membership = await findMembership(db, workspaceId, userId);
  if (!membership) return null;
  const lacksFactor = membership.requireSecondFactor && !(await hasSecondFactor(db, userId));
  return { ...membership, lacksFactor };
}

/** Sessions for five seconds, so that a logout or a changed role takes effect within ten, on every process. */
export class SessionCache {
  readonly #db: Db;
  readonly #sessions = new LRUCache<string, { session: Session | null }>({ max, ttl: sessionTtlMs });
  /** When it was written that a session was used. */
  readonly #seen = new LRUCache<string, number>({ max });
  /** By session and workspace. */
  readonly #memberships = new LRUCache<string, { membership: Membership }>({ max, ttl: sessionTtlMs });

  constructor(db: Db) {
    this.#db = db;
  }

  async find(id: string): Promise<Session | null> {
    const cached = this.#sessions.get(id);
    if (cached) return cached.session;
    const session = await findSession(this.#db, id);
    this.#sessions.set(id, { session });
    return session;
  }

  /** `id` is that of the person's session or token. */
  async membership(id: string, workspaceId: string, userId: string): Promise<Membership> {
    const key = `${id} ${workspaceId}`;
    const cached = this.#memberships.get(key);
    if (cached) return cached.membership;
    const membership = await standing(this.#db, workspaceId, userId);
    this.#memberships.set(key, { membership });
    return membership;
  }

  /** Notes where and when a session was used, once a minute; the request does not wait for it. */
  touch({ id, lastSeenAt }: Session, origin: Origin): void {
    const now = Date.now();
    // Either way, since the clock may have been set back.
    if (Math.abs(now - (this.#seen.get(id) ?? lastSeenAt ?? 0)) < seenEveryMs) return;
    this.#seen.set(id, now);
    // If the database does not answer, the next minute's request notes it.
    touchSession(this.#db, id, origin, now).catch(() => undefined);
  }

  /** When the person in a session last proved who they are, as another process may have noted just now. */
  async confirmedAt(id: string): Promise<number | null> {
    this.#sessions.delete(id);
    return (await this.find(id))?.confirmedAt ?? null;
  }

  /** What this process changed counts at once. */
  forget(): void {
    this.#sessions.clear();
    this.#memberships.clear();
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

/** From where a request comes, as the audit and the list of sessions show it. */
export const originOf = ({ ip, headers }: FastifyRequest): Origin => {
  const client = headers['user-agent'];
  return { address: ip, client: client === undefined ? null : shortened(client, limits.client) };
};

/** Identifies people by the bearer token and its session. */
export function authenticator(keys: SystemKeys, sessions: SessionCache, keyring: Keyring): Authenticate {
  const read = tokenReader(keys);
  return {
    person: async (request): Promise<Person> => {
      const claims = await read(bearer(request));
      if (claims === null) throw new AppError('UNAUTHORIZED', 'The access token is not valid');
      if (claims === 'expired') throw new AppError('TOKEN_EXPIRED', 'The access token has expired');
      const session = await sessions.find(claims.sid);
      const isOver = session?.endedAt !== null || session.user.disabledAt !== null;
      if (isOver || session.user.id !== claims.sub)
        throw new AppError('TOKEN_EXPIRED', 'The session has ended; sign in again');
      const { id, user, confirmedAt } = session;
      const origin = originOf(request);
      sessions.touch(session, origin);
      return {
        principal: { kind: 'session', id, userId: user.id },
        user,
        isAdministrator: user.role === 'ADMIN',
        confirmedAt,
        origin,
      };
    },
    confirmed: async (person) => {
      if (isConfirmed(person)) return;
      const confirmedAt = await sessions.confirmedAt(person.principal.id);
      if (!isConfirmed({ confirmedAt }))
        throw new AppError('CONFIRM_REQUIRED', 'Confirm that it is you first');
    },
    member: async (person, asked) => {
      const { principal, user } = person;
      const workspaceId = asked ?? user.workspaceId;
      const membership = isUuid(workspaceId)
        ? await sessions.membership(principal.id, workspaceId, user.id)
        : null;
      // Clients that keep a workspace know by the detail that it is this that was not found.
      if (!membership) throw new AppError('NOT_FOUND', 'Workspace not found', { workspace: true });
      if (membership.lacksFactor)
        throw new AppError(
          'FORBIDDEN',
          'This workspace requires a second factor; set one up on your account page first',
          { secondFactor: true },
        );
      const { secrets, scope } = membership;
      const sealer = await keyring.sealer(workspaceId);
      return {
        ...person,
        membership,
        owner: { id: workspaceId, principal, sealer, secrets, scopes: scope.length > 0 ? [scope] : [] },
      };
    },
  };
}
