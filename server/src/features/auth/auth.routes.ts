import { login, logout, me, refresh, register } from '@quartermaster/contract/auth/auth.schema';
import { implement, implementPublic } from '../../http/implement.ts';
import { notFound } from '../../lib/errors.ts';
import type { Services } from '../../services.ts';
import type { SessionCache } from '../../access/authenticate.ts';
import { toUser } from '../../access/accounts.ts';
import { endSession } from '../../access/sessions.ts';
import { refreshSession, registerUser, signInUser } from './auth.service.ts';

export function authRoutes(services: Services, key: Uint8Array, sessions: SessionCache): void {
  const { api, db } = services;
  implementPublic(api, register, ({ body, request }) => registerUser(services, key, body, request.ip));
  implementPublic(api, login, ({ body, request }) => signInUser(services, key, body, request.ip));
  implementPublic(api, refresh, ({ body }) => refreshSession(db, key, body.refreshToken));
  implement(api, me, async ({ caller }) => {
    const session = await sessions.find(caller.principal.id);
    if (!session) throw notFound('user');
    return { user: toUser(session.user) };
  });
  implement(api, logout, async ({ caller }) => {
    await db.transaction().execute((tx) => endSession(tx, caller.principal.id));
    sessions.forget(caller.principal.id);
    return { loggedOut: true };
  });
}
