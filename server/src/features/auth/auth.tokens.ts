import type { SystemKeys } from '../../secrets/system-keys.ts';
import type { Tokens, User } from '@quartermaster/contract/auth/auth.schema';
import { audit } from '../../access/audit.ts';
import type { Origin } from '../../access/principal.ts';
import { type UserRow, toUser, userById } from '../../access/accounts.ts';
import { useIdentity } from '../../access/identities.ts';
import { lockPerson } from '../../access/second-factors.ts';
import { insertRefreshToken, insertSession } from '../../access/sessions.ts';
import { hashToken, newRefreshToken, signAccessToken } from '../../access/tokens.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { transaction } from '../../db/transaction.ts';
import { AppError } from '../../lib/errors.ts';

export interface SignedIn {
  user: User;
  tokens: Tokens;
}

export async function issueTokens(
  tx: Tx,
  keys: SystemKeys,
  user: UserRow,
  sessionId: string,
  generation: number,
): Promise<Tokens> {
  const refreshToken = newRefreshToken();
  await insertRefreshToken(tx, sessionId, generation, hashToken(refreshToken));
  const accessToken = await signAccessToken(keys.signing.bytes, {
    sub: user.id,
    sid: sessionId,
    role: user.role,
  });
  return { accessToken, refreshToken };
}

/** How a person signed in. */
export interface SignIn {
  /** Fingerprint of the client's network. */
  client: string;
  origin: Origin;
  method: 'password' | 'registration' | 'code' | 'recovery code' | 'passkey' | 'identity provider';
  /** The identity that the provider named, by its id. */
  identity?: string;
}

/** Throws if the account was disabled, or its password replaced, since the sign-in was checked. */
async function expectUnchanged(tx: Tx, { id, passwordHash }: UserRow): Promise<void> {
  await lockPerson(tx, id);
  if ((await userById(tx, id))?.passwordHash !== passwordHash)
    throw new AppError('INVALID_CREDENTIALS', 'Your account has just changed; sign in again');
}

export async function startSession(
  db: Db,
  keys: SystemKeys,
  user: UserRow,
  { client, origin, method, identity }: SignIn,
): Promise<SignedIn> {
  return transaction(db, async (tx) => {
    await expectUnchanged(tx, user);
    if (identity !== undefined) await useIdentity(tx, identity);
    const sessionId = await insertSession(tx, user.id, client, origin);
    await audit(tx, { action: 'session.started', origin, actor: user, details: { method } });
    return { user: toUser(user), tokens: await issueTokens(tx, keys, user, sessionId, 0) };
  });
}
