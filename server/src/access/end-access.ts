import type { Tx } from '../db/schema.ts';
import { endTokensOf } from './api-tokens.ts';
import { deleteTokens } from './one-time-tokens.ts';
import { endSessionsOf } from './sessions.ts';

/** Ends everything that lets somebody act as a person: sessions, API tokens, mailed links. */
export async function endAccess(tx: Tx, userId: string): Promise<void> {
  await endSessionsOf(tx, userId, null);
  await endTokensOf(tx, userId, null);
  await deleteTokens(tx, 'reset', userId);
  await deleteTokens(tx, 'address', userId);
}
