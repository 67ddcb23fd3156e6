import type { Asker } from './asker.ts';
import { weekMs } from './next-look.ts';

/** Names are looked up each week; one that was last known to be registered longer ago may have been let go. */
const latelyMs = 4 * weekMs;
const namesAtMost = 50;

/** Whether a name has been registered, as far as a workspace knows. */
async function isKnown({ db, ownerId }: Asker, name: string): Promise<boolean> {
  const fact = await db
    .selectFrom('facts')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('subject', '=', name)
    .where('kind', '=', 'registration')
    .limit(1)
    .executeTakeFirst();
  return fact !== undefined;
}

/**
 * The other names that a host has lately said to be registered, the latest first; none where this one was never known. That
 * looks have failed since changes nothing.
 */
export async function othersKnownAt(asker: Asker, host: string, name: string): Promise<string[]> {
  if (!(await isKnown(asker, name))) return [];
  const checks = await asker.db
    .selectFrom('checks')
    .select('subject')
    .where('ownerId', '=', asker.ownerId)
    .where('kind', '=', 'registration')
    .where('host', '=', host)
    .where('answeredAt', '>', Date.now() - latelyMs)
    .where('subject', '<>', name)
    .where('unregisteredSince', 'is', null)
    .orderBy('answeredAt', 'desc')
    .limit(namesAtMost)
    .execute();
  return checks.map(({ subject }) => subject);
}
