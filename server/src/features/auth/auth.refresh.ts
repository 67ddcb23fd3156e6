import type { Tokens } from '@quartermaster/contract/auth/auth.schema';
import { advanceSession, endSession, findRefreshToken, findSession } from '../../access/sessions.ts';
import { hashToken } from '../../access/tokens.ts';
import type { Db } from '../../db/schema.ts';
import { AppError } from '../../lib/errors.ts';
import { issueTokens } from './auth.tokens.ts';

const ended = () => new AppError('TOKEN_EXPIRED', 'The session has ended; sign in again');

/**
 * A token can be reused until its successor is used. After that a reuse means that it was stolen, and ends the session
 * (OAuth 2.0 Security Best Current Practice, refresh token rotation).
 */
export async function refreshSession(db: Db, key: Uint8Array, refreshToken: string): Promise<Tokens> {
  const tokens = await db.transaction().execute(async (tx): Promise<Tokens | 'stolen'> => {
    const stored = await findRefreshToken(tx, hashToken(refreshToken));
    if (!stored) throw new AppError('UNAUTHORIZED', 'The refresh token is not valid');
    const session = await findSession(tx, stored.sessionId);
    const now = Date.now();
    if (!session || session.endedAt !== null || stored.expiresAt < now) throw ended();
    if (stored.generation < session.generation) {
      await endSession(tx, session.id);
      return 'stolen';
    }
    await advanceSession(tx, session.id, stored.generation);
    return issueTokens(tx, key, session.user, session.id, stored.generation + 1);
  });
  if (tokens === 'stolen') throw ended();
  return tokens;
}
