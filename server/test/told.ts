import type { Alert } from '@quartermaster/contract/alerts/alerts.schema';
import type { Delivery } from '@quartermaster/contract/deliveries/deliveries.schema';
import { v7 as uuid } from 'uuid';
import { jobs } from '../src/app.ts';
import { type Notice, queueNotices, sendKind } from '../src/deliveries/queue.ts';
import type { Client, TestApp } from './test-app.ts';

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
  ...fields,
});

/** Queues messages about alerts, all to the same recipients. */
export const tell = (
  { db }: TestApp,
  ownerId: string,
  alerts: readonly Alert[],
  to: Partial<Pick<Notice, 'channelIds' | 'userIds' | 'notBefore' | 'event'>>,
): Promise<void> => {
  const rest = { event: 'alert.crossed' as const, channelIds: [], userIds: [], notBefore: 0, ...to };
  const notices = alerts.map((alert) => ({ alert, ...rest }));
  return db.transaction().execute((tx) => queueNotices(tx, ownerId, notices));
};

/** Runs the job that sends. */
export async function send({ services }: TestApp): Promise<void> {
  const job = jobs(services).find(({ kind }) => kind === sendKind);
  const { signal } = new AbortController();
  await job?.run({ signal, key: sendKind, failures: 0, progress: null, save: () => Promise.resolve() });
}

export const deliveriesOf = async (client: Client, query = ''): Promise<Delivery[]> =>
  (await client.call<{ data: { deliveries: Delivery[] } }>('GET', `/deliveries?limit=1000${query}`)).body.data
    .deliveries;
