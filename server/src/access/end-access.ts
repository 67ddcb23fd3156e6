import type { Tx } from '../db/schema.ts';
import { endAllTokens, endTokensOf } from './api-tokens.ts';
import { endCalendarsOf } from './calendars.ts';
import { voidAllPending } from './pending.ts';
import { endAllSessions, endSessionsOf } from './sessions.ts';

/** Ends everything that lets somebody act as a person: sessions, API tokens, calendar addresses, mailed links, what waits to be completed. */
export async function endAccess(tx: Tx, userId: string): Promise<void> {
  await endSessionsOf(tx, userId, null);
  await endTokensOf(tx, userId, null);
  await endCalendarsOf(tx, userId, null);
}

/** Ends all access that was given before now, invitations included; what people know, such as passwords, stays. */
export async function endAllAccess(tx: Tx, { keepTokens }: { keepTokens: boolean }): Promise<void> {
  await endAllSessions(tx);
  if (!keepTokens) await endAllTokens(tx);
  await voidAllPending(tx);
}
