import type { registration } from '@quartermaster/contract/auth/auth.schema';
import { transaction } from '../../db/transaction.ts';
import { emailKeyOf } from '@quartermaster/contract/rules/email-address';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { addressTaken, anyAdministrator, anyUser, insertUser, userByEmail } from '../../access/accounts.ts';
import { audit } from '../../access/audit.ts';
import { originOf } from '../../access/authenticate.ts';
import { invitationFor, join } from '../../access/invitations.ts';
import { hashPassword } from '../../access/passwords.ts';
import { faultOf } from '../../db/faults.ts';
import { AppError } from '../../lib/errors.ts';
import type { SystemKeys } from '../../secrets/system-keys.ts';
import type { Services } from '../../services.ts';
import { networkOf } from '../../net/client-network.ts';
import { fingerprint } from './auth.client.ts';
import { HashQueue } from './auth.hash-queue.ts';
import { isFromThisMachine, isSetupCode, setupCodeRefused } from './auth.setup-code.ts';
import { passwordsOff } from './auth.service.ts';
import { type SignedIn, startSession } from './auth.tokens.ts';

const closed = () => new AppError('FORBIDDEN', 'Registration is closed');

/** A queue of its own, so that registrations never delay sign-ins. */
const hashing = new HashQueue();

export async function registerUser(
  { db, keyring, config, log }: Services,
  keys: SystemKeys,
  { email, password, setupCode, invitation: token }: z.output<typeof registration>,
  request: FastifyRequest,
): Promise<SignedIn> {
  if (!config.passwordSignIn) throw passwordsOff();
  const invited = token ? await invitationFor(db, token, email) : null;
  if (config.registration === 'closed' && !invited && (await anyUser(db))) throw closed();
  const code = setupCode ?? '';
  const isSetup = isSetupCode(keys.signing.bytes, code);
  if (!isSetup && !invited && !isFromThisMachine(request) && !(await anyAdministrator(db)))
    throw setupCodeRefused({ log, config }, keys.signing.bytes, code, request);
  if (await userByEmail(db, email)) throw addressTaken();
  const client = fingerprint(keys.fingerprint, networkOf(request.ip));
  const origin = originOf(request);
  const hash = await hashing.run({ client, account: emailKeyOf(email) }, () => hashPassword(password));
  try {
    const user = await transaction(db, async (tx) => {
      const invitation = token ? await invitationFor(tx, token, email) : null;
      const added = await insertUser(
        tx,
        keyring,
        { email, passwordHash: hash },
        { registration: config.registration, isSetup, invitation },
      );
      if (!added) throw closed();
      await audit(tx, { action: 'account.registered', origin, actor: added, subject: added.email });
      if (invitation) await join(tx, invitation, added, origin);
      return added;
    });
    return await startSession(db, keys, user, { client, origin, method: 'registration' });
  } catch (error) {
    throw faultOf(error) === 'unique' ? addressTaken() : error;
  }
}
