import type { EmailAccount } from '@quartermaster/contract/entities/emails/emails.schema';
import { commonFilters } from '../../records/list/filters.ts';
import { type Condition } from '../../records/list/conditions.ts';
import { listPage } from '../../records/list/list.ts';
import type { ListPage, ListQuery } from '../../records/list/list-of.ts';
import { OwnedTable } from '../../records/owned-table.ts';
import type { Owner } from '../../records/owner.ts';
import type { Db, EmailAccountRow } from '../../db/schema.ts';
import { searchText } from '../../records/list/search-text.ts';
import { Search } from '../../records/list/search.ts';

export const emailAccounts = new OwnedTable({
  table: 'email_accounts',
  codecs: { password: 'secret', tags: 'json' },
  computed: ({ email, comment, tags }) => ({
    emailKey: String(email).toLowerCase(),
    searchText: searchText([email, comment], tags),
  }),
  conflict: { field: 'email', message: 'An email account with this address already exists' },
});

const toEmailAccount = (owner: Owner, row: EmailAccountRow): EmailAccount =>
  emailAccounts.decode(owner, row) as EmailAccount;

const sortColumns = { email: 'email_accounts.emailKey' };

export function emailConditions(owner: Owner, query: ListQuery): Condition[] {
  const conditions = commonFilters(owner, 'email_accounts', query);
  if (query.search !== undefined) conditions.push(new Search(owner, 'email_accounts', query.search));
  return conditions;
}

export async function listEmailAccounts(
  db: Db,
  owner: Owner,
  query: ListQuery,
): Promise<ListPage<EmailAccount>> {
  const conditions = emailConditions(owner, query);
  const select = () => db.selectFrom('email_accounts').selectAll('email_accounts');
  const found = await listPage(
    db,
    owner,
    { table: 'email_accounts', select, conditions, sortColumns },
    query,
  );
  return { ...found, rows: found.rows.map((row) => toEmailAccount(owner, row)) };
}

export async function getEmailAccount(db: Db, owner: Owner, id: string): Promise<EmailAccount> {
  return emailAccounts.decode(owner, await emailAccounts.find(db, owner, id)) as unknown as EmailAccount;
}

/** What a form offers to choose from, in alphabetical order. */
export const emailChoices = (db: Db, owner: Owner) =>
  db
    .selectFrom('email_accounts')
    .select(['id', 'email'])
    .where('ownerId', '=', owner.id)
    .orderBy('emailKey')
    .execute();
