import type { RegistratorAccount } from '@quartermaster/contract/entities/registrator-accounts/registrator-accounts.schema';
import type { CredentialFields } from '@quartermaster/contract/catalog/credential-field';
import { commonFilters } from '../../records/list/filters.ts';
import { type Condition, equals, flagIs, holds, isOneOf, pointsTo } from '../../records/list/conditions.ts';
import { listPage } from '../../records/list/list.ts';
import type { ListPage, ListQuery } from '../../records/list/list-of.ts';
import { OwnedTable } from '../../records/owned-table.ts';
import type { Owner } from '../../records/owner.ts';
import { type Db, globalOwner } from '../../db/schema.ts';
import { searchText } from '../../records/list/search-text.ts';
import { Search } from '../../records/list/search.ts';
import { notFound } from '../../lib/errors.ts';

export const duplicateAccount =
  'There is an account of this registrator type with this email account already';

export const registratorAccounts = new OwnedTable({
  table: 'registrator_accounts',
  codecs: {
    password: 'secret',
    isGoogleLogin: 'flag',
    hasApiAccess: 'flag',
    apiCredentials: 'secrets',
    tags: 'json',
    isActive: 'flag',
  },
  computed: ({ comment, tags }) => ({ searchText: searchText([comment], tags) }),
  conflict: { field: 'registratorTypeId', message: duplicateAccount },
});

/** Accounts with the words of what they point to. */
const withRelated = (db: Db) =>
  db
    .selectFrom('registrator_accounts')
    .innerJoin('email_accounts', (join) =>
      join
        .onRef('email_accounts.ownerId', '=', 'registrator_accounts.ownerId')
        .onRef('email_accounts.id', '=', 'registrator_accounts.emailAccountId'),
    )
    .innerJoin('registrator_types', (join) =>
      join
        .onRef('registrator_types.ownerId', '=', 'registrator_accounts.registratorTypeOwnerId')
        .onRef('registrator_types.id', '=', 'registrator_accounts.registratorTypeId'),
    )
    .leftJoin('proxies', (join) =>
      join
        .onRef('proxies.ownerId', '=', 'registrator_accounts.ownerId')
        .onRef('proxies.id', '=', 'registrator_accounts.proxyId'),
    )
    .selectAll('registrator_accounts')
    .select([
      'email_accounts.email',
      'registrator_types.name as typeName',
      'registrator_types.hasApi as typeHasApi',
      'registrator_types.apiFields as typeApiFields',
      'proxies.name as proxyName',
      'proxies.ip as proxyIp',
      'proxies.port as proxyPort',
    ]);
type RelatedRow = Awaited<ReturnType<ReturnType<typeof withRelated>['executeTakeFirstOrThrow']>>;

function toRegistratorAccount(owner: Owner, row: RelatedRow): RegistratorAccount {
  const { email, typeName, typeHasApi, typeApiFields, proxyName, proxyIp, proxyPort, ...own } = row;
  return {
    ...registratorAccounts.decode(owner, own),
    emailAccount: { id: own.emailAccountId, email },
    registratorType: {
      id: own.registratorTypeId,
      name: typeName,
      hasApi: typeHasApi === 1,
      apiFields: JSON.parse(typeApiFields) as CredentialFields,
    },
    proxy: own.proxyId === null ? null : { id: own.proxyId, name: proxyName, ip: proxyIp, port: proxyPort },
  } as RegistratorAccount;
}

/** In an account's own words, its e-mail address or the name of its type. */
const mentions = (owner: Owner, words: string): Condition =>
  new Search(
    owner,
    'registrator_accounts',
    words,
    pointsTo(
      'registrator_accounts.emailAccountId',
      'email_accounts',
      equals('email_accounts.ownerId', owner.id),
      holds('email_accounts.emailKey', words),
    ),
    pointsTo(
      'registrator_accounts.registratorTypeId',
      'registrator_types',
      isOneOf('registrator_types.ownerId', [owner.id, globalOwner]),
      holds('registrator_types.nameKey', words),
    ),
  );

export interface RegistratorAccountQuery extends ListQuery {
  emailAccountId?: string | undefined;
  registratorTypeId?: string | undefined;
  proxyId?: string | undefined;
  hasApiAccess?: 'true' | 'false' | undefined;
  isActive?: 'true' | 'false' | undefined;
}

export function registratorAccountConditions(owner: Owner, query: RegistratorAccountQuery): Condition[] {
  const conditions = commonFilters(owner, 'registrator_accounts', query);
  for (const column of ['emailAccountId', 'registratorTypeId', 'proxyId'] as const)
    if (query[column] !== undefined) conditions.push(equals(`registrator_accounts.${column}`, query[column]));
  for (const column of ['hasApiAccess', 'isActive'] as const)
    if (query[column] !== undefined) conditions.push(flagIs(`registrator_accounts.${column}`, query[column]));
  if (query.search !== undefined) conditions.push(mentions(owner, query.search));
  return conditions;
}

const sortColumns = { emailAccount: 'email_accounts.emailKey', registratorType: 'registrator_types.nameKey' };

export async function listRegistratorAccounts(
  db: Db,
  owner: Owner,
  query: RegistratorAccountQuery,
): Promise<ListPage<RegistratorAccount>> {
  const conditions = registratorAccountConditions(owner, query);
  const select = () => withRelated(db);
  const found = await listPage(
    db,
    owner,
    { table: 'registrator_accounts', select, conditions, sortColumns },
    query,
  );
  return { ...found, rows: found.rows.map((row) => toRegistratorAccount(owner, row)) };
}

export async function getRegistratorAccount(db: Db, owner: Owner, id: string): Promise<RegistratorAccount> {
  const row = await withRelated(db)
    .where('registrator_accounts.ownerId', '=', owner.id)
    .where('registrator_accounts.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('registrator account');
  return toRegistratorAccount(owner, row);
}

/** What is unique about an account. */
export const accountKey = (account: { emailAccountId: string; registratorTypeId: string }): string =>
  `${account.emailAccountId} ${account.registratorTypeId}`;

export async function accountKeys(db: Db, owner: Owner): Promise<string[]> {
  const rows = await db
    .selectFrom('registrator_accounts')
    .select(['emailAccountId', 'registratorTypeId'])
    .where('ownerId', '=', owner.id)
    .execute();
  return rows.map(accountKey);
}
