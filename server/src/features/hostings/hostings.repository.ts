import type { Hosting } from '@quartermaster/contract/entities/hostings/hostings.schema';
import type { Group } from '@quartermaster/contract/api/summaries';
import { sql } from 'kysely';
import { commonFilters } from '../../records/list/filters.ts';
import { type Condition, equals, flagIs, holds, pointsTo } from '../../records/list/conditions.ts';
import { listPage } from '../../records/list/list.ts';
import type { ListPage, ListQuery } from '../../records/list/list-of.ts';
import { OwnedTable } from '../../records/owned-table.ts';
import type { Owner } from '../../records/owner.ts';
import type { Db } from '../../db/schema.ts';
import { searchText } from '../../records/list/search-text.ts';
import { Search } from '../../records/list/search.ts';
import { notFound } from '../../lib/errors.ts';

export const hostingAccounts = new OwnedTable({
  table: 'hostings',
  codecs: {
    isGoogleLogin: 'flag',
    hasApiAccess: 'flag',
    apiCredentials: 'secrets',
    tags: 'json',
    isActive: 'flag',
  },
  computed: ({ name, provider, comment, tags }) => ({
    nameKey: String(name).toLowerCase(),
    providerKey: String(provider).toLowerCase(),
    searchText: searchText([name, provider, comment], tags),
  }),
  conflict: { field: 'name', message: 'A hosting account with this name already exists' },
});

const serverCount = sql<number>`(select count(*) from servers s
  where s."ownerId" = hostings."ownerId" and s."hostingId" = hostings.id)`;

/** Accounts with the words of what they point to, and how many servers stand in each. */
const withRelated = (db: Db) =>
  db
    .selectFrom('hostings')
    .innerJoin('email_accounts', (join) =>
      join
        .onRef('email_accounts.ownerId', '=', 'hostings.ownerId')
        .onRef('email_accounts.id', '=', 'hostings.emailAccountId'),
    )
    .leftJoin('proxies', (join) =>
      join.onRef('proxies.ownerId', '=', 'hostings.ownerId').onRef('proxies.id', '=', 'hostings.proxyId'),
    )
    .selectAll('hostings')
    .select([
      'email_accounts.email',
      'proxies.name as proxyName',
      'proxies.ip as proxyIp',
      'proxies.port as proxyPort',
      serverCount.as('serverCount'),
    ]);
type RelatedRow = Awaited<ReturnType<ReturnType<typeof withRelated>['executeTakeFirstOrThrow']>>;

function toHosting(owner: Owner, row: RelatedRow): Hosting {
  const { email, proxyName, proxyIp, proxyPort, serverCount: servers, ...own } = row;
  return {
    ...hostingAccounts.decode(owner, own),
    emailAccount: { id: own.emailAccountId, email },
    proxy: own.proxyId === null ? null : { id: own.proxyId, name: proxyName, ip: proxyIp, port: proxyPort },
    _count: { servers },
  } as Hosting;
}

/** In an account's own words or its e-mail address. */
const mentions = (owner: Owner, words: string): Condition =>
  new Search(
    owner,
    'hostings',
    words,
    pointsTo(
      'hostings.emailAccountId',
      'email_accounts',
      equals('email_accounts.ownerId', owner.id),
      holds('email_accounts.emailKey', words),
    ),
  );

export interface HostingQuery extends ListQuery {
  provider?: string | undefined;
  emailAccountId?: string | undefined;
  proxyId?: string | undefined;
  hasApiAccess?: 'true' | 'false' | undefined;
  isActive?: 'true' | 'false' | undefined;
}

export function hostingConditions(owner: Owner, query: HostingQuery): Condition[] {
  const conditions = commonFilters(owner, 'hostings', query);
  for (const column of ['provider', 'emailAccountId', 'proxyId'] as const)
    if (query[column] !== undefined) conditions.push(equals(`hostings.${column}`, query[column]));
  for (const column of ['hasApiAccess', 'isActive'] as const)
    if (query[column] !== undefined) conditions.push(flagIs(`hostings.${column}`, query[column]));
  if (query.search !== undefined) conditions.push(mentions(owner, query.search));
  return conditions;
}

const sortColumns = {
  name: 'hostings.nameKey',
  provider: 'hostings.providerKey',
  emailAccount: 'email_accounts.emailKey',
};

export async function listHostings(db: Db, owner: Owner, query: HostingQuery): Promise<ListPage<Hosting>> {
  const conditions = hostingConditions(owner, query);
  const found = await listPage(
    db,
    owner,
    { table: 'hostings', select: () => withRelated(db), conditions, sortColumns },
    query,
  );
  return { ...found, rows: found.rows.map((row) => toHosting(owner, row)) };
}

export async function getHosting(db: Db, owner: Owner, id: string): Promise<Hosting> {
  const row = await withRelated(db)
    .where('hostings.ownerId', '=', owner.id)
    .where('hostings.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('hosting account');
  return toHosting(owner, row);
}

export async function hostingFigures(db: Db, owner: Owner) {
  const counts = await db
    .selectFrom('hostings')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('isActive', '=', 1).as('active'),
      fn.countAll<number>().filterWhere('hasApiAccess', '=', 1).as('withApiAccess'),
    ])
    .where('ownerId', '=', owner.id)
    .executeTakeFirstOrThrow();
  const byProvider: Group[] = await db
    .selectFrom('hostings')
    .select(({ fn }) => ['provider as key', 'provider as label', fn.countAll<number>().as('count')])
    .where('ownerId', '=', owner.id)
    .groupBy('provider')
    .orderBy('count', 'desc')
    .orderBy('provider')
    .execute();
  return { ...counts, byProvider };
}
