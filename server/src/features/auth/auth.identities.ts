import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import type { FastifyRequest } from 'fastify';
import { v7 as uuid } from 'uuid';
import { type UserRow, anyAdministrator, userById, insertUser, userByEmail } from '../../access/accounts.ts';
import { audit } from '../../access/audit.ts';
import { originOf } from '../../access/authenticate.ts';
import type { Person } from '../../access/caller.ts';
import { asSender } from '../../access/current.ts';
import { identitiesOf } from '../../access/identities.ts';
import { invitationFor, join } from '../../access/invitations.ts';
import { spellingsOf } from '../../access/issuers.ts';
import { identityNotice } from '../../mail/mail-texts.ts';
import { faultOf } from '../../db/faults.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { transaction } from '../../db/transaction.ts';
import { nextTime } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import type { Services } from '../../services.ts';
import type { Identity } from './auth.oidc.ts';

/** The provider's issuer counts with or without its last slash, which the provider may change. */
const findIdentity = (db: Db, { issuer, subject }: Identity) =>
  db
    .selectFrom('identities')
    .select(['id', 'userId'])
    .where('issuer', 'in', spellingsOf(issuer))
    .where('subject', '=', subject)
    .executeTakeFirst();

async function insertIdentity(tx: Tx, { issuer, subject }: Identity, userId: string): Promise<string> {
  const row = { issuer, subject, userId, createdAt: nextTime(), id: uuid(), lastUsedAt: null };
  await tx.insertInto('identities').values(row).execute();
  return row.id;
}

const taken = () =>
  new AppError(
    'CONFLICT',
    'An account with your address exists. Sign in to it, and link it with the identity provider on the account page',
  );
const unverified = () =>
  new AppError(
    'FORBIDDEN',
    'The identity provider does not say that your address is verified; the operator of this installation can choose to ' +
      'trust it (OIDC_TRUST_EMAIL)',
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
): Promise<{ user: UserRow; id: string }> {
  const known = await findIdentity(db, identity);
  if (known) {
    const user = await userById(db, known.userId);
    if (!user) throw new AppError('FORBIDDEN', 'This account is disabled');
    return { user, id: known.id };
  }
  const { email, isVerified } = identity;
  if (email === null)
    throw new AppError('FORBIDDEN', 'The identity provider gave no email address, which an account needs');
  if (!isVerified) throw unverified();
  if (!(await anyAdministrator(db)))
    throw new AppError('FORBIDDEN', 'The administrator registers first, with a password and the setup code');
  if (await userByEmail(db, email)) throw taken();
  const origin = originOf(request);
  try {
    return await transaction(db, async (tx) => {
      const invitation = token ? await invitationFor(tx, token, email) : null;
      const admission = { registration: config.registration, isSetup: false, invitation };
      // No password matches an empty hash.
      const user = await insertUser(tx, keyring, { email, passwordHash: '' }, admission);
      if (!user) throw new AppError('FORBIDDEN', 'Registration is closed');
      const id = await insertIdentity(tx, identity, user.id);
      const details = { method: 'identity provider', issuer: identity.issuer };
      await audit(tx, { action: 'account.registered', origin, actor: user, subject: user.email, details });
      if (invitation) await join(tx, invitation, user, origin);
      return { user, id };
    });
  } catch (error) {
    throw faultOf(error) === 'unique' ? taken() : error;
  }
}

/** Links the provider's person to the account, so that they can sign in to it. */
export async function linkIdentity(
  { db, outbox }: Services,
  sender: Person,
  identity: Identity,
): Promise<void> {
  const { issuer } = identity;
  if (identity.email !== null && !identity.isVerified) throw unverified();
  await asSender(db, sender, async (tx, { user, origin }) => {
    const known = await findIdentity(tx, identity);
    if (known?.userId === user.id) return;
    if (known) throw new AppError('CONFLICT', 'This sign-in belongs to another account');
    if ((await identitiesOf(tx, [user.id])).length >= serverLimits.identities)
      throw new AppError('CONFLICT', `Maximum ${serverLimits.identities} identities allowed`);
    await insertIdentity(tx, identity, user.id);
    await audit(tx, {
      action: 'identity.linked',
      actor: user,
      origin,
      subject: user.email,
      details: { issuer },
    });
    await outbox.add(tx, null, [identityNotice(user.email, { issuer, isLinked: true })]);
  });
}
