import type { CdnAccount } from '@quartermaster/contract/entities/cdn/cdn.schema';
import { type CdnProviderId, cdnProviders } from '@quartermaster/contract/catalog/cdn-providers';
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

export const cdnAccounts = new OwnedTable({
  table: 'cdn_accounts',
  codecs: {
    password: 'secret',
    isGoogleLogin: 'flag',
    apiCredentials: 'secrets',
    tags: 'json',
    isActive: 'flag',
  },
  computed: ({ provider, comment, tags }) => ({
    searchText: searchText([provider, cdnProviders[provider as CdnProviderId].name, comment], tags),
  }),
  conflict: {
    field: 'emailAccountId',
    message: 'There is an account of this provider with this email account already',
  },
});

/** Accounts with the words of what they point to. */
const withRelated = (db: Db) =>
  db
    .selectFrom('cdn_accounts')
    .innerJoin('email_accounts', (join) =>
      join
        .onRef('email_accounts.ownerId', '=', 'cdn_accounts.ownerId')
        .onRef('email_accounts.id', '=', 'cdn_accounts.emailAccountId'),
    )
    .leftJoin('proxies', (join) =>
      join
        .onRef('proxies.ownerId', '=', 'cdn_accounts.ownerId')
        .onRef('proxies.id', '=', 'cdn_accounts.proxyId'),
    )
    .selectAll('cdn_accounts')
    .select([
      'email_accounts.email',
      'proxies.name as proxyName',
      'proxies.ip as proxyIp',
      'proxies.port as proxyPort',
    ]);
type RelatedRow = Awaited<ReturnType<ReturnType<typeof withRelated>['executeTakeFirstOrThrow']>>;

function toCdnAccount(owner: Owner, row: RelatedRow): CdnAccount {
  const { email, proxyName, proxyIp, proxyPort, ...own } = row;
  return {
    ...cdnAccounts.decode(owner, own),
    emailAccount: { id: own.emailAccountId, email },
    proxy: own.proxyId === null ? null : { id: own.proxyId, name: proxyName, ip: proxyIp, port: proxyPort },
  } as CdnAccount;
}

/** In an account's own words or its e-mail address. */
const mentions = (owner: Owner, words: string): Condition =>
  new Search(
    owner,
    'cdn_accounts',
    words,
    pointsTo(
      'cdn_accounts.emailAccountId',
      'email_accounts',
      equals('email_accounts.ownerId', owner.id),
      holds('email_accounts.emailKey', words),
    ),
  );

export interface CdnQuery extends ListQuery {
  provider?: string | undefined;
  emailAccountId?: string | undefined;
  proxyId?: string | undefined;
  isActive?: 'true' | 'false' | undefined;
}

export function cdnConditions(owner: Owner, query: CdnQuery): Condition[] {
  const conditions = commonFilters(owner, 'cdn_accounts', query);
  for (const column of ['provider', 'emailAccountId', 'proxyId'] as const)
    if (query[column] !== undefined) conditions.push(equals(`cdn_accounts.${column}`, query[column]));
  if (query.isActive !== undefined) conditions.push(flagIs('cdn_accounts.isActive', query.isActive));
  if (query.search !== undefined) conditions.push(mentions(owner, query.search));
  return conditions;
}

const sortColumns = { emailAccount: 'email_accounts.emailKey' };

export async function listCdnAccounts(db: Db, owner: Owner, query: CdnQuery): Promise<ListPage<CdnAccount>> {
  const conditions = cdnConditions(owner, query);
  const found = await listPage(
    db,
    owner,
    { table: 'cdn_accounts', select: () => withRelated(db), conditions, sortColumns },
    query,
  );
  return { ...found, rows: found.rows.map((row) => toCdnAccount(owner, row)) };
}

export async function getCdnAccount(db: Db, owner: Owner, id: string): Promise<CdnAccount> {
  const row = await withRelated(db)
    .where('cdn_accounts.ownerId', '=', owner.id)
    .where('cdn_accounts.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('CDN account');
  return toCdnAccount(owner, row);
}
