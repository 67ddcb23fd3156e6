import type { FastifyRequest } from 'fastify';
import { type UserRow, anyAdministrator, userById, insertUser, userByEmail } from '../../access/accounts.ts';
import { audit } from '../../access/audit.ts';
import { originOf } from '../../access/authenticate.ts';
import type { Person } from '../../access/caller.ts';
import { asSender } from '../../access/current.ts';
import { invitationFor, join } from '../../access/invitations.ts';
import { faultOf } from '../../db/faults.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { nextTime } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import type { Services } from '../../services.ts';
import type { Identity } from './auth.oidc.ts';

const provider = 'identity provider';

const findIdentity = (db: Db | Tx, { issuer, subject }: Identity) =>
  (db as Db)
    .selectFrom('identities')
    .select('userId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();

const insertIdentity = (tx: Tx, { issuer, subject }: Identity, userId: string) =>
  tx.insertInto('identities').values({ issuer, subject, userId, createdAt: nextTime() }).execute();

const taken = () =>
  new AppError(
    'CONFLICT',
    'An account with your address exists. Sign in to it, and link it with the identity provider on the account page',
  );

/**
 * Finds the account of a provider's person by issuer and subject alone: an equal address need not belong to the same
 * person. An unknown person registers, if the installation or an invitation permits it.
 */
export async function accountOf(
  { db, keyring, config }: Services,
  identity: Identity,
  token: string | null,
  request: FastifyRequest,
): Promise<UserRow> {
  const known = await findIdentity(db, identity);
  if (known) {
    const user = await userById(db, known.userId);
    if (!user) throw new AppError('FORBIDDEN', 'This account is disabled');
    return user;
  }
  const { email } = identity;
  if (email === null)
    throw new AppError('FORBIDDEN', 'The identity provider gave no email address, which an account needs');
  if (!(await anyAdministrator(db)))
    throw new AppError('FORBIDDEN', 'The administrator registers first, with a password and the setup code');
  if (await userByEmail(db, email)) throw taken();
  const origin = originOf(request);
  try {
    return await db.transaction().execute(async (tx) => {
      const invitation = token ? await invitationFor(tx, token, email) : null;
      const admission = { registration: config.registration, isSetup: false, invitation };
      // No password matches an empty hash.
      const added = await insertUser(tx, keyring, { email, passwordHash: '' }, admission);
      if (!added) throw new AppError('FORBIDDEN', 'Registration is closed');
      await insertIdentity(tx, identity, added.id);
      const details = { method: provider, issuer: identity.issuer };
      await audit(tx, { action: 'account.registered', origin, actor: added, subject: email, details });
      if (invitation) await join(tx, invitation, added, origin);
      return added;
    });
  } catch (error) {
    throw faultOf(error) === 'unique' ? taken() : error;
  }
}

/** Links the provider's person to the account, so that they can sign in to it. */
export async function linkIdentity(db: Db, sender: Person, identity: Identity): Promise<void> {
  await asSender(db, sender, async (tx, { user, origin }) => {
    const known = await findIdentity(tx, identity);
    if (known?.userId === user.id) return;
    if (known) throw new AppError('CONFLICT', 'This sign-in belongs to another account');
    await insertIdentity(tx, identity, user.id);
    const details = { linked: provider, issuer: identity.issuer };
    await audit(tx, { action: 'account.changed', actor: user, origin, subject: user.email, details });
  });
}
