import type { Tx } from '../schema.ts';
import { type Columns, withColumns } from './owned-table.ts';

/** Alerts, what happened to each, and the rules by which they are raised. */
export async function up(tx: Tx): Promise<void> {
  const table = (name: string, columns: Columns) =>
    withColumns(tx.schema.createTable(name), { ownerId: 'text', id: 'text', ...columns })
      .addPrimaryKeyConstraint(`${name}_pk`, ['ownerId', 'id'] as never)
      .addForeignKeyConstraint(`${name}_owner`, ['ownerId'] as never, 'workspaces', ['id'])
      .execute();
  const index = (name: string, on: string, columns: string[]) =>
    tx.schema
      .createIndex(name)
      .on(on)
      .columns(['ownerId', ...columns]);
  const actor = { actorId: 'text?', actorName: 'text?', actorEmail: 'text?' } as const;
  await table('alert_rules', { rule: 'text', createdAt: 'bigint', updatedAt: 'bigint' });
  await table('alerts', {
    kind: 'text',
    what: 'text?',
    area: 'text?',
    recordId: 'text?',
    subject: 'text',
    label: 'text?',
    name: 'text',
    date: 'text',
    endsAt: 'bigint?',
    renewal: 'text?',
    day: 'text',
    state: 'text',
    former: 'text?',
    crossings: 'text',
    isLate: 'integer',
    openSince: 'bigint?',
    snoozedUntil: 'bigint?',
    level: 'integer',
    raisedAt: 'bigint?',
    closedAt: 'bigint?',
    acknowledgedAt: 'bigint?',
    ...actor,
    createdAt: 'bigint',
  });
  await index('alerts_one', 'alerts', ['kind', 'subject', 'date']).unique().execute();
  await index('alerts_urgent', 'alerts', ['day', 'id']).execute();
  await index('alerts_by_record', 'alerts', ['recordId']).execute();
  await table('alert_events', { alertId: 'text', at: 'bigint', event: 'text', detail: 'text?', ...actor });
  await index('alert_events_of', 'alert_events', ['alertId', 'id']).execute();
}
