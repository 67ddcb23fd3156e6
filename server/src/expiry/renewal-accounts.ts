import type { Expiration } from '@quartermaster/contract/expirations/expirations.schema';
import type { ServerUser } from '@quartermaster/contract/entities/servers/servers.schema';
import { sql } from 'kysely';
import type { Owner } from '../access/owner.ts';
import { read } from '../db/raw-sql.ts';
import type { Db, OwnedTableName } from '../db/schema.ts';
import { valuesOf } from '../db/values-of.ts';
import { decodeColumn } from '../records/kinds/decode-column.ts';
import { areaOfTable, tableOfArea } from '../records/kinds/entities.ts';
import { isAmong } from '../records/table/conditions.ts';
import { isSeen } from '../records/table/scope.ts';
import { UnsealError } from '../secrets/seal.ts';
import type { Raw } from './store.ts';

type Account = NonNullable<Expiration['account']>;

interface AccountRow extends Pick<Account, 'id' | 'url' | 'userName' | 'passwordField'> {
  /** Sealed: a server's users. */
  users: string | null;
}

/** Longer lists of users are not opened for a page of expirations. */
const usersOctets = 16_384;

const nothing: Raw = sql`cast(null as text)`;
const password: Raw = sql`case when password is not null and "isGoogleLogin" = 0 then 'password' end`;
const mailboxOf = (owner: Owner, table: OwnedTableName): Raw =>
  sql`(select email from email_accounts where email_accounts."ownerId" = ${sql.ref(`${table}.ownerId`)}
    and email_accounts.id = ${sql.ref(`${table}.emailAccountId`)} and ${isSeen('email_accounts', owner)})`;

type Columns = Partial<Record<Exclude<keyof AccountRow, 'id'>, Raw>>;

/** The tables whose records are accounts at which something is renewed. */
const columnsOf: Partial<Record<OwnedTableName, (owner: Owner) => Columns>> = {
  registrator_accounts: (owner) => ({
    url: sql`(select "websiteUrl" from registrator_types t
      where t."ownerId" = "registratorTypeOwnerId" and t.id = "registratorTypeId")`,
    userName: mailboxOf(owner, 'registrator_accounts'),
    passwordField: password,
  }),
  hostings: (owner) => ({ url: sql.ref('websiteUrl'), userName: mailboxOf(owner, 'hostings') }),
  cdn_accounts: (owner) => ({ userName: mailboxOf(owner, 'cdn_accounts'), passwordField: password }),
  email_accounts: () => ({
    url: sql.ref('loginUrl'),
    userName: sql.ref('email'),
    passwordField: sql`'password'`,
  }),
  servers: () => ({
    url: sql.ref('panelUrl'),
    users: sql`case when octet_length(users) <= ${sql.lit(usersOctets)} then users end`,
  }),
};

function usersOf({ sealer }: Owner, { id, users }: AccountRow): ServerUser[] {
  try {
    return (decodeColumn(sealer, 'servers', id, 'users', 'sealed', users) ?? []) as ServerUser[];
  } catch (error) {
    if (error instanceof UnsealError) return [];
    throw error;
  }
}

/** The user by which a server is signed in to. */
function userOf(owner: Owner, row: AccountRow) {
  const users = usersOf(owner, row);
  const user = users.find(({ isDefault }) => isDefault) ?? users[0];
  if (!user) return { userName: null, passwordField: null };
  return {
    userName: user.username,
    passwordField: user.password?.trim() ? `users.${user.id}.password` : null,
  };
}

async function accountsIn(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  ids: ReadonlySet<string>,
): Promise<Account[]> {
  const columns = columnsOf[table]?.(owner);
  if (!columns) return [];
  const { url = nothing, userName = nothing, passwordField = nothing, users = nothing } = columns;
  const { rows } = await read(
    db,
    sql<AccountRow>`select id, ${url} as url, ${userName} as "userName", ${passwordField} as "passwordField",
    ${users} as users from ${sql.table(table)}
    where ${isSeen(table, owner)} and ${isAmong(db, `${table}.id`, valuesOf(db, [['text', [...ids]]]))}`,
  );
  return rows.map((row) => {
    const { users: sealed, ...account } = row;
    return { area: areaOfTable(table), ...account, ...(sealed !== null && userOf(owner, row)) };
  });
}

/** The record that is the account of an expiration: a domain's registrator account, else its own record. */
const whereRenewed = ({ area, recordId, registratorAccountId }: Expiration) =>
  registratorAccountId === null
    ? { table: tableOfArea[area], id: recordId }
    : { table: 'registrator_accounts' as const, id: registratorAccountId };

/** The same with the accounts at which they are renewed. */
export async function withAccounts(db: Db, owner: Owner, expirations: Expiration[]): Promise<Expiration[]> {
  const ids = new Map<OwnedTableName, Set<string>>();
  for (const { table, id } of expirations.map(whereRenewed))
    ids.set(table, (ids.get(table) ?? new Set()).add(id));
  const accounts = new Map<string, Account>();
  for (const [table, some] of ids)
    for (const account of await accountsIn(db, owner, table, some)) accounts.set(account.id, account);
  return expirations.map((each) => ({ ...each, account: accounts.get(whereRenewed(each).id) ?? null }));
}
