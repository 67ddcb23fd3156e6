import { sql } from 'kysely';
import { acknowledgeRenewed } from '../../alerts/acting.ts';
import type { Caller } from '../../access/caller.ts';
import { read } from '../../db/raw-sql.ts';
import type { Tx } from '../../db/schema.ts';
import { withAlerts } from '../../expiry/alert-ids.ts';
import { looksOf, lookNow } from '../../expiry/lookups/look-now.ts';
import { allExpirations } from '../../expiry/pages.ts';
import { inChunks } from '../../lib/paced.ts';
import { isOneOf } from '../../records/table/conditions.ts';
import { isOwn } from '../../records/table/scope.ts';
import type { StoredRow } from '../../records/kinds/row.ts';
import type { Services } from '../../services.ts';
import type { Renewal } from './expirations.renewal-edit.ts';

const recordsAtOnce = 200;
const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/**
 * Where a registry still shows the date before: the alert waits for it as acknowledged, and the domain is looked up next.
 * Where the typed date is shown, the next evaluation closes the alert.
 */
export async function followRenewals(
  tx: Tx,
  { tables, config }: Pick<Services, 'tables' | 'config'>,
  { owner, user }: Caller,
  renewals: readonly Renewal[],
): Promise<void> {
  const until = new Map(
    renewals.flatMap(({ expiration: { what, recordId }, date }) =>
      what === 'domain' ? [[recordId, date] as const] : [],
    ),
  );
  const notes = new Map<string, string>();
  const late: string[] = [];
  for await (const recordIds of inChunks([...until.keys()], recordsAtOnce)) {
    const { rows } = await allExpirations(tx, owner, tables, { recordIds, what: 'domain' });
    for await (const some of rows)
      for (const { recordId, date, alertId } of await withAlerts(tx, owner, some)) {
        const renewed = until.get(recordId);
        if (renewed === undefined || renewed === date) continue;
        late.push(recordId);
        if (alertId !== null) notes.set(alertId, `Renewed until ${inWords.format(Date.parse(renewed))}`);
      }
  }
  for await (const ids of inChunks(late, recordsAtOnce)) {
    const { rows } = await read(
      tx,
      sql<StoredRow>`select * from domains where ${isOwn('domains', owner)} and ${isOneOf('domains.id', ids)}`,
    );
    const looks = await looksOf(tx, config, owner.id, 'domains', rows, ['registration']);
    await lookNow(tx, owner.id, [...looks.values()].flat());
  }
  await acknowledgeRenewed(tx, owner.id, notes, user);
}
