import type { Alert } from '@quartermaster/contract/alerts/alerts.schema';
import type { Delivery } from '@quartermaster/contract/deliveries/deliveries.schema';
import { v7 as uuid } from 'uuid';
import type { AlertRow } from '../src/alerts/alert-row.ts';
import { writeAlerts } from '../src/alerts/store.ts';
import { connect } from '../src/db/open.ts';
import type { Db } from '../src/db/schema.ts';
import { type Notice, queueNotices } from '../src/deliveries/queue.ts';
import type { Client } from './test-app.ts';

/** An alert as a message is written from it. */
export const alertOf = (fields: Partial<Alert> = {}): Alert => ({
  id: uuid(),
  kind: 'expiry',
  what: 'domain',
  area: null,
  recordId: null,
  name: 'example.com',
  date: '2027-03-09',
  daysLeft: 7,
  distance: 7,
  state: 'OPEN',
  renewal: null,
  raisedAt: '2027-03-02T00:00:00.000Z',
  crossings: [],
  acknowledgedBy: null,
  acknowledgedAt: null,
  snoozedUntil: null,
  level: 0,
  url: 'http://localhost:4000/domains/1',
  label: null,
  change: null,
  ...fields,
});

/** Stores an alert, as the pass over all that expires does. */
export async function raise(db: Db, ownerId: string, alert: Alert): Promise<void> {
  const { id, kind, what, area, recordId, name, date } = alert;
  const row: AlertRow = {
    ownerId,
    id,
    kind,
    what,
    area,
    recordId,
    subject: id,
    label: null,
    change: null,
    name,
    date: date ?? '',
    endsAt: null,
    renewal: null,
    day: date ?? '',
    state: 'OPEN',
    former: null,
    crossings: '[{"distance":7,"at":1}]',
    isLate: 0,
    openSince: 1,
    snoozedUntil: null,
    level: 0,
    raisedAt: 1,
    closedAt: null,
    nextAt: null,
    acknowledgedAt: null,
    actorId: null,
    actorName: null,
    actorEmail: null,
    createdAt: 1,
  };
  await db.transaction().execute((tx) => writeAlerts(tx, [row]));
}

/** Queues messages about alerts, all to the same recipients. */
export const tell = (
  db: Db,
  ownerId: string,
  alerts: readonly Alert[],
  to: Partial<Pick<Notice, 'channelIds' | 'userIds' | 'notBefore' | 'event'>>,
): Promise<void> => {
  const rest = { event: 'alert.crossed' as const, channelIds: [], userIds: [], notBefore: 0, ...to };
  const notices = alerts.map((alert) => ({ alert, ...rest }));
  return db.transaction().execute((tx) => queueNotices(tx, ownerId, notices));
};

/** Works on the database of a server of these tests. */
export async function withStore<T>(dataDir: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect(
    {
      databaseUrl: null,
      directUrl: null,
      databasePool: 10,
      dataDir,
      masterKey: { file: `${dataDir}/master.key` },
    },
    () => undefined,
    { bounded: true },
  );
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

export const deliveriesOf = async (client: Client, query = ''): Promise<Delivery[]> =>
  (await client.call<{ data: { deliveries: Delivery[] } }>('GET', `/deliveries?limit=1000${query}`)).body.data
    .deliveries;
