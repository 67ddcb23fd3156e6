import { changeMe, login, logout, me, refresh, register } from '@quartermaster/contract/auth/auth.schema';
import { transaction } from '../../db/transaction.ts';
import { implementPersonal, implementPublic } from '../../http/implement.ts';
import { RateLimit } from '../../lib/rate-limit.ts';
import { networkOf } from '../../net/client-network.ts';
import type { SystemKeys } from '../../secrets/system-keys.ts';
import type { Services } from '../../services.ts';
import { originOf } from '../../access/authenticate.ts';
import { toUser } from '../../access/accounts.ts';
import { pendingAddress } from '../../access/one-time-tokens.ts';
import { endSession } from '../../access/sessions.ts';
import { changeUser } from './auth.account.ts';
import { changeAddress } from './auth.address.ts';
import { refreshSession } from './auth.refresh.ts';
import { registerUser } from './auth.registration.ts';
import { signInUser } from './auth.service.ts';

export function authRoutes(services: Services, keys: SystemKeys): void {
  const { api, db, sessions, outbox } = services;
  const registrations = new RateLimit('registration');
  implementPublic(api, register, ({ body, request }) => {
    registrations.take(networkOf(request.ip));
    return registerUser(services, keys, body, request);
  });
  implementPublic(api, login, ({ body, request }) => signInUser(services, keys, body, request));
  implementPublic(api, refresh, ({ body, request }) =>
    refreshSession(services, keys, body.refreshToken, originOf(request)),
  );
  implementPersonal(api, me, async ({ caller: { user } }) => ({
    user: toUser(user),
    pendingEmail: outbox.isOpen ? await pendingAddress(db, user.id) : null,
  }));
  implementPersonal(api, changeMe, async ({ caller, body }) => {
    if (body.email !== undefined && body.email !== caller.user.email) {
      await api.authenticate.confirmed(caller);
      await changeAddress(services, caller, body.email);
    }
    const user = await changeUser(db, caller, body);
    sessions.forget();
    return { user: toUser(user), pendingEmail: await pendingAddress(db, user.id) };
  });
  implementPersonal(api, logout, async ({ caller }) => {
    await transaction(db, (tx) => endSession(tx, caller.principal.id));
    sessions.forget();
    return { loggedOut: true };
  });
}
