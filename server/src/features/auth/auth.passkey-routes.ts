import * as passkeys from '@quartermaster/contract/passkeys/passkeys.schema';
import { originOf } from '../../access/authenticate.ts';
import { implementPersonal, implementPublic } from '../../http/implement.ts';
import { RateLimit } from '../../lib/rate-limit.ts';
import { networkOf } from '../../net/client-network.ts';
import { AppError } from '../../lib/errors.ts';
import type { SystemKeys } from '../../secrets/system-keys.ts';
import type { Services } from '../../services.ts';
import {
  createPasskey,
  listPasskeys,
  newPasskeyOptions,
  passkeyHolder,
  passkeyOptions,
  passkeyOwner,
  removePasskey,
  renamePasskey,
} from './auth.passkeys.ts';
import { attemptOf } from './auth.password-check.ts';
import { startSession } from './auth.tokens.ts';

export function passkeyRoutes(services: Services, keys: SystemKeys): void {
  const { api, db, config, refusals, sessions } = services;
  const signIns = new RateLimit('signInByPasskey');
  implementPersonal(api, passkeys.list, async ({ caller }) => ({
    passkeys: await listPasskeys(db, caller.user.id),
  }));
  implementPersonal(api, passkeys.options, async ({ caller }) => ({
    options: (await newPasskeyOptions(db, config, caller)) as never,
  }));
  implementPersonal(api, passkeys.create, async ({ caller, body }) => {
    const added = await createPasskey(db, config, caller, body);
    sessions.forget();
    return added;
  });
  implementPersonal(api, passkeys.update, async ({ caller, params, body }) => ({
    passkey: await renamePasskey(db, caller, params.id, body.name),
  }));
  implementPersonal(api, passkeys.remove, async ({ caller, params }) => {
    await removePasskey(db, config, caller, params.id);
    sessions.forget();
    return { id: params.id };
  });
  implementPublic(api, passkeys.signInOptions, async ({ request }) => {
    signIns.take(networkOf(request.ip));
    return { options: await passkeyOptions(db, config) };
  });
  implementPublic(api, passkeys.signIn, async ({ body, request }) => {
    const user = await passkeyOwner(db, config, body.response);
    const origin = originOf(request);
    if (!user) {
      const found = await passkeyHolder(db, body.response);
      await refusals.add({ found, email: found?.email ?? null, origin, method: 'passkey' });
      throw new AppError('INVALID_CREDENTIALS', 'This passkey is not accepted here');
    }
    const { client } = attemptOf(keys, user.email, request);
    return startSession(db, keys, user, { client, origin, method: 'passkey' });
  });
}
