import * as account from '@quartermaster/contract/account/account.schema';
import { anyUser } from '../../access/accounts.ts';
import { listSessions } from '../../access/sessions.ts';
import { implementPersonal, implementPublic } from '../../http/implement.ts';
import { iso } from '../../lib/clock.ts';
import type { SystemKeys } from '../../secrets/system-keys.ts';
import type { Services } from '../../services.ts';
import { originOf } from '../../access/authenticate.ts';
import { changePassword, endOtherSessions, endOwnSession } from './auth.account.ts';
import { confirmAddress, voidAddress } from './auth.address.ts';
import { forgottenPasswords, linkNotValid, resetPassword } from './auth.reset.ts';
import { anyPasskey } from './auth.passkeys.ts';
import { confirmPerson, confirmationMethods, expectPassword, hasPassword } from './auth.confirmation.ts';

/** The routes for a person's own account. */
export function accountRoutes(services: Services, keys: SystemKeys): void {
  const { api, db, config, sessions, outbox } = services;
  const forget = forgottenPasswords(services);
  implementPublic(api, account.methods, async () => ({
    password: config.passwordSignIn,
    mail: outbox.isOpen,
    oidc: config.oidc && { name: config.oidc.name },
    passkeys: await anyPasskey(db, config),
    isNew: !(await anyUser(db)),
  }));
  implementPersonal(api, account.confirmation, async ({ caller }) => ({
    methods: await confirmationMethods(services, caller),
    hasPassword: hasPassword(caller),
  }));
  implementPersonal(api, account.confirm, async ({ caller, body, request }) => ({
    confirmedUntil: iso(await confirmPerson(services, keys, caller, body, request)),
  }));
  implementPersonal(api, account.changePassword, async ({ caller, body, request }) => {
    const current = { field: 'current', password: body.current };
    await expectPassword(services, keys, caller, current, request);
    await changePassword(db, caller, body);
    sessions.forget();
    return { changed: true };
  });
  implementPublic(api, account.forgot, ({ body, request }) => forget(body.email, request));
  implementPublic(api, account.reset, ({ body, request }) => resetPassword(services, keys, body, request));
  implementPublic(api, account.confirmAddress, async ({ body, request }) => {
    const email = await confirmAddress(db, body.token, originOf(request));
    if (email === null) throw linkNotValid();
    sessions.forget();
    return { email };
  });
  implementPublic(api, account.voidAddress, async ({ body, request }) => {
    if (!(await voidAddress(db, body.token, originOf(request)))) throw linkNotValid();
    return { voided: true };
  });
  implementPersonal(api, account.sessions, async ({ caller: { principal } }) => {
    const rows = await listSessions(db, principal.userId, Date.now());
    const shown = rows.map(({ id, userAgent, address, createdAt, lastSeenAt }) => ({
      id,
      client: userAgent,
      address,
      createdAt: iso(createdAt),
      lastSeenAt: iso(lastSeenAt ?? createdAt),
      isCurrent: id === principal.id,
    }));
    return { sessions: shown };
  });
  implementPersonal(api, account.endSession, async ({ caller, params }) => {
    await endOwnSession(db, caller, params.id);
    sessions.forget();
    return { id: params.id };
  });
  implementPersonal(api, account.endOtherSessions, async ({ caller, query }) => {
    const ended = await endOtherSessions(db, caller, {
      andCalendars: query.calendars === 'true',
    });
    sessions.forget();
    return ended;
  });
}
