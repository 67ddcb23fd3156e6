import * as factors from '@quartermaster/contract/factors/factors.schema';
import { implementPersonal, implementPublic } from '../../http/implement.ts';
import type { SystemKeys } from '../../secrets/system-keys.ts';
import type { Services } from '../../services.ts';
import { finishSignIn } from './auth.second-step.ts';
import { beginTotp, confirmTotp, factorState, newRecoveryCodes, removeTotp } from './auth.totp.ts';

/** The routes for app codes and recovery codes, and for completing a sign-in with them. */
export function factorRoutes(services: Services, keys: SystemKeys): void {
  const { api, db, keyring, sessions } = services;
  implementPersonal(api, factors.get, ({ caller }) => factorState(db, caller.user.id));
  implementPersonal(api, factors.begin, ({ caller }) => beginTotp(db, keyring, caller));
  implementPersonal(api, factors.confirm, async ({ caller, body }) => {
    const recoveryCodes = await confirmTotp(db, keyring, caller, body.code);
    sessions.forget();
    return { recoveryCodes };
  });
  implementPersonal(api, factors.remove, async ({ caller }) => {
    await removeTotp(db, caller);
    sessions.forget();
    return { removed: true };
  });
  implementPersonal(api, factors.renewCodes, async ({ caller }) => ({
    recoveryCodes: await newRecoveryCodes(db, caller),
  }));
  implementPublic(api, factors.second, ({ body, request }) => finishSignIn(services, keys, body, request));
}
