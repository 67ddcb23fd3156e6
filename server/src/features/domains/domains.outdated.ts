import { expiringDays, dayMs } from '@quartermaster/contract/rules/expiry';
import { sql } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import { rowLock } from '../../db/row-lock.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { Owner } from '../../access/owner.ts';
import { isOwn } from '../../records/table/scope.ts';

/** The condition that a domain's status contradicts its date; blocked and transferred domains keep their status. */
const outdated = (now: number) => sql<boolean>`"expirationDate" is not null
  and status in ('ACTIVE', 'EXPIRING', 'EXPIRED')
  and status <> case when "expirationDate" < ${now} then 'EXPIRED'
    when "expirationDate" <= ${now + expiringDays * dayMs} then 'EXPIRING' else 'ACTIVE' end`;

const rowsAtOnce = 500;

/** Yields these domains in chunks, locked, and yields to other requests in between. */
export async function* outdatedDomains(tx: Tx, owner: Owner, now: number) {
  const own = tx.selectFrom('domains').where(isOwn('domains', owner));
  const ids = (await own.where(outdated(now)).select('id').execute()).map(({ id }) => id).sort();
  for (let start = 0; start < ids.length; start += rowsAtOnce) {
    const part = own.selectAll().where('id', 'in', ids.slice(start, start + rowsAtOnce));
    yield await part.modifyEnd(rowLock(tx)).execute();
    await setImmediate();
  }
}

/** The ids of workspaces with domains, in order, after the given one. */
export async function ownersWithDomains(db: Db, after: string | null): Promise<string[]> {
  const owners = db.selectFrom('domains').select('ownerId').distinct().orderBy('ownerId');
  const rows = await owners.where('ownerId', '>', after ?? '').execute();
  return rows.map(({ ownerId }) => ownerId);
}
