import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';

/**
 * Takes a named lease for so many milliseconds, so that of several processes on one database one does the
 * work. False when another holds it. It is not given back: it says how often the work is due.
 */
export async function takeLease(
  db: Db,
  name: string,
  holder: string,
  now: number,
  forMs: number,
): Promise<boolean> {
  const expiresAt = now + forMs;
  const result = await db
    .insertInto('leases')
    .values({ name, holder, expiresAt })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ holder, expiresAt }).where('leases.expiresAt', '<=', now),
    )
    .returning(sql<string>`holder`.as('holder'))
    .execute();
  return result.length > 0;
}
