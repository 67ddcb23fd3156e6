import type { Tokens } from '@quartermaster/contract/auth/auth.schema';
import { transaction } from '../../db/transaction.ts';
import { audit } from '../../access/audit.ts';
import { voidPending } from '../../access/pending.ts';
import type { Origin } from '../../access/principal.ts';
import {
  type Session,
  advanceSession,
  endSession,
  findRefreshToken,
  findSession,
  lockSession,
  voidOtherTokens,
} from '../../access/sessions.ts';
import { hashToken } from '../../access/tokens.ts';
import { AppError } from '../../lib/errors.ts';
import type { SystemKeys } from '../../secrets/system-keys.ts';
import type { Services } from '../../services.ts';
import { issueTokens } from './auth.tokens.ts';

const ended = () => new AppError('TOKEN_EXPIRED', 'The session has ended; sign in again');
const replaced = () => new AppError('TOKEN_EXPIRED', 'A newer refresh token has replaced this one');

/** A void token that arrives sooner may have been in flight, or be another tab's. */
const graceMs = 10_000;

/**
 * A token can be reused until one of its successors is used, for clients that ignore the new token. That use voids it
 * and its other successors. A void token that arrives later means that it or its replacement was stolen, and ends the
 * session, and voids what it may have begun (OAuth 2.0 Security Best Current Practice, refresh token rotation).
 */
export async function refreshSession(
  { db, log }: Services,
  keys: SystemKeys,
  refreshToken: string,
  origin: Origin,
): Promise<Tokens> {
  const hash = hashToken(refreshToken);
  const outcome = await transaction(db, async (tx): Promise<Tokens | { stolen: Session }> => {
    const sessionId = (await findRefreshToken(tx, hash))?.sessionId;
    if (sessionId === undefined) throw new AppError('UNAUTHORIZED', 'The refresh token is not valid');
    await lockSession(tx, sessionId);
    // Read after taking the lock: a sibling's use may have voided it.
    const stored = await findRefreshToken(tx, hash);
    const session = await findSession(tx, sessionId);
    const now = Date.now();
    if (
      !stored ||
      !session ||
      session.endedAt !== null ||
      session.user.disabledAt !== null ||
      stored.expiresAt < now
    )
      throw ended();
    if (stored.voidAt !== null) {
      // Compare in both directions, as the clock may have jumped.
      if (Math.abs(now - stored.voidAt) <= graceMs) throw replaced();
      await endSession(tx, sessionId);
      await voidPending(tx, session.user.id);
      await audit(tx, { action: 'session.reused', actor: session.user, origin });
      return { stolen: session };
    }
    if (stored.generation > session.generation) await voidOtherTokens(tx, sessionId, hash, now);
    await advanceSession(tx, sessionId, stored.generation);
    return issueTokens(tx, keys, session.user, sessionId, stored.generation + 1);
  });
  if (!('stolen' in outcome)) return outcome;
  const { id, user } = outcome.stolen;
  const fields = { sessionId: id, userId: user.id, client: origin.address };
  log.warn(fields, 'refresh token reused, session ended');
  throw ended();
}
