import type { Db, Tx } from '../db/schema.ts';

const hourMs = 3_600_000;

/** What may be mailed within an hour by one sender, or to one address. */
export interface Allowance {
  key: string;
  max: number;
}

/** The times of the mails of the last hour. Locks the count until the transaction ends; ignores a clock that jumped. */
async function lockedTimes(tx: Tx, key: string, now: number): Promise<number[]> {
  const { times } = await tx
    .insertInto('mail_counts')
    .values({ key, times: '[]', expiresAt: now + hourMs })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returning('times')
    .executeTakeFirstOrThrow();
  return (JSON.parse(times) as number[]).filter((at) => Math.abs(now - at) < hourMs);
}

/** Counts one mail in each allowance, or in none if one of them is used up. Returns whether it was counted. */
export async function countMail(tx: Tx, allowances: readonly Allowance[]): Promise<boolean> {
  const now = Date.now();
  const counted = new Map<string, number[]>();
  for (const { key, max } of allowances) {
    const times = counted.get(key) ?? (await lockedTimes(tx, key, now));
    if (times.length >= max) return false;
    counted.set(key, [...times, now]);
  }
  for (const [key, times] of counted)
    await tx
      .updateTable('mail_counts')
      .set({ times: JSON.stringify(times), expiresAt: now + hourMs })
      .where('key', '=', key)
      .execute();
  return true;
}

export async function deleteOldCounts(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('mail_counts')
    .where(({ or, eb }) => or([eb('expiresAt', '<=', now), eb('expiresAt', '>', now + 2 * hourMs)]))
    .execute();
}
