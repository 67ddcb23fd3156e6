import {
  dashboardFilters,
  secretCommentAreas,
  secretCommentFilters,
} from '@quartermaster/contract/dashboard/dashboard.filters';
import type { DashboardStats } from '@quartermaster/contract/dashboard/dashboard.schema';
import type { DomainStatus } from '@quartermaster/contract/rules/expiry';
import type { Owner } from '../../access/owner.ts';
import { isOwn } from '../../records/table/scope.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { iso } from '../../lib/clock.ts';
import { countRecords } from '../../records/table/count-records.ts';
import { tableOfArea } from '../../records/kinds/entities.ts';
import type { Tables } from '../../records/list/record-table.ts';

export async function overview(db: Db, owner: Owner): Promise<DashboardStats['overview']> {
  const count = (table: OwnedTableName) => countRecords(db, owner, table);
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

type ToDo = Omit<DashboardStats['toDo'], 'openMismatches'>;

export async function toDo(db: Db, tables: Tables, owner: Owner): Promise<ToDo> {
  const counts = Object.entries(dashboardFilters).map(
    async ([name, { area, filters }]) =>
      [name, await tables[tableOfArea[area]].count(db, owner, filters)] as const,
  );
  const comments = secretCommentAreas.map((area) =>
    tables[tableOfArea[area]].count(db, owner, secretCommentFilters),
  );
  return {
    ...(Object.fromEntries(await Promise.all(counts)) as Pick<ToDo, keyof typeof dashboardFilters>),
    secretComments: (await Promise.all(comments)).reduce((sum, count) => sum + count, 0),
  };
}

const recentAtMost = 10;

export async function recentActivity(db: Db, owner: Owner): Promise<DashboardStats['recentActivity']> {
  const emails = await db
    .selectFrom('email_accounts')
    .select(['id', 'email', 'createdAt'])
    .where(isOwn('email_accounts', owner))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(recentAtMost)
    .execute();
  const domains = await db
    .selectFrom('domains')
    .select(['id', 'domain', 'status', 'createdAt'])
    .where(isOwn('domains', owner))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(recentAtMost)
    .execute();
  const servers = await db
    .selectFrom('servers')
    .select(['id', 'name', 'ip', 'createdAt'])
    .where(isOwn('servers', owner))
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
