import type { Expiration } from '@quartermaster/contract/expirations/expirations.schema';
import type { Owner } from '../access/owner.ts';
import type { Db } from '../db/schema.ts';

/** With the date, what an alert is about. Of a date that is put on again it is the same. */
export const alertSubject = ({
  what,
  recordId,
  label,
}: Pick<Expiration, 'what' | 'recordId' | 'label'>): string => `${what} ${recordId} ${label ?? ''}`.trimEnd();

/** The same with their alerts that are not closed. */
export async function withAlerts(db: Db, owner: Owner, expirations: Expiration[]): Promise<Expiration[]> {
  if (expirations.length === 0) return expirations;
  const rows = await db
    .selectFrom('alerts')
    .select(['id', 'subject', 'date', 'state'])
    .where('ownerId', '=', owner.id)
    .where('kind', '=', 'expiry')
    .where('state', 'not in', ['WAITING', 'CLOSED'])
    .where('recordId', 'in', [...new Set(expirations.map(({ recordId }) => recordId))])
    .execute();
  const alerts = new Map(rows.map((alert) => [`${alert.date} ${alert.subject}`, alert]));
  return expirations.map((each) => {
    const alert = alerts.get(`${each.date} ${alertSubject(each)}`);
    return {
      ...each,
      alertId: alert?.id ?? null,
      alertState: (alert?.state ?? null) as Expiration['alertState'],
    };
  });
}
