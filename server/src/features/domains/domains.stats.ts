import { type DomainStatus, dayMs, daysLeft, expiringDays } from '@quartermaster/contract/rules/expiry';
import type { Group } from '@quartermaster/contract/api/summaries';
import { type RawBuilder, sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { read } from '../../db/raw-sql.ts';
import { inScope, isOwn } from '../../records/table/scope.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { countedAs } from './domains.entity.ts';

export async function domainStats(db: Db, owner: Owner, now: number) {
  const rows = await db
    .selectFrom('domains')
    .select([countedAs(now).as('kind'), sql<number>`count(*)`.as('count')])
    .where(isOwn('domains', owner))
    .groupBy(sql`1`)
    .execute();
  const count = (kind: string) => rows.find((row) => row.kind === kind)?.count ?? 0;
  return {
    totalDomains: rows.reduce((sum, row) => sum + row.count, 0),
    activeDomains: count('active'),
    expiringDomains: count('expiring'),
    expiredDomains: count('expired'),
  };
}

const alertsAtMost = 100;

interface Alert {
  id: string;
  domain: string;
  status: string;
  expirationDate: number | null;
}

/** Expired and expiring domains, the soonest first, those without a date last. */
export const alarmingDomains = (db: Db, owner: Owner, now: number): Promise<Alert[]> =>
  db
    .selectFrom('domains')
    .select(['id', 'domain', 'status', 'expirationDate'])
    .where(isOwn('domains', owner))
    .where(sql<boolean>`${countedAs(now)} in ('expired', 'expiring')`)
    .orderBy(sql`("expirationDate" is null), "expirationDate", domain`)
    .limit(alertsAtMost)
    .execute();

export const toAlerts = (domains: readonly Alert[], now: number) =>
  domains.map(({ id, domain, status, expirationDate }) => ({
    id,
    domain,
    status: status as DomainStatus,
    daysUntilExpiration: expirationDate === null ? null : daysLeft(expirationDate, now),
  }));

async function firstExpiryFrom(db: Db, owner: Owner, date: number): Promise<number> {
  const row = await db
    .selectFrom('domains')
    .select('expirationDate')
    .where(isOwn('domains', owner))
    .where('expirationDate', '>=', date)
    .orderBy('expirationDate')
    .limit(1)
    .executeTakeFirst();
  return row?.expirationDate ?? Infinity;
}

/** The next time at which a domain comes this close to its expiration, if none changes. */
export async function nearsAt(db: Db, owner: Owner, days: number, now: number): Promise<number> {
  const ahead = days * dayMs;
  return (await firstExpiryFrom(db, owner, now + ahead + 1)) - ahead;
}

const weekDays = 7;

/** How long time-dependent stats stay correct, if no domain changes. */
export async function statsHoldUntil(db: Db, owner: Owner, now: number): Promise<number> {
  const [expires, nears, isNear] = await Promise.all([
    firstExpiryFrom(db, owner, now),
    nearsAt(db, owner, expiringDays, now),
    nearsAt(db, owner, weekDays, now),
  ]);
  const midnight = (Math.floor(now / dayMs) + 1) * dayMs;
  return Math.min(expires + 1, nears, isNear, midnight);
}

/** Counts by a column, most first: in an index on that column, then joined with the record it refers to. */
async function grouped(
  db: Db,
  owner: Owner,
  column: string,
  key: string,
  label: string,
  joins: RawBuilder<unknown>,
): Promise<Group[]> {
  const [by, name] = [sql.raw(key), sql.raw(label)];
  const { rows } = await read(
    db,
    sql<Group>`select ${by} as key, ${name} as label,
      cast(sum(d.count) as bigint) as count
    from (select "ownerId", ${sql.ref(column)}, count(*) as count from domains
      where ${isOwn('domains', owner)} group by "ownerId", ${sql.ref(column)}) d ${joins}
    group by ${by}, ${name} order by sum(d.count) desc, ${name}`,
  );
  return rows;
}

const toAccount = sql`join registrator_accounts a on a."ownerId" = d."ownerId" and a.id = d."registratorAccountId"
  join registrator_types t on t."ownerId" = a."registratorTypeOwnerId" and t.id = a."registratorTypeId"`;
/** Joins the record counted by, if the owner sees it. */
function joined(owner: Owner, table: OwnedTableName, alias: string, column: string) {
  const scope = inScope(table, owner, alias);
  return sql`join ${sql.table(table)} ${sql.ref(alias)} on ${sql.ref(`${alias}.ownerId`)} = d."ownerId"
    and ${sql.ref(`${alias}.id`)} = ${sql.ref(`d.${column}`)} ${scope ? sql`and ${scope}` : sql``}`;
}

export async function domainGroups(db: Db, owner: Owner) {
  const toServer = joined(owner, 'servers', 's', 'serverId');
  const toCdn = joined(owner, 'cdn_accounts', 'c', 'cdnAccountId');
  return {
    domainsByStatus: await grouped(db, owner, 'status', 'd.status', 'd.status', sql``),
    domainsByRegistrator: await grouped(db, owner, 'registratorAccountId', 't.id', 't.name', toAccount),
    domainsByServer: await grouped(db, owner, 'serverId', 's.id', 's.name', toServer),
    domainsByCdn: await grouped(db, owner, 'cdnAccountId', 'c.id', 'c.provider', toCdn),
  };
}

const calendarDays = 365;

/** The number of expirations on each day (UTC) of the coming year, without days that have none. */
export async function expirationCalendar(db: Db, owner: Owner, now: number) {
  const today = Math.floor(now / dayMs);
  const day = sql<number>`"expirationDate" / ${sql.lit(dayMs)}`;
  const rows = await db
    .selectFrom('domains')
    .select([day.as('day'), sql<number>`count(*)`.as('count')])
    .where(isOwn('domains', owner))
    .where('status', '<>', 'TRANSFERRED')
    .where('expirationDate', '>=', today * dayMs)
    .where('expirationDate', '<', (today + calendarDays) * dayMs)
    .groupBy(sql`1`)
    .orderBy(sql`1`)
    .execute();
  return rows.map((row) => ({
    date: new Date(row.day * dayMs).toISOString().slice(0, 10),
    count: row.count,
  }));
}
