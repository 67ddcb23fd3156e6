import type { Expiration } from '@quartermaster/contract/expirations/expirations.schema';
import type { Db } from '../db/schema.ts';
import { alertSubject } from '../expiry/alert-ids.ts';
import { keyOf, transferredDomains } from './expiries.ts';

/** Tells of what expires whether people are told: not of domains that are somebody else's, nor of what is not renewed. */
export async function silentDates(db: Db, ownerId: string): Promise<(expiration: Expiration) => boolean> {
  const transferred = await transferredDomains(db, ownerId);
  const rows = await db
    .selectFrom('alerts')
    .select(['subject', 'date'])
    .where('ownerId', '=', ownerId)
    .where('kind', '=', 'expiry')
    .where('state', '=', 'LET_EXPIRE')
    .execute();
  const expiring = new Set(rows.map(keyOf));
  return (expiration) =>
    transferred.has(expiration.recordId) ||
    expiring.has(keyOf({ subject: alertSubject(expiration), date: expiration.date ?? '' }));
}
