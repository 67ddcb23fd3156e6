import * as oidc from '@quartermaster/contract/oidc/oidc.schema';
import { originOf } from '../../access/authenticate.ts';
import { asSender } from '../../access/current.ts';
import { identitiesOf, removeIdentity, shownIdentity } from '../../access/identities.ts';
import { implementPersonal, implementPublic } from '../../http/implement.ts';
import { RateLimit } from '../../lib/rate-limit.ts';
import { identityNotice } from '../../mail/mail-texts.ts';
import { networkOf } from '../../net/client-network.ts';
import { AppError } from '../../lib/errors.ts';
import type { SystemKeys } from '../../secrets/system-keys.ts';
import type { Services } from '../../services.ts';
import { accountOf, linkIdentity } from './auth.identities.ts';
import { IdentityProvider } from './auth.oidc.ts';
import { attemptOf } from './auth.password-check.ts';
import { enter } from './auth.second-step.ts';

export function oidcRoutes(services: Services, keys: SystemKeys): void {
  const { api, db, config, refusals, sessions, outbox, log } = services;
  const provider = config.oidc && new IdentityProvider(config.oidc, config, log);
  const expectProvider = (): IdentityProvider => {
    if (!provider) throw new AppError('NOT_FOUND', 'This installation has no identity provider');
    return provider;
  };
  const signIns = new RateLimit('signInByProvider');
  implementPublic(api, oidc.begin, ({ request }) => {
    signIns.take(networkOf(request.ip));
    return expectProvider().begin(db);
  });
  implementPublic(api, oidc.finish, async ({ body, request }) => {
    const identity = await expectProvider().finish(db, body);
    const origin = originOf(request);
    const method = 'identity provider';
    const { user, id } = await accountOf(services, identity, body.invitation ?? null, request).catch(
      async (error: unknown) => {
        if (error instanceof AppError)
          await refusals.add({ found: null, email: identity.email, origin, method });
        throw error;
      },
    );
    const { client } = attemptOf(keys, user.email, request);
    return enter(services, keys, user, { client, origin, method, identity: id });
  });
  implementPersonal(api, oidc.link, async ({ caller, body }) => {
    await linkIdentity(services, caller, await expectProvider().finish(db, body));
    return { linked: true };
  });
  implementPersonal(api, oidc.list, async ({ caller: { user } }) => ({
    identities: (await identitiesOf(db, [user.id])).map(shownIdentity),
  }));
  implementPersonal(api, oidc.unlink, async ({ caller, params: { id } }) => {
    await asSender(db, caller, async (tx, { principal, user, origin }) => {
      const by = { actor: user, origin };
      const { email, issuer } = await removeIdentity(tx, config, by, { userId: user.id, id }, principal.id);
      await outbox.add(tx, null, [identityNotice(email, { issuer, isLinked: false })]);
    });
    sessions.forget();
    return { id };
  });
}
