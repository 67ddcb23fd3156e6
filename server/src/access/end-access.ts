import type { Schema, Tx } from '../db/schema.ts';
import { nextTime } from '../lib/clock.ts';
import { endAllTokens, endTokensOf } from './api-tokens.ts';
import { endAllCalendars, endCalendarsOf } from './calendars.ts';
import { voidAllPending } from './pending.ts';
import { endAllSessions, endSessionsOf } from './sessions.ts';

/** Access of a kind that was given, and can be taken away. */
interface AccessKind {
  /** Where it is stored. */
  tables: readonly (keyof Schema)[];
  /** null: it is not a person's yet. */
  endOf: ((tx: Tx, userId: string) => Promise<unknown>) | null;
  endAll: (tx: Tx) => Promise<unknown>;
}

/** Links hold whole seconds, and the next ones are made in the second after this: each end is another second. */
const endedNow = (tx: Tx) =>
  tx.updateTable('users').set(({ eb, fn, val }) => {
    const next = eb('accessEndedAt', '+', 1000);
    const now = nextTime();
    return {
      accessEndedAt: eb
        .case()
        .when(fn.coalesce(next, val(0)), '>', now)
        .then(next)
        .else(now)
        .end(),
    };
  });

const apiTokens: AccessKind = {
  tables: ['api_tokens'],
  endOf: (tx, userId) => endTokensOf(tx, userId, null),
  endAll: endAllTokens,
};

/** Every kind of access. `server/test/access-kinds.test.ts` fails for a table with a hash or a key that is in no list. */
export const accessKinds: readonly AccessKind[] = [
  {
    tables: ['sessions', 'refresh_tokens'],
    endOf: (tx, id) => endSessionsOf(tx, id, null),
    endAll: endAllSessions,
  },
  {
    // Ended with the sessions of a person that may have begun them.
    tables: ['one_time_tokens', 'challenges', 'second_factors', 'invitations', 'mails', 'mail_recipients'],
    endOf: null,
    endAll: voidAllPending,
  },
  apiTokens,
  { tables: ['calendars'], endOf: (tx, id) => endCalendarsOf(tx, id, null), endAll: endAllCalendars },
  {
    // Mailed links to acknowledge, which are signed, not stored.
    tables: ['users'],
    endOf: (tx, id) => endedNow(tx).where('id', '=', id).execute(),
    endAll: (tx) => endedNow(tx).execute(),
  },
];

/** Ends everything that lets somebody act as a person. */
export async function endAccess(tx: Tx, userId: string): Promise<void> {
  for (const { endOf } of accessKinds) await endOf?.(tx, userId);
}

/** Ends all access that was given before now, invitations included; what people know, such as passwords, stays. */
export async function endAllAccess(tx: Tx, { keepTokens }: { keepTokens: boolean }): Promise<void> {
  for (const kind of accessKinds) if (kind !== apiTokens || !keepTokens) await kind.endAll(tx);
}
