import type { Expiration } from '@quartermaster/contract/expirations/expirations.schema';
import type { Owner } from '../access/owner.ts';
import type { Db } from '../db/schema.ts';
import { alertSubject, withAlerts } from '../expiry/alert-ids.ts';
import { allExpirations } from '../expiry/pages.ts';
import { withAccounts } from '../expiry/renewal-accounts.ts';
import type { Tables } from '../records/list/record-table.ts';
import type { AlertRow } from './alert-row.ts';

/** What the alerts of a page are about; null where it has another date by now. */
export async function expirationsOf(
  db: Db,
  owner: Owner,
  tables: Tables,
  alerts: readonly AlertRow[],
): Promise<(row: AlertRow) => Expiration | null> {
  const dated = alerts.filter(({ kind }) => kind === 'expiry');
  const recordIds = [...new Set(dated.flatMap(({ recordId }) => recordId ?? []))];
  if (recordIds.length === 0) return () => null;
  const what = [...new Set(dated.flatMap((alert) => alert.what ?? []))].join(',');
  const known = new Map<string, Expiration>();
  const subjects = new Set(dated.map(({ date, subject }) => `${date} ${subject}`));
  const { rows } = await allExpirations(db, owner, tables, { recordIds, what });
  for await (const some of rows) {
    const meant = some.filter((each) => subjects.has(`${each.date} ${alertSubject(each)}`));
    // Of two of a record's dates on the same day, the alert is about the first.
    for (const each of await withAccounts(db, owner, await withAlerts(db, owner, meant))) {
      const subject = `${each.date} ${alertSubject(each)}`;
      if (!known.has(subject)) known.set(subject, each);
    }
  }
  return ({ kind, date, subject }) => (kind === 'expiry' && known.get(`${date} ${subject}`)) || null;
}
