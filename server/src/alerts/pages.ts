import type { Pagination } from '@quartermaster/contract/api/query';
import type { AlertEventName, AlertSort } from '@quartermaster/contract/alerts/alerts.routes';
import type { AlertEvent, ListedAlert, stats } from '@quartermaster/contract/alerts/alerts.schema';
import { dayAt } from '@quartermaster/contract/rules/calendar';
import { limits } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { sql } from 'kysely';
import type { z } from 'zod';
import { madeBy } from '../access/audit.ts';
import type { Caller } from '../access/caller.ts';
import type { Config } from '../config.ts';
import { read } from '../db/raw-sql.ts';
import type { Db } from '../db/schema.ts';
import { iso } from '../lib/clock.ts';
import { notFound } from '../lib/errors.ts';
import { paginationOf } from '../lib/pagination.ts';
import { alertSettingsOf } from '../expiry/alert-settings.ts';
import { allOf, equals } from '../records/table/conditions.ts';
import type { Tables } from '../records/list/record-table.ts';
import { type Raw, inBytes } from '../expiry/store.ts';
import { type AlertRow, type Shown, shownAlert } from './alert-row.ts';
import { type AlertFilters, alertConditions, seenAlerts } from './conditions.ts';
import { expirationsOf } from './expirations-of.ts';
import { messagesOf } from './told-of.ts';

/** What alerts of a workspace are shown by now. */
export async function shownNow(
  db: Db,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  ownerId: string,
): Promise<Shown> {
  const { timeZone } = await alertSettingsOf(db, ownerId);
  return { today: dayAt(Date.now(), timeZone), publicUrl };
}

interface Query extends AlertFilters {
  page?: number | undefined;
  limit?: number | undefined;
  sortBy?: AlertSort | undefined;
  sortOrder?: 'asc' | 'desc' | undefined;
}

/** What alerts are sorted by; without a date they come last. */
const sortedBy: Readonly<Record<AlertSort, (direction: Raw, db: Db) => Raw>> = {
  urgency: (direction) => sql`day ${direction}`,
  date: (direction) => sql`(date = ''), date ${direction}`,
  name: (direction, db) => sql`${inBytes(db, sql`lower(name)`)} ${direction}`,
  what: (direction, db) => sql`${inBytes(db, sql`coalesce(what, kind)`)} ${direction}`,
  state: (direction, db) => sql`${inBytes(db, sql`state`)} ${direction}`,
  raisedAt: (direction) => sql`"raisedAt" ${direction}`,
};

/** With what they are about and who was told. */
async function listed(
  db: Db,
  caller: Caller,
  tables: Tables,
  rows: readonly AlertRow[],
  shown: Shown,
): Promise<ListedAlert[]> {
  const expirationOf = await expirationsOf(db, caller.owner, tables, rows);
  const toldOf = await messagesOf(
    db,
    caller,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...shownAlert(row, shown),
    wasPast: row.isLate === 1,
    expiration: expirationOf(row),
    told: toldOf(row.id),
  }));
}

/** The visible alerts, the most urgent first. */
export async function listAlerts(
  db: Db,
  config: Pick<Config, 'publicUrl'>,
  caller: Caller,
  tables: Tables,
  { page = 1, limit = limits.pageRows, sortBy = 'urgency', sortOrder = 'asc', ...filters }: Query,
): Promise<{ alerts: ListedAlert[]; pagination: Pagination }> {
  const where = allOf(await alertConditions(db, caller, tables, filters));
  const direction = sql.raw(sortOrder);
  const { rows } = await read(
    db,
    sql<AlertRow>`select * from alerts where ${where}
    order by ${sortedBy[sortBy](direction, db)}, id ${direction} limit ${sql.lit(limit)} offset ${(page - 1) * limit}`,
  );
  const counted = await read(db, sql<{ count: number }>`select count(*) as count from alerts where ${where}`);
  const shown = await shownNow(db, config, caller.owner.id);
  return {
    alerts: await listed(db, caller, tables, rows, shown),
    pagination: paginationOf({ page, limit }, counted.rows[0]?.count ?? 0),
  };
}

/** A visible alert, with the latest that happened to it, in order. */
export async function getAlert(
  db: Db,
  config: Pick<Config, 'publicUrl'>,
  caller: Caller,
  tables: Tables,
  id: string,
): Promise<ListedAlert & { events: AlertEvent[] }> {
  const where = allOf([...seenAlerts(db, caller, tables), equals('alerts.id', id)]);
  const { rows } = await read(db, sql<AlertRow>`select * from alerts where ${where}`);
  const [row] = rows;
  if (!row) throw notFound('alert');
  const events = await db
    .selectFrom('alert_events')
    .selectAll()
    .where('ownerId', '=', row.ownerId)
    .where('alertId', '=', id)
    .orderBy('id', 'desc')
    .limit(serverLimits.alertEvents)
    .execute();
  const [alert] = await listed(db, caller, tables, [row], await shownNow(db, config, row.ownerId));
  if (!alert) throw notFound('alert');
  return {
    ...alert,
    events: events.reverse().map((event) => ({
      at: iso(event.at),
      actor: madeBy({ ...event, tokenId: null, tokenName: null }).actor,
      event: event.event as AlertEventName,
      detail: event.detail,
    })),
  };
}

/** How many visible alerts there are. */
export async function alertStats(
  db: Db,
  caller: Caller,
  tables: Tables,
): Promise<z.output<typeof stats.data>['stats']> {
  const { timeZone } = await alertSettingsOf(db, caller.owner.id);
  const today = dayAt(Date.now(), timeZone);
  const { rows } = await read(
    db,
    sql<{ state: string; count: number; overdue: number; wasPast: number }>`
    select state, count(*) as count, sum(case when date <> '' and date < ${today} then 1 else 0 end) as overdue,
      sum("isLate") as "wasPast"
    from alerts where ${allOf(await alertConditions(db, caller, tables, {}))} group by state`,
  );
  const of = (state: string) => rows.find((row) => row.state === state);
  return {
    open: Number(of('OPEN')?.count ?? 0),
    acknowledged: Number(of('ACKNOWLEDGED')?.count ?? 0),
    snoozed: Number(of('SNOOZED')?.count ?? 0),
    overdue: Number(of('OPEN')?.overdue ?? 0),
    wasPast: Number(of('OPEN')?.wasPast ?? 0),
  };
}
