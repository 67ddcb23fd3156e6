import type { DashboardStats } from '@quartermaster/contract/dashboard/dashboard.schema';
import type { DomainStatus } from '@quartermaster/contract/rules/expiry';
import { sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';

async function countOf(db: Db, owner: Owner, table: OwnedTableName): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}
    where "ownerId" = ${owner.id}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function overview(db: Db, owner: Owner): Promise<DashboardStats['overview']> {
  const count = (table: OwnedTableName) => countOf(db, owner, table);
  return {
    totalEmailAccounts: await count('email_accounts'),
    totalDomains: await count('domains'),
    totalServers: await count('servers'),
    totalProxies: await count('proxies'),
    totalHostings: await count('hostings'),
    totalCdnAccounts: await count('cdn_accounts'),
    totalRegistratorAccounts: await count('registrator_accounts'),
  };
}

const recentAtMost = 10;
const iso = (time: number): string => new Date(time).toISOString();

export async function recentActivity(db: Db, owner: Owner): Promise<DashboardStats['recentActivity']> {
  const emails = await db
    .selectFrom('email_accounts')
    .select(['id', 'email', 'createdAt'])
    .where('ownerId', '=', owner.id)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(recentAtMost)
    .execute();
  const domains = await db
    .selectFrom('domains')
    .select(['id', 'domain', 'status', 'createdAt'])
    .where('ownerId', '=', owner.id)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(recentAtMost)
    .execute();
  const servers = await db
    .selectFrom('servers')
    .select(['id', 'name', 'ip', 'createdAt'])
    .where('ownerId', '=', owner.id)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(recentAtMost)
    .execute();
  return {
    recentEmails: emails.map((row) => ({ ...row, createdAt: iso(row.createdAt) })),
    recentDomains: domains.map((row) => ({
      ...row,
      status: row.status as DomainStatus,
      createdAt: iso(row.createdAt),
    })),
    recentServers: servers.map((row) => ({ ...row, createdAt: iso(row.createdAt) })),
  };
}
