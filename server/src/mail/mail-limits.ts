import { dayMs } from '@quartermaster/contract/rules/expiry';
import type { Db, Tx } from '../db/schema.ts';

const hourMs = 3_600_000;
const longestMs = dayMs;

/** What may be mailed within an hour, or another time, by one sender, or to one address. */
export interface Allowance {
  key: string;
  max: number;
  withinMs?: number;
}

/** The times of the latest mails. Locks the count until the transaction ends; ignores a clock that jumped. */
async function lockedTimes(tx: Tx, key: string, now: number, withinMs: number): Promise<number[]> {
  const { times } = await tx
    .insertInto('mail_counts')
    .values({ key, times: '[]', expiresAt: now + withinMs })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returning('times')
    .executeTakeFirstOrThrow();
  return (JSON.parse(times) as number[]).filter((at) => Math.abs(now - at) < withinMs);
}

/** Counts one mail in each allowance, or in none if one of them is used up. Returns whether it was counted. */
export async function countMail(tx: Tx, allowances: readonly Allowance[]): Promise<boolean> {
  const now = Date.now();
  const counted = new Map<string, { times: number[]; expiresAt: number }>();
  for (const { key, max, withinMs = hourMs } of allowances) {
    const times = counted.get(key)?.times ?? (await lockedTimes(tx, key, now, withinMs));
    if (times.length >= max) return false;
    counted.set(key, { times: [...times, now], expiresAt: now + withinMs });
  }
  for (const [key, { times, expiresAt }] of counted)
    await tx
      .updateTable('mail_counts')
      .set({ times: JSON.stringify(times), expiresAt })
      .where('key', '=', key)
      .execute();
  return true;
}

export async function deleteOldCounts(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('mail_counts')
    .where(({ or, eb }) => or([eb('expiresAt', '<=', now), eb('expiresAt', '>', now + 2 * longestMs)]))
    .execute();
}
