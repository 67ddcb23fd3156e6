import * as installation from '@quartermaster/contract/installation/installation.schema';
import { type Administrator, changeAccount, removeFactors } from '../../access/administration.ts';
import type { Person } from '../../access/caller.ts';
import { asSender } from '../../access/current.ts';
import { removeIdentity } from '../../access/identities.ts';
import { implementPersonal } from '../../http/implement.ts';
import { identityNotice } from '../../mail/mail-texts.ts';
import type { Services } from '../../services.ts';
import { deleteAccount, deletionOf } from './installation.deletion.ts';
import { mailTests } from './installation.mail.ts';
import { accountOf, installationOf, listAccounts } from './installation.service.ts';

const administratorOf = ({ user, origin }: Person): Administrator => ({ actor: user, origin });

export function installationRoutes(services: Services): void {
  const { api, db, config, sessions, outbox } = services;
  implementPersonal(api, installation.get, () => installationOf(services));
  implementPersonal(api, installation.accounts, ({ query }) => listAccounts(db, query));
  implementPersonal(api, installation.account, async ({ params }) => ({
    account: await accountOf(db, params.id),
    ...(await deletionOf(db, params.id)),
  }));
  implementPersonal(api, installation.updateAccount, async ({ caller, params, body }) => {
    await asSender(
      db,
      caller,
      (tx, current) => changeAccount(tx, administratorOf(current), params.id, body),
      [params.id],
    );
    sessions.forget();
    return { account: await accountOf(db, params.id) };
  });
  implementPersonal(api, installation.removeAccount, async ({ caller, params }) => {
    const workspaces = await deleteAccount(db, caller, params.id);
    sessions.forget();
    return { id: params.id, workspaces };
  });
  implementPersonal(api, installation.removeFactor, async ({ caller, params }) => {
    await asSender(db, caller, (tx, current) => removeFactors(tx, administratorOf(current), params.id), [
      params.id,
    ]);
    sessions.forget();
    return { account: await accountOf(db, params.id) };
  });
  const testMail = mailTests(services);
  implementPersonal(api, installation.testMail, ({ caller }) => testMail(caller));
  implementPersonal(api, installation.removeIdentity, async ({ caller, params: { id, identityId } }) => {
    const removed = { userId: id, id: identityId };
    await asSender(
      db,
      caller,
      async (tx, current) => {
        const by = administratorOf(current);
        const { email, issuer } = await removeIdentity(tx, config, by, removed, current.principal.id);
        await outbox.add(tx, null, [identityNotice(email, { issuer, isLinked: false })]);
      },
      [id],
    );
    sessions.forget();
    return { account: await accountOf(db, id) };
  });
}
