import { v7 as uuid } from 'uuid';
import type { Db, Tx } from '../db/schema.ts';

/** Also bounds times in the future: those come from a clock that has since been corrected. */
export const failureWindowMs = 15 * 60_000;

/** Fingerprints of the address and the client of a sign-in. */
export interface Attempt {
  address: string;
  client: string;
}

/** The times of this client's latest failures, newest first. */
export async function failuresOfClient(db: Db, client: string, now: number): Promise<number[]> {
  const rows = await db
    .selectFrom('sign_in_failures')
    .select('at')
    .where('client', '=', client)
    .where('at', '>', now - failureWindowMs)
    .where('at', '<', now + failureWindowMs)
    .orderBy('at', 'desc')
    .execute();
  return rows.map(({ at }) => at);
}

/** The latest failure of each client at this address, newest first. */
export async function clientsFailingAt(db: Db, address: string, now: number): Promise<number[]> {
  const rows = await db
    .selectFrom('sign_in_failures')
    .select(({ fn }) => fn.max('at').as('at'))
    .where('address', '=', address)
    .where('at', '>', now - failureWindowMs)
    .where('at', '<', now + failureWindowMs)
    .groupBy('client')
    .orderBy('at', 'desc')
    .execute();
  return rows.map(({ at }) => at);
}

export async function recordFailure(db: Db, attempt: Attempt, now: number): Promise<void> {
  await db
    .insertInto('sign_in_failures')
    .values({ id: uuid(), ...attempt, at: now })
    .execute();
}

export async function clearFailures(db: Db, { address, client }: Attempt): Promise<void> {
  await db
    .deleteFrom('sign_in_failures')
    .where('address', '=', address)
    .where('client', '=', client)
    .execute();
}

export async function deleteOldFailures(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('sign_in_failures')
    .where(({ or, eb }) => or([eb('at', '<', now - failureWindowMs), eb('at', '>', now + failureWindowMs)]))
    .execute();
}

/** For a rotation that replaces the key of the fingerprints. */
export async function deleteAllFailures(tx: Tx): Promise<void> {
  await tx.deleteFrom('sign_in_failures').execute();
}
