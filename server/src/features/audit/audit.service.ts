import type { AuditAction } from '@quartermaster/contract/audit/audit.actions';
import type { AuditEvent } from '@quartermaster/contract/audit/audit.schema';
import type { Pagination } from '@quartermaster/contract/api/query';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { firstMs, lastMs } from '@quartermaster/contract/rules/moments';
import { madeBy } from '../../access/audit.ts';
import type { Db, Schema } from '../../db/schema.ts';
import { iso } from '../../lib/clock.ts';
import { paginationOf } from '../../lib/pagination.ts';

interface Query {
  page?: number | undefined;
  limit?: number | undefined;
  actorId?: string | undefined;
  action?: AuditAction | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** The earliest time (ms). */
  since?: number;
}

const shown = (row: Schema['audit_events']): AuditEvent => ({
  id: row.id,
  at: iso(row.at),
  ...madeBy(row),
  address: row.address,
  client: row.client,
  action: row.action as AuditAction,
  subject: row.subject,
  details: JSON.parse(row.details) as Record<string, unknown>,
});

/** The events of a workspace, or of the installation (null), newest first. */
export async function listEvents(
  db: Db,
  workspaceId: string | null,
  { page = 1, limit = serverLimits.auditRows, actorId, action, from, to, since }: Query,
): Promise<{ events: AuditEvent[]; pagination: Pagination }> {
  let events = db
    .selectFrom('audit_events')
    .where('workspaceId', workspaceId === null ? 'is' : '=', workspaceId);
  if (actorId !== undefined) events = events.where('actorId', '=', actorId);
  if (action !== undefined) events = events.where('action', '=', action);
  if (since !== undefined) events = events.where('at', '>=', since);
  if (from !== undefined) events = events.where('at', '>=', firstMs(from));
  if (to !== undefined) events = events.where('at', '<=', lastMs(to));
  const rows = await events
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const { total } = await events
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { events: rows.map(shown), pagination: paginationOf({ page, limit }, total) };
}
