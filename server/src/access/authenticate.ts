import type { FastifyRequest } from 'fastify';
import { isUuid } from '@quartermaster/contract/rules/formats';
import { limits, shortened } from '@quartermaster/contract/rules/limits';
import { BoundedCache } from '../lib/bounded-cache.ts';
import { AppError } from '../lib/errors.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { Key } from '../secrets/seal.ts';
import type { SystemKeys } from '../secrets/system-keys.ts';
import type { Authenticate, Person } from './caller.ts';
import type { Origin } from './principal.ts';
import { isApiToken } from './api-tokens.ts';
import { expectMember } from './current.ts';
import { viewOf } from './owner.ts';
import { isConfirmed, onlyInSession } from './permit.ts';
import type { SessionCache } from './session-cache.ts';
import { type VerifiedClaims, isCurrent, verifyAccessToken } from './tokens.ts';

/**
 * Caches verified tokens, since verifying a signature costs more than the rest of a small request. Expiry and the key's
 * state are checked each time.
 */
function tokenReader(keys: SystemKeys) {
  const verified = new BoundedCache<{ claims: VerifiedClaims; key: Key }>();
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

/** Where a request comes from, for the audit and the list of sessions. */
export const originOf = ({ ip, headers }: FastifyRequest): Origin => {
  const client = headers['user-agent'];
  return { address: ip, client: client === undefined ? null : shortened(client, limits.client) };
};

/** Identifies people by access token and session, and programs by API token. */
export function authenticator(keys: SystemKeys, sessions: SessionCache, keyring: Keyring): Authenticate {
  const read = tokenReader(keys);
  return {
    person: async (request): Promise<Person> => {
      const sent = bearer(request);
      const origin = originOf(request);
      if (isApiToken(sent)) return sessions.tokens.person(sent, origin);
      const claims = await read(sent);
      if (claims === null) throw new AppError('UNAUTHORIZED', 'The access token is not valid');
      if (claims === 'expired') throw new AppError('TOKEN_EXPIRED', 'The access token has expired');
      const session = await sessions.find(claims.sid);
      const isOver = session?.endedAt !== null || session.user.disabledAt !== null;
      if (isOver || session.user.id !== claims.sub)
        throw new AppError('TOKEN_EXPIRED', 'The session has ended; sign in again');
      const { id, user, confirmedAt } = session;
      sessions.touch(session, origin);
      return {
        principal: { kind: 'session', id, userId: user.id },
        token: null,
        user,
        isAdministrator: user.role === 'ADMIN',
        confirmedAt,
        origin,
      };
    },
    confirmed: async (person) => {
      onlyInSession(person.principal);
      if (isConfirmed(person)) return;
      const confirmedAt = await sessions.confirmedAt(person.principal.id);
      if (!isConfirmed({ confirmedAt }))
        throw new AppError('CONFIRM_REQUIRED', 'Confirm that it is you first');
    },
    member: async (person, asked) => {
      const { principal, token, user } = person;
      const workspaceId = asked ?? token?.workspaceId ?? user.workspaceId;
      const isElsewhere = token !== null && token.workspaceId !== workspaceId;
      const membership = expectMember(
        isUuid(workspaceId) && !isElsewhere
          ? await sessions.membership(principal.id, workspaceId, user.id)
          : null,
      );
      const sealer = await keyring.sealer(workspaceId);
      return {
        ...person,
        membership,
        owner: { id: workspaceId, principal, sealer, ...viewOf(membership, token) },
      };
    },
  };
}
