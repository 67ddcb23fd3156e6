import type { Tokens, User } from '@quartermaster/contract/auth/auth.schema';
import { type UserRow, toUser } from '../../access/accounts.ts';
import { insertRefreshToken, insertSession } from '../../access/sessions.ts';
import { hashToken, newRefreshToken, signAccessToken } from '../../access/tokens.ts';
import type { Db, Tx } from '../../db/schema.ts';

export interface SignedIn {
  user: User;
  tokens: Tokens;
}

export async function issueTokens(
  tx: Tx,
  key: Uint8Array,
  user: UserRow,
  sessionId: string,
  generation: number,
): Promise<Tokens> {
  const refreshToken = newRefreshToken();
  await insertRefreshToken(tx, sessionId, generation, hashToken(refreshToken));
  const accessToken = await signAccessToken(key, { sub: user.id, sid: sessionId, role: user.role });
  return { accessToken, refreshToken };
}

export async function startSession(
  db: Db,
  key: Uint8Array,
  user: UserRow,
  client: string,
): Promise<SignedIn> {
  return db.transaction().execute(async (tx) => {
    const sessionId = await insertSession(tx, user.id, client);
    return { user: toUser(user), tokens: await issueTokens(tx, key, user, sessionId, 0) };
  });
}
