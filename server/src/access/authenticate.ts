import type { FastifyRequest } from 'fastify';
import { isUuid } from '@quartermaster/contract/rules/formats';
import { shortened } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { BoundedCache } from '../lib/bounded-cache.ts';
import { AppError } from '../lib/errors.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { Key } from '../secrets/seal.ts';
import type { SystemKeys } from '../secrets/system-keys.ts';
import type { Authenticate, Caller, Demands, Person } from './caller.ts';
import type { Origin } from './principal.ts';
import { isApiToken } from './api-tokens.ts';
import {
  expectConfirmedIn,
  expectMay,
  inWorkspace,
  mayStill,
  personBehind,
  seesStill,
  workspaceNotFound,
} from './current.ts';
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
  return { address: ip, client: client === undefined ? null : shortened(client, serverLimits.client) };
};

/** Identifies people by access token and session, and programs by API token. */
export function authenticator(keys: SystemKeys, sessions: SessionCache, keyring: Keyring): Authenticate {
  const read = tokenReader(keys);
  const principalOf = async (sent: string, origin: Origin): Promise<Person['principal']> => {
    if (isApiToken(sent)) return sessions.tokens.principal(sent, origin);
    const claims = await read(sent);
    if (claims === null) throw new AppError('UNAUTHORIZED', 'The access token is not valid');
    if (claims === 'expired') throw new AppError('TOKEN_EXPIRED', 'The access token has expired');
    return { kind: 'session', id: claims.sid, userId: claims.sub };
  };
  const person = async (request: FastifyRequest, demands: Demands): Promise<Person> => {
    const origin = originOf(request);
    const principal = await principalOf(bearer(request), origin);
    const found = await personBehind(sessions, { principal, origin, demands });
    if (principal.kind === 'session') sessions.touch(principal.id, origin);
    return found;
  };
  const member = (sender: Person, asked: string | null): Promise<Caller> => {
    const { token, user } = sender;
    const workspaceId = asked ?? token?.workspaceId ?? user.workspaceId;
    const isElsewhere = token !== null && token.workspaceId !== workspaceId;
    if (!isUuid(workspaceId) || isElsewhere) throw workspaceNotFound();
    return inWorkspace(sessions, sender, workspaceId, (id) => keyring.sealer(id));
  };
  return {
    person,
    member,
    permitted: (sender) => expectMay(sessions, sender),
    confirmed: (sender) => expectConfirmedIn(sessions, sender),
    again: (sender) => mayStill(sessions, sender),
    seesStill: (sender) => seesStill(sessions, sender),
  };
}
